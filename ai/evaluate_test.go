package ai

import (
	"context"
	"math/rand/v2"
	"testing"

	"yeye/game"
)

// wander calls f for the positions of random games.
func wander(games int, f func(p *game.Position)) {
	r := rand.New(rand.NewPCG(7, 7))
	for range games {
		p := game.Start()
		for range 150 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Do(moves[r.IntN(len(moves))])
			f(&p)
		}
	}
}

func reflected(t *testing.T, p *game.Position, fen func(rows []string) ([]string, string)) game.Position {
	t.Helper()
	rows := make([]string, game.Ranks)
	for i := range rows {
		b := make([]byte, game.Files)
		for f := range b {
			b[f] = p.At(game.SquareAt(f, game.Ranks-1-i)).Letter()
			if b[f] == '.' {
				b[f] = '1'
			}
		}
		rows[i] = string(b)
	}
	rows, turn := fen(rows)
	text := ""
	for i, row := range rows {
		if i > 0 {
			text += "/"
		}
		text += row
	}
	q, err := game.ParseFEN(text + " " + turn)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

func swapCase(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'A' {
			b[i] ^= 'a' - 'A'
		}
	}
	return string(b)
}

// The classic evaluation gives a position the same value with the colors exchanged. Its pawn tables are not quite
// symmetric, nor need they be.
func TestEvaluationIsSymmetric(t *testing.T) {
	value := func(p *game.Position) Score {
		if p.Turn() == game.Black {
			return -classicSum(p)
		}
		return classicSum(p)
	}
	turns := map[game.Color]string{game.Red: "w", game.Black: "b"}
	wander(10, func(p *game.Position) {
		flipped := reflected(t, p, func(rows []string) ([]string, string) {
			out := make([]string, len(rows))
			for i := range rows {
				out[i] = swapCase(rows[len(rows)-1-i])
			}
			return out, turns[p.Turn().Other()]
		})
		if v, got := value(p), value(&flipped); got != v {
			t.Fatalf("%s: worth %d, with colors exchanged %d", p.FEN(), v, got)
		}
	})
}

// The sum that do updates equals the one from scratch, and undo restores it.
func TestIncrementalSumIsThatFromScratch(t *testing.T) {
	e := New(Options{HashMB: 1, Evaluation: Classic})
	w := e.workers[0]
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		w.reset(game.NewGame(game.Start(), game.Asian))
		before := w.frame().classic
		plies := 0
		for plies < 100 {
			moves := w.pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			w.do(moves[r.IntN(len(moves))])
			plies++
			if got, want := w.frame().classic, classicSum(&w.pos); got != want {
				t.Fatalf("%s: %d, want %d", w.pos.FEN(), got, want)
			}
			if got, want := w.frame().structures, structuresOf(&w.pos); got != want {
				t.Fatalf("%s: structures %x, want %x", w.pos.FEN(), got, want)
			}
			if w.frame().checked != w.pos.InCheck() {
				t.Fatalf("%s: checked %v", w.pos.FEN(), w.frame().checked)
			}
		}
		for range plies {
			w.undo()
		}
		if start := game.Start(); w.frame().classic != before || !w.pos.Same(&start) {
			t.Fatal("undo does not restore the beginning")
		}
	}
}

// A game that other limits allow to go on is still won for the side with a rook more,
// and searched with the table's help.
func TestLongWithoutCaptures(t *testing.T) {
	p, err := game.ParseFEN("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 300 200")
	if err != nil {
		t.Fatal(err)
	}
	e := New(Options{HashMB: 1})
	lines, err := e.Lines(context.Background(), game.NewGame(p, game.Asian), Limits{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if lines[0].Score < 50 {
		t.Errorf("a rook more: %v", lines[0].Score)
	}
	late := search(t, p, 7)
	p, err = game.ParseFEN("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 200")
	if err != nil {
		t.Fatal(err)
	}
	if soon := search(t, p, 7); late > 3*soon {
		t.Errorf("%d nodes, %d after a capture", late, soon)
	}
}

func search(t *testing.T, p game.Position, depth int) uint64 {
	t.Helper()
	lines, err := New(Options{HashMB: 1}).Lines(context.Background(), game.NewGame(p, game.Asian), Limits{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return lines[0].Nodes
}
