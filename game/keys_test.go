package game

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Keys are stored: the numbers that they are made of are all different, and stay what they are.
func TestKeys(t *testing.T) {
	seen := map[uint64]bool{0: true, blackToMove: true}
	for _, c := range [2]Color{Red, Black} {
		for r := King; r <= Pawn; r++ {
			for s, key := range zobrist[NewPiece(c, r)] {
				if seen[key] {
					t.Errorf("the number of a %s on %s is another's, or 0", NewPiece(c, r), Square(s))
				}
				seen[key] = true
			}
		}
	}
	const start uint64 = 0xc378271a67bfcd6a
	p := Start()
	if got := p.Key(); got != start {
		t.Errorf("the start has the key %#x, and had %#x", got, start)
	}
	p.DoNull()
	if got := p.Key(); got != start^blackToMove {
		t.Errorf("with Black to move it is %#x", got)
	}
}

// The sources of moves with their targets are all legal moves, and Allows answers as IsLegal does.
func TestSources(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGame(Start(), NoRepetition)
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			all := g.Position().LegalMoves(nil)
			if len(all) == 0 || g.Play(rapid.SampledFrom(all).Draw(t, "move")) != nil {
				break
			}
		}
		p := g.Position()
		var l Legality
		p.Legality(&l)
		king := p.King(p.Turn())
		got := addMoves(nil, king, p.KingTargets(&l, allSquares))
		role := King
		for _, s := range p.Sources(nil, &l) {
			if now := p.At(s.From).Role(); now < role {
				t.Fatalf("%s: sources are not by role", p.FEN())
			} else {
				role = now
			}
			got = addMoves(got, s.From, s.To)
		}
		want := p.LegalMoves(nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
		m := Move(rapid.Uint16Range(0, 1<<14-1).Draw(t, "any two points"))
		if slices.Contains(want, m) != p.Allows(m, &l) || p.Allows(m, &l) != p.IsLegal(m) {
			t.Fatalf("%s: %s is allowed %v", p.FEN(), m, p.Allows(m, &l))
		}
	})
}

func TestFaultNames(t *testing.T) {
	seen := map[string]bool{"": true, "unknown": true}
	for f := range Fault(Faults) {
		if seen[f.String()] {
			t.Errorf("fault %d is %q", f, f)
		}
		seen[f.String()] = true
	}
	if past := Fault(Faults); past.String() != "unknown" {
		t.Errorf("the one past the last is %s", past)
	}
}

// A player is asked before a move that lets the other claim a loss, not before one that leads to a draw or to the
// other's loss.
func TestRiskIsOfTheMover(t *testing.T) {
	for _, c := range []struct {
		name, fen, moves, next string
		want                   Outcome
	}{
		{"a draw by the reply", "4k4/9/9/9/9/9/9/9/9/3K4R w", "i0i1 e9e8 i1i0 e8e9 i0i1 e9e8", "i1i0", Outcome{}},
		{"the same for Black", "4k3r/9/9/9/9/9/9/9/9/3K5 b", "i9i8 d0d1 i8i9 d1d0 i9i8 d0d1", "i8i9", Outcome{}},
		{"a loss by the reply", "4k4/R8/9/9/9/9/9/9/9/3K5 w", "a8a9 e9e8 a9a8 e8e9 a8a9 e9e8", "a9a8", Outcome{BlackWins, PerpetualCheck}},
		{"the other's loss by the reply", "R3k4/9/9/9/9/9/9/9/9/3K5 b", "e9e8 a9a8 e8e9 a8a9 e9e8 a9a8", "e8e9", Outcome{}},
	} {
		g := NewGame(position(t, c.fen), Asian)
		play(t, g, c.moves)
		next, err := ParseMove(c.next)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Risk(next); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Risk is what Would says where a move ends the game.
func TestRiskOfTheLastMove(t *testing.T) {
	g := NewGame(position(t, "4k4/1R7/9/9/9/9/9/9/R8/3K5 w"), Asian)
	m, err := ParseMove("a1a9")
	if err != nil {
		t.Fatal(err)
	}
	want := Outcome{RedWins, Checkmate}
	if would, risk := g.Would(m), g.Risk(m); would != want || risk != want {
		t.Errorf("would %+v, risk %+v", would, risk)
	}
	if none, ok := ParseMethod(""); !ok || none != NoMethod {
		t.Errorf("no method is read as %v, %v", none, ok)
	}
}
