package rating_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai/character"
	"yeye/bot/match/rating"
	"yeye/game"
	"yeye/game/finish"
)

func TestEarned(t *testing.T) {
	// Uncle as Red mates; Black has captured nothing in the second one.
	const mate = "b0c2 b9c7 h2g2 h7h2 c0e2 h9i7 i0i2 h2h6 i2h2 i9h9 h0i2 b7a7 b2a2 h6h3 d0e1 a9b9 c3c4 g6g5 a0d0 b9b5 d0d6 b5b6 c4c5 h3h6 c5c6 b6c6 d6d3 h6h3 a2a0 g9e7 a0c0 c6b6 c0c7 i7g6 d3d8 g6e5 e3e4 e5g6 g3g4 b6b5 d8d3 g6i5 g4g5 b5g5 i3i4 h3h5 i4i5 i6i5 c2d4 g5d5 h2h4 f9e8 i2g3 h5h8 h4h5 d5d7 c7c2 d7d6 h5b5 i5i4 g3f5 e6e5 e4e5 a7d7 e5e6 d6b6 f5e7 b6b5 e7g8 e9f9 d3f3 d7f7 d4b5 h8i8 f3f7 e8f7 g2f2 f7e8 e6f6 e8f7 f6f7"
	won := game.Outcome{Result: game.RedWins, Method: game.Checkmate}
	given := game.Outcome{Result: game.RedWins, Method: game.Resignation}
	quiet := strings.Repeat("h2h3 h7h6 h3h2 h6h7 ", 8)
	just := strings.Join(strings.Fields(quiet)[:30], " ")
	for _, c := range []struct {
		name, fen, moves string
		e                rating.Ended
		want             []rating.Achievement
	}{
		{"a mate with losses", game.StartFEN, mate, rating.Ended{Outcome: won, Level: 4}, []rating.Achievement{"beat.4", "finish.wo_cao_ma"}},
		{"the loser earns nothing", game.StartFEN, mate, rating.Ended{Outcome: won, Side: game.Black, Level: 4}, nil},
		{"a person is no character", game.StartFEN, mate, rating.Ended{Outcome: won, Human: true}, []rating.Achievement{"finish.wo_cao_ma"}},
		{"help earns nothing", game.StartFEN, mate, rating.Ended{Outcome: won, Level: 4, Helped: true}, nil},
		{"odds earn nothing", game.StartFEN, mate, rating.Ended{Outcome: won, Level: 4, Odds: true}, nil},
		{"a draw earns nothing", game.StartFEN, mate, rating.Ended{Outcome: game.Outcome{Result: game.Draw, Method: game.Agreement}, Level: 4}, nil},
		{"given up at once", game.StartFEN, "h2e2 h9g7", rating.Ended{Outcome: given, Level: 5}, []rating.Achievement{"beat.5"}},
		{"given up with everything on the board", game.StartFEN, quiet, rating.Ended{Outcome: given, Level: 5}, []rating.Achievement{"beat.5", "unscathed"}},
		{"just long enough", game.StartFEN, just, rating.Ended{Outcome: given, Level: 5}, []rating.Achievement{"beat.5", "unscathed"}},
		{"a move too short", game.StartFEN, strings.TrimSuffix(just, " h7h6"), rating.Ended{Outcome: given, Level: 5}, []rating.Achievement{"beat.5"}},
		{"the Kid loses nothing dear", game.StartFEN, quiet, rating.Ended{Outcome: given, Level: 1}, []rating.Achievement{"beat.1"}},
		{"stalemate", "3k5/9/3P5/9/9/9/9/9/9/5K3 w - - 0 1", "f0e0",
			rating.Ended{Outcome: game.Outcome{Result: game.RedWins, Method: game.Stalemate}, Human: true}, []rating.Achievement{"stalemate"}},
	} {
		p, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(p, game.NoRepetition)
		for _, f := range strings.Fields(c.moves) {
			m, err := game.ParseMove(f)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		c.e.Game = g
		if d := cmp.Diff(c.want, rating.Earned(c.e)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// What an achievement is of can be read from its key.
func TestAchievementKeys(t *testing.T) {
	for _, c := range []struct {
		a      rating.Achievement
		level  character.Level
		beaten bool
		blow   finish.Pattern
		named  bool
	}{
		{rating.Beat(3), 3, true, "", false},
		{"beat.9", 0, false, "", false},
		{"3", 0, false, "", false},
		{rating.Finish("ma_hou_pao"), 0, false, "ma_hou_pao", true},
		{rating.ByStalemate, 0, false, finish.Stalemate, true},
		{rating.Unscathed, 0, false, "", false},
	} {
		level, beaten := c.a.Beaten()
		blow, named := c.a.Blow()
		if beaten != c.beaten || beaten && level != c.level || named != c.named || named && blow != c.blow {
			t.Errorf("%s: beaten %v %v, blow %q %v", c.a, level, beaten, blow, named)
		}
	}
}
