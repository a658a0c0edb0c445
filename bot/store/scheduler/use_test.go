package scheduler

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

// Players' use of the engines is added up over processes and drains; of those who wait, the one who has used least goes
// first.
func TestUse(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, where := testdb.Open(t, func() time.Time { return now })
	other := testdb.At(t, where, func() time.Time { return now })
	defer other.Close()
	spend := func(db *store.DB, p id.Player, used, want time.Duration) {
		t.Helper()
		all, err := EngineUse{db, 30 * time.Minute}.Add(t.Context(), map[id.Player]time.Duration{p: used})
		if err != nil || all[p] != want || len(all) != 1 {
			t.Errorf("%s has had %v, not %v, %v", p, all[p], want, err)
		}
	}
	spend(db, "mei", time.Minute, time.Minute)
	spend(other, "mei", 2*time.Minute, 3*time.Minute)
	now = now.Add(4 * time.Minute) // two minutes of use drain
	spend(db, "mei", time.Second, time.Minute+time.Second)
	now = now.Add(time.Hour)
	spend(other, "mei", 9*time.Minute, 9*time.Minute)
	spend(db, "tom", time.Minute, time.Minute)

	write := func(f func(store.Tx) error) {
		t.Helper()
		if err := db.Tx(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	take := func(n int) (owners []id.Player) {
		t.Helper()
		write(func(tx store.Tx) error {
			jobs, err := claim(t.Context(), tx, "w", jobFilter{pool: Engine, kinds: []any{"work"}}, n, time.Minute)
			for _, j := range jobs {
				owners = append(owners, j.Owner)
			}
			return err
		})
		return owners
	}
	put := func(owner id.Player, n int) {
		write(func(tx store.Tx) error {
			Put(t.Context(), tx, Job{Slot: "next", Kind: "work",
				Subject: id.Subject{Kind: "duel", ID: id.Match(fmt.Sprint(owner, n))}, Pool: Engine, Owner: owner})
			return nil
		})
	}
	for n := range 3 {
		put("mei", n)
	}
	put("tom", 0)
	put("ann", 0)
	for i, want := range []id.Player{"ann", "tom", "mei"} {
		if got := take(1); len(got) != 1 || got[0] != want {
			t.Errorf("turn %d went to %v, not %s", i, got, want)
		}
	}
	if used, at, ok, err := EngineUseOf(t.Context(), db, "mei"); !ok || used <= 0 || at.UnixMilli() != now.UnixMilli() || err != nil {
		t.Errorf("what is recorded: %v at %v, %v, %v", used, at, ok, err)
	}
	write(func(tx store.Tx) error { return Erase(t.Context(), tx, "mei") })
	if _, _, ok, err := EngineUseOf(t.Context(), db, "mei"); ok || err != nil {
		t.Errorf("it is recorded still: %v, %v", ok, err)
	}
	put("mei", 5)
	put("tom", 5)
	if got := take(2); !slices.Contains(got, "mei") { // besides hers that were put before, which belong to nobody
		t.Errorf("what somebody had who was erased is remembered: %q", got)
	}
	// Another process records what it had not yet recorded when she was erased. That goes with the use that no longer counts.
	spend(other, "mei", 2*time.Second, 2*time.Second)
	left := func(when string, want bool) {
		t.Helper()
		if more, err := (EngineUse{db, time.Hour}).Tidy(t.Context(), 10); more || err != nil {
			t.Error(more, err)
		}
		for p, want := range map[id.Player]bool{"mei": false, "tom": want} {
			if _, _, ok, err := EngineUseOf(t.Context(), db, p); ok != want || err != nil {
				t.Errorf("%s: use of %s is recorded: %v, %v", when, p, ok, err)
			}
		}
	}
	now = now.Add(30 * time.Second)
	left("half a minute later", true)
	now = now.Add(3 * time.Minute)
	left("when Tom's minute has drained", false)
}

// Nobody is charged for time by which the clock is set back, or waits longer for it.
func TestUseAfterClockIsSetBack(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	db, _ := testdb.Open(t, func() time.Time { return now })
	spend := func(p id.Player, used, want time.Duration) {
		t.Helper()
		all, err := EngineUse{db, 30 * time.Minute}.Add(t.Context(), map[id.Player]time.Duration{p: used})
		if err != nil || all[p] != want {
			t.Errorf("%s has had %v, not %v, %v", p, all[p], want, err)
		}
	}
	spend("mei", time.Minute, time.Minute)
	now = now.Add(-time.Hour)
	spend("tom", 2*time.Minute, 2*time.Minute)
	var owners []id.Player
	err := db.Tx(t.Context(), func(tx store.Tx) error {
		for _, owner := range []id.Player{"tom", "mei"} {
			j := Job{Slot: "next", Kind: "work", Subject: id.Subject{Kind: "duel", ID: id.Match(owner)}, Pool: Engine, Owner: owner}
			Put(t.Context(), tx, j)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		err := db.Tx(t.Context(), func(tx store.Tx) error {
			jobs, err := claim(t.Context(), tx, "w", jobFilter{pool: Engine, kinds: []any{"work"}}, 1, time.Minute)
			for _, j := range jobs {
				owners = append(owners, j.Owner)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(owners, []id.Player{"mei", "tom"}) {
		t.Errorf("the turns went to %v", owners)
	}
	spend("mei", time.Second, time.Minute+time.Second)
}

// However many processes claim jobs at once, each is claimed once.
func TestClaimedOnce(t *testing.T) {
	const jobs, processes = 600, 4
	db, where := testdb.Open(t, nil)
	err := db.Tx(t.Context(), func(tx store.Tx) error {
		for n := range jobs {
			j := Job{Slot: "next", Kind: "work", Subject: id.Subject{Kind: "duel", ID: id.Match(fmt.Sprint(n))}, Pool: Engine, Owner: id.Player(fmt.Sprint(n % 50))}
			Put(t.Context(), tx, j)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	taken := map[id.Subject]int{}
	var all sync.WaitGroup
	for p := range processes {
		mine := testdb.At(t, where, nil)
		defer mine.Close()
		all.Go(func() {
			for {
				var some []Job
				err := mine.Tx(t.Context(), func(tx store.Tx) (err error) {
					some, err = claim(t.Context(), tx, fmt.Sprint("w", p), jobFilter{pool: Engine, kinds: []any{"work"}}, 1+p*3, time.Hour)
					return err
				})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				for _, j := range some {
					taken[j.Subject]++
				}
				over := len(taken) == jobs
				mu.Unlock()
				if over {
					return
				}
				time.Sleep(time.Duration(len(some)) * 5 * time.Millisecond) // the work; SQLite would serve whoever never pauses first, always
			}
		})
	}
	all.Wait()
	for s, n := range taken {
		if n != 1 {
			t.Errorf("%v was taken %d times", s, n)
		}
	}
	if left, err := ready(context.Background(), db, jobFilter{pool: Engine, kinds: []any{"work"}}); left || err != nil {
		t.Errorf("something is left: %v", err)
	}
}
