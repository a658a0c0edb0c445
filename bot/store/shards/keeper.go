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

// ErrNotOwner means that another process holds the shard now.
var ErrNotOwner = errors.New("another process holds the shard")

// Server serves shards. Its methods are called one after the other, and must return at once.
type Server interface {
	// Serve begins to serve a shard, or continues after Finish. handled lists the last events that the previous owner
	// reports to have handled, nil if the shard was not handed over.
	Serve(shard int, handled []id.Event)
	// Connect connects to a shard that another process still serves, and holds its events back until Serve. Once it is
	// connected Keeper.Ready must be called.
	Connect(shard int)
	// Finish holds back the events of a shard, which is about to be handed over. Once all requests that have begun are
	// finished Keeper.Finished must be called, also if that takes too long.
	Finish(shard int)
	// Drop ends what Serve or Connect began. It is not called for shards that are held when Run ends.
	Drop(shard int)
}

// Options configures a keeper. DB, Process, Range and Server are needed.
type Options struct {
	DB      *store.DB
	Process string // names this process among those on one database
	Range   Range  // its Of is not 0
	Server  Server
	// Lease is how long a process holds its shards after its last renewal; 10 s by default.
	Lease time.Duration
	// Look is the interval between looks for free shards if nothing wakes it; 1 s by default.
	Look   time.Duration
	Logger *slog.Logger
}

// Keeper holds the shards of a process. Make it with New, then Run it.
type Keeper struct {
	Options
	wake   chan struct{}
	passed chan struct{} // closed when this process is about to end and no process can take over a shard any more

	calling sync.Mutex // held while the server is called

	mu       sync.Mutex
	mine     map[int]standing // by shard
	until    time.Time        // when all leases end, by this machine's monotonic clock
	draining bool             // this process is about to end
	retired  bool             // it cannot serve shards now
	// since when it has found every shard with others; zero if it has or wants one, or cannot tell
	idle time.Time

	waits  bool // for processes with another division to end; used by Run alone
	logged bool // that it stands by; used by Run alone
}

// New makes a keeper, which holds nothing yet.
func New(o Options) *Keeper {
	o.Lease = cmp.Or(o.Lease, 10*time.Second)
	o.Look = cmp.Or(o.Look, time.Second)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Keeper{Options: o, wake: make(chan struct{}, 1), passed: make(chan struct{}), mine: map[int]standing{}}
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
	for shard, m := range k.mine {
		if m.state.owning() && k.valid() {
			p.Own = append(p.Own, shard)
		}
	}
	slices.Sort(p.Own)
	return p
}

// Holds reports whether this process holds a shard now.
func (k *Keeper) Holds(shard int) bool {
	_, ok := k.epoch(shard)
	return ok
}

// epoch returns the epoch of this process's lease on a shard, and whether it has one now.
func (k *Keeper) epoch(shard int) (epoch int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := k.mine[shard]
	return m.epoch, m.state.owning() && k.valid()
}

// valid reports whether the leases are still valid. mu is held.
func (k *Keeper) valid() bool { return time.Now().Before(k.until) }

// Claims reports whether this process is to succeed the owner of a shard.
func (k *Keeper) Claims(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.mine[shard].state.claiming()
}

// Check returns ErrNotOwner, within a transaction, if this process does not hold the guild's shard, or the shard has
// had another owner since it began to.
func (k *Keeper) Check(ctx context.Context, tx store.Tx, g id.Guild) error {
	shard := Of(g, k.Range.Of)
	epoch, ok := k.epoch(shard)
	if !ok {
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
		if time.Since(renewed) >= k.Lease/4 || k.due(ctx) {
			if err := k.round(ctx); err == nil {
				renewed = time.Now()
			} else if ctx.Err() == nil {
				k.Logger.Warn("cannot renew or acquire shards", "err", err)
				k.stand(false)
				k.nobody() // can take over without a database
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

// pause returns the time until the next look, unless a bell rings. It is short during a handover to this process, for
// which people wait.
func (k *Keeper) pause() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.mine {
		if m.state == ready {
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

// Standby reports whether this process is at work without a shard: others hold all that it might have. It takes over
// when one of them ends. A process that has only begun may still be given its share.
func (k *Keeper) Standby() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.idle.IsZero() && time.Since(k.idle) >= 3*k.Look
}

// stand records whether a look at the database has found nothing for this process to hold. Run alone calls it.
func (k *Keeper) stand(idle bool) {
	k.mu.Lock()
	switch {
	case !idle:
		k.idle = time.Time{}
	case k.idle.IsZero():
		k.idle = time.Now()
	}
	k.mu.Unlock()
	standby := k.Standby()
	if standby && !k.logged {
		k.Logger.Info("standing by, other processes hold all shards", "of", k.Range.Of)
	}
	k.logged = standby
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
		over, claimed := false, map[int]standing{}
		for shard, m := range k.mine {
			if over = over || m.state.owning(); m.state.claiming() {
				claimed[shard] = m
			}
		}
		over = over && !k.valid()
		k.mu.Unlock()
		if over {
			k.Logger.Error("the leases of this process's shards have expired, because the database could not be " +
				"reached in time")
			k.set(claimed, time.Time{})
		}
	}
}

// Drain takes no more shards: this process is about to end.
func (k *Keeper) Drain() {
	k.mu.Lock()
	k.draining = true
	k.mu.Unlock()
	k.lookAgain()
}

// HandOver lets others take over the shards held, and returns when they have, when none can, or when ctx ends. Until
// then this process, which is about to end, continues to serve them.
func (k *Keeper) HandOver(ctx context.Context) {
	k.Drain()
	select {
	case <-ctx.Done():
	case <-k.passed:
	}
}

// nobody ends HandOver, if this process is about to end, because no process takes over a shard any more. Only Run calls
// it.
func (k *Keeper) nobody() {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.passed:
	default:
		if k.draining {
			close(k.passed)
		}
	}
}

// Retire sets whether this process is currently unable to serve shards. Others may then take over those that it holds.
func (k *Keeper) Retire(retired bool) {
	k.mu.Lock()
	k.retired = retired
	k.mu.Unlock()
	k.lookAgain()
}

// Ready reports to the keeper that this process is connected to a shard that it has claimed.
func (k *Keeper) Ready(shard int) { k.reached(shard, connecting, standing{state: ready}) }

// Finished reports to the keeper that all requests of a shard that had begun before Finish are finished, and which
// events this process has handled lately.
func (k *Keeper) Finished(shard int, handled []id.Event) {
	k.reached(shard, finishing, standing{state: finished, handled: handled})
}

// reached changes the state of a shard if it still is another, and looks again.
func (k *Keeper) reached(shard int, from state, to standing) {
	k.mu.Lock()
	if m := k.mine[shard]; m.state == from {
		to.epoch = m.epoch
		k.mine[shard] = to
	}
	k.mu.Unlock()
	k.lookAgain()
}

// set sets what this process does about its shards from now on, and makes the server follow. The progress of a shard in
// the meantime stands.
func (k *Keeper) set(next map[int]standing, until time.Time) {
	k.calling.Lock()
	defer k.calling.Unlock()
	k.mu.Lock()
	before := k.mine
	k.mine, k.until = map[int]standing{}, until
	for shard, to := range next {
		from := before[shard]
		if to.epoch == from.epoch && (to.state == connecting && from.state == ready ||
			to.state == finishing && from.state == finished) {
			k.mine[shard] = from
		} else if to.state != away {
			k.mine[shard] = standing{state: to.state, epoch: to.epoch}
		}
	}
	k.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(before)) {
		from, to := before[shard], next[shard]
		anew := from.state.owning() && to.epoch != from.epoch
		if to.state != away && !anew {
			continue
		}
		if from.state.owning() {
			k.Logger.Info("no longer holding a shard", "shard", shard, "of", k.Range.Of, "epoch", from.epoch)
		}
		k.Server.Drop(shard)
		delete(before, shard)
	}
	for _, shard := range slices.Sorted(maps.Keys(next)) {
		from, to := before[shard], next[shard]
		switch {
		case to.state == connecting && from.state == away:
			k.Logger.Info("taking over a shard", "shard", shard, "of", k.Range.Of, "epoch", to.epoch)
			k.Server.Connect(shard)
		case to.state == finishing && from.state == serving:
			k.Server.Finish(shard)
		case to.state == serving && from.state == finished:
			k.Server.Serve(shard, []id.Event{})
		case to.state == serving && !from.state.owning():
			k.Logger.Info("holding a shard", "shard", shard, "of", k.Range.Of, "epoch", to.epoch, "handed_over",
				to.handled != nil)
			k.Server.Serve(shard, to.handled)
		}
	}
}

// Close releases the shards, so that others take them at once, after Run has ended. The process must not serve them any
// more.
func (k *Keeper) Close(ctx context.Context) error {
	k.mu.Lock()
	mine := k.mine
	k.mine = map[int]standing{}
	k.mu.Unlock()
	err := k.DB.Tx(ctx, func(tx store.Tx) error {
		if err := lock(ctx, tx); err != nil {
			return err
		}
		for _, shard := range slices.Sorted(maps.Keys(mine)) {
			if m := mine[shard]; m.state.owning() {
				if err := free(ctx, tx, k.Range.Of, shard, k.Process, m.epoch); err != nil {
					return err
				}
			}
		}
		return leave(ctx, tx, k.Process)
	})
	k.DB.Ring(store.ShardsBell, "")
	return err
}
