package ai

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"yeye/ai/net"
	"yeye/game"
)

func position(t testing.TB, fen string) *game.Game {
	t.Helper()
	p, err := game.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return game.NewGame(p, game.Asian)
}

// endsAt is a context that ends after being polled a given number of times.
type endsAt struct {
	context.Context
	asked, end atomic.Int64
}

func (c *endsAt) Err() error {
	if c.asked.Add(1) >= c.end.Load() {
		return context.Canceled
	}
	return nil
}

// The context is polled every pollEvery nodes, at any depth, and its end ends the
// search at once; BenchmarkStop measures how much time that is.
func TestSearchStopsWhereItsContextEnds(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for _, threads := range []int{1, 2} {
		for _, after := range []int64{1, 2, 7, 100} {
			e := New(Options{Threads: threads})
			ctx := &endsAt{Context: context.Background()}
			ctx.end.Store(after)
			info, err := e.Search(ctx, g, Limits{}, nil)
			if err != nil || !g.Position().IsLegal(info.Move()) {
				t.Fatalf("%v, %v", info, err)
			}
			if looked := e.workers[0].nodes; looked > uint64(after+1)*pollEvery {
				t.Errorf("%d threads, ended at look %d: %d nodes", threads, after, looked)
			}
		}
	}
}

// A search that was cut short does not cut the next one short as well, however late its
// end is delivered: on one core, in the middle of the next.
func TestEndedSearchLeavesTheNextAlone(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const nodes = 100_000
	g := game.NewGame(game.Start(), game.Asian)
	e := New(Options{HashMB: 1})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if _, err := e.Search(ctx, g, Limits{Nodes: nodes}, func(Info) { cancel() }); err != nil {
		t.Fatal(err)
	}
	if looked := e.workers[0].nodes; looked >= nodes {
		t.Fatalf("the first search was not cut short: %d nodes", looked)
	}
	if _, err := e.Search(context.Background(), g, Limits{Nodes: nodes}, nil); err != nil {
		t.Fatal(err)
	}
	if looked := e.workers[0].nodes; looked < nodes {
		t.Errorf("the next search ended after %d of %d nodes", looked, nodes)
	}
}

// Lines are ordered wherever the last iteration was interrupted.
func TestBrokenLinesAreOrdered(t *testing.T) {
	e := New(Options{HashMB: 1})
	for seed := range uint64(60) {
		g := midgame(seed, 24)
		lines, err := e.Lines(context.Background(), g, Limits{Nodes: 1000 + 53*seed, MultiPV: 4})
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range lines[1:] {
			if l.Score > lines[i].Score {
				t.Errorf("game %d: line %d is worth %d, the one before %d", seed, i+2, l.Score, lines[i].Score)
			}
		}
	}
}

// Asked to search where the move limit is reached, the engine assumes another limit: it
// distinguishes the moves as before.
func TestMoveLimitAtTheRoot(t *testing.T) {
	for _, quiet := range []string{"0", "119", "120", "130", "300"} {
		g := position(t, "3ak4/4a4/4b4/9/9/9/9/4B4/4A4/R2AK4 w - - "+quiet+" 90")
		info, err := New(Options{HashMB: 1}).Search(context.Background(), g, Limits{Depth: 6}, nil)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case quiet == "119": // the next quiet move draws
			if info.Score < -1 || info.Score > 1 {
				t.Errorf("a ply before the limit: %d", info.Score)
			}
		case quiet == "300": // a draw for the evaluation, but no worse
			if info.Score < -1 {
				t.Errorf("long past the limit: %d", info.Score)
			}
		case info.Score < 100:
			t.Errorf("after %s quiet plies a rook ahead is worth %d", quiet, info.Score)
		}
	}
}

// errorsOf counts the evaluation errors that the engine has learned, by structure and by
// the last moves.
func errorsOf(e *Engine) (structures, moves int) {
	h := e.workers[0].hist
	for _, side := range h.correction {
		for _, kind := range side {
			for _, c := range kind {
				structures += b2i(c != 0)
			}
		}
	}
	for i := range h.continuationCorrection {
		for _, c := range h.continuationCorrection[i] {
			moves += b2i(c != 0)
		}
	}
	return structures, moves
}

// The learned errors of one evaluation are not applied to another.
func TestAnotherEvaluationBeginsWithoutErrors(t *testing.T) {
	classic := Options{HashMB: 1, Evaluation: Classic}
	e := New(classic)
	if _, err := e.Search(context.Background(), midgame(1, 20), Limits{Nodes: 20_000}, nil); err != nil {
		t.Fatal(err)
	}
	if structures, moves := errorsOf(e); structures == 0 || moves == 0 {
		t.Fatalf("a search learned %d errors of its evaluation by structure, %d by moves", structures, moves)
	}
	classic.Noise = 5
	e.Configure(classic)
	if structures, moves := errorsOf(e); structures == 0 || moves == 0 {
		t.Error("forgotten for the same evaluation")
	}
	e.Configure(Options{HashMB: 1})
	if structures, moves := errorsOf(e); structures+moves != 0 {
		t.Errorf("%d errors of the classic evaluation are held against the real one", structures+moves)
	}
}

// BenchmarkStop measures how late a search ends after its context.
func BenchmarkStop(b *testing.B) {
	e := New(Options{})
	g := game.NewGame(game.Start(), game.Asian)
	var late time.Duration
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		var ended time.Time
		time.AfterFunc(20*time.Millisecond, func() { ended = time.Now(); cancel() })
		if _, err := e.Search(ctx, g, Limits{}, nil); err != nil {
			b.Fatal(err)
		}
		late += time.Since(ended)
	}
	b.ReportMetric(float64(late.Microseconds())/float64(b.N), "µs-late/op")
}

func TestSearchWithoutAnyTimeStillMoves(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := game.NewGame(game.Start(), game.Asian)
	info, err := New(Options{}).Search(ctx, g, Limits{}, nil)
	if err != nil || !g.Position().IsLegal(info.Move()) {
		t.Errorf("got %v, %v", info, err)
	}
}

// However late a search begins, it looks once at all moves: a mate in one is not
// missed.
func TestSearchWithoutAnyTimeLooksOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := position(t, "4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1")
	for _, threads := range []int{1, 2} {
		info, err := New(Options{HashMB: 1, Threads: threads}).Search(ctx, g, Limits{MoveTime: 1}, nil)
		if n, ok := info.Score.Mate(); err != nil || !ok || n != 1 {
			t.Errorf("%d threads: %v, %v", threads, info, err)
		}
	}
}

func TestSearchRefusesWhatHasNoAnswer(t *testing.T) {
	e := New(Options{HashMB: 1})
	mated := position(t, "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1")
	if mated.Position().HasLegal() {
		t.Fatal("the test's position is no mate")
	}
	if _, err := e.Search(context.Background(), mated, Limits{Depth: 2}, nil); !errors.Is(err, ErrOver) {
		t.Errorf("mate: %v", err)
	}
	m, _ := game.ParseMove("a0a9")
	if _, err := e.Search(context.Background(), game.NewGame(game.Start(), game.Asian), Limits{Depth: 2, SearchMoves: []game.Move{m}}, nil); !errors.Is(err, ErrNoSuchMove) {
		t.Errorf("an illegal move to search: %v", err)
	}
}

func TestNodesAreExactAndRepeatable(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	var first Info
	for i := range 2 {
		info, err := New(Options{}).Search(context.Background(), g, Limits{Nodes: 20000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if info.Nodes < 20000 || info.Nodes > 20002 {
			t.Errorf("%d nodes, want 20000", info.Nodes)
		}
		if i == 1 && (info.Move() != first.Move() || info.Score != first.Score) {
			t.Errorf("the same search gave %v and %v", first, info)
		}
		first = info
	}
}

func TestLinesAreDistinctAndOrdered(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	lines, err := New(Options{}).Lines(context.Background(), g, Limits{Depth: 6, MultiPV: 4})
	if err != nil || len(lines) != 4 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	seen := map[game.Move]bool{}
	for i, l := range lines {
		if seen[l.Move()] {
			t.Errorf("%s twice", l.Move())
		}
		seen[l.Move()] = true
		if i > 0 && l.Score > lines[i-1].Score {
			t.Errorf("line %d is better than the one before", i+1)
		}
		c := g.Clone()
		for _, m := range l.PV {
			if err := c.Play(m); err != nil {
				t.Errorf("line %d: %v", i+1, err)
				break
			}
		}
	}
}

func TestSearchAllocatesNothingPerNode(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for name, network := range map[string]*net.Net{"by hand": nil, "network": drawnNet(t, 1)} {
		e := New(Options{Network: network})
		count := func(nodes uint64) float64 {
			return testing.AllocsPerRun(1, func() {
				if _, err := e.Search(context.Background(), g, Limits{Nodes: nodes}, nil); err != nil {
					t.Fatal(err)
				}
			})
		}
		few, many := count(1000), count(20000)
		if many > few+2 {
			t.Errorf("%s: %v allocations for 1000 nodes, %v for 20000", name, few, many)
		}
	}
}

// The double extension of a move counts against the moves that follow it, not against
// its siblings.
func TestDoubleExtensionsCountOnOneLine(t *testing.T) {
	l := NewLabeler(Options{HashMB: 1, Evaluation: Classic})
	l.NewGame(*position(t, "3k5/9/9/9/r3R4/9/9/9/9/5K3 w - - 0 1").Position())
	w := l.w
	w.depth = 8
	f, takes := w.frame(), game.NewMove(49, 45)
	if !w.pos.IsLegal(takes) {
		t.Fatal("the rook cannot be taken")
	}
	n := node{depth: 8, beta: 300, excluded: game.NoMove, tableHit: true, tableEntry: entry{depth: 8, bound: boundLower}, tableMove: takes, tableScore: 900, static: 0}
	plies, _, settled := w.extend(f, &n, &moveInfo{move: takes, capture: true})
	if plies != 2 || settled {
		t.Fatalf("the only move that wins a rook gets %d plies (settled %v), not two", plies, settled)
	}
	if f.doubleExtensions != 0 {
		t.Errorf("its brothers have %d double extensions against them", f.doubleExtensions)
	}
	w.step(takes, false)
	if w.frame().doubleExtensions != 0 {
		t.Errorf("%d double extensions before one is given", w.frame().doubleExtensions)
	}
}

// A search that is cut short while only some moves turned out to lose does not claim that all do: each of these positions
// has a move that holds.
func TestInterruptedSearchClaimsNoLoss(t *testing.T) {
	e := New(Options{})
	for _, fen := range []string{
		"3akab2/9/9/4r4/6R1P/9/9/9/9/5K3 w - - 0 1",
		"3ak4/C4c3/6P2/9/6b2/4r4/9/3K1R3/9/9 w - - 0 1",
		"r1bakabr1/4n4/8n/p1pNp1p1p/9/9/P1P3P1P/4C3N/7c1/1RBAKABR1 b - - 0 1",
		"C4ab2/5k3/9/p2R4p/6p2/P1pn5/6P1P/2r1B4/9/c2AKABN1 w - - 0 1",
		"2b1k4/4a4/2c1b4/p3R3p/2p2P3/3r4P/3nc1N2/4B4/4A4/1RB1KA3 w - - 0 1",
		"r2akab2/4n4/4b1n1c/p3pNp1p/c1p6/6r2/1RP1P3P/N3C3C/4A4/2BAK1B1R b - - 0 1",
	} {
		g := position(t, fen)
		for nodes := uint64(100); nodes < 2000; nodes = nodes * 21 / 20 {
			e.Clear()
			info, err := e.Search(t.Context(), g, Limits{Nodes: nodes}, nil)
			if err != nil || info.Score <= -RuleBound {
				t.Errorf("%s, %d nodes: %v, %v", fen, nodes, info, err)
				break
			}
		}
	}
}
