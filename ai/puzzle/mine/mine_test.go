package mine

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai"
	"yeye/ai/puzzle"
	"yeye/game"
	"yeye/internal/slow"
)

func TestAlone(t *testing.T) {
	lines := func(scores ...ai.Score) (all []ai.Info) {
		for _, s := range scores {
			all = append(all, ai.Info{Score: s})
		}
		return all
	}
	const mate2, mate3 ai.Score = 32000 - 3, 32000 - 5
	for _, c := range []struct {
		name  string
		kind  puzzle.Kind
		lines []ai.Info
		want  Decision
	}{
		{"the fastest mate", puzzle.Mate, lines(mate2, mate3), Accepted},
		{"two as fast", puzzle.Mate, lines(mate3, mate3), NotUnique},
		{"any mate in one", puzzle.Mate, lines(32000-1, 32000-1), Accepted},
		{"a mate, the rest wins", puzzle.Mate, lines(mate3, 900), Accepted},
		{"no mate", puzzle.Mate, lines(900, 0), NotReached},
		{"a mate that is too long", puzzle.Mate, lines(32000-15, 0), NotReached},
		{"won alone", puzzle.Win, lines(500, 0), Accepted},
		{"won by two", puzzle.Win, lines(500, 400), NotUnique},
		{"not won", puzzle.Win, lines(300, -300), NotReached},
		{"won by perpetual check", puzzle.Win, lines(ai.RuleBound+10, 0), Repetition},
		{"held alone", puzzle.Save, lines(0, -500), Accepted},
		{"held, and the second is not lost", puzzle.Save, lines(100, -300), NotUnique},
		{"lost anyhow", puzzle.Save, lines(-300, -2000), NotReached},
		{"one legal move", puzzle.Win, lines(500), Accepted},
	} {
		if got := judgeBestTwo(c.lines, c.kind, 0); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func parse(t *testing.T, line string) puzzle.Puzzle {
	t.Helper()
	p, err := puzzle.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestProve finds the solution of positions that are puzzles, and why others are none.
func TestProve(t *testing.T) {
	if testing.Short() {
		t.Skip("a second of search")
	}
	for _, c := range []struct {
		name, fen string
		kind      puzzle.Kind
		want      Decision
		line      string
	}{
		{"mate by double check", "3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b", puzzle.Mate, Accepted, "d1e1 e0f0 g1f1"},
		{"stalemate", "2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b", puzzle.Mate, Accepted, "g2g4 d1d0 g4g1"},
		{"nothing to find", game.StartFEN, puzzle.Win, NotReached, ""},
		{"one legal move", "4k4/9/9/9/9/9/9/9/4r4/3K5 w", puzzle.Save, FewMoves, ""},
	} {
		start, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m := New(1)
		p, decision, err := Prover{m.engine}.Prove(context.Background(), game.NewGame(start, game.Asian), c.kind)
		if err != nil || decision != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.name, decision, c.want, err)
		}
		var line string
		for i, m := range p.Line {
			if i > 0 {
				line += " "
			}
			line += m.String()
		}
		if line != c.line {
			t.Errorf("%s: %s, want %s", c.name, line, c.line)
		}
	}
}

// TestSameSeed mines a game and an opening twice, the second time without those before.
func TestSameSeed(t *testing.T) {
	slow.Test(t)
	for name, dig := range map[string]func(*Miner, context.Context, int) ([]puzzle.Puzzle, error){"game": (*Miner).Game,
		"opening": (*Miner).Opening} {
		var all [2][]string
		for i := range all {
			m := New(7)
			for n := i; n < 2; n++ {
				found, err := dig(m, context.Background(), n)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range found {
					if name == "opening" && puzzle.Phase(&p.Start) != puzzle.Opening {
						t.Errorf("%s is no opening", p)
					}
					if n == 1 {
						all[i] = append(all[i], p.String())
					}
				}
			}
		}
		if d := cmp.Diff(all[0], all[1]); d != "" {
			t.Errorf("%s: -first +second:\n%s", name, d)
		}
	}
}

func TestFit(t *testing.T) {
	last := 0
	for _, share := range []float64{1, 0.75, 0.5, 0.25, 0} {
		rating, deviation := fitRating([]solveStats{{970, 8, share * share}, {1255, 8, share}, {1500, 8, share},
			{1800, 8, min(1, share*1.5)}})
		if rating <= last || deviation < minDeviation || deviation > priorSpread {
			t.Errorf("share %v: %d ± %d after %d", share, rating, deviation, last)
		}
		last = rating
	}
}

func TestSet(t *testing.T) {
	const line = "M\t2bk1a3/4a4/b8/9/9/6B2/9/3A2r2/2nK5/9 b\tg2g4 d1d0 g4g1\t1580\t110"
	const other = "M\t3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b\td1e1 e0f0 g1f1\t900\t110"
	s := NewSet([]puzzle.Puzzle{parse(t, line)})
	if s.Accepts(parse(t, line)) || !s.Accepts(parse(t, other)) {
		t.Error("wants what it has, or not what it lacks")
	}
	p := parse(t, line)
	p.Start, p.Line = p.Start.Mirror(), []game.Move{p.Line[0].Mirror(), p.Line[1].Mirror(), p.Line[2].Mirror()}
	if s.Accepts(p) {
		t.Error("wants a mirror image")
	}
	end := parse(t, line)
	end.Start, end.Line = end.Start.After(end.Line[0]), end.Line[2:]
	end.Start = end.Start.After(parse(t, line).Line[1])
	if s.Accepts(end) {
		t.Error("wants the end of what it has")
	}
}

// other is our own engine in the place of another one.
type other struct{ e *ai.Engine }

func (o other) Line(ctx context.Context, g *game.Game, nodes uint64) (ai.Info, error) {
	return o.e.Search(ctx, g, ai.Limits{Nodes: nodes / 5}, nil)
}

func TestConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("a second of search")
	}
	for _, c := range []struct {
		name, line string
		want       bool
	}{
		{"mate by double check", "M\t3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b\td1e1 e0f0 g1f1\t900\t110", true},
		{"a slower way", "M\t3R2b2/3ck4/4b4/9/p5pP1/9/9/5A3/2np2r2/3AK1BR1 b\tg1f1 d0e1 d1e1\t900\t110", false},
		{"wins a rook", "A\t2b1k1b2/3Ra4/n8/p1p1p1p1p/4r4/2P6/P6rP/5R3/3K5/2BA1A3 w\tf2f8 e5d5 d8d5\t1300\t110", true},
		{"any move will do", "A\t4k4/9/9/9/9/9/9/9/R8/R2K5 w\ta0b0\t500\t110", false},
	} {
		p, err := puzzle.Parse(c.line)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := New(1).Confirm(context.Background(), other{ai.New(ai.Options{})}, p)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, want %v (%v)", c.name, got, c.want, err)
		}
	}
}
