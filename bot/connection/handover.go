package connection

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

const (
	// settled is the time after which an heir's connection has surely received all events that its owner's has not.
	settled = time.Second
	// finishWithin limits the wait for a shard's pending requests before it is handed over: users whose next click the heir holds
	// back meanwhile want an answer within three seconds.
	finishWithin = time.Second
	// handOverWithin is how long a process that is about to end waits for others to take its shards over, plus handOverEach for
	// each: Discord lets one connect every five seconds.
	handOverWithin, handOverEach = 10 * time.Second, 6 * time.Second
	// cutOffAfter is how long Discord may be out of reach of this process before others may take its shards.
	cutOffAfter = 20 * time.Second
	// probeEvery is how often a process without a shard checks whether Discord is within reach again.
	probeEvery = 5 * time.Second
)

// standBy connects to a shard that another process is about to hand over.
func (m *Manager) standBy(ctx context.Context, shard, of int) {
	c := m.open(ctx, shard, of)
	c.inbox.begun = func() {
		m.tasks.Go(func() {
			select {
			case <-c.ctx.Done():
			case <-time.After(settled):
				m.held().Ready(shard)
			}
		})
	}
	m.Gateway.Start(shard, of)
}

// stopHandling holds back the events of a shard that another process is about to take, waits for pending requests, and returns the
// ids of events that were handled lately.
func (m *Manager) stopHandling(shard int) []id.Event {
	c := m.get(shard)
	if c == nil {
		return nil
	}
	handled := c.inbox.hold()
	for end := time.Now().Add(finishWithin); !m.handler.Idle() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	return handled
}

// resumeHandling continues with a shard that was not handed over after all.
func (m *Manager) resumeHandling(shard int) {
	if c := m.get(shard); c != nil {
		c.inbox.release([]id.Event{}, func(ev discord.Event) { m.handle(c, shard, ev) })
	}
}

// handOver lets others take over this process's shards while it still serves them.
func (m *Manager) handOver(ctx context.Context) {
	k := m.held()
	if k == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, handOverWithin+time.Duration(len(k.Part().Own))*handOverEach)
	defer cancel()
	k.HandOver(ctx)
}

// reach lets others take this process's shards while it cannot reach Discord, until ctx ends. If they cannot reach it either it
// keeps them.
func (m *Manager) reach(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last, probed, retired := time.Now(), time.Now(), false
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		k, now := m.held(), time.Now()
		if k == nil {
			continue
		}
		switch {
		case m.Gateway.AnyConnected(), m.Gateway.Size() == 0 && !retired:
			last = now
		case m.Gateway.Size() == 0 && now.Sub(probed) > probeEvery:
			asking, cancel := context.WithTimeout(ctx, probeEvery)
			if _, err := m.REST.Starts(asking); err == nil {
				last = time.Now()
			}
			cancel()
			probed = time.Now()
		}
		if cut := time.Since(last) > cutOffAfter; cut != retired {
			if retired = cut; cut {
				m.Logger.Error("this process cannot reach Discord; others may take over its shards", "since", last)
			} else {
				m.Logger.Info("this process can reach Discord again")
			}
			k.Retire(cut)
		}
	}
}
