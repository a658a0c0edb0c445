package flipped

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/jieqi"
)

func view(t testing.TB, fen string) *jieqi.View {
	t.Helper()
	s, err := jieqi.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &jieqi.View{Position: s.Position, Hidden: s.Hidden}
}

func look(t testing.TB, fen string, nodes uint64) Result {
	t.Helper()
	r, err := New().Search(context.Background(), view(t, fen), Limits{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Positions with the move that must be found, or only its value.
func TestFinds(t *testing.T) {
	for name, c := range map[string]struct {
		fen, move string
		least     Score
	}{
		"mate at once":                   {"3k5/R8/9/9/9/9/9/9/9/1R2K4 w", "", mate - 1},
		"mate in two":                    {"4k4/9/9/9/9/9/9/9/R8/1R1K5 w", "", mate - 3},
		"mate at once rather than later": {"3k5/9/9/R8/1R7/9/9/9/9/4K4 w", "b5d5", mate - 1},
		"a rook that hangs":              {"3k5/9/9/9/r8/9/9/9/9/R4K3 w", "a0a5", 800},
		"an open elephant takes":         {"3k5/9/9/4r4/9/2B6/9/9/9/5K3 w", "c4e6", 100},
		"a face-down rook takes a rook":  {"3k5/r8/9/9/9/9/9/9/9/X3K4 w R0A0C0P5N0B0 0 1", "a0a8", 0},
		"a check with every move loses":  {"4k4/9/9/9/9/9/9/9/R8/3K1p3 w", "", 300},
	} {
		r := look(t, c.fen, 5000)
		if best := r.Choices[0]; c.move != "" && best.Move.String() != c.move || best.Value < c.least {
			t.Errorf("%s: %s (%d), want %s (%d)", name, best.Move, best.Value, c.move, c.least)
		}
	}
}

// A side whose only pieces besides the king were turned over in the tree is not stalemated, as far as anybody knows.
func TestUnknownPiecesAreNoStalemate(t *testing.T) {
	b := newBoard(view(t, "4k4/9/9/9/9/9/X8/9/9/3K5 w"))
	if v := b.noMovesScore(true, 1); v != -mate+1 {
		t.Errorf("with a face-down piece: %d", v)
	}
	m, _ := game.ParseMove("a3a4")
	b.do(m, game.NoRole)
	b.nullMove()
	if v := b.noMovesScore(true, 1); v <= -mateBound {
		t.Errorf("in check with an unknown piece: %d", v)
	}
	if v := b.noMovesScore(false, 1); v != b.evaluate() {
		t.Errorf("with an unknown piece: %d", v)
	}
}

// Positions with more moves than any of xiangqi are searched too, before and after the side with so many is to move.
func TestManyMoves(t *testing.T) {
	for fen, n := range map[string]int{
		"3k1P2R/5A3/5C3/2BB5/6C2/3R5/2N1N4/1X5X1/2A1K4/X7X b P4 - 0 60": 1,
		"5P2R/3k1A3/5C3/2BB5/6C2/3R5/2N1N4/1X5X1/2A1K4/X7X w P4 - 1 61": 152,
	} {
		if r := look(t, fen, 3000); len(r.Choices) != n {
			t.Errorf("%s: %d choices", fen, len(r.Choices))
		}
	}
}

// A face-down piece that may take a rook, or be taken by it.
func TestWeighs(t *testing.T) {
	r := look(t, jieqi.StartFEN, 3000)
	if len(r.Choices) != 44 {
		t.Fatalf("%d choices", len(r.Choices))
	}
	for _, c := range r.Choices {
		n := 0
		for _, v := range c.ByRole {
			if v != 0 {
				n++
			}
		}
		if king := c.Move.From().String() == "e0"; king != (n == 0) {
			t.Errorf("%s: %d kinds", c.Move, n)
		}
	}
}

// The same view and limits give the same result, whatever was searched before.
func TestDeterministic(t *testing.T) {
	e := New()
	first, err := e.Search(context.Background(), view(t, jieqi.StartFEN), Limits{Nodes: 4000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(context.Background(), view(t, "3k5/9/9/9/r8/9/9/9/9/R3K4 w"), Limits{Nodes: 2000}); err != nil {
		t.Fatal(err)
	}
	again, err := e.Search(context.Background(), view(t, jieqi.StartFEN), Limits{Nodes: 4000})
	if err != nil {
		t.Fatal(err)
	}
	if first.Nodes != again.Nodes || !slices.Equal(first.Choices, again.Choices) {
		t.Errorf("%d nodes %v, then %d %v", first.Nodes, first.Choices[0], again.Nodes, again.Choices[0])
	}
	for l, c := range characters {
		v := view(t, jieqi.StartFEN)
		c.Nodes = min(c.Nodes, 2000)
		a, err := c.Choose(context.Background(), New(), v, 7)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := c.Choose(context.Background(), e, v, 7); a != b {
			t.Errorf("%v: %v, then %v", l, a, b)
		}
	}
}

// A search ends soon after its context, and says what it has found.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := New().Search(ctx, view(t, jieqi.StartFEN), Limits{Nodes: 1 << 40})
	if err != nil || len(r.Choices) != 44 || r.Nodes > 5000 {
		t.Errorf("%d choices, %d nodes, %v", len(r.Choices), r.Nodes, err)
	}
	if _, err := New().Search(ctx, view(t, "3k5/9/4R4/9/9/9/9/9/9/4K4 b"), Limits{Nodes: 100}); err != nil {
		t.Errorf("a king with moves: %v", err)
	}
	if _, err := New().Search(ctx, view(t, "3k5/4R4/9/9/9/9/9/9/9/4K4 b"), Limits{Nodes: 100}); !errors.Is(err, ErrOver) {
		t.Errorf("a stalemate: %v", err)
	}
}

// Nothing is allocated inside the tree: a search of many nodes allocates no more than one of few.
func TestAllocations(t *testing.T) {
	e, v := New(), view(t, "2xakx1x1/9/1x5x1/x1R1x1x1x/9/4N4/X3X1X1X/1X5X1/9/X1XXKXXXX b")
	count := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := e.Search(context.Background(), v, Limits{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := count(2000), count(40_000); many > few+2 {
		t.Errorf("%.0f allocations with 2000 nodes, %.0f with 40 000", few, many)
	}
}

// game plays n plies at random.
func played(t *rapid.T, n int) *jieqi.Game {
	d := jieqi.Identity()
	for c := range d {
		copy(d[c][:], rapid.Permutation(d[c][:]).Draw(t, "deal"))
	}
	g := jieqi.NewGame(d)
	for range n {
		moves := g.Position().LegalMoves(nil)
		if g.Outcome().Over() {
			break
		}
		if err := g.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// The search's own board has the same legal moves as the rules, and is as before after any move.
func TestBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := played(t, rapid.IntRange(0, 100).Draw(t, "plies"))
		v := g.View(jieqi.Watcher)
		b := newBoard(&v)
		want := map[game.Move]bool{}
		for _, m := range v.Position.LegalMoves(nil) {
			want[m] = true
		}
		n := 0
		for _, m := range b.moves(nil, allSquares) {
			if b.legal(m) != want[m] {
				t.Fatalf("%s: %s is legal: %v", v.FEN(), m, want[m])
			}
			if b.legal(m) {
				n++
			}
			before := b
			for r := game.NoRole; r <= game.Pawn; r++ {
				if r == game.King || r != game.NoRole && !v.Position.Dark(m.From()) {
					continue
				}
				u := b.do(m, r)
				if b.key != b.hash() {
					t.Fatalf("%s %s: the key does not belong to the board", v.FEN(), m)
				}
				if r != game.NoRole || !v.Position.Dark(m.From()) {
					p := v.Position
					p.Do(m, r)
					if p.InCheck() != b.inCheck() {
						t.Fatalf("%s %s=%s: check %v", v.FEN(), m, r, p.InCheck())
					}
				}
				b.undo(m, u)
				if b != before {
					t.Fatalf("%s %s: the board is not as before", v.FEN(), m)
				}
			}
		}
		if n != len(want) || b.inCheck() != v.Position.InCheck() {
			t.Fatalf("%s: %d moves, want %d", v.FEN(), n, len(want))
		}
		// A board seen from the other side has the opposite value.
		turned := b
		turned.turn = turned.turn.Other()
		if b.evaluate()-tempo != -(turned.evaluate() - tempo) {
			t.Fatalf("%s: %d and %d", v.FEN(), b.evaluate(), turned.evaluate())
		}
	})
}
