package shards

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

// env is a database in the bubble's time, on which several processes work.
type env struct {
	*testing.T
	where string

	mu   sync.Mutex
	said []string // changes by the processes, as "a+0 b+1 a-0"
}

func bubble(t *testing.T, f func(*env)) {
	t.Helper()
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) { f(&env{T: t, where: where}) })
}

// process is a process that serves shards.
type process struct {
	*Keeper
	env  *env
	db   *store.DB
	stop func() // kills it

	serves map[int]bool // by shard; used by the keeper, one call after the other

	log strings.Builder // by the keeper alone

	mu   sync.Mutex
	cut  bool
	deaf bool // Discord does not answer it
}

func (e *env) start(name, shards string, of int) *process {
	e.Helper()
	r, err := ParseRange(shards)
	if err != nil {
		e.Fatal(err)
	}
	r.Of = of
	p := &process{env: e, db: testdb.At(e, e.where, time.Now), serves: map[int]bool{}}
	p.db.Observe(store.Observer{Statement: func(context.Context, string) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.cut {
			return errors.New("the network is cut")
		}
		return nil
	}})
	p.Keeper = New(Options{DB: p.db, Process: name, Range: r, Server: p, Logger: slog.New(slog.NewTextHandler(&p.log, nil))})
	ctx, cancel := context.WithCancel(e.Context())
	ended := make(chan struct{})
	go func() { p.Run(ctx); close(ended) }()
	var once sync.Once
	p.stop = func() { once.Do(func() { cancel(); <-ended }) }
	e.Cleanup(func() { p.stop(); p.db.Close() })
	return p
}

// say records a change.
func (p *process) say(what string, shard int) {
	p.env.mu.Lock()
	defer p.env.mu.Unlock()
	p.env.said = append(p.env.said, fmt.Sprintf("%s%s%d", p.Process, what, shard))
}

func (p *process) Serve(shard int, handled []id.Event) {
	if p.serves[shard] {
		p.say("!", shard)
		return
	}
	p.serves[shard] = true
	p.say("+"+strings.Join(texts(handled), ","), shard)
}

func (p *process) Connect(shard int) {
	p.say("?", shard)
	go func() {
		time.Sleep(2 * time.Second) // it is connecting
		p.mu.Lock()
		deaf := p.deaf
		p.mu.Unlock()
		if !deaf {
			p.Ready(shard)
		}
	}()
}

func (p *process) Finish(shard int) {
	go func() {
		time.Sleep(300 * time.Millisecond)
		p.Finished(shard, []id.Event{id.Event("e" + strconv.Itoa(shard))})
	}()
}

func (p *process) Drop(shard int) {
	if p.serves[shard] {
		p.say("-", shard)
	} else {
		p.say("x", shard)
	}
	delete(p.serves, shard)
}

func texts(events []id.Event) (all []string) {
	for _, e := range events {
		all = append(all, string(e))
	}
	return all
}

func (p *process) hearNothing() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = true
}

func (p *process) cutOff(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
}

// end ends a process in order.
func (p *process) end() {
	p.env.Helper()
	p.HandOver(p.env.Context())
	p.stop()
	if err := p.Close(context.Background()); err != nil {
		p.env.Fatal(err)
	}
}

// expect requires exactly these changes since its last call, in any order.
func (e *env) expect(want ...string) {
	e.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	slices.Sort(e.said)
	slices.Sort(want)
	if !slices.Equal(e.said, want) {
		e.Errorf("said %v, want %v", e.said, want)
	}
	e.said = nil
}

// holds requires a process to hold exactly these shards, and to be allowed to store for them.
func (p *process) holds(want ...int) {
	p.env.Helper()
	if got := p.Part().Shards; !slices.Equal(got, want) {
		p.env.Errorf("%s holds %v, want %v", p.Process, got, want)
	}
	for shard := range p.Range.Of {
		err := p.db.Tx(p.env.Context(), func(tx store.Tx) error { return p.Check(p.env.Context(), tx, guild(shard)) })
		if own := slices.Contains(want, shard); own != (err == nil) || !own && !errors.Is(err, ErrNotOwner) {
			p.env.Errorf("%s stores for shard %d: %v", p.Process, shard, err)
		}
		if p.Holds(shard) != slices.Contains(want, shard) {
			p.env.Errorf("%s holds shard %d: %v", p.Process, shard, p.Holds(shard))
		}
	}
}

// A process that finds all shards with others stands by, says so once each time, and no longer when it gets one. One that has just
// begun is not there yet: it may be given its share.
func TestStandby(t *testing.T) {
	bubble(t, func(e *env) {
		standby := func(p *process, want bool) {
			e.Helper()
			if p.Standby() != want {
				e.Errorf("%s stands by: %v", p.Process, p.Standby())
			}
		}
		a := e.start("a", "auto", 1)
		time.Sleep(20 * time.Second)
		standby(a, false)
		b := e.start("b", "auto", 1)
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			standby(b, false)
		}
		time.Sleep(20 * time.Second)
		standby(b, true)
		if text := b.log.String(); strings.Count(text, "standing by") != 1 {
			e.Error(text)
		}

		b.cutOff(true) // it cannot tell
		time.Sleep(20 * time.Second)
		standby(b, false)
		b.cutOff(false)
		time.Sleep(20 * time.Second)
		standby(b, true)

		a.end()
		standby(b, false)
		time.Sleep(2 * time.Second)
		b.holds(0)
		a = e.start("a", "auto", 1)
		time.Sleep(20 * time.Second)
		standby(a, true)
		a.Retire(true)
		time.Sleep(20 * time.Second)
		standby(a, false)
	})
}

// With two shards each of two processes gets one, and neither ever stands by.
func TestNoStandbyOnTheWay(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(20 * time.Second)
		b := e.start("b", "auto", 2)
		for range 200 {
			time.Sleep(100 * time.Millisecond)
			if a.Standby() || b.Standby() {
				e.Fatal("stands by")
			}
		}
		b.holds(1)
	})
}

// Two processes share the shards; when one is killed the other has its shards when their leases end, and when it is back it gets
// its share again.
func TestOneDies(t *testing.T) {
	bubble(t, func(e *env) {
		a, b := e.start("a", "auto", 4), e.start("b", "auto", 4)
		time.Sleep(30 * time.Second)
		if len(a.Part().Shards) != 2 || len(b.Part().Shards) != 2 {
			e.Fatalf("a has %v, b %v", a.Part(), b.Part())
		}
		e.serving(a, 2)
		lost := b.Part().Shards
		before := b.epochs()
		e.said = nil
		b.stop()
		time.Sleep(6 * time.Second)
		e.expect()
		time.Sleep(6 * time.Second) // the lease is over, and another process has looked
		e.expect(fmt.Sprintf("a+%d", lost[0]), fmt.Sprintf("a+%d", lost[1]))
		a.holds(0, 1, 2, 3)
		e.serving(a, 1)
		after := a.epochs()
		for _, shard := range lost {
			if after[shard] <= before[shard] {
				e.Errorf("shard %d: epoch %d after %d", shard, after[shard], before[shard])
			}
		}
		e.start("b2", "auto", 4)
		time.Sleep(30 * time.Second)
		if n := len(a.Part().Shards); n != 2 {
			e.Errorf("a still has %d", n)
		}
	})
}

// serving requires the number of processes that one of them counts.
func (e *env) serving(by *process, want int) {
	e.Helper()
	if n, err := Serving(e.Context(), by.db, by.Process); n != want || err != nil {
		e.Errorf("%d processes serve, %v, want %d", n, err, want)
	}
}

func (p *process) epochs() map[int]int64 {
	p.Keeper.mu.Lock()
	defer p.Keeper.mu.Unlock()
	epochs := map[int]int64{}
	for shard, m := range p.mine {
		epochs[shard] = m.epoch
	}
	return epochs
}

// A process that ends in order hands over to processes that have connected before, and reports what it has handled.
func TestHandedOver(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(2 * time.Second)
		e.expect("a+0", "a+1")
		b := e.start("b", "0-1/2", 2)
		time.Sleep(2 * time.Second)
		e.expect("b?0", "b?1") // which it names
		a.holds(0, 1)
		if !b.Claims(0) || a.Claims(0) {
			e.Error("who is the heir?")
		}
		time.Sleep(4 * time.Second)
		e.expect("a-0", "a-1", "b+e00", "b+e11")
		a.holds()
		b.holds(0, 1)
		before := b.epochs()
		started := time.Now()
		b.end()
		if took := time.Since(started); took < 2*time.Second || took > 5*time.Second {
			e.Errorf("handed over in %v", took)
		}
		time.Sleep(1100 * time.Millisecond)
		e.expect("a?0", "a?1", "b-0", "b-1", "a+e00", "a+e11")
		a.holds(0, 1)
		b.holds()
		if after := a.epochs(); after[0] != before[0]+1 || after[1] != before[1]+1 {
			e.Errorf("epochs %v after %v", after, before)
		}
		started = time.Now()
		a.end() // to nobody
		if time.Since(started) > time.Second {
			e.Error("it waits for nobody")
		}
	})
}

// A process that once could not renew its shards hands them over all the same when it ends.
func TestHandedOverAfterTrouble(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(5 * time.Second)
		a.cutOff(true)
		time.Sleep(4 * time.Second)
		a.cutOff(false)
		time.Sleep(time.Minute)
		a.holds(0, 1)
		b := e.start("b", "auto", 2)
		time.Sleep(20 * time.Second)
		e.expect("a+0", "a+1", "b?1", "a-1", "b+e11")
		a.HandOver(e.Context())
		a.holds()
		time.Sleep(1100 * time.Millisecond)
		e.expect("b?0", "a-0", "b+e00")
		b.holds(0, 1)
	})
}

// A process that cannot reach the database does not wait for it when it ends.
func TestHandedOverWithoutDatabase(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(5 * time.Second)
		a.cutOff(true)
		started := time.Now()
		a.HandOver(e.Context())
		if took := time.Since(started); took > 5*time.Second {
			e.Errorf("it waits for %v", took)
		}
	})
}

// A shard that is handed over has one owner at any time, except for the moment until the new one looks.
func TestNoGap(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 4)
		time.Sleep(2 * time.Second)
		b := e.start("b", "auto", 4)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			time.Sleep(20 * time.Second)
			a.end()
		}()
		var longest time.Duration
		var gap [4]time.Duration
		for range 4000 {
			const step = 10 * time.Millisecond
			time.Sleep(step)
			for shard := range gap {
				switch {
				case a.Holds(shard) && b.Holds(shard):
					e.Errorf("two hold shard %d", shard)
				case a.Holds(shard) || b.Holds(shard):
					gap[shard] = 0
				default:
					gap[shard] += step
					longest = max(longest, gap[shard])
				}
			}
		}
		<-ended
		if longest > 200*time.Millisecond {
			e.Errorf("nobody holds a shard for %v", longest)
		}
		b.holds(0, 1, 2, 3)
	})
}

// An heir that dies, or never connects, leaves the shard with its owner until that has waited long enough.
func TestHeirDies(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(2 * time.Second)
		b := e.start("b", "auto", 2)
		b.hearNothing()
		time.Sleep(5 * time.Second)
		e.expect("a+0", "a+1", "b?1")
		b.Retire(true)
		time.Sleep(2 * time.Second)
		e.expect("bx1")
		a.holds(0, 1)
		b.Retire(false)
		time.Sleep(5 * time.Second)
		e.expect("b?1")
		b.stop()
		time.Sleep(30 * time.Second)
		a.holds(0, 1)
		c := e.start("c", "auto", 2)
		time.Sleep(10 * time.Second)
		e.expect("c?1", "a-1", "c+e11")
		c.holds(1)
	})
}

// The shards of a process that cannot reach Discord go to another that can, and to nobody if none can.
func TestRetired(t *testing.T) {
	bubble(t, func(e *env) {
		a, b := e.start("a", "0/2", 2), e.start("b", "1/2", 2)
		time.Sleep(5 * time.Second)
		c := e.start("c", "auto", 2)
		c.hearNothing()
		time.Sleep(5 * time.Second)
		e.expect("a+0", "b+1")
		a.Retire(true)
		time.Sleep(20 * time.Second)
		e.expect("c?0")
		a.holds(0)
		c.Retire(true)
		time.Sleep(5 * time.Second)
		e.expect("cx0")
		a.holds(0)
		c.mu.Lock()
		c.deaf = false
		c.mu.Unlock()
		c.Retire(false)
		time.Sleep(10 * time.Second)
		e.expect("c?0", "a-0", "c+e00")
		a.holds()
		c.holds(0)
		a.Retire(false)
		time.Sleep(10 * time.Second)
		e.expect("a?0", "c-0", "a+e00") // which it names
		b.holds(1)
	})
}

// A process that is cut off from the database stops before another takes over, and has a new epoch when it is back.
func TestCutOff(t *testing.T) {
	bubble(t, func(e *env) {
		a, b := e.start("a", "0/2", 2), e.start("b", "1/2", 2)
		time.Sleep(5 * time.Second)
		a.holds(0)
		b.holds(1)
		first := a.epochs()[0]
		e.expect("a+0", "b+1")
		a.cutOff(true)
		for range 200 {
			time.Sleep(100 * time.Millisecond)
			if a.Holds(0) && b.Holds(0) {
				e.Fatal("two hold shard 0")
			}
		}
		if e.expect("a-0", "b+0"); a.Part().Shards != nil {
			e.Error(a.Part())
		}
		b.holds(0, 1)
		a.cutOff(false)
		time.Sleep(10 * time.Second)
		e.expect("a?0", "b-0", "a+e00") // which names it
		a.holds(0)
		b.holds(1)
		if epoch := a.epochs()[0]; epoch != first+2 {
			e.Errorf("epoch %d after %d", epoch, first)
		}
	})
}

// A process that does not know yet that another has its shard cannot store anything for it.
func TestFence(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "0-1/2", 2)
		time.Sleep(2 * time.Second)
		a.holds(0, 1)
		err := a.db.Tx(e.Context(), func(tx store.Tx) error {
			_, err := acquireLease(e.Context(), tx, 2, 1, "b", time.Now().Add(time.Hour))
			return err
		})
		if err != nil {
			e.Fatal(err)
		}
		if !a.Holds(1) {
			e.Error("a knows before it has looked")
		}
		if err := a.db.Tx(e.Context(), func(tx store.Tx) error { return a.Check(e.Context(), tx, guild(1)) }); !errors.Is(err, ErrNotOwner) {
			e.Errorf("stored by one who was overtaken: %v", err)
		}
		time.Sleep(5 * time.Second)
		e.expect("a+0", "a+1", "a-1")
		a.holds(0)
	})
}

// A process with another division waits until the earlier ones have ended.
func TestDividedOtherwise(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "auto", 2)
		time.Sleep(2 * time.Second)
		b := e.start("b", "auto", 3)
		time.Sleep(30 * time.Second)
		e.expect("a+0", "a+1")
		if of, err := ShardCount(e.Context(), b.db); err != nil || of != 2 {
			e.Errorf("divided into %d, %v", of, err)
		}
		a.end()
		time.Sleep(5 * time.Second)
		e.expect("b+0", "b+1", "b+2")
		b.holds(0, 1, 2)
	})
}

// Sessions of one key begin five seconds apart over all processes, those of different keys at the same time, and a late one counts
// from its actual beginning.
func TestTurns(t *testing.T) {
	bubble(t, func(e *env) {
		a, b := e.start("a", "0-3/6", 6), e.start("b", "4-5/6", 6)
		time.Sleep(2 * time.Second)
		started := time.Now()
		var mu sync.Mutex
		at := map[int][]time.Duration{}
		var all sync.WaitGroup
		for shard := range 6 {
			p := a
			if shard > 3 {
				p = b
			}
			all.Go(func() {
				if err := p.WaitForIdentify(e.Context(), shard, 2, 5*time.Second); err != nil {
					e.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				at[shard%2] = append(at[shard%2], time.Since(started))
			})
		}
		all.Wait()
		for key, times := range at {
			slices.Sort(times)
			for n, d := range times {
				if want := time.Duration(n) * 5 * time.Second; d < want || d > want+time.Second {
					e.Errorf("key %d, session %d: after %v", key, n, d)
				}
			}
		}
		time.Sleep(3 * time.Second)
		started = time.Now()
		time.Sleep(300 * time.Millisecond)
		if err := b.RecordIdentify(e.Context(), 4, 2, started); err != nil {
			e.Fatal(err)
		}
		if err := b.RecordIdentify(e.Context(), 4, 2, started.Add(-2*time.Second)); err != nil { // reported late
			e.Fatal(err)
		}
		if err := a.WaitForIdentify(e.Context(), 0, 2, 5*time.Second); err != nil || time.Since(started) < 4900*time.Millisecond || time.Since(started) > 5200*time.Millisecond {
			e.Errorf("%v after another, %v", time.Since(started), err)
		}
		if err := b.RecordIdentify(e.Context(), 4, 2, time.Now().Add(time.Hour)); err != nil { // the clock is set back then
			e.Fatal(err)
		}
		started = time.Now()
		if err := a.WaitForIdentify(e.Context(), 0, 2, 5*time.Second); err != nil || time.Since(started) > 200*time.Millisecond {
			e.Errorf("%v after the clock was set back, %v", time.Since(started), err)
		}
		if err := a.WaitForIdentify(e.Context(), 5, 2, 5*time.Second); !errors.Is(err, ErrNotOwner) {
			e.Errorf("a turn for another's shard: %v", err)
		}
	})
}

// Close of a process that was cut off leaves its shards to the end of their leases.
func TestCloseWithoutDatabase(t *testing.T) {
	bubble(t, func(e *env) {
		a := e.start("a", "0/1", 1)
		time.Sleep(2 * time.Second)
		a.stop()
		a.cutOff(true)
		if err := a.Close(e.Context()); err == nil || !strings.Contains(err.Error(), "cut") {
			e.Error(err)
		}
	})
}
