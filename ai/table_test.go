package ai

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
)

func TestEntriesSurvivePacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := entry{
			move:  game.NewMove(game.Square(rapid.IntRange(0, 89).Draw(t, "from")), game.Square(rapid.IntRange(0, 89).Draw(t, "to"))),
			score: Score(rapid.IntRange(int(-infinite), int(infinite)).Draw(t, "score")),
			eval:  Score(rapid.IntRange(int(noScore), int(infinite)).Draw(t, "eval")),
			depth: rapid.IntRange(-7, maxPly).Draw(t, "depth"),
			bound: bound(rapid.IntRange(0, 3).Draw(t, "bound")),
			pv:    rapid.Bool().Draw(t, "pv"),
		}
		if got := unpack(pack(e, uint64(rapid.IntRange(0, ageCycle-1).Draw(t, "age")))); got != e {
			t.Fatalf("%+v came back as %+v", e, got)
		}
	})
}

func TestTableKeepsTheDeepest(t *testing.T) {
	tt := &table{clusters: make([]cluster, 1)}
	for i := range 20 {
		tt.store(uint64(i+1), entry{depth: i, bound: boundLower})
	}
	for i := 17; i <= 20; i++ {
		if e, ok := tt.probe(uint64(i)); !ok || e.depth != i-1 {
			t.Errorf("key %d of depth %d is gone", i, i-1)
		}
	}
	tt.store(20, entry{depth: 2, bound: boundUpper})
	if e, _ := tt.probe(20); e.depth != 19 {
		t.Error("a shallow bound drove out a deep one of the same position")
	}
	for range ageCycle / 2 {
		tt.newSearch()
	}
	tt.store(99, entry{depth: 0, bound: boundLower})
	if _, ok := tt.probe(99); !ok {
		t.Error("old entries keep new ones out")
	}
}

// Many threads use one cluster: whatever is read belongs to the key that was
// probed. Under -race this also shows that there is no data race.
func TestTableIsSafeForThreads(t *testing.T) {
	tt := &table{clusters: make([]cluster, 1)}
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Go(func() {
			for i := range 20000 {
				key := uint64(i*7+worker)%11 + 1
				tt.store(key*0x9e3779b97f4a7c15, entry{depth: int(key), score: Score(key * 100), bound: boundExact})
				if e, ok := tt.probe(key * 0x9e3779b97f4a7c15); ok && (e.depth != int(key) || e.score != Score(key*100)) {
					t.Errorf("key %d holds %+v", key, e)
					return
				}
			}
		})
	}
	wait.Wait()
}
