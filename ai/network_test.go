package ai

import (
	"context"
	"math/rand/v2"
	"testing"

	"yeye/ai/net"
	"yeye/game"
)

// drawnNet returns a network with random weights: it knows nothing, but errs the same
// way everywhere.
func drawnNet(t testing.TB, seed uint64) *net.Net {
	t.Helper()
	const hidden = 64
	r := rand.New(rand.NewPCG(seed, 9))
	w := &net.Weights{Hidden: hidden, Rows: make([]int16, net.Features*hidden), Bias: make([]int16, hidden), Out: make([]int16, net.Buckets*2*hidden)}
	for i := range w.Rows {
		w.Rows[i] = int16(r.IntN(101) - 50)
	}
	for i := range w.Bias {
		w.Bias[i] = int16(r.IntN(120))
	}
	for i := range w.Out {
		w.Out[i] = int16(r.IntN(61) - 30)
	}
	n, err := net.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Whatever moves, passes and moves taken back led to a position, the network gives
// the same value as for the position alone.
func TestNetworkFollowsTheSearch(t *testing.T) {
	o := Options{HashMB: 1, Network: drawnNet(t, 1)}
	w, fresh := New(o).workers[0], New(o).workers[0]
	r := rand.New(rand.NewPCG(6, 6))
	for range 6 {
		w.reset(game.NewGame(game.Start(), game.Asian))
		null := []bool{}
		for range 200 {
			moves := w.pos.LegalMoves(nil)
			switch k := r.IntN(10); {
			case len(null) > 0 && (k < 3 || len(moves) == 0 || len(null) > 100):
				if null[len(null)-1] {
					w.undoNullMove()
				} else {
					w.undo()
				}
				null = null[:len(null)-1]
			case k == 3 && !w.frame().checked:
				w.doNullMove()
				null = append(null, true)
			case len(moves) > 0:
				w.do(moves[r.IntN(len(moves))])
				null = append(null, false)
			}
			if r.IntN(3) > 0 {
				continue
			}
			fresh.reset(game.NewGame(w.pos, game.Asian))
			if got, want := w.evaluate(w.frame()), fresh.evaluate(fresh.frame()); got != want {
				t.Fatalf("%s: worth %d on the way, %d by itself", w.pos.FEN(), got, want)
			}
		}
	}
}

// The tree is the same with and without vector instructions.
func TestNetworkSearchesAlikeWithoutVectors(t *testing.T) {
	n := drawnNet(t, 4)
	var nodes [2]uint64
	for i, n := range []*net.Net{n, n.Portable()} {
		var err error
		nodes[i], _, err = Bench(context.Background(), Options{HashMB: 1, Network: n}, 6, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	if nodes[0] != nodes[1] || nodes[0] == 0 {
		t.Errorf("%d nodes with vectors, %d without", nodes[0], nodes[1])
	}
}

// Results of one network are not used for another: neither those in the table nor the
// learned corrections.
func TestNetworksAreKeptApart(t *testing.T) {
	g := position(t, "2b1k4/4a4/r1n1b1n2/p3p1R1p/2p6/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB2 w - - 0 1")
	search := func(e *Engine) Info {
		info, err := e.Search(context.Background(), g, Limits{Depth: 6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	one, two := Options{HashMB: 1, Network: drawnNet(t, 1)}, Options{HashMB: 1, Network: drawnNet(t, 2)}
	e := New(one)
	search(e)
	e.Configure(two)
	if e.salt() == New(one).salt() {
		t.Error("two networks share one salt")
	}
	if structures, moves := errorsOf(e); structures+moves != 0 {
		t.Fatalf("%d errors of one network are remembered for another", structures+moves)
	}
}

func BenchmarkNetworkNode(b *testing.B) {
	w := New(Options{HashMB: 1, Network: drawnNet(b, 1)}).workers[0]
	w.reset(game.NewGame(game.Start(), game.Asian))
	m, err := game.ParseMove("h2e2")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		w.do(m)
		w.evaluate(w.frame())
		w.undo()
	}
}
