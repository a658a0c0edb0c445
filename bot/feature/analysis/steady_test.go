package analysis

import (
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/bot/internal/testplay"
	"yeye/bot/locale"
	"yeye/bot/match/archive"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/view"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// instant answers questions at once. Each question interrupts an analysis.
type instant struct{}

func (instant) Suggest(context.Context, *game.Game) (explain.Hint, error) { return explain.Hint{}, nil }

// A game has the same report in each language, however often its analysis was interrupted, and whatever the engine did before.
func TestReportsAreEqual(t *testing.T) {
	b, err := locale.New(words.Catalog(), view.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(game.Start(), game.Asian)
	for _, m := range lineOf(t, "e3e4 b7g7 h2e2 g7e7 e2e6 e7e4 i0i1 b9c7 i1h1 h7h0 e6e5 a9b9 h1h4 b9b2 h4e4 h9g7 e5i5 c7e6") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	end := game.Outcome{Result: game.BlackWins, Method: game.Resignation}
	pool := ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 1, Analysis: 2})
	want := map[string]string{}
	interrupted := 0
	may := testplay.May(t, new(fairplay.Service), "tom", game.NewGame(game.Start(), game.Asian)) // whatever is asked interrupts
	for run := range 10 {
		e := engine.New(engine.Options{Analyst: instant{}, Reviewer: pool, Threads: 1})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		steady := &interrupter{Review: review, e: e, may: may, every: run}
		found, err := (&report.Analyst{Engine: steady, Quick: 500, Deep: 1500, Proof: 4000}).Run(t.Context(), g, end,
			report.NewAnalysis(g), nil)
		if err != nil {
			t.Fatal(err)
		}
		interrupted += steady.times
		made, err := report.Make(g, end, &found)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pool.Lines(t.Context(), g.Upto(run), ai.Limits{Nodes: 3000}); err != nil { // which the next run must not see
			t.Fatal(err)
		}
		for _, l := range b.All() {
			w := words.In(l)
			one := &archive.Game{Game: g, Outcome: end, Names: [2]string{w.Color(game.Red), w.Color(game.Black)}}
			text := []string{summary(w, one, made), endingText(w, one, made)}
			for i := range made.TurningPoints {
				text = append(text, turnText(w, one, made, i+1))
			}
			for ply := range made.Moves {
				if made.Moves[ply].Fault != nil {
					text = append(text, (&step{game: one, report: made}).fault(w, ply))
				}
			}
			all := strings.Join(text, "\n")
			if run == 0 {
				want[w.Tag()] = all
			} else if all != want[w.Tag()] {
				t.Errorf("%s, run %d:\n%s\nbefore:\n%s", w.Tag(), run, all, want[w.Tag()])
			}
		}
		if len(made.TurningPoints) == 0 {
			t.Fatal("the report says nothing")
		}
	}
	if len(want) != 4 || interrupted == 0 {
		t.Errorf("%d languages, %d interruptions", len(want), interrupted)
	}
}

// interrupter asks a question during every so many searches, 0 for none.
type interrupter struct {
	*engine.Review
	e            *engine.Engine
	may          fairplay.Permit
	every        int
	begun, times int
}

func (i *interrupter) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	i.begun++
	if i.every == 0 || i.begun%i.every != 0 {
		return i.Review.Lines(ctx, g, lim)
	}
	i.times++
	asked := make(chan error, 1)
	go func() {
		_, err := i.e.Suggest(ctx, i.may)
		asked <- err
	}()
	found, err := i.Review.Lines(ctx, g, lim)
	if failed := <-asked; err == nil {
		err = failed
	}
	return found, err
}
