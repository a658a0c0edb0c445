package shards

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// early is how much earlier a lease ends here than for others, whose estimate of the database's time may differ.
func (k *Keeper) early() time.Duration { return k.Lease / 10 }

// round is the result of a turn.
type round struct {
	own     map[int]int64
	claims  map[int]*heirdom
	handled map[int][]id.Event // by shard that was handed over to this process
	stop    []int              // shards for which heirs are ready
	other   int                // into how many shards others divide, 0 if they divide like this process
	handing int
	ring    bool
}

// turn renews the shards held, hands over those that others should have and takes free ones, in one transaction.
func (k *Keeper) turn(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, k.Lease/2)
	defer cancel()
	k.mu.Lock()
	held, draining, retired := maps.Clone(k.own), k.draining, k.retired
	if !k.valid() {
		clear(held)
	}
	claims, done := map[int]heirdom{}, map[int]stopped{}
	for shard, c := range k.claims {
		claims[shard] = *c
	}
	for shard, s := range k.stopped {
		done[shard] = *s
	}
	k.changed = false
	k.mu.Unlock()
	begun := time.Now()
	var r round
	err := k.DB.Tx(ctx, func(tx store.Tx) error {
		r = round{own: maps.Clone(held), claims: map[int]*heirdom{}, handled: map[int][]id.Event{}}
		if err := lock(ctx, tx); err != nil {
			return err
		}
		now := k.DB.Now() // the lock may have taken time
		until := now.Add(k.Lease)
		if err := alive(ctx, tx, peer{owner: k.Process, Range: k.Range, draining: draining || retired}, until); err != nil {
			return err
		}
		for _, shard := range slices.Sorted(maps.Keys(held)) {
			still, err := renew(ctx, tx, k.Range.Of, shard, k.Process, held[shard], until)
			if err != nil {
				return err
			}
			if !still {
				delete(r.own, shard)
			}
		}
		if len(r.own) == 0 && len(claims) == 0 && !draining && !retired {
			var err error
			if r.other, err = division(ctx, tx.Conn, k.Range.Of, now); err != nil || r.other != 0 {
				return err
			}
		}
		s, err := k.situation(ctx, tx.Conn, r.own, now)
		if err != nil {
			return err
		}
		if err := k.inherit(ctx, tx, &s, &r, claims, draining || retired, until); err != nil {
			return err
		}
		taking, giving, claiming := s.plan(k.Range)
		if err := k.handOver(ctx, tx, &s, &r, giving, done, draining, retired, until); err != nil {
			return err
		}
		if k.Claimed != nil {
			for _, shard := range claiming {
				r.claims[shard], r.ring = &heirdom{epoch: s.leases[shard].epoch}, true
				if err := claim(ctx, tx, k.Range.Of, shard, s.leases[shard].epoch, k.Process, false, until); err != nil {
					return err
				}
			}
		}
		for _, shard := range taking {
			epoch, err := take(ctx, tx, k.Range.Of, shard, k.Process, until)
			if err != nil {
				return err
			}
			r.own[shard] = epoch
		}
		return bury(ctx, tx, now.Add(-forget))
	})
	if err != nil {
		k.mu.Lock()
		k.changed = true
		k.mu.Unlock()
		return err
	}
	if r.other != 0 && !k.waits {
		k.Logger.Warn("other processes use another number of shards; waiting until they have stopped", "theirs", r.other, "own", k.Range.Of)
	}
	k.waits = r.other != 0
	k.set(r.own, begun.Add(k.Lease-k.early()), r.handled)
	k.expect(r.claims)
	k.mu.Lock()
	if draining {
		k.handing = r.handing
	}
	k.mu.Unlock()
	for _, shard := range r.stop {
		k.stop(shard, r.own[shard])
	}
	k.resume(r.stop)
	if r.ring {
		k.DB.Ring(store.ShardsBell, "")
	}
	return nil
}

// forget is how long dead processes are kept.
const forget = time.Hour
