package connection

import (
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// While a process gets its share and then all shards of one that ends, every message is handled once, in order, and without delay,
// however far behind the events of the second are.
func TestHandOver(t *testing.T) {
	for _, lag := range []time.Duration{0, 300 * time.Millisecond} {
		bubble(t, func(w *world) {
			a := w.start("a", "auto", 0, 0)
			time.Sleep(5 * time.Second)
			a.holds(0, 1)
			select {
			case <-a.Reachable():
			default:
				t.Error("players cannot reach it")
			}
			w.talk(func() {
				b := w.start("b", "auto", 0, lag)
				time.Sleep(20 * time.Second)
				a.holds(0)
				b.holds(1)
				if !a.IsLeader() || b.IsLeader() || !b.Connected() || a.Guilds() != 1 {
					t.Errorf("a leads %v, b leads %v, b is connected %v, a knows %d servers", a.IsLeader(), b.IsLeader(), b.Connected(), a.Guilds())
				}
				a.stop()
				<-a.ended
				time.Sleep(2 * time.Second)
				b.holds(0, 1)
			})
			w.onceInOrder(500*time.Millisecond + lag)
			t.Logf("no message waited for longer than %v", w.slow)
		})
	}
}

// With as many processes as shards an upgrade can be followed: the new process says that it stands by, and is then given the shard of
// the old one, which ends, while both are connected.
func TestUpgradeWithAStandby(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", "auto", 0, 0)
		b := w.start("b", "auto", 0, 0)
		time.Sleep(20 * time.Second)
		if a.Standby() || b.Standby() {
			t.Fatal("each has a shard")
		}
		c := w.start("c", "auto", 0, 0)
		time.Sleep(2 * time.Second)
		if c.Connected() || c.Standby() {
			t.Errorf("at the beginning: connected %v, stands by %v", c.Connected(), c.Standby())
		}
		time.Sleep(10 * time.Second)
		if c.Connected() || !c.Standby() {
			t.Errorf("before: connected %v, stands by %v", c.Connected(), c.Standby())
		}
		w.talk(func() {
			a.stop()
			<-a.ended
			time.Sleep(2 * time.Second)
		})
		if !c.Connected() || c.Standby() {
			t.Errorf("after: connected %v, stands by %v", c.Connected(), c.Standby())
		}
		w.onceInOrder(500 * time.Millisecond)
	})
}

// A request that does not end delays the handover of its own shard only, and not for long.
func TestHandOverWaitsForItsShard(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", "auto", 2, 0)
		time.Sleep(5 * time.Second)
		a.mu.Lock()
		a.pending[0] = true
		a.mu.Unlock()
		b := w.start("b", "0-1/2", 2, 0)
		var first [2]time.Time
		for started := time.Now(); time.Since(started) < 10*time.Second; time.Sleep(10 * time.Millisecond) {
			for shard := range first {
				if first[shard].IsZero() && b.Part().Has(guild(shard)) {
					first[shard] = time.Now()
				}
			}
		}
		if between := first[0].Sub(first[1]); first[1].IsZero() || between < finishTimeout/2 || between > finishTimeout+time.Second {
			t.Errorf("shard 0 was handed over %v after shard 1", between)
		}
		b.holds(0, 1)
	})
}

// When a process is killed the other serves its shards when their leases end, and when it is back it gets its share again.
func TestKilled(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", "auto", 2, 0)
		time.Sleep(2 * time.Second)
		b := w.start("b", "auto", 2, 0)
		time.Sleep(20 * time.Second)
		a.holds(0)
		b.holds(1)
		b.kill()
		time.Sleep(13 * time.Second)
		a.holds(0, 1)
		w.talk(func() {
			c := w.start("c", "auto", 2, 0)
			time.Sleep(20 * time.Second)
			a.holds(0)
			c.holds(1)
		})
		w.onceInOrder(500 * time.Millisecond)
	})
}

// A process that cannot reach Discord leaves its shards to another that can, and gets its share again when it can.
func TestOutOfReach(t *testing.T) {
	bubble(t, func(w *world) {
		a, b := w.start("a", "auto", 2, 0), w.start("b", "auto", 2, 0)
		time.Sleep(20 * time.Second)
		a.set(&a.cut, true)
		time.Sleep(unreachableAfter + 5*time.Second)
		a.holds()
		b.holds(0, 1)
		w.talk(func() {
			a.set(&a.cut, false)
			time.Sleep(20 * time.Second)
			if len(a.Part().Shards) != 1 || len(b.Part().Shards) != 1 {
				t.Errorf("a has %v, b %v", a.Part(), b.Part())
			}
		})
		w.onceInOrder(500 * time.Millisecond)
	})
}

// A process whose sessions wait for their turn reaches Discord, and keeps its shards.
func TestWaitsForItsTurn(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", "auto", 2, 0)
		time.Sleep(20 * time.Second)
		b := w.start("b", "auto", 2, 0)
		time.Sleep(20 * time.Second)
		a.set(&a.waits, true)
		time.Sleep(unreachableAfter + 5*time.Second)
		a.holds(0)
		b.holds(1)
	})
}

// A successor that gives up leaves the shards to their owner, which continues with the messages that it held back.
func TestSuccessorGivesUp(t *testing.T) {
	bubble(t, func(w *world) {
		a := w.start("a", "auto", 2, 0)
		time.Sleep(5 * time.Second)
		w.talk(func() {
			a.mu.Lock()
			a.pending[0], a.pending[1] = true, true
			a.mu.Unlock()
			b := w.start("b", "auto", 2, 0)
			for !a.finishing() {
				time.Sleep(10 * time.Millisecond)
			}
			b.getKeeper().Retire(true)
			time.Sleep(10 * time.Second)
			a.holds(0, 1)
		})
		w.onceInOrder(finishTimeout + 500*time.Millisecond)
	})
}

// finishing reports whether events of any shard are held back.
func (p *process) finishing() bool {
	for shard := range 2 {
		if c := p.get(shard); c != nil {
			c.inbox.mu.Lock()
			open := c.inbox.dispatching
			c.inbox.mu.Unlock()
			if !open {
				return true
			}
		}
	}
	return false
}

// A bot with one connection holds everything, and leads.
func TestOneConnection(t *testing.T) {
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		db := testdb.At(t, where, time.Now)
		defer db.Close()
		p := newProcess(t, db, nil)
		if part := p.Part(); !part.All() || !p.IsLeader() || p.Check(t.Context(), store.Tx{}, "5") != nil {
			t.Errorf("it holds %v", part)
		}
	})
}

// The end of a connection ends the absence from its guilds, unless the shard was gained again meanwhile.
func TestEndsAbsence(t *testing.T) {
	db, _ := testdb.Open(t, time.Now)
	p := newProcess(t, db, &shards.Range{Auto: true, Of: 2})
	p.keeper = shards.New(shards.Options{DB: db, Process: "p", Range: *p.Shards, Server: p})
	for _, c := range []struct {
		name string
		now  func(old *connection)
		want bool
	}{
		{"the connection is still there", func(*connection) {}, true},
		{"the shard is another process's", func(old *connection) { delete(p.all, old.shard) }, true},
		{"gained again", func(old *connection) { p.open(old.shard) }, false},
	} {
		old := p.open(1)
		p.Matches.BeginAbsence(old.part, time.Now())
		c.now(old)
		if p.endAbsence(old); p.Matches.IsAway(guild(1)) == c.want || p.Matches.IsAway(guild(0)) {
			t.Errorf("%s: away %v", c.name, p.Matches.IsAway(guild(1)))
		}
	}
}
