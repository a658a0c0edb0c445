package mine

import (
	"context"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/game"
)

// opinions are what a judge says, question by question: the move that it plays, "" for any that may be played, and its
// value.
type opinions []struct {
	move  string
	score ai.Score
}

func (o *opinions) Ask(_ context.Context, _ *game.Game, among []game.Move) (ai.Info, error) {
	said := (*o)[0]
	*o = (*o)[1:]
	if said.move == "" {
		return ai.Info{Score: said.score, PV: among[:1]}, nil
	}
	m, err := game.ParseMove(said.move)
	return ai.Info{Score: said.score, PV: []game.Move{m}}, err
}

// TestCheck has what a judge may say of a mate in two, whose last move needs none, and of a win of a rook in two moves.
func TestCheck(t *testing.T) {
	const mate = "M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t1100\t110"
	const win = "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110"
	for _, c := range []struct {
		name, puzzle string
		says         opinions
		held         int
		fault        string
	}{
		{"the only fastest mate", mate, opinions{{"g2g4", ai.MateIn(2)}, {"", ai.MateIn(3)}}, 2, ""},
		{"another mate as fast", mate, opinions{{"g2g4", ai.MateIn(2)}, {"", ai.MateIn(2)}}, 0, "mates as fast"},
		{"another move", mate, opinions{{"g2g3", ai.MateIn(2)}}, 0, "it plays"},
		{"no mate", mate, opinions{{"g2g4", 900}, {"", 100}}, 0, "sees no mate"},
		{"won alone", win, opinions{{"f2f8", 500}, {"", 0}, {"d8d5", 900}, {"", -200}}, 2, ""},
		{"won in two ways", win, opinions{{"f2f8", 500}, {"", 450}}, 0, "nearly as good"},
		{"the second move is not alone", win, opinions{{"f2f8", 500}, {"", 0}, {"d8d5", 900}, {"", 800}}, 1, "nearly as good"},
	} {
		v, err := Check(context.Background(), &c.says, parse(t, c.puzzle))
		if err != nil || v.Agreed != c.held || v.AgreesOnFirst() != (c.held > 0) || !strings.Contains(v.Objection, c.fault) ||
			(v.Objection == "") != (c.fault == "") {
			t.Errorf("%s: %+v, %v", c.name, v, err)
		}
		if len(c.says) != 0 {
			t.Errorf("%s: not asked: %v", c.name, c.says)
		}
	}
}
