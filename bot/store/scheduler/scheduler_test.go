package scheduler

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/shards"
)

// env is a database in the bubble's time, and a record of what was done.
type env struct {
	t  *testing.T
	db *store.DB

	mu   sync.Mutex
	set  time.Duration // offset by which the clock has been set
	done []string
	log  bytes.Buffer
}

// bubble runs a test in a bubble of its own.
func bubble(t *testing.T, f func(*env)) {
	t.Helper()
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		e := &env{t: t}
		e.db = testdb.At(t, where, e.now)
		defer e.db.Close()
		f(e)
	})
}

func (e *env) now() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Now().Add(e.set)
}

func (e *env) setClock(by time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.set += by
}

func (e *env) ok(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// put makes a job due after a time.
func (e *env) put(subject string, pool Pool, in time.Duration, more ...func(*Job)) {
	e.t.Helper()
	j := Job{Slot: "next", Kind: "work", Subject: id.Subject{Kind: "duel", ID: id.Match(subject)}, Due: e.now().Add(in), Pool: pool, Version: 7, Guild: "900", Payload: []byte(subject)}
	for _, f := range more {
		f(&j)
	}
	e.ok(e.db.Tx(context.Background(), func(tx store.Tx) error { Put(context.Background(), tx, j); return nil }))
}

func kind(name string) func(*Job)     { return func(j *Job) { j.Kind = name } }
func owner(name id.Player) func(*Job) { return func(j *Job) { j.Owner = name } }
func rank(n int) func(*Job)           { return func(j *Job) { j.Rank = n } }

func (e *env) record(what string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done = append(e.done, what)
}

// did returns what was done so far, sorted.
func (e *env) did() []string {
	synctest.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Sorted(slices.Values(e.done))
}

func (e *env) expect(when string, want ...string) {
	e.t.Helper()
	if got := e.did(); !slices.Equal(got, want) {
		e.t.Errorf("%s: %v, want %v", when, got, want)
	}
}

// rows returns the subjects of the stored jobs, with their workers.
func (e *env) rows() []string {
	e.t.Helper()
	synctest.Wait()
	all, err := store.All(context.Background(), e.db.Read(), store.Value[string], `SELECT id || ' ' || worker FROM jobs WHERE slot = 'next' ORDER BY id`)
	e.ok(err)
	return all
}

// takes returns a handler whose work takes d; work that ctx stops is not done.
func (e *env) takes(d time.Duration) Handler {
	return Handler{Kind: "work", Door: clock, Awaits: Nobody, Work: func(ctx context.Context, j Job) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
		}
		e.record(string(j.Subject.ID))
		return nil
	}}
}

// start runs a scheduler until stop.
func (e *env) start(worker string, o Options) (s *Scheduler, stop func()) {
	e.t.Helper()
	o.DB, o.Worker = e.db, worker
	o.Logger = slog.New(slog.NewTextHandler(&e.log, nil))
	s, err := New(o)
	e.ok(err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { s.Run(ctx); close(done) }()
	return s, func() { cancel(); <-done }
}

func (e *env) work(d time.Duration) Options { return Options{Handlers: []Handler{e.takes(d)}} }

// A job reaches its handler unchanged, and once.
func TestDoneOnce(t *testing.T) {
	bubble(t, func(e *env) {
		var got []Job
		e.put("a", Timed, 0, func(j *Job) { j.Rank, j.Owner = 3, "mei" })
		due := e.now()
		_, stop := e.start("one", Options{Handlers: []Handler{{Kind: "work", Door: clock, Awaits: Nobody, Work: func(_ context.Context, j Job) error { got = append(got, j); return nil }}}})
		time.Sleep(time.Minute)
		stop()
		want := Job{Slot: "next", Kind: "work", Subject: id.Subject{Kind: "duel", ID: "a"}, Version: 7, Pool: Timed, Rank: 3, Guild: "900", Owner: "mei", Payload: []byte("a")}
		if len(got) != 1 {
			t.Fatalf("done %d times", len(got))
		}
		if !got[0].Due.Equal(due.Truncate(time.Millisecond)) {
			t.Errorf("due at %v, not %v", got[0].Due, due)
		}
		got[0].Due, got[0].claim = time.Time{}, 0
		if fmt.Sprintf("%+v", got[0]) != fmt.Sprintf("%+v", want) {
			t.Errorf("%+v, want %+v", got[0], want)
		}
		if rows := e.rows(); len(rows) != 0 {
			t.Errorf("left: %v", rows)
		}
	})
}

// Nothing is done before it is due.
func TestDueInTime(t *testing.T) {
	bubble(t, func(e *env) {
		e.put("a", Timed, 5*time.Minute)
		e.put("b", Engine, time.Hour)
		e.put("c", Slow, 5*time.Minute)
		_, stop := e.start("one", e.work(0))
		defer stop()
		time.Sleep(5*time.Minute - time.Second)
		e.expect("too early")
		time.Sleep(3 * time.Second)
		e.expect("in time", "a", "c")
		time.Sleep(time.Hour)
		e.expect("in the end", "a", "b", "c")
	})
}

// Long work outlives its lease because that is renewed: no other process takes it.
func TestLeaseIsHeld(t *testing.T) {
	bubble(t, func(e *env) {
		e.put("a", Engine, 0)
		_, stop := e.start("one", e.work(time.Minute))
		defer stop()
		synctest.Wait()
		_, stop2 := e.start("two", e.work(0))
		defer stop2()
		time.Sleep(50 * time.Second)
		e.expect("while it is done")
		if rows := e.rows(); !slices.Equal(rows, []string{"a one"}) {
			t.Errorf("claimed: %v", rows)
		}
		time.Sleep(20 * time.Second)
		e.expect("in the end", "a")
	})
}

// A process that was suspended for longer than a lease goes on with its jobs and does not begin them again.
func TestSuspendedDuringAJob(t *testing.T) {
	bubble(t, func(e *env) {
		release := make(chan struct{})
		s, stop := e.start("one", Options{Handlers: []Handler{{Kind: "work", Door: clock, Awaits: Nobody,
			Work: func(_ context.Context, j Job) error {
				e.record("begins " + string(j.Subject.ID))
				<-release
				return nil
			}}}})
		defer stop()
		e.put("a", Timed, 0)
		s.Waker.wakeLocal()
		e.expect("before", "begins a")
		e.setClock(time.Hour)
		e.put("b", Timed, 0)
		s.Waker.wakeLocal()
		e.expect("after an hour", "begins a", "begins b")
		close(release)
		if rows := e.rows(); len(rows) > 0 {
			t.Errorf("in the end: %v", rows)
		}
	})
}

// Jobs that a dead process had claimed are taken by another when the lease has expired.
func TestCrashCostsOneLease(t *testing.T) {
	bubble(t, func(e *env) {
		e.put("a", Engine, 0)
		e.claim("dead", 1, 5*time.Second, "a")
		_, stop := e.start("one", e.work(0))
		defer stop()
		time.Sleep(4 * time.Second)
		e.expect("before the claim is over")
		time.Sleep(3 * time.Second)
		e.expect("after it", "a")
	})
}

// take claims engine's jobs like a process.
func (e *env) take(worker string, n int, lease time.Duration) (jobs []Job) {
	e.t.Helper()
	e.ok(e.db.Tx(context.Background(), func(tx store.Tx) (err error) {
		jobs, err = claim(context.Background(), tx, worker, jobFilter{pool: Engine, kinds: []any{"work"}}, n, lease)
		return err
	}))
	return jobs
}

// claimed returns the subjects of jobs that a worker claims for an hour.
func (e *env) claimed(worker string, n int) []string { return subjects(e.take(worker, n, time.Hour)) }

// claim claims jobs and requires the expected ones.
func (e *env) claim(worker string, n int, lease time.Duration, want ...string) []Job {
	e.t.Helper()
	jobs := e.take(worker, n, lease)
	if ids := subjects(jobs); !slices.Equal(ids, want) {
		e.t.Errorf("%s claims %v, want %v", worker, ids, want)
	}
	return jobs
}

func subjects(jobs []Job) (ids []string) {
	for _, j := range jobs {
		ids = append(ids, string(j.Subject.ID))
	}
	slices.Sort(ids)
	return ids
}

// Claims, renewals and releases apply only to the holder of the claim.
func TestClaim(t *testing.T) {
	bubble(t, func(e *env) {
		ctx, lease := context.Background(), 5*time.Second
		e.put("a", Engine, 0)
		e.put("b", Engine, time.Hour)
		one := e.claim("one", 10, lease, "a")[0]
		e.claim("two", 10, lease)
		time.Sleep(4 * time.Second)
		held := func(worker string, j *Job) (ok bool) {
			e.ok(e.db.Tx(ctx, func(tx store.Tx) (err error) {
				ok, err = renew(ctx, tx, worker, j, tx.Now.Add(lease))
				return err
			}))
			return ok
		}
		if !held("one", &one) || held("two", &one) {
			t.Error("renewed by others, or not by the one who claimed it")
		}
		time.Sleep(2 * time.Second)
		e.claim("two", 10, lease)
		time.Sleep(3 * time.Second)
		two := e.claim("two", 10, lease, "a")[0] // the lease has expired
		e.ok(release(ctx, e.db, "one", &one))
		e.ok(finish(ctx, e.db, "one", &one))
		if held("one", &one) {
			t.Error("renewed though somebody else has claimed it")
		}
		e.claim("one", 10, lease) // it could no longer be released or finished by one
		e.ok(release(ctx, e.db, "two", &two))
		again := e.claim("two", 10, lease, "a")[0]
		e.ok(finish(ctx, e.db, "two", &two)) // the same worker, but an earlier claim
		if !held("two", &again) {
			t.Error("an earlier claim has finished a later one")
		}
		time.Sleep(time.Hour)
		e.claim("one", 10, lease, "a", "b")
	})
}

// A lease whose row another transaction has locked is not over, and the others are renewed meanwhile.
func TestRenewsBesideALock(t *testing.T) {
	db, where := testdb.Open(t, nil)
	if !postgres.IsAddress(where) {
		t.Skip("SQLite has no locks of rows")
	}
	e := &env{t: t, db: db}
	e.put("a", Engine, 0)
	e.put("b", Engine, 0)
	jobs := e.take("one", 2, time.Minute)
	holding, locked, done := errors.New("nothing is changed"), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(locked)
		err := db.Tx(context.Background(), func(tx store.Tx) error {
			if _, err := tx.Exec(context.Background(), `UPDATE jobs SET owner = 'x' WHERE id = 'a'`); err != nil {
				return err
			}
			locked <- struct{}{}
			<-done
			return holding
		})
		if !errors.Is(err, holding) {
			t.Error(err)
		}
	}()
	<-locked
	e.ok(db.Tx(t.Context(), func(tx store.Tx) error {
		for _, j := range jobs {
			if held, err := renew(t.Context(), tx, "one", &j, tx.Now.Add(time.Hour)); !held || err != nil {
				t.Errorf("%s: held %v, %v", j.Subject.ID, held, err)
			}
		}
		return nil
	}))
	close(done)
	<-locked
	renewed, err := store.All(t.Context(), db.Read(), store.Value[string], `SELECT id FROM jobs WHERE ready_at > ?`, store.Millis(e.now().Add(30*time.Minute)))
	if e.ok(err); !slices.Equal(renewed, []string{"b"}) {
		t.Errorf("renewed %v", renewed)
	}
}

// A claim on a job that was put again, or dropped and put again, is over, even if the same worker has claimed the new one.
func TestReplacedJobs(t *testing.T) {
	for _, drops := range []bool{false, true} {
		bubble(t, func(e *env) {
			ctx := context.Background()
			e.put("a", Engine, 0)
			old := e.claim("one", 1, time.Minute, "a")[0]
			if drops {
				e.ok(e.db.Tx(ctx, func(tx store.Tx) error { Drop(ctx, tx, "next", old.Subject); return nil }))
				e.claim("one", 1, time.Minute)
			}
			e.put("a", Engine, 0)
			now := e.claim("one", 1, time.Minute, "a")[0]
			e.ok(finish(ctx, e.db, "one", &old))
			if rows := e.rows(); len(rows) != 1 {
				t.Errorf("dropped %v: the claim that is over has finished the job", drops)
			}
			e.ok(finish(ctx, e.db, "one", &now))
			if rows := e.rows(); len(rows) != 0 {
				t.Errorf("dropped %v: left %v", drops, rows)
			}
		})
	}
}

// However many jobs are overdue, as after a long absence, those of a lower rank are claimed first, and a claim takes no longer.
func TestClaimAfterLongAbsence(t *testing.T) {
	bubble(t, func(e *env) {
		ctx := context.Background()
		e.ok(e.db.Tx(ctx, func(tx store.Tx) error {
			for n := range maxCandidates + 500 {
				j := Job{Slot: "next", Kind: "work", Subject: id.Subject{Kind: "duel", ID: id.Match(fmt.Sprint("old", n))}, Due: tx.Now, Pool: Engine, Rank: 2}
				Put(ctx, tx, j)
			}
			return nil
		}))
		time.Sleep(time.Hour)
		e.put("flag", Engine, 0)
		if jobs := e.claimed("one", 3); len(jobs) != 3 || !slices.Contains(jobs, "flag") {
			t.Errorf("claimed %v", jobs)
		}
		for left := maxCandidates + 500 - 2; left > 0; left -= 1000 {
			if jobs := e.claimed("one", 1000); len(jobs) != min(left, 1000) {
				t.Errorf("of %d left %d were claimed", left, len(jobs))
			}
		}
	})
}

// Each owner's first job precedes anybody's second, and jobs that people wait for precede what can wait.
func TestClaimIsFair(t *testing.T) {
	bubble(t, func(e *env) {
		for n, who := range []id.Player{"mei", "mei", "mei", "mei", "tom", "lan"} {
			e.put(string(rune('a'+n)), Engine, time.Duration(n-10)*time.Second, owner(who))
		}
		e.put("y", Engine, time.Hour, rank(-3))
		e.put("z", Engine, -time.Hour, rank(1))
		e.put("t", Timed, -time.Hour)
		e.claim("one", 4, time.Minute, "a", "b", "e", "f")
		e.claim("one", 2, time.Minute, "c", "d")
		e.claim("one", 9, time.Minute, "z")
	})
}

func TestStopGivesClaimsBack(t *testing.T) {
	bubble(t, func(e *env) {
		e.put("a", Engine, 0)
		e.put("b", Timed, 0)
		_, stop := e.start("one", e.work(time.Hour))
		if rows := e.rows(); !slices.Equal(rows, []string{"a one", "b one"}) {
			t.Fatalf("claimed %v", rows)
		}
		started := time.Now()
		stop()
		if rows := e.rows(); !slices.Equal(rows, []string{"a ", "b "}) {
			t.Errorf("after the stop: %v", rows)
		}
		if d := time.Since(started); d > time.Second {
			t.Errorf("stopping took %v", d)
		}
		_, stop = e.start("two", e.work(0))
		defer stop()
		e.expect("at once", "a", "b")
	})
}

func TestWakeIsAtOnce(t *testing.T) {
	bubble(t, func(e *env) {
		o := e.work(0)
		o.Poll = time.Hour
		s, stop := e.start("one", o)
		defer stop()
		e.expect("nothing is due")
		e.put("a", Engine, 0)
		e.expect("not woken")
		s.Waker.Wake()
		time.Sleep(time.Millisecond)
		e.expect("woken", "a")
	})
}

// Flags fall regardless of how many characters think.
func TestPoolsDoNotWaitForEachOther(t *testing.T) {
	bubble(t, func(e *env) {
		for _, n := range []string{"a", "b", "c"} {
			e.put(n, Engine, 0, kind("think"))
		}
		o := e.work(0)
		o.Handlers = append(o.Handlers, Handler{Kind: "think", Door: clock, Awaits: Nobody, Work: e.takes(time.Hour).Work})
		o.Capacity = map[Pool]int{Engine: 2, Timed: 1}
		s, stop := e.start("one", o)
		defer stop()
		synctest.Wait()
		e.put("d", Timed, time.Minute)
		e.put("e", Timed, time.Minute)
		time.Sleep(time.Minute + 2*time.Second)
		e.expect("flags", "d", "e")
		if n := s.Busy(Engine); n != 2 {
			t.Errorf("%d think", n)
		}
		if rows := e.rows(); !slices.Equal(rows, []string{"a one", "b one", "c "}) {
			t.Errorf("claimed: %v", rows)
		}
	})
}

// With more due jobs than capacity, all are done in the end, without waiting for the next poll.
func TestMoreThanCapacity(t *testing.T) {
	bubble(t, func(e *env) {
		for n := range 50 {
			e.put(fmt.Sprint(n), Engine, 0)
		}
		o := e.work(time.Second)
		o.Capacity, o.Poll = map[Pool]int{Engine: 4}, time.Hour
		_, stop := e.start("one", o)
		defer stop()
		time.Sleep(14 * time.Second)
		if n := len(e.did()); n != 50 {
			t.Errorf("%d of 50 done", n)
		}
	})
}

// Neither an error nor a panic stops the scheduler; the lease is the pause before the next try. Work that cannot be done yet is
// retried as often, without a log entry.
func TestFailures(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("no idea") },
		"panic": func() error { panic("no idea") },
		"later": func() error { return fmt.Errorf("the channel cannot be read: %w", ErrLater) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(e *env) {
				e.put("a", Engine, 0)
				e.put("b", Engine, 0, kind("fine"))
				tries, panics := 0, 0
				o := Options{Handlers: []Handler{{Kind: "work", Door: clock, Awaits: Nobody, Work: func(context.Context, Job) error { tries++; return fail() }}, {Kind: "fine", Door: clock, Awaits: Nobody, Work: e.takes(0).Work}},
					Panicked: func() { panics++ }}
				_, stop := e.start("one", o)
				time.Sleep(20*time.Second + time.Millisecond)
				stop()
				if tries < 4 || tries > 5 {
					t.Errorf("%d tries in 20 s", tries)
				}
				if name == "panic" && panics != tries || name != "panic" && panics != 0 {
					t.Errorf("%d panics were counted in %d tries", panics, tries)
				}
				if logged := strings.Contains(e.log.String(), "no idea"); logged != (name != "later") {
					t.Errorf("log: %s", e.log.String())
				}
				e.expect("the other", "b")
				_, stop = e.start("one", e.work(0))
				defer stop()
				time.Sleep(10 * time.Second)
				e.expect("once it can be done", "a", "b")
			})
		})
	}
}

// Work that a change has made pointless is stopped if it uses an engine, and allowed to finish if it may be in the middle of a
// request. The job that replaced it is done.
func TestOvertaken(t *testing.T) {
	for pool, stopped := range map[Pool]bool{Engine: true, Slow: true, Timed: false} {
		t.Run(string(pool), func(t *testing.T) {
			bubble(t, func(e *env) {
				e.put("a", pool, 0, kind("think"))
				ended := time.Time{}
				o := e.work(0)
				o.Handlers = append(o.Handlers, Handler{Kind: "think", Door: clock, Awaits: Nobody, Work: func(ctx context.Context, j Job) error {
					select {
					case <-ctx.Done():
						if !errors.Is(context.Cause(ctx), ErrOvertaken) {
							t.Errorf("stopped because of %v", context.Cause(ctx))
						}
					case <-time.After(time.Minute):
					}
					ended = time.Now()
					return ctx.Err()
				}})
				_, stop := e.start("one", o)
				defer stop()
				synctest.Wait()
				started := time.Now()
				e.put("a", pool, 0)
				time.Sleep(2 * time.Minute)
				e.expect("the one in its place", "a")
				if took := ended.Sub(started); (took < 5*time.Second) != stopped {
					t.Errorf("it went on for %v", took)
				}
				if e.log.Len() > 0 {
					t.Error(e.log.String())
				}
			})
		})
	}
}

// Work whose own change has put another job in its place leaves nothing to record.
func TestReplacedByItsOwnWork(t *testing.T) {
	bubble(t, func(e *env) {
		var deleted atomic.Int64
		e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.HasPrefix(query, "DELETE FROM jobs") {
				deleted.Add(1)
			}
			return nil
		}})
		e.put("a", Engine, 0, kind("think"))
		o := e.work(0)
		o.Handlers = append(o.Handlers, Handler{Kind: "think", Door: clock, Awaits: Nobody, Work: func(context.Context, Job) error {
			e.put("a", Timed, time.Second)
			return ErrOvertaken
		}})
		s, stop := e.start("one", o)
		defer stop()
		synctest.Wait()
		if rows := e.rows(); !slices.Equal(rows, []string{"a "}) || deleted.Load() != 0 || s.Busy(Engine) != 0 || e.log.Len() > 0 {
			t.Errorf("%d deleted, %d busy, left %v\n%s", deleted.Load(), s.Busy(Engine), rows, e.log.String())
		}
		time.Sleep(2 * time.Second)
		e.expect("the one in its place", "a")
	})
}

// Jobs of kinds that only another program has are left to it.
func TestUnknownKinds(t *testing.T) {
	bubble(t, func(e *env) {
		e.put("a", Engine, 0, kind("analyse"))
		e.put("b", Engine, 0)
		_, stop := e.start("old", e.work(0))
		time.Sleep(time.Minute)
		stop()
		e.expect("by the old program", "b")
		_, stop = e.start("new", Options{Handlers: []Handler{{Kind: "analyse", Door: clock, Awaits: Nobody, Work: e.takes(0).Work}}})
		defer stop()
		time.Sleep(time.Second)
		e.expect("by the new one", "a", "b")
	})
}

// A clock that is set back delays no job that waits for its turn, nor a dead worker's. Acts of time keep to the time of day.
func TestClockSetBack(t *testing.T) {
	bubble(t, func(e *env) {
		const back = 10 * time.Minute
		_, stop := e.start("one", e.work(0))
		e.put("pace", Engine, 30*time.Second)
		e.put("flag", Timed, 30*time.Second)
		time.Sleep(10 * time.Second)
		e.setClock(-back)
		e.put("new", Engine, 0)
		time.Sleep(2 * time.Second)
		e.expect("at once", "new")
		time.Sleep(19 * time.Second)
		e.expect("as late as it would have been", "new", "pace")
		time.Sleep(back)
		e.expect("by the clock", "flag", "new", "pace")
		stop()

		// No scheduler runs meanwhile.
		e.put("now", Engine, 0)
		e.put("dead", Engine, 0)
		jobs := e.claim("dead", 1, 5*time.Second, "dead")
		e.setClock(-back)
		_, stop = e.start("two", e.work(0))
		defer stop()
		time.Sleep(2 * time.Second)
		e.expect("after the start", "dead", "flag", "new", "now", "pace")
		e.ok(finish(context.Background(), e.db, "dead", &jobs[0]))
	})
}

// A periodic job is done by one process at a time, and equally often whatever happens to processes.
func TestPeriodic(t *testing.T) {
	bubble(t, func(e *env) {
		fail := error(nil)
		o := func(worker string, every time.Duration) Options {
			return Options{Periodic: []Periodic{
				{Name: "tidy", Every: every, Work: func(context.Context) error { e.record(worker); return fail }},
			}}
		}
		_, stop := e.start("one", o("x", time.Hour))
		_, stop2 := e.start("two", o("x", time.Hour))
		time.Sleep(3*time.Hour + time.Minute)
		e.expect("by both", "x", "x", "x", "x")
		stop()
		stop2()
		time.Sleep(20 * time.Hour)
		_, stop = e.start("three", o("x", time.Hour))
		time.Sleep(time.Minute)
		e.expect("missed while nobody ran", "x", "x", "x", "x", "x")
		stop()
		_, stop = e.start("four", o("x", 10*time.Minute))
		time.Sleep(11 * time.Minute)
		e.expect("more often now", "x", "x", "x", "x", "x", "x")
		e.mu.Lock()
		fail = errors.New("no idea")
		e.mu.Unlock()
		time.Sleep(12 * time.Minute)
		if n := len(e.did()); n < 6+3 || n > 6+4 {
			t.Errorf("%d times after a failure", n)
		}
		if !strings.Contains(e.log.String(), "no idea") {
			t.Error("the failure is not logged")
		}
		stop()
	})
}

// A process that cannot do a periodic job takes no turn from one that can, and none writes anything while nobody can.
func TestPeriodicWhereAble(t *testing.T) {
	bubble(t, func(e *env) {
		var writes atomic.Int64
		e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if strings.HasPrefix(query, "UPDATE jobs") {
				writes.Add(1)
			}
			return nil
		}})
		able := map[string]*atomic.Bool{"one": {}, "two": {}}
		for _, worker := range []string{"one", "two"} {
			_, stop := e.start(worker, Options{Periodic: []Periodic{{Name: "look", Every: 10 * time.Minute, Able: able[worker].Load,
				Work: func(context.Context) error { e.record(worker); return nil }}}})
			defer stop()
			time.Sleep(300 * time.Millisecond)
		}
		before := writes.Load()
		time.Sleep(5 * time.Minute)
		if e.expect("by nobody"); writes.Load() != before {
			t.Errorf("%d writes", writes.Load()-before)
		}
		able["two"].Store(true)
		time.Sleep(2 * time.Second)
		e.expect("as soon as one is able", "two")
		time.Sleep(10 * time.Minute)
		e.expect("in turn", "two", "two")
		able["one"].Store(true)
		able["two"].Store(false)
		time.Sleep(10 * time.Minute)
		e.expect("by the other", "one", "two", "two")
	})
}

// A clock that is set back makes no periodic job early, and none later than a whole period from then.
func TestPeriodicAfterClockIsSetBack(t *testing.T) {
	bubble(t, func(e *env) {
		_, stop := e.start("one", Options{Periodic: []Periodic{{Name: "tidy", Every: time.Hour, Work: func(context.Context) error { e.record("x"); return nil }}}})
		defer stop()
		time.Sleep(10 * time.Minute)
		e.setClock(-40 * time.Minute)
		time.Sleep(49 * time.Minute)
		e.expect("within an hour", "x")
		time.Sleep(12 * time.Minute)
		e.expect("an hour after the clock was set back", "x", "x")
	})
}

func TestEraseTakesNamesOff(t *testing.T) {
	bubble(t, func(e *env) {
		ctx := context.Background()
		e.put("a", Engine, 0, owner("mei"))
		e.put("b", Engine, 0, owner("tom"))
		e.ok(e.db.Tx(ctx, func(tx store.Tx) error { return Erase(ctx, tx, "mei") }))
		for _, j := range e.claim("one", 9, time.Minute, "a", "b") {
			if want := map[id.Match]id.Player{"a": "", "b": "tom"}[j.Subject.ID]; j.Owner != want {
				t.Errorf("%s is done for %q", j.Subject, j.Owner)
			}
		}
	})
}

// A job that awaits people is not done while they may not be heard, and a job that awaits nobody is. Its work learns when they are heard no
// more. People of other guilds are not waited for.
func TestPeopleAreAwaited(t *testing.T) {
	bubble(t, func(e *env) {
		var deaf, ended atomic.Bool
		deaf.Store(true)
		o := e.work(0)
		o.ReceivesEvents = func(g id.Guild) bool { return g != "900" || !deaf.Load() }
		o.Handlers = append(o.Handlers, Handler{Kind: "call", Door: clock, Awaits: People, Work: func(ctx context.Context, j Job) error {
			e.record(fmt.Sprint(j.Subject.ID, " ", StillReceivesEvents(ctx, j)))
			if j.Guild == "900" {
				deaf.Store(true)
			}
			ended.Store(StillReceivesEvents(ctx, j))
			return nil
		}})
		e.put("answer", Timed, 0)
		e.put("called", Timed, 0, kind("call"))
		e.put("elsewhere", Timed, 0, kind("call"), func(j *Job) { j.Guild = "901" })
		_, stop := e.start("one", o)
		defer stop()
		e.expect("deaf", "answer", "elsewhere true")
		time.Sleep(time.Minute)
		e.expect("deaf for long", "answer", "elsewhere true")
		deaf.Store(false)
		time.Sleep(time.Minute)
		if e.expect("heard", "answer", "called true", "elsewhere true"); ended.Load() {
			t.Error("they are heard no more, and its work does not learn it")
		}
	})
}

// What begins within twenty seconds of its time is not late.
func TestLate(t *testing.T) {
	due := time.Unix(1000, 0)
	for after, want := range map[time.Duration]bool{-time.Hour: false, 0: false, 20 * time.Second: false, 21 * time.Second: true} {
		if Late(due, due.Add(after)) != want {
			t.Errorf("%v: %v", after, !want)
		}
	}
}

// clock is the door of jobs that show nobody anything.
var clock = door.Clock.Alone()

func TestNewRefusesNamesTwice(t *testing.T) {
	work := func(context.Context, Job) error { return nil }
	every := func(context.Context) error { return nil }
	for name, o := range map[string]Options{
		"handlers":          {Handlers: []Handler{{Kind: "a", Door: clock, Awaits: Nobody, Work: work}, {Kind: "a", Door: clock, Awaits: Nobody, Work: work}}},
		"no name":           {Handlers: []Handler{{Kind: "", Door: clock, Awaits: Nobody, Work: work}}},
		"no word of people": {Handlers: []Handler{{Kind: "a", Door: clock, Work: work}}},
		"no door":           {Handlers: []Handler{{Kind: "a", Awaits: Nobody, Work: work}}},
		"no work":           {Handlers: []Handler{{Kind: "a", Door: clock, Awaits: Nobody, Work: nil}}},
		"periodic":          {Periodic: []Periodic{{Name: "a", Every: time.Hour, Work: every}, {Name: "a", Every: time.Hour, Work: every}}},
		"never":             {Periodic: []Periodic{{Name: "a", Work: every}}},
		"unnamed":           {Periodic: []Periodic{{Every: time.Hour, Work: every}}},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := New(Options{Handlers: []Handler{{Kind: "a", Door: clock, Awaits: Nobody, Work: work}}, Periodic: []Periodic{{Name: "a", Every: time.Hour, Work: every}}}); err != nil {
		t.Error(err)
	}
}

// The scheduler's delay is how long the longest waiting job of a pool has been due; one that is being done does not wait.
func TestOldestDue(t *testing.T) {
	bubble(t, func(e *env) {
		late := func(want time.Duration) {
			e.t.Helper()
			if got, err := OldestDue(e.t.Context(), e.db, Engine); got != want || err != nil {
				e.t.Errorf("%v late, %v, want %v", got, err, want)
			}
		}
		late(0)
		e.put("a", Engine, 10*time.Second)
		e.put("b", Engine, 40*time.Second)
		e.put("c", Timed, 0)
		late(0)
		time.Sleep(30 * time.Second)
		late(20 * time.Second)
		e.claim("w", 1, time.Minute, "a")
		time.Sleep(20 * time.Second)
		late(10 * time.Second) // b: a is being done
		time.Sleep(time.Minute)
		late(70 * time.Second) // b; a waits again, since its lease is over
		e.put("d", Slow, 0)
		time.Sleep(5 * time.Second)
		if got, err := OldestDue(e.t.Context(), e.db, Slow); got != 5*time.Second || err != nil {
			e.t.Errorf("a job due at once: %v late, %v", got, err)
		}
	})
}

// Queries made every second use an index: none takes longer with more games.
func TestPlans(t *testing.T) {
	testdb.OnSQLite(t)
	db, _ := testdb.Open(t, nil)
	w := jobFilter{kinds: []any{"a", "b", "c"}}
	part := jobFilter{kinds: w.kinds, anywhere: []any{"a"}, part: shards.Part{Of: 3, Shards: []int{0, 2}}}
	for name, q := range map[string]string{
		"ready of a part": part.anyReady(), "claim of a part": part.claimable(""),
		"ready": w.anyReady(), "longest due": longestDue, "claim": w.claimable(""), "rank": nextRank,
		"renew": renewal(""), "finish": `DELETE FROM jobs` + claimIs,
	} {
		args := slices.Repeat([]any{0}, strings.Count(q, "?"))
		plan, err := store.All(t.Context(), db.Read(), func(r store.Row) (detail string, err error) {
			var skip int
			err = r.Scan(&skip, &skip, &skip, &detail)
			return detail, err
		}, `EXPLAIN QUERY PLAN `+q, args...)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, step := range plan {
			if strings.HasPrefix(step, "SCAN jobs") || step == "" {
				t.Errorf("%s: %s", name, step)
			}
		}
		t.Log(name, plan)
	}
}

// An outcome that a slow database takes long to record is recorded, so that the work is not done again. Once the program stops it waits for
// a second only: the claim of what is not recorded then ends with its lease.
func TestOutcomeOnASlowDatabase(t *testing.T) {
	bubble(t, func(e *env) {
		recording := make(chan struct{}, 1)
		e.db.Observe(store.Observer{Statement: func(ctx context.Context, query string) error {
			if !strings.HasPrefix(query, "DELETE FROM jobs") {
				return nil
			}
			recording <- struct{}{}
			select {
			case <-ctx.Done():
			case <-time.After(4 * time.Second):
			}
			return ctx.Err()
		}})
		_, stop := e.start("one", e.work(0))
		e.put("a", Timed, 0)
		<-recording
		time.Sleep(time.Minute)
		e.expect("while it runs", "a")
		if rows := e.rows(); len(rows) > 0 {
			t.Errorf("left %v", rows)
		}
		e.put("b", Timed, 0)
		<-recording
		started := time.Now()
		stop()
		if took := time.Since(started); took != time.Second {
			t.Errorf("it stopped after %v", took)
		}
		e.expect("stopped", "a", "b")
		if rows := e.rows(); !slices.Equal(rows, []string{"b one"}) {
			t.Errorf("left %v", rows)
		}
	})
}

// Jobs that rest take no places: with room for one, three rest at the same time, each under its lease, and are done in time. A stop
// ends the rest and releases the claims.
func TestRest(t *testing.T) {
	bubble(t, func(e *env) {
		rests := func(ctx context.Context, j Job) error {
			e.record("begun " + string(j.Payload))
			if err := SleepOutsidePool(ctx, 12*time.Second); err != nil {
				return err
			}
			e.record("done " + string(j.Payload))
			return nil
		}
		s, stop := e.start("a", Options{Capacity: map[Pool]int{Engine: 1}, Handlers: []Handler{{Kind: "work", Door: clock, Awaits: Nobody, Work: rests}}})
		for _, name := range []string{"x", "y", "z"} {
			e.put(name, Engine, 0)
		}
		time.Sleep(3 * time.Second)
		e.expect("while all rest", "begun x", "begun y", "begun z")
		if n := s.Busy(Engine); n != 0 {
			t.Errorf("%d places taken", n)
		}
		time.Sleep(10 * time.Second)
		e.expect("after the rest", "begun x", "begun y", "begun z", "done x", "done y", "done z")
		if n := s.Busy(Engine); n != 0 || len(e.rows()) > 0 {
			t.Errorf("%d places taken, %v left", n, e.rows())
		}
		e.put("w", Engine, 0)
		time.Sleep(2 * time.Second)
		stop()
		if got := e.rows(); !slices.Equal(got, []string{"w "}) {
			t.Errorf("after a stop: %q", got)
		}
		if err := SleepOutsidePool(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
}

// A statement that the database never answers, as on a connection whose other end is gone, is given up: the next look is on another
// connection.
func TestNoAnswer(t *testing.T) {
	for _, part := range []string{"INSERT INTO jobs", "SELECT COUNT(*)", "SET claim = claim + 1", "SET ready_at = ? WHERE"} {
		bubble(t, func(e *env) {
			var lost atomic.Bool
			e.put("1", Timed, 0)
			e.db.Observe(store.Observer{Statement: func(ctx context.Context, query string) error {
				if !strings.Contains(query, part) || lost.Swap(true) {
					return nil
				}
				<-ctx.Done()
				return ctx.Err()
			}})
			o := e.work(20 * time.Second)
			o.Periodic = []Periodic{{Name: "tidy", Every: time.Hour, Work: func(context.Context) error { return nil }}}
			_, stop := e.start("w", o)
			time.Sleep(2 * time.Minute)
			if rows := e.rows(); len(e.did()) == 0 || len(rows) > 0 || !lost.Load() {
				t.Errorf("%s: done %v, left %v", part, e.did(), rows)
			}
			stop()
		})
	}
}
