package studybot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/game"
)

// searcher returns the first legal move as the best line.
type searcher struct{}

func (searcher) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	return []ai.Info{{PV: g.Position().LegalMoves(nil)[:1]}}, nil
}

// meanwhile is a searcher that lets something happen before it answers.
type meanwhile struct{ happens *func() }

func (m meanwhile) Lines(ctx context.Context, g *game.Game, l ai.Limits) ([]ai.Info, error) {
	(*m.happens)()
	return searcher{}.Lines(ctx, g, l)
}

// An evaluation that ends after its study was closed, or after the owner's data was deleted, is not stored; a study that is closed
// while it is being stored takes it along.
func TestEvaluationOfAClosedStudy(t *testing.T) {
	for _, when := range []string{"closed", "erased", "closed while it is stored"} {
		t.Run(when, func(t *testing.T) {
			happens := func() {}
			d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: meanwhile{&happens}}}, "study")
			d.Play(`mei: /study => private … [Evaluate]`)
			mei := desk.People["mei"]
			all, err := d.Matches.ByPlayer(t.Context(), mei, 1)
			if err != nil || len(all) != 1 {
				t.Fatalf("%d studies, %v", len(all), err)
			}
			closes := func() error {
				_, err := d.Studies.Close(t.Context(), match.Actor{Player: mei}, all[0].ID)
				return err
			}
			closed := make(chan error, 1)
			switch when {
			case "closed":
				happens = func() { closed <- closes() }
			case "erased":
				happens = func() { closed <- errors.Join(closes(), d.PersonalData.Erase(t.Context(), mei)) }
			default:
				d.DB.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
					if strings.Contains(query, "INSERT INTO study_lines") {
						go func() { closed <- closes() }()
						select {
						case err := <-closed:
							closed <- err
						case <-time.After(200 * time.Millisecond): // it waits for the transaction to end
						}
					}
					return nil
				}})
			}
			d.Do("mei", "[Evaluate]")
			if err := <-closed; err != nil {
				t.Fatal(err)
			}
			d.DB.Observe(store.Observer{})
			if n := d.Count(`SELECT COUNT(*) FROM study_lines`); n != 0 {
				t.Errorf("%d evaluations are stored", n)
			}
		})
	}
}

// A player who has as much work in progress as may be is refused the engine's lines, and gets them once there is less.
func TestLinesAfterTooMuchWork(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}}}, "study")
	d.Play(`mei: /study => private … [Evaluate]`)
	free := d.Occupy("mei")
	d.Play(`mei: [Evaluate] => private Too much is going on here`)
	free()
	d.Play(`mei: [Evaluate] => edit … %`)
}

// An evaluation that is switched on stays on from step to step, whoever sees the study and however they move, until it is switched off;
// a study that is closed is evaluated no more. Five buttons are on the card.
func TestEvaluationStaysOn(t *testing.T) {
	for name, play := range map[string]string{
		"alone": `
			mei: /study                => private … [◀] [▶] [Evaluate] [Play engine move] [More]
			mei: [Evaluate]            => edit … % … [Stop evaluating]
			mei: {Choose a piece} h2   => edit … % … [Stop evaluating]
			mei: {Where to} h2e2       => edit … **Black to move.** … %
			mei: [◀]                   => edit … **Red to move.** … %
			mei: [▶]                   => edit … **Black to move.** … %
			mei: [More]                => edit … % … [Stop evaluating] … [Save] [Analyze] [Share] [Write a comment] [Challenge from here] [Set up] [Reset] [Close]
			mei: [Reset]               => edit … **Red to move.** … %
			mei: [Stop evaluating]     => edit **Red to move.**
			mei: /study                => not %
			mei: /study                => private … [Evaluate]`,
		"before all": `
			mei: /study public=true    => card study
			mei: [Evaluate]            => card study … %
			mei: h2e2                  => card study … **Black to move.** … %
			mei: /study invite=@tom    => public
			tom: h9g7                  => card study … **Red to move.** … %
			mei: [Stop evaluating]     => card study
			mei: h0g2                  => card study … **Black to move.** … [Evaluate]
			mei: [Evaluate]            => card study … %
			mei: [More]                => card study … %
			mei: [Close]               => card study … **The study is closed.**`,
	} {
		t.Run(name, func(t *testing.T) {
			d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}}}, "study", "play", "analysis")
			d.Play(play)
			if name == "before all" {
				if n, err := store.Value[int](d.DB.Read().Row(t.Context(), `SELECT COUNT(*) FROM study_lines`)); n != 0 || err != nil {
					t.Errorf("%d evaluations of a closed study, %v", n, err)
				}
			}
		})
	}
}

// adviser suggests the first legal move.
type adviser struct{}

func (adviser) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []explain.Reason{{}}}, nil
}

// What the engine says at a study makes the games casual of whoever asks, and of nobody whom another has invited.
func TestHelpAtTheStudy(t *testing.T) {
	for _, press := range []string{"mei: [Evaluate]", "tom: [Evaluate]", "mei: [Play engine move]", "tom: [Play engine move]",
		"mei: [◀] => card study\nmei: [Evaluate] => card study\ntom: [▶]", "mei: [◀] => card study\ntom: [Evaluate] => card study\nmei: [▶]"} {
		d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}, Analyst: adviser{}}}, "study", "play")
		for channel, who := range map[string]string{"701": "mei", "702": "tom"} {
			d.Play("in " + channel + `
				` + who + `: /play side=red => card versus
				` + who + `: h2e2           => card versus
				character: h9g7`)
		}
		d.Play(`
			in channel
			mei: /study public=true => card study
			mei: /study invite=@tom => public
			mei: h2e2 h9g7          => card study
			` + press + ` => card study`)
		for _, who := range []string{"mei", "tom"} {
			all, err := d.Matches.ByPlayer(t.Context(), desk.People[who], 10)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i := range all {
				if all[i].CasualReason == match.AfterHint {
					n++
				}
			}
			if asked := strings.HasPrefix(press[strings.LastIndex(press, "\n")+1:], who); asked != (n == 1) {
				t.Errorf("%s: %d games of %s are casual", press, n, who)
			}
		}
	}
}

// A step to a position of a game between people is shown without an evaluation, and the next one with it again.
func TestEvaluationOfALivePosition(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}}}, "study", "play", "challenges")
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]       => card duel
		mei: h2e2           => card duel
		tom: /study position="c3c4" => private
		tom: [Evaluate]            => edit … %
		tom: [◀]                   => edit … **Red to move.** … %
		tom: {Choose a piece} h2   => edit
		tom: {Where to} h2e2       => not %
		tom: /study                => private … **Black to move.** … [Stop evaluating]
		tom: [Stop evaluating]     => edit … **Black to move.** … [Evaluate]
		tom: [Evaluate]            => private People are playing this position
		tom: [◀]                   => edit … **Red to move.** … [Evaluate]
		tom: [Evaluate]            => edit … %
		tom: {Choose a piece} h2   => edit
		tom: {Where to} h2e2       => not %
		tom: [◀]                   => edit … **Red to move.** … %`)
}

// What a study was told of a position before a game between people came to it is not shown any more, on its own card or to those who read
// along, until the game is over.
func TestEvaluationFromBeforeALiveGame(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}}}, "study", "play", "challenges")
	d.Play(`
		tom: /study position="h2e2" => private
		tom: [Evaluate]             => edit … %
		in 701
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]               => card duel
		mei: h2e2                   => card duel
		in channel
		tom: /study                 => not %
		tom: /study                 => private … **Black to move.** … [Stop evaluating]
		in 701
		mei: /resign                => private
		mei: [Yes, resign]          => edit
		in channel
		tom: /study                 => private … %`)
}
