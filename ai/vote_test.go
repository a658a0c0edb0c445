package ai

import (
	"context"
	"testing"

	"yeye/game"
)

func TestElect(t *testing.T) {
	a, b, c := game.NewMove(0, 9), game.NewMove(1, 20), game.NewMove(2, 22)
	thinks := func(m game.Move, s Score, depth int) opinion {
		return opinion{score: s, depth: depth, pv: [maxPly]game.Move{m}, pvLen: 1}
	}
	for _, x := range []struct {
		name string
		of   []opinion
		want int
	}{
		{"one thread", []opinion{thinks(a, 10, 9)}, 0},
		{"all of one mind", []opinion{thinks(a, 10, 9), thinks(a, 30, 9)}, 0},
		{"of one mind, another deeper", []opinion{thinks(a, 10, 9), thinks(a, 5, 11)}, 1},
		{"two against the first", []opinion{thinks(a, 10, 9), thinks(b, 12, 9), thinks(b, 11, 9)}, 1},
		{"one against the first, no deeper and no happier", []opinion{thinks(a, 10, 9), thinks(b, 10, 9)}, 0},
		{"each another move, one much better", []opinion{thinks(a, 10, 9), thinks(b, 11, 9), thinks(c, 80, 9)}, 2},
		{"nobody else has an opinion", []opinion{thinks(a, -500, 9), {}, {}}, 0},
		{"a helper sees a mate", []opinion{thinks(a, 10, 9), thinks(a, 12, 9), thinks(b, mateIn(5), 8)}, 2},
		{"and a nearer one", []opinion{thinks(a, mateIn(7), 9), thinks(b, mateIn(3), 7), thinks(c, mateIn(5), 9)}, 1},
		{"most are mated, one is not", []opinion{thinks(a, matedIn(4), 9), thinks(a, matedIn(4), 9), thinks(b, -300, 7)}, 2},
		{"a win by votes of the others is given up for nothing", []opinion{thinks(a, mateIn(9), 9), thinks(b, 300, 9), thinks(b, 300, 9)}, 0},
	} {
		if got := elect(x.of); got != x.want {
			t.Errorf("%s: opinion %d is acted on, want %d", x.name, got, x.want)
		}
	}
}

// The elected line is the answer, as a whole; if all agree the first thread's stays.
func TestVoteReplacesTheAnswer(t *testing.T) {
	e := New(Options{HashMB: 1, Threads: 3})
	line, err := e.Search(context.Background(), game.NewGame(game.Start(), game.Asian), Limits{Depth: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range e.workers {
		w.voter.forget()
	}
	if was := line; e.vote(&line) || line.Move() != was.Move() {
		t.Errorf("without other opinions %v became %v", was.PV, line.PV)
	}
	var r rootMove
	r.move, r.score, r.selDepth, r.pvLen = game.NewMove(64, 66), line.Score, 9, 2
	r.pv[0], r.pv[1] = r.move, game.NewMove(19, 20)
	for _, w := range e.workers[1:] {
		w.voter.record(&r, 5)
	}
	if !e.vote(&line) || line.Move() != r.move || len(line.PV) != 2 || line.Depth != 5 || line.SelDepth != 9 {
		t.Errorf("two against one elected %+v", line)
	}
}

// An analysis uses the idle threads, up to its limit.
func TestPoolAnalysesWithIdleThreads(t *testing.T) {
	p := NewPool(PoolOptions{Workers: 4, HashMB: 1, Analysis: 3})
	for busy, want := range []int{0: 3, 1: 3, 2: 3, 3: 2, 4: 1} {
		if busy > 0 {
			e := <-p.free
			defer func() { p.free <- e }()
		}
		if got := p.idle(); got != want {
			t.Errorf("%d of 4 engines busy: %d threads, want %d", busy, got, want)
		}
	}
	if got := NewPool(PoolOptions{Workers: 4}).idle(); got != 1 {
		t.Errorf("%d threads unless asked for more", got)
	}
}
