package shards

import (
	"context"
	"maps"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

// inherit takes over shards that were handed over to this process, and renews its claims on those that are about to be.
func (k *Keeper) inherit(ctx context.Context, tx store.Tx, s *situation, r *round, claims map[int]heirdom, leaves bool, until time.Time) error {
	for _, shard := range slices.Sorted(maps.Keys(claims)) {
		c, l := claims[shard], s.leases[shard]
		switch {
		case s.held(shard) == k.Process && l.epoch == c.epoch+1:
			if _, err := renew(ctx, tx, k.Range.Of, shard, k.Process, l.epoch, until); err != nil {
				return err
			}
			list, err := inherited(ctx, tx.Conn, k.Range.Of, shard, l.epoch)
			if err != nil {
				return err
			}
			r.own[shard], r.handled[shard] = l.epoch, list
		case leaves:
			if err := disclaim(ctx, tx, k.Range.Of, shard, k.Process); err != nil {
				return err
			}
			r.ring = true
		case l.epoch == c.epoch && s.handovers[shard].epoch == c.epoch && s.handovers[shard].heir == k.Process:
			if err := claim(ctx, tx, k.Range.Of, shard, c.epoch, k.Process, c.ready, until); err != nil {
				return err
			}
			h := s.handovers[shard]
			r.ring = r.ring || c.ready && !h.ready
			h.until, h.ready = until, c.ready
			s.handovers[shard] = h
			r.claims[shard] = &heirdom{c.epoch, c.ready}
		}
	}
	return nil
}

// handOver offers shards that others should have, hands over those that this process has stopped for an heir that is ready, and
// releases those that nobody claims.
func (k *Keeper) handOver(ctx context.Context, tx store.Tx, s *situation, r *round, giving []int, done map[int]stopped, draining, retired bool, until time.Time) error {
	for _, shard := range slices.Sorted(maps.Keys(r.own)) {
		epoch := r.own[shard]
		h, ok := s.offered(shard)
		heir := s.heir(shard)
		var err error
		switch wanted := slices.Contains(giving, shard); {
		case heir == k.Process: // just inherited
			continue
		case heir != "" && h.ready && done[shard].done && done[shard].epoch == epoch:
			if err = pass(ctx, tx, k.Range.Of, shard, k.Process, epoch, heir, done[shard].handled, until); err == nil {
				delete(r.own, shard)
				r.ring = true
			}
		case heir != "" && h.ready:
			r.stop = append(r.stop, shard)
			r.handing++
		case heir != "":
			r.handing++
		case wanted && !ok:
			err = offer(ctx, tx, k.Range.Of, shard, epoch, s.now)
			r.ring = true
			r.handing++
		case wanted && s.now.Sub(h.at) > unclaimed && !retired:
			if err = give(ctx, tx, k.Range.Of, shard, k.Process, epoch); err == nil {
				delete(r.own, shard)
				r.ring = true
			}
		case wanted:
			r.handing++
		case ok:
			err = withdraw(ctx, tx, k.Range.Of, shard, epoch)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// expect sets the shards of which this process is the heir from now on, and reports the difference.
func (k *Keeper) expect(claims map[int]*heirdom) {
	k.tell.Lock()
	defer k.tell.Unlock()
	k.mu.Lock()
	before, own := k.claims, k.own
	for shard, c := range claims {
		if b := before[shard]; b != nil && b.epoch == c.epoch && b.ready && !c.ready { // became ready meanwhile
			c.ready, k.changed = true, true
		}
	}
	k.claims = claims
	k.mu.Unlock()
	for _, shard := range slices.Sorted(maps.Keys(before)) {
		if _, owned := own[shard]; claims[shard] == nil && !owned && k.Dropped != nil {
			k.Dropped(shard)
		}
	}
	for _, shard := range slices.Sorted(maps.Keys(claims)) {
		if before[shard] == nil {
			k.Logger.Info("taking over a shard", "shard", shard, "of", k.Range.Of, "epoch", claims[shard].epoch)
			k.Claimed(shard)
		}
	}
}

// stop ends this process's service of a shard, and then looks again.
func (k *Keeper) stop(shard int, epoch int64) {
	k.mu.Lock()
	s := k.stopped[shard]
	if s != nil && s.epoch == epoch {
		k.mu.Unlock()
		return
	}
	s = &stopped{epoch: epoch}
	k.stopped[shard] = s
	k.mu.Unlock()
	go func() {
		var handled []id.Event
		if k.Stop != nil {
			handled = k.Stop(shard)
		}
		k.mu.Lock()
		s.handled, s.done, k.changed = handled, true, true
		k.mu.Unlock()
		k.lookAgain()
	}()
}

// resume continues to serve shards that were stopped for an heir that no longer claims them.
func (k *Keeper) resume(but []int) {
	k.mu.Lock()
	var again []int
	for shard, s := range k.stopped {
		if s.done && !slices.Contains(but, shard) {
			delete(k.stopped, shard)
			again = append(again, shard)
		}
	}
	k.mu.Unlock()
	for _, shard := range again {
		if k.Resume != nil {
			k.Resume(shard)
		}
	}
}

// Drain takes no more shards: this process is about to end.
func (k *Keeper) Drain() {
	k.mu.Lock()
	k.draining, k.changed = true, true
	k.mu.Unlock()
	k.lookAgain()
}

// HandOver lets others take over the shards held, and returns when they have, when nobody can, or when ctx ends. Until then this
// process, which is about to end, continues to serve them.
func (k *Keeper) HandOver(ctx context.Context) {
	k.Drain()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		k.mu.Lock()
		left := k.handing
		k.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// Retire sets whether this process is currently unable to serve shards. Others may then take over those that it holds.
func (k *Keeper) Retire(retired bool) {
	k.mu.Lock()
	same := k.retired == retired
	k.retired, k.changed = retired, k.changed || !same
	k.mu.Unlock()
	if !same {
		k.lookAgain()
	}
}

// Ready reports to the keeper that this process is connected to a shard that it has claimed.
func (k *Keeper) Ready(shard int) {
	k.mu.Lock()
	if c := k.claims[shard]; c != nil {
		c.ready, k.changed = true, true
	}
	k.mu.Unlock()
	k.lookAgain()
}

// Claims reports whether this process is the heir of a shard.
func (k *Keeper) Claims(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.claims[shard] != nil
}
