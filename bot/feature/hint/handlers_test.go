package hint_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/bot/internal/desk"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/game"
	"yeye/game/notation"
	"yeye/render"
)

// analyst suggests a move, by default the first legal one.
type analyst string

func (a analyst) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	m := g.Position().LegalMoves(nil)[0]
	if a != "" {
		var err error
		if m, err = game.ParseMove(string(a)); err != nil {
			return explain.Hint{}, err
		}
	}
	return explain.Hint{Move: m, Reasons: []explain.Reason{{}}}, nil
}

func open(t *testing.T, a engine.Analyst) *desk.Desk {
	return desk.OpenWith(t, desk.Options{Engine: engine.Options{Analyst: a}}, "play", "challenges", "study", "hint", "help")
}

// slow suggests a move while something else happens.
type slow struct {
	analyst
	meanwhile func()
}

func (s *slow) Suggest(ctx context.Context, g *game.Game) (explain.Hint, error) {
	s.meanwhile()
	return s.analyst.Suggest(ctx, g)
}

// A hint that comes late, below a newer board, says that it was for an earlier position.
func TestLateHint(t *testing.T) {
	a := &slow{analyst: "h2e2", meanwhile: func() {}}
	d := open(t, a)
	d.Play(`
		mei: /play side=red => card versus
		mei: /hint          => private Hints are fine … [Show the hint]`)
	const late = "The game has moved on"
	if text := d.Do("mei", "[Show the hint]"); strings.Contains(text, late) {
		t.Errorf("in time: %s", text)
	}
	a.meanwhile = func() {
		by := match.Actor{Event: "a move", Player: desk.People["mei"], Source: match.FromText}
		if _, err := d.Matches.Move(context.Background(), by, desk.Channel, notation.Parse("h0g2"), notation.Auto); err != nil {
			t.Error(err)
		}
	}
	if text := d.Do("mei", "/hint"); !strings.HasPrefix(text, "private "+late) || !strings.Contains(text, "**Hint: ") {
		t.Errorf("late: %s", text)
	}
}

// A player who has as much work in progress as may be is refused a hint, and gets one once there is less.
func TestHintAfterTooMuchWork(t *testing.T) {
	d := open(t, analyst(""))
	d.Play(`
		mei: /play side=red => card versus
		mei: /hint          => private Hints are fine … [Show the hint]`)
	free := d.Occupy("mei")
	d.Play(`mei: [Show the hint] => private Too much is going on here`)
	free()
	d.Play(`mei: [Show the hint] => private **Hint: `)
}

// A real engine finds the mate, and the response is private, with board and arrow.
func TestHint(t *testing.T) {
	open(t, &explain.Adviser{Engine: ai.NewPool(ai.PoolOptions{HashMB: 4}), Nodes: 20_000}).Play(`
		mei: /hint => private There's no game
		mei: /play position="3aka3/4nR3/b1n6/p1N5p/2b2R3/6P2/Pr2P3P/9/4A4/4KAB2 w - - 0 1" => card versus
		tom: /hint => private … not playing
		mei: /hint => private … f8f9 … mate in 1 … (file board.png: Hint: rook f8 to f9.`)
}

// Asking alone costs nothing; a hint that is given makes the win another's, and the card says so. A word counts if it is addressed to
// the bot.
func TestHintMakesAGameCasual(t *testing.T) {
	d := open(t, analyst("h2e2"))
	casual := func(want match.CasualReason) {
		t.Helper()
		if m, err := d.Matches.InChannel(t.Context(), desk.Channel); err != nil || m.CasualReason != want {
			t.Errorf("it is %v, %v", m.CasualReason, err)
		}
	}
	d.Play(`
		mei: /play side=red => card versus … [Hint]
		mei: /board         => not rated
		tom: [Hint]         => private … not playing
		mei: [Hint]         => private … a win doesn't count as beating anyone … [Show the hint]`)
	casual(match.Rated)
	d.Play("mei: [Show the hint] => private … **Hint: … h2e2")
	casual(match.AfterHint)
	m, err := d.Matches.InChannel(t.Context(), desk.Channel)
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := d.Matches.Hints(t.Context(), m.ID); err != nil || len(shown[0]) != 1 || shown[0][0].String() != "h2e2" {
		t.Errorf("what was shown: %v, %v", shown, err)
	}
	d.Play(`
		mei: /board         => card versus … You took a hint, so a win won't count
		mei: @yeye hint     => private … **Hint: … h2e2
		in dm
		mei: /play side=red => card versus
		mei: 提示           => private … Hints are fine … [Show the hint]
		mei: [Show the hint] => private … **Hint: … h2e2`)
}

// Between people nobody is given hints, nor by setting up the position elsewhere, mirrored, or by reaching it move by move.
func TestNoHintsBetweenPeople(t *testing.T) {
	d := open(t, analyst("h2e2"))
	d.Play(`
		mei: /challenge user=@tom side=red => card challenge
		tom: [Accept]     => card duel
		mei: /board       => not [Hint]
		mei: /hint        => private Two people are playing
		linh: /hint       => private Two people are playing
		mei: @yeye hint   => private … no hints, no engine
		mei: h2e2         => card duel
		in 701
		mei: /play side=black position="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1" => private … People are playing this position
		mei: /study position="position startpos moves b2e2" => private … People are playing this position
		mei: /study public=true  => card study
		mei: {Choose a piece} b2 => card study
		mei: {Where to} b2e2     => card study
		mei: [Play engine move] => private … People are playing this position`)
}

// A newcomer's hint shows what could be lost, on a board that explains its pieces.
func TestHintForANewcomer(t *testing.T) {
	const hanging = "4k4/9/4r4/9/9/4N4/9/9/9/3K5 w - - 0 1"
	d := open(t, analyst("e4d6"))
	d.Play(`
		mei: /play side=red      => card versus
		mei: [I've never played] => private
		in 701
		mei: /play opponent=3 side=red position="` + hanging + `" => card versus
		mei: /hint               => private … Careful, you could lose a piece (marked): horse e4.`)
	p, err := game.ParseFEN(hanging)
	if err != nil {
		t.Fatal(err)
	}
	v := render.View{Position: p, Style: render.Style{Pieces: render.Pictogram, Coords: render.Algebraic, Newcomer: true}}
	if v.Marks.Hint, err = game.ParseMove("e4d6"); err != nil {
		t.Fatal(err)
	}
	v.Marks.Threatened = game.BB(p.Pieces(game.Red, game.Horse).First())
	want, err := d.Painter.Board(v)
	if err != nil || !bytes.Equal(d.Picture().Data, want.PNG) {
		t.Errorf("the hint has another picture: %v", err)
	}
}

// Where the card names what could be lost already, the hint does not say it again.
func TestHintWhereTheCardMarks(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Analyst: analyst("e4d6")}}, "play", "hint", "newcomer", "learn")
	d.Play(`
		mei: /play opponent=0 side=red => card versus
		mei: [I've never played] => private
		in 701
		mei: /play opponent=0 side=red position="4k4/9/4r4/9/9/4N4/9/9/9/3K5 w - - 0 1" => card versus … Careful, you could lose a piece (marked): horse e4.
		mei: /hint               => not Careful`)
}
