package shards

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// ErrNotOwner refuses to act for a shard that another process holds by now.
var ErrNotOwner = errors.New("another process holds the shard")

// Options configures a keeper. DB, Process and Range are needed.
type Options struct {
	DB      *store.DB
	Process string // names this process among those on one database
	Range   Range  // its Of is not 0
	// Lease is how long a process holds its shards after its last renewal; 10 s by default.
	Lease time.Duration
	// Look is the interval between looks for free shards if nothing wakes it; 1 s by default.
	Look time.Duration
	// Gained and Lost are called when this process gets or loses a shard, one call after the other. They must return at once.
	// Shards that are held when Run ends are not lost. handled lists the last events that the previous owner reports to have
	// handled, nil if the shard was not handed over.
	Gained func(shard int, handled []id.Event)
	Lost   func(shard int)
	// Claimed is called when this process should connect to a shard that another still has, and Dropped when that one or a third
	// keeps it after all. Ready must be called once it is connected; until Gained this process does not serve the shard. They must
	// return at once. Without Claimed only free shards are taken.
	Claimed, Dropped func(shard int)
	// Stop is called when a shard is about to be handed over, and returns its lately handled events once all that had begun is
	// done; it may take a second. Resume is called if the handover does not happen. Without Stop no events count as handled.
	Stop   func(shard int) (handled []id.Event)
	Resume func(shard int)
	Logger *slog.Logger
}

// Keeper holds the shards of a process. Make it with New, then Run it.
type Keeper struct {
	Options
	wake chan struct{}

	tell sync.Mutex // held while Gained and Lost are called

	mu       sync.Mutex
	own      map[int]int64 // the epochs of the shards that are held
	until    time.Time     // when all leases end, by this machine's monotonic clock
	draining bool          // this process is about to end
	retired  bool          // it cannot serve shards now
	claims   map[int]*heirdom
	stopped  map[int]*stopped
	changed  bool // there is news for other processes
	handing  int  // shards that others may take over from one that is about to end, as of its last look since; -1 before that

	waits bool // for processes with another division to end; used by Run alone
}

// heirdom is a shard that another process hands over to this one.
type heirdom struct {
	epoch int64 // of the owner's lease
	ready bool
}

// stopped is a shard that this process no longer serves, in order to hand it over.
type stopped struct {
	epoch   int64
	done    bool
	handled []id.Event
}

// New makes a keeper, which holds nothing yet.
func New(o Options) *Keeper {
	o.Lease = cmp.Or(o.Lease, 10*time.Second)
	o.Look = cmp.Or(o.Look, time.Second)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Keeper{Options: o, wake: make(chan struct{}, 1), own: map[int]int64{}, claims: map[int]*heirdom{}, stopped: map[int]*stopped{}, handing: -1}
}

// Division returns into how many shards the processes at work on a database have divided the guilds, 0 if none has any.
func Division(ctx context.Context, db *store.DB) (of int, err error) {
	return division(ctx, db.Read(), 0, db.Now())
}

// Serving returns how many processes on a database are connected to Discord, or about to be, including the caller.
func Serving(ctx context.Context, db *store.DB, process string) (int, error) {
	n, err := others(ctx, db.Read(), process, db.Now())
	return n + 1, err
}

// Part returns the shards that this process holds now.
func (k *Keeper) Part() Part {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := Part{Of: k.Range.Of}
	if k.valid() {
		p.Own = slices.Sorted(maps.Keys(k.own))
	}
	return p
}

// Has reports whether a guild belongs to a shard that this process holds now.
func (k *Keeper) Has(g id.Guild) bool { return k.Holds(Of(g, k.Range.Of)) }

// Holds reports whether this process holds a shard now.
func (k *Keeper) Holds(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, own := k.own[shard]
	return own && k.valid()
}

// valid reports whether the leases are still valid. mu is held.
func (k *Keeper) valid() bool { return time.Now().Before(k.until) }

// Check returns ErrNotOwner, within a transaction, if this process does not hold the guild's shard, or the shard has had another
// owner since it began to.
func (k *Keeper) Check(ctx context.Context, tx store.Tx, g id.Guild) error {
	shard := Of(g, k.Range.Of)
	k.mu.Lock()
	epoch, own := k.own[shard]
	own = own && k.valid()
	k.mu.Unlock()
	if !own {
		return ErrNotOwner
	}
	still, err := current(ctx, tx.Conn, k.Range.Of, shard, k.Process, epoch)
	if err == nil && !still {
		err = ErrNotOwner
	}
	return err
}

// Run holds and takes shards until ctx ends. Then Close releases them.
func (k *Keeper) Run(ctx context.Context) {
	k.DB.Listen(store.ShardsBell, func(string) { k.lookAgain() })
	var watching sync.WaitGroup
	defer watching.Wait()
	watching.Go(func() { k.expire(ctx) })
	var renewed time.Time
	for {
		due := time.Since(renewed) >= k.Lease/4
		if !due {
			due = k.wanting(ctx)
		}
		if due {
			if err := k.turn(ctx); err == nil {
				renewed = time.Now()
			} else if ctx.Err() == nil {
				k.Logger.Warn("cannot renew or acquire shards", "err", err)
				k.mu.Lock()
				if k.draining {
					k.handing = 0 // nobody can take over without a database
				}
				k.mu.Unlock()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-time.After(k.pause()):
		}
	}
}

// pause returns the time until the next look, unless a bell rings. It is short during a handover to this process, for which people
// wait.
func (k *Keeper) pause() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.ready {
			return k.Look / 20
		}
	}
	return k.Look/2 + rand.N(k.Look/2)
}

func (k *Keeper) lookAgain() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// expire drops the shards when their lease ends here, even while a look at the database hangs.
func (k *Keeper) expire(ctx context.Context) {
	tick := time.NewTicker(k.Lease / 50)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		k.mu.Lock()
		over := len(k.own) > 0 && !k.valid()
		k.mu.Unlock()
		if over {
			k.Logger.Error("the leases of this process's shards have expired, because the database could not be reached in time")
			k.set(map[int]int64{}, time.Time{}, nil)
		}
	}
}

// set sets the shards that are held from now on, and reports the difference.
func (k *Keeper) set(own map[int]int64, until time.Time, handled map[int][]id.Event) {
	k.tell.Lock()
	defer k.tell.Unlock()
	k.mu.Lock()
	before := k.own
	k.own, k.until = own, until
	for shard, s := range k.stopped {
		if own[shard] != s.epoch {
			delete(k.stopped, shard)
		}
	}
	k.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(before)) {
		if epoch, still := own[shard]; !still || epoch != before[shard] {
			k.Logger.Info("no longer holding a shard", "shard", shard, "of", k.Range.Of, "epoch", before[shard])
			if k.Lost != nil {
				k.Lost(shard)
			}
		}
	}
	for _, shard := range slices.Sorted(maps.Keys(own)) {
		if epoch, had := before[shard]; !had || epoch != own[shard] {
			list, over := handled[shard]
			k.Logger.Info("holding a shard", "shard", shard, "of", k.Range.Of, "epoch", own[shard], "handed_over", over)
			if k.Gained != nil {
				k.Gained(shard, list)
			}
		}
	}
}

// situation reads the current state from the database.
func (k *Keeper) situation(ctx context.Context, c store.Conn, own map[int]int64, now time.Time) (s situation, err error) {
	s = situation{me: k.Process, own: own, now: now}
	if s.leases, err = leases(ctx, c, k.Range.Of); err != nil {
		return s, err
	}
	if s.handovers, err = handovers(ctx, c, k.Range.Of); err != nil {
		return s, err
	}
	s.peers, err = peers(ctx, c, k.Range.Of, now)
	return s, err
}

// wanting reports whether there is something to do, without changing anything.
func (k *Keeper) wanting(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, k.Lease/4)
	defer cancel()
	k.mu.Lock()
	own, changed, claims := maps.Clone(k.own), k.changed, maps.Clone(k.claims)
	k.mu.Unlock()
	if changed {
		return true
	}
	s, err := k.situation(ctx, k.DB.Read(), own, k.DB.Now())
	if err != nil {
		return false
	}
	take, give, claim := s.plan(k.Range)
	for _, shard := range give {
		h, ok := s.offered(shard)
		if !ok || s.heir(shard) == "" && s.now.Sub(h.at) > unclaimed {
			return true
		}
	}
	for shard := range own {
		if h, ok := s.offered(shard); ok && h.ready && s.heir(shard) != "" {
			return true
		}
	}
	for shard, c := range claims {
		if s.leases[shard].epoch != c.epoch || s.heir(shard) != k.Process {
			return true
		}
	}
	return len(take) > 0 || len(claim) > 0 && k.Claimed != nil
}

// Close releases the shards, so that others take them at once, after Run has ended. The process must not serve them any more.
func (k *Keeper) Close(ctx context.Context) error {
	k.mu.Lock()
	held := k.own
	k.own = map[int]int64{}
	k.mu.Unlock()
	err := k.DB.Tx(ctx, func(tx store.Tx) error {
		if err := lock(ctx, tx); err != nil {
			return err
		}
		for _, shard := range slices.Sorted(maps.Keys(held)) {
			if err := give(ctx, tx, k.Range.Of, shard, k.Process, held[shard]); err != nil {
				return err
			}
		}
		return leave(ctx, tx, k.Process)
	})
	k.DB.Ring(store.ShardsBell, "")
	return err
}

// Turn waits until a session of a shard may begin: over all processes, Discord allows one in a time for each remainder of the shard
// by concurrency.
func (k *Keeper) Turn(ctx context.Context, shard, concurrency int, between time.Duration) error {
	for {
		if !k.Holds(shard) && !k.Claims(shard) {
			return ErrNotOwner
		}
		var wait time.Duration
		key := shard % max(1, concurrency)
		err := k.DB.Tx(ctx, func(tx store.Tx) error {
			err := tx.Dialect().Lock(ctx, tx.Conn, "start")
			if err == nil {
				tx.Now = k.DB.Now() // it may have waited for the lock
				wait, err = begin(ctx, tx, key, between)
			}
			return err
		})
		if err != nil || wait == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait + rand.N(50*time.Millisecond)):
		}
	}
}

// Begun records that a session of a shard began at a time, later than Turn allowed or without Turn.
func (k *Keeper) Begun(ctx context.Context, shard, concurrency int, at time.Time) error {
	return begun(ctx, k.DB.Write(), shard%max(1, concurrency), k.DB.Now().Add(-time.Since(at)))
}
