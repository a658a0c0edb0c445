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
	"yeye/internal/sleep"
)

// ErrNotOwner means that another process holds the shard now.
var ErrNotOwner = errors.New("another process holds the shard")

// Server serves shards. Its methods are called one after the other, and must return at once.
type Server interface {
	// Serve starts to serve a shard, or resumes after Finish. handled lists the last events that the previous owner
	// has handled, nil if the shard was not handed over.
	Serve(shard int, handled []id.Event)
	// Connect connects to a shard that another process still serves, and buffers its events until Serve. Once it is
	// connected it must call Keeper.Ready.
	Connect(shard int)
	// Finish buffers the events of a shard that is about to be handed over. It must call Keeper.Finished once all
	// requests in progress are finished, or have taken too long.
	Finish(shard int)
	// Drop ends Serve or Connect. It is not called for shards that are held when Run ends.
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
	// Poll is the interval between polls for free shards if nothing wakes it; 1 s by default.
	Poll   time.Duration
	Logger *slog.Logger
}

// Keeper holds the shards of a process. Make it with New, then Run it.
type Keeper struct {
	Options
	wake       chan struct{}
	handedOver chan struct{} // closed when this process is about to end and no process can take over a shard any more

	calling sync.Mutex // held while the server is called

	mu       sync.Mutex
	mine     map[int]holding // by shard
	until    time.Time       // when all leases end, by this machine's monotonic clock
	draining bool            // this process is about to end
	retired  bool            // it cannot serve shards now
	// since when other processes have held all shards; zero if this one has or wants a shard, or cannot tell
	idle time.Time

	waits  bool // waits for processes with another number of shards to end; used by Run alone
	logged bool // has logged that it stands by; used by Run alone
}

// New makes a keeper, which holds nothing yet.
func New(o Options) *Keeper {
	o.Lease = cmp.Or(o.Lease, 10*time.Second)
	o.Poll = cmp.Or(o.Poll, time.Second)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return &Keeper{Options: o, wake: make(chan struct{}, 1), handedOver: make(chan struct{}), mine: map[int]holding{}}
}

// ShardCount returns the number of shards that the processes on a database use, 0 if none holds a shard.
func ShardCount(ctx context.Context, db *store.DB) (of int, err error) {
	return shardCount(ctx, db.Read(), 0, db.Now())
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
			p.Shards = append(p.Shards, shard)
		}
	}
	slices.Sort(p.Shards)
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
	still, err := ownsLease(ctx, tx.Conn, k.Range.Of, shard, k.Process, epoch)
	if err == nil && !still {
		err = ErrNotOwner
	}
	return err
}

// Run holds and takes shards until ctx ends. Then Close releases them.
func (k *Keeper) Run(ctx context.Context) {
	k.DB.Listen(store.ShardsTopic, func(string) { k.wakeUp() })
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
				k.setIdle(false)
				k.endHandOver() // can take over without a database
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

// pause returns the time until the next poll, unless a notification arrives. It is short during a handover to this
// process, because people wait for that.
func (k *Keeper) pause() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.mine {
		if m.state == ready {
			return k.Poll / 20
		}
	}
	return k.Poll/2 + rand.N(k.Poll/2)
}

func (k *Keeper) wakeUp() {
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
	return !k.idle.IsZero() && time.Since(k.idle) >= 3*k.Poll
}

// setIdle records whether the last poll has found no shard for this process. Only Run calls it.
func (k *Keeper) setIdle(idle bool) {
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

// expire drops the shards when their lease ends by this machine's clock, even while a database request hangs.
func (k *Keeper) expire(ctx context.Context) {
	for range sleep.Every(ctx, k.Lease/50) {
		k.mu.Lock()
		over, claimed := false, map[int]holding{}
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

// Drain makes the keeper take no more shards, because this process is about to end.
func (k *Keeper) Drain() {
	k.mu.Lock()
	k.draining = true
	k.mu.Unlock()
	k.wakeUp()
}

// HandOver lets others take over the shards held, and returns when they have, when none can, or when ctx ends. Until
// then this process, which is about to end, continues to serve them.
func (k *Keeper) HandOver(ctx context.Context) {
	k.Drain()
	select {
	case <-ctx.Done():
	case <-k.handedOver:
	}
}

// endHandOver ends HandOver, if this process is about to end, because no other process can take over a shard. Only
// Run calls it.
func (k *Keeper) endHandOver() {
	k.mu.Lock()
	defer k.mu.Unlock()
	select {
	case <-k.handedOver:
	default:
		if k.draining {
			close(k.handedOver)
		}
	}
}

// Retire sets whether this process is currently unable to serve shards. Others may then take over those that it holds.
func (k *Keeper) Retire(retired bool) {
	k.mu.Lock()
	k.retired = retired
	k.mu.Unlock()
	k.wakeUp()
}

// Ready reports to the keeper that this process is connected to a shard that it has claimed.
func (k *Keeper) Ready(shard int) { k.advance(shard, connecting, holding{state: ready}) }

// Finished reports to the keeper that all requests of a shard that had begun before Finish are finished, and which
// events this process has handled lately.
func (k *Keeper) Finished(shard int, handled []id.Event) {
	k.advance(shard, finishing, holding{state: finished, handled: handled})
}

// advance changes the state of a shard if it still is from, and starts the next round.
func (k *Keeper) advance(shard int, from state, to holding) {
	k.mu.Lock()
	if m := k.mine[shard]; m.state == from {
		to.epoch = m.epoch
		k.mine[shard] = to
	}
	k.mu.Unlock()
	k.wakeUp()
}

// set replaces the states of this process's shards, and calls the server accordingly. A shard that has meanwhile
// become ready or finished stays so.
func (k *Keeper) set(next map[int]holding, until time.Time) {
	k.calling.Lock()
	defer k.calling.Unlock()
	k.mu.Lock()
	before := k.mine
	k.mine, k.until = map[int]holding{}, until
	for shard, to := range next {
		from := before[shard]
		if to.epoch == from.epoch && (to.state == connecting && from.state == ready ||
			to.state == finishing && from.state == finished) {
			k.mine[shard] = from
		} else if to.state != notServing {
			k.mine[shard] = holding{state: to.state, epoch: to.epoch}
		}
	}
	k.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(before)) {
		from, to := before[shard], next[shard]
		anew := from.state.owning() && to.epoch != from.epoch
		if to.state != notServing && !anew {
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
		case to.state == connecting && from.state == notServing:
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
	k.mine = map[int]holding{}
	k.mu.Unlock()
	err := k.DB.WriteTx(ctx, func(tx store.Tx) {
		lock(ctx, tx)
		for _, shard := range slices.Sorted(maps.Keys(mine)) {
			if m := mine[shard]; m.state.owning() {
				releaseLease(ctx, tx, k.Range.Of, shard, k.Process, m.epoch)
			}
		}
		deleteProcess(ctx, tx, k.Process)
	})
	k.DB.Notify(store.ShardsTopic, "")
	return err
}
