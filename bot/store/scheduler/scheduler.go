package scheduler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/internal/sleep"
)

// ErrLater is returned by a handler whose job cannot run yet: it is retried when the lease ends, and nothing is logged.
var ErrLater = errors.New("not now")

// ErrOvertaken is the cancel cause of work whose claim is over: the subject has changed, so that no one needs the
// result. A handler returns it if its own change has put another job in its place, or dropped it: nothing is left to
// record.
var ErrOvertaken = errors.New("another job has taken its place")

// Options configures a scheduler. DB, Worker and Handlers are needed.
type Options struct {
	DB       *store.DB
	Worker   string // names this process among those on one database
	Handlers []Handler
	Periodic []Periodic
	// Capacity is how many jobs of a pool run at a time; by default 32, 128 and 2.
	Capacity map[Pool]int
	// Lease is how long a claim lasts unless renewed; 5 s by default.
	Lease time.Duration
	// Part returns the guilds whose jobs this process does, besides those that any process does; nil means all.
	Part func() shards.Part
	// ReceivesEvents reports whether the bot receives the events of a guild, or for "" of direct conversations, and
	// has received all since the last call; nil means always.
	ReceivesEvents func(id.Guild) bool
	// Poll is the interval between polls for due jobs if nothing wakes it; 1 s by default.
	Poll time.Duration
	// Waker wakes the scheduler; by default a new one.
	Waker    *Waker
	Logger   *slog.Logger
	Panicked func() // called after a panic in a job, if set
}

// periodic is the pool and slot of periodic jobs, and the kind of their subjects.
const periodic = "periodic"

// periodicKind names the handler of a periodic job, so that programs which do not know it leave it alone.
func periodicKind(name string) string { return periodic + " " + name }

var defaultCapacity = map[Pool]int{Timed: 32, Engine: 128, Slow: 2, periodic: 4}

// pools in the order in which they are served.
var pools = []Pool{Timed, Engine, Slow, periodic}

// Scheduler runs due jobs. Make it with New, then Run it.
type Scheduler struct {
	Options
	handlers map[string]Handler
	kinds    []any
	anywhere []any // the kinds that any process does

	mu      sync.Mutex
	working map[claimKey]*work // jobs whose leases are renewed
	busy    map[Pool]int
}

// claimKey identifies a claim: a job that has been put again may be claimed while the one that it replaced still runs.
type claimKey struct {
	slot    string
	subject id.Subject
	claim   int64
}

// work is a running job.
type work struct {
	job    Job
	cancel context.CancelCauseFunc
}

// New makes a scheduler. Two handlers of the same kind, or two periodic jobs of the same name, are an error.
func New(o Options) (*Scheduler, error) {
	o.Lease = cmp.Or(o.Lease, 5*time.Second)
	o.Poll = cmp.Or(o.Poll, time.Second)
	if o.ReceivesEvents == nil {
		o.ReceivesEvents = func(id.Guild) bool { return true }
	}
	if o.Waker == nil {
		o.Waker = NewWaker(o.DB)
	}
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	s := &Scheduler{Options: o, handlers: map[string]Handler{},
		working: map[claimKey]*work{}, busy: map[Pool]int{}}
	for _, p := range o.Periodic {
		if p.Name == "" || p.Every <= 0 || p.Work == nil {
			return nil, fmt.Errorf("the periodic job %q lacks a name, a time or work", p.Name)
		}
		o.Handlers = append(slices.Clip(o.Handlers),
			Handler{Kind: periodicKind(p.Name), Door: door.Clock.Alone(), Awaits: Nobody,
				Work: func(ctx context.Context, _ Job) error { return p.Work(ctx) }})
	}
	for _, h := range o.Handlers {
		if _, taken := s.handlers[h.Kind]; taken || h.Kind == "" || h.Work == nil {
			return nil, fmt.Errorf("the handler of jobs %q is empty or has a name that is taken", h.Kind)
		}
		if h.Awaits == undecided || !h.Door.Declared() {
			return nil, fmt.Errorf("the handler of jobs %q does not say whether it awaits people, or has no door",
				h.Kind)
		}
		s.handlers[h.Kind], s.kinds = h, append(s.kinds, h.Kind)
		if h.Anywhere || strings.HasPrefix(h.Kind, periodic+" ") {
			s.anywhere = append(s.anywhere, h.Kind)
		}
	}
	return s, nil
}

// Busy returns how many jobs of a pool this process is doing.
func (s *Scheduler) Busy(p Pool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.busy[p]
}

// Run runs due jobs until ctx ends, then waits for the running ones, which ctx stops.
func (s *Scheduler) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { s.renewAll(ctx) })
	s.DB.Listen(store.JobsTopic, func(string) { s.Waker.wakeLocal() })
	tick := time.NewTicker(s.Poll)
	defer tick.Stop()
	clock, unprepared, setBack := newClockWatch(s.DB.Now), true, time.Duration(0)
	for {
		var jobs []Job
		var missed bool
		var err error
		if setBack += clock.wasSetBack(); unprepared || setBack > 0 {
			err = s.prepare(ctx, setBack)
		}
		if err == nil {
			unprepared, setBack = false, 0
			jobs, missed, err = s.claim(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.Logger.Error("cannot claim due jobs", "err", err)
		}
		if missed { // another process has claimed them, or is about to release some
			time.AfterFunc(time.Duration(1+rand.Int64N(int64(maxRetryJitter))), s.Waker.wakeLocal)
		}
		for _, j := range jobs {
			s.begin(ctx, &all, j)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.Waker.wake:
		case <-tick.C:
		}
	}
}

// Timeouts of database requests. Without them a dead connection would stop everything. They are longer than a lease,
// since a late answer of a slow database is still useful; prepare may change all rows.
const (
	prepareTimeout = time.Minute
	claimTimeout   = 15 * time.Second
)

// prepare creates rows for periodic jobs, and corrects those that were written by a clock that has been set back since.
func (s *Scheduler) prepare(ctx context.Context, back time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, prepareTimeout)
	defer cancel()
	return s.DB.WriteTx(ctx, func(tx store.Tx) {
		for _, p := range s.Periodic {
			j := Job{Slot: periodic, Kind: periodicKind(p.Name),
				Subject: id.Subject{Kind: periodic, ID: id.Match(p.Name)}, Pool: periodic}
			ensurePeriodic(ctx, tx, j, tx.Now.Add(p.Every))
		}
		rewind(ctx, tx, back, s.Lease)
	})
}

// maxRetryJitter is the longest random pause before the next poll if other processes were quicker.
const maxRetryJitter = 40 * time.Millisecond

// claim claims due jobs, of each pool no more than its free capacity. missed reports that there were jobs that other
// processes were claiming at the same moment. It first renews the leases of the jobs that this process is doing, which
// may have ended while the process was suspended: it must not do a job twice at the same time.
func (s *Scheduler) claim(ctx context.Context) (jobs []Job, missed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, claimTimeout)
	defer cancel()
	free := map[Pool]int{}
	filters := map[Pool]jobFilter{}
	for _, p := range pools {
		n := s.capacity(p) - s.Busy(p)
		filters[p] = s.filter(p)
		if n <= 0 || len(filters[p].kinds) == 0 {
			continue
		}
		found, err := ready(ctx, s.DB, filters[p])
		if err != nil {
			return nil, false, err
		}
		if found {
			free[p] = n
		}
	}
	if len(free) == 0 {
		return nil, false, nil
	}
	var lost []*work
	err = s.DB.Tx(ctx, func(tx store.Tx) (err error) {
		jobs, missed = nil, false
		if lost, err = s.renewIn(ctx, tx, s.running()); err != nil {
			return err
		}
		for _, p := range pools {
			if free[p] == 0 {
				continue
			}
			some, err := claim(ctx, tx, s.Worker, filters[p], free[p], s.Lease)
			if err != nil {
				return err
			}
			jobs = append(jobs, some...)
			missed = missed || len(some) == 0
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	stopLost(lost)
	return jobs, missed, nil
}

// filter returns which jobs of a pool this process polls for.
func (s *Scheduler) filter(p Pool) jobFilter {
	w := jobFilter{pool: p, kinds: s.kinds, anywhere: s.anywhere}
	if p == periodic {
		w.kinds = s.runnablePeriodic()
	}
	if s.Part != nil {
		w.part = s.Part()
	}
	return w
}

// runnablePeriodic returns the kinds of the periodic jobs that this process can run now.
func (s *Scheduler) runnablePeriodic() (kinds []any) {
	for _, p := range s.Periodic {
		if p.Able == nil || p.Able() {
			kinds = append(kinds, periodicKind(p.Name))
		}
	}
	return kinds
}

func (s *Scheduler) capacity(p Pool) int {
	if n, given := s.Capacity[p]; given {
		return n
	}
	return defaultCapacity[p]
}

// begin starts a claimed job.
func (s *Scheduler) begin(running context.Context, all *sync.WaitGroup, j Job) {
	ctx, cancel := context.WithCancelCause(running)
	ctx = context.WithValue(ctx, poolSlotKey{}, &poolSlot{s, j.Pool})
	key := claimKey{j.Slot, j.Subject, j.claim}
	s.mu.Lock()
	s.working[key] = &work{j, cancel}
	s.busy[j.Pool]++
	s.mu.Unlock()
	all.Go(func() {
		defer func() {
			cancel(nil)
			s.Waker.wakeLocal() // there may have been more due jobs than capacity
		}()
		s.end(running, &j, s.do(ctx, j))
		s.mu.Lock()
		delete(s.working, key)
		s.busy[j.Pool]--
		s.mu.Unlock()
	})
}

// do runs the handler of a job. It returns ErrLater if the job awaits people whose events the bot may not receive. It
// recovers from a panic of the handler.
func (s *Scheduler) do(ctx context.Context, j Job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			s.Logger.Error("panic in a job", "job", j.Kind, "subject", j.Subject, "panic", p, "stack",
				string(debug.Stack()))
			if s.Panicked != nil {
				s.Panicked()
			}
		}
	}()
	h := s.handlers[j.Kind]
	if h.Awaits == People && !s.ReceivesEvents(j.Guild) {
		return ErrLater
	}
	return h.Work(ctx, j)
}

// StillReceivesEvents reports, within the work of a job that awaits people, whether the bot still receives their
// events: reading what they have written takes a while.
func StillReceivesEvents(ctx context.Context, j Job) bool {
	p, ok := ctx.Value(poolSlotKey{}).(*poolSlot)
	return !ok || p.s.ReceivesEvents(j.Guild)
}

// outcomeTimeout bounds the write of a job's outcome once the program stops.
const outcomeTimeout = time.Second

// end records the outcome of a job, while the scheduler is running or after it has stopped. After an error it leaves
// the claim: the job is retried when the lease ends.
func (s *Scheduler) end(running context.Context, j *Job, err error) {
	stopped := running.Err() != nil
	log := s.Logger.With("job", j.Kind, "subject", j.Subject)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(running), claimTimeout)
	defer cancel()
	defer context.AfterFunc(running, func() { time.AfterFunc(outcomeTimeout, cancel) })()
	var failed error
	switch {
	case j.Pool == periodic && !(stopped && err != nil):
		failed = postpone(ctx, s.DB, s.Worker, j, s.DB.Now().Add(s.pause(j, err)))
		if err != nil {
			log.Error("a periodic job failed", "err", err)
		}
	case err == nil:
		failed = finish(ctx, s.DB, s.Worker, j)
	case stopped:
		failed = release(ctx, s.DB, s.Worker, j)
	case !errors.Is(err, ErrLater) && !errors.Is(err, ErrOvertaken) && !errors.Is(err, context.Canceled):
		log.Error("a job failed, will try again", "err", err)
	}
	if failed != nil {
		log.Warn("cannot record the outcome of a job", "err", failed)
	}
}

// pause returns how long after it was done a periodic job is due again.
func (s *Scheduler) pause(j *Job, failed error) time.Duration {
	n := slices.IndexFunc(s.Periodic, func(p Periodic) bool { return id.Match(p.Name) == j.Subject.ID })
	if failed != nil {
		return min(s.Periodic[n].Every, maxRetryPause)
	}
	return s.Periodic[n].Every
}

// maxRetryPause is the longest pause before a periodic job that failed is tried again.
const maxRetryPause = time.Minute

// renewAll renews the leases of running jobs until ctx ends.
func (s *Scheduler) renewAll(ctx context.Context) {
	for range sleep.Every(ctx, s.Lease/3) {
		s.renew(ctx)
	}
}

// renew extends all leases to a full one from now, in one transaction.
func (s *Scheduler) renew(ctx context.Context) {
	all := s.running()
	if len(all) == 0 {
		return
	}
	within, cancel := context.WithTimeout(ctx, claimTimeout)
	defer cancel()
	var lost []*work
	err := s.DB.Tx(within, func(tx store.Tx) (err error) {
		lost, err = s.renewIn(within, tx, all)
		return err
	})
	switch {
	case err == nil:
		stopLost(lost)
	case ctx.Err() == nil:
		s.Logger.Warn("cannot renew leases of jobs", "err", err)
	}
}

// running returns the work in progress.
func (s *Scheduler) running() []*work {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.working))
}

// renewIn extends the leases of some work in a transaction, and returns those that have lost their claim.
func (s *Scheduler) renewIn(ctx context.Context, tx store.Tx, all []*work) (lost []*work, err error) {
	for _, w := range all {
		ok, err := renew(ctx, tx, s.Worker, &w.job, tx.Now.Add(s.Lease))
		if err != nil {
			return nil, err
		}
		if !ok {
			lost = append(lost, w)
		}
	}
	return lost, nil
}

// stopLost stops searches, whose result is no longer needed. Other work is allowed to finish, since it may be in the
// middle of a request.
func stopLost(lost []*work) {
	for _, w := range lost {
		if w.job.Pool == Engine || w.job.Pool == Slow {
			w.cancel(ErrOvertaken)
		}
	}
}
