package shards

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/store"
)

// safetyMargin is how much earlier a lease ends here than for others, whose estimate of the database's time may differ.
func (k *Keeper) safetyMargin() time.Duration { return k.Lease / 10 }

// local returns what this process does now about its shards, without those whose lease has ended, and whether it leaves
// them.
func (k *Keeper) local() (s situation, leaving bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s = situation{me: k.Process, retired: k.retired, mine: maps.Clone(k.mine)}
	if !k.valid() {
		maps.DeleteFunc(s.mine, func(_ int, m holding) bool { return m.state.owning() })
	}
	return s, k.draining || k.retired
}

// read adds the database's rows.
func (k *Keeper) read(ctx context.Context, c store.Conn, s *situation) (err error) {
	s.now = k.DB.Now()
	if s.leases, err = leases(ctx, c, k.Range.Of); err != nil {
		return err
	}
	if s.offers, err = offers(ctx, c, k.Range.Of); err != nil {
		return err
	}
	s.peers, err = peers(ctx, c, k.Range.Of, s.now)
	return err
}

// due reports whether a round is needed before the leases must be renewed. It changes nothing.
func (k *Keeper) due(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, k.Lease/4)
	defer cancel()
	s, leaving := k.local()
	if k.read(ctx, k.DB.Read(), &s) != nil {
		return false
	}
	if leaving != s.isLeaving(k.Process) {
		return true
	}
	for shard, step := range s.steps(k.Range) {
		if step.write > succeed || step.next != s.mine[shard].state {
			return true
		}
	}
	return false
}

// round renews the shards held, hands over those that others should have and takes free ones, in one transaction.
func (k *Keeper) round(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, k.Lease/2)
	defer cancel()
	s, leaving := k.local()
	started := time.Now()
	var otherDivision int // into how many shards others divide, 0 if they divide like this process
	var steps map[int]step
	var next map[int]holding
	err := k.DB.Tx(ctx, func(tx store.Tx) (err error) {
		lock(ctx, tx)
		now := k.DB.Now() // the lock may have taken time
		until := now.Add(k.Lease)
		recordAlive(ctx, tx, peer{owner: k.Process, Range: k.Range, leaving: leaving}, until)
		if steps, next = nil, map[int]holding{}; len(s.mine) == 0 && !leaving {
			if otherDivision, err = shardCount(ctx, tx.Conn, k.Range.Of, now); err != nil || otherDivision != 0 {
				return err
			}
		}
		if err := k.read(ctx, tx.Conn, &s); err != nil {
			return err
		}
		steps = s.steps(k.Range)
		for _, shard := range slices.Sorted(maps.Keys(steps)) {
			if next[shard], err = k.store(ctx, tx, &s, shard, steps[shard], until); err != nil {
				return err
			}
		}
		deleteDeadProcesses(ctx, tx, now.Add(-keepDeadFor))
		return nil
	})
	if err != nil {
		return err
	}
	if otherDivision != 0 && !k.waits {
		k.Logger.Warn(
			"other processes use another number of shards; waiting until they have stopped",
			"theirs",
			otherDivision,
			"own",
			k.Range.Of,
		)
	}
	k.waits = otherDivision != 0
	k.set(next, started.Add(k.Lease-k.safetyMargin()))
	k.setIdle(!leaving && !slices.ContainsFunc(slices.Collect(maps.Values(next)),
		func(m holding) bool { return m.state != notServing }))
	wait, notify := false, false
	for _, step := range steps {
		wait, notify = wait || step.waits, notify || step.notifies()
	}
	if leaving && !wait {
		k.endHandOver()
	}
	if notify {
		k.DB.Notify(store.ShardsTopic, "")
	}
	return nil
}

// keepDeadFor is how long the rows of dead processes are kept.
const keepDeadFor = time.Hour

// store stores a step about a shard, and returns the standing to which it leads.
func (k *Keeper) store(ctx context.Context, tx store.Tx, s *situation, shard int, step step,
	until time.Time) (to holding, err error) {
	of, lease, mine := k.Range.Of, s.leases[shard], s.mine[shard]
	to = holding{state: step.next, epoch: lease.epoch}
	if s.owns(shard) && step.next.owning() {
		extendLease(ctx, tx, of, shard, k.Process, lease.epoch, until)
	}
	switch step.write {
	case take:
		to.epoch, err = acquireLease(ctx, tx, of, shard, k.Process, until)
	case succeed:
		to.handled, err = handledBefore(ctx, tx.Conn, of, shard, lease.epoch-1)
	case claim, reclaim, announce:
		setSuccessor(ctx, tx, of, shard, lease.epoch, k.Process, step.next == ready, until)
	case disclaim:
		setSuccessor(ctx, tx, of, shard, lease.epoch, "", false, time.UnixMilli(0))
	case propose:
		setOffer(ctx, tx, of, shard, lease.epoch, s.now)
	case withdraw:
		deleteOffer(ctx, tx, of, shard, lease.epoch)
	case release:
		releaseLease(ctx, tx, of, shard, k.Process, lease.epoch)
	case handOver:
		err = handOverLease(ctx, tx, of, shard, k.Process, lease.epoch, s.successor(shard), mine.handled, until)
	}
	return to, err
}
