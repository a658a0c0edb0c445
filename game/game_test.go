package game

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// position reads a FEN that is known to be valid.
func position(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// play plays a list of coordinates, continuing past ends by the rules.
func play(t testing.TB, g *Game, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, err := ParseMove(text)
		if err == nil {
			err = g.PlayOn(m)
		}
		if err != nil {
			t.Fatalf("%s %s: %v", g.Position().FEN(), text, err)
		}
	}
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		want             Outcome
	}{
		{"two rooks mate", "3k5/1R7/9/9/9/9/9/9/R8/5K3 w", "a1a9", Outcome{RedWins, Checkmate}},
		{"a smothered king is mated by a horse", "3aka3/4n4/9/3N5/9/9/9/9/9/4K1R2 w", "d6c8", Outcome{RedWins, Checkmate}},
		{"stalemate loses", "3k5/2P6/4P4/9/9/9/9/9/9/4K4 w", "e7e8", Outcome{RedWins, Stalemate}},
		{"one pawn can", "3k5/4a4/9/9/9/9/9/4p4/4A4/5K3 w", "e1d2 e8f7", Outcome{}},
		{"nobody can win after the last capture", "3k5/4a4/9/9/9/9/9/9/4p4/4K4 w", "e0e1", Outcome{Draw, Material}},
		{"a pawn on the last rank still counts", "3k5/9/9/9/9/9/9/9/9/p3K4 w", "e0e1", Outcome{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := NewGame(position(t, c.fen), Asian)
			play(t, g, c.moves)
			if g.Outcome() != c.want {
				t.Errorf("%v, want %v", g.Outcome(), c.want)
			}
		})
	}
}

func TestGameRefuses(t *testing.T) {
	g := NewGame(position(t, "3k5/1R7/9/9/9/9/9/9/R8/5K3 w"), Asian)
	var illegal *IllegalMove
	if err := g.Play(NewMove(0, 1)); !errors.As(err, &illegal) || illegal.Reason != EmptyFrom {
		t.Errorf("a move of nobody: %v", err)
	}
	if g.Ply() != 0 {
		t.Error("a refused move changed the game")
	}
	play(t, g, "a1a9")
	if err := g.Play(NewMove(0, 1)); !errors.Is(err, ErrOver) {
		t.Errorf("a move after mate: %v", err)
	}
	if !g.Takeback() || g.Outcome().Over() || g.Takeback() {
		t.Error("the mate cannot be taken back, or too much can")
	}
}

// Any game taken back to its beginning equals a new one; a clone is
// independent.
func TestTakeback(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGame(Start(), Rules(rapid.IntRange(0, 2).Draw(t, "rules")))
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			moves := g.Position().LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			would, before := g.Would(m), g.Outcome()
			if err := g.PlayOn(m); err != nil {
				t.Fatal(err)
			}
			if !before.Over() && g.Outcome() != would {
				t.Fatalf("%s would be %v and is %v", m, would, g.Outcome())
			}
		}
		c := g.Clone()
		ply := g.Ply()
		for g.Takeback() {
		}
		if *g.Position() != Start() || g.Ply() != 0 {
			t.Fatalf("taken back to %s", g.Position().FEN())
		}
		again := NewGame(Start(), g.Rules())
		for _, m := range c.Moves() {
			if err := again.PlayOn(m); err != nil {
				t.Fatal(err)
			}
		}
		if c.Ply() != ply || *again.Position() != *c.Position() || again.Outcome() != c.Outcome() {
			t.Fatal("the clone is another game")
		}
	})
}

// Perpetual check by a rook: Red's offense, of which players are warned after
// the first round.
const rookChecks = "3k5/9/9/9/9/9/9/9/4R4/5K3 w"

func TestWarning(t *testing.T) {
	const round = "e1d1 d9e9 d1e1 e9d9 "
	lost := Outcome{BlackWins, PerpetualCheck}
	g := NewGame(position(t, rookChecks), Asian)
	for i, text := range strings.Fields(round) {
		if w := g.Warning(); w.Over() {
			t.Errorf("warned after %d plies: %v", i, w)
		}
		play(t, g, text)
	}
	w := g.Warning()
	if loser, ok := w.Loser(); w != lost || !ok || loser != Red {
		t.Errorf("the warning is %v", w)
	}
	play(t, g, "e1d1 d9e9")
	m, _ := ParseMove("d1e1")
	if o := g.Would(m); o.Over() {
		t.Errorf("%s would end the game: %v", m, o)
	}
	if o := g.Risk(m); o != lost {
		t.Errorf("the risk of %s is %v", m, o)
	}
	away, _ := ParseMove("d1d5")
	if o := g.Risk(away); o.Over() {
		t.Errorf("the risk of %s is %v", away, o)
	}
	play(t, g, "d1e1")
	m, _ = ParseMove("e9d9")
	if o := g.Would(m); o != lost {
		t.Errorf("%s would be %v", m, o)
	}
	play(t, g, "e9d9")
	if g.Outcome() != lost || g.Warning().Over() {
		t.Errorf("ruled %v, then warned %v", g.Outcome(), g.Warning())
	}
}

func TestRules(t *testing.T) {
	moves := strings.Repeat("e1d1 d9e9 d1e1 e9d9 ", 2)
	for rules, want := range map[Rules]Outcome{
		Asian: {BlackWins, PerpetualCheck}, NoChase: {BlackWins, PerpetualCheck}, NoRepetition: {},
	} {
		g := NewGame(position(t, rookChecks), rules)
		play(t, g, moves)
		if g.Outcome() != want {
			t.Errorf("%s: %v, want %v", rules, g.Outcome(), want)
		}
		if got, ok := ParseRules(rules.String()); !ok || got != rules {
			t.Errorf("%s reads back as %s", rules, got)
		}
	}
}

func TestMoveLimit(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves string
		want             Outcome
	}{
		{"the last ply", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 118 80", "e1a1 d9d8", Outcome{Draw, MoveLimit}},
		{"one before it", "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 118 80", "e1a1", Outcome{}},
		{"mate comes first", "3k5/1R7/9/9/9/9/9/9/R8/5K3 w - - 119 80", "a1a9", Outcome{RedWins, Checkmate}},
		{"a capture begins again", "3k5/9/9/9/9/9/9/9/p3R4/5K3 w - - 119 80", "e1a1", Outcome{}},
		{"a pawn move does not", "3k5/9/9/9/9/9/9/9/p3R4/5K3 b - - 119 80", "a1a0", Outcome{Draw, MoveLimit}},
	} {
		g := NewGame(position(t, c.fen), Asian)
		play(t, g, c.moves)
		if g.Outcome() != c.want {
			t.Errorf("%s: %v, want %v", c.name, g.Outcome(), c.want)
		}
	}
}

// Ten checks of each side count, and no later check nor the reply to it.
func TestChecksBeyondTheTenthDoNotCount(t *testing.T) {
	g := NewGame(position(t, rookChecks), NoRepetition)
	for i := range 30 {
		play(t, g, []string{"e1d1 d9e9", "d1e1 e9d9"}[i%2])
		if want := min(2*(i+1), 20); g.CountedPlies() != want {
			t.Fatalf("after %d checks %d plies count, want %d", i+1, g.CountedPlies(), want)
		}
	}
	play(t, g, "e1a1 d9d8")
	if g.CountedPlies() != 22 || g.Position().HalfMoves() != 62 {
		t.Errorf("%d of %d plies count", g.CountedPlies(), g.Position().HalfMoves())
	}
	// With 120 plies behind it the game continues as long as 40 of them do not
	// count.
	g = NewGame(position(t, rookChecks+" - - 60 40"), NoRepetition)
	for i := range 30 {
		play(t, g, []string{"e1d1 d9e9", "d1e1 e9d9"}[i%2])
	}
	if g.Outcome().Over() || g.CountedPlies() != 80 {
		t.Errorf("%v with %d plies", g.Outcome(), g.CountedPlies())
	}
}
