package connection

import (
	"cmp"
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/store/shards"
	"yeye/internal/sleep"
)

const (
	// handOverTimeout is how long a stopping process waits for others to take over its shards, plus handOverPerShard
	// for each: Discord lets one connect every five seconds.
	handOverTimeout, handOverPerShard = 10 * time.Second, 6 * time.Second
	// unreachableAfter is how long this process may fail to reach Discord before others may take its shards.
	unreachableAfter = 20 * time.Second
	// probeEvery is how often a process without a shard checks whether it can reach Discord again.
	probeEvery = 5 * time.Second
	// countEvery is the interval for counting the processes that share the token's request limit.
	countEvery = time.Second
)

// startKeeper starts the keeper, whose shards this manager serves.
func (m *Manager) startKeeper(ctx context.Context) {
	r, ok := m.shardRange(ctx)
	if !ok {
		return
	}
	k := shards.New(shards.Options{DB: m.DB, Process: m.Process, Range: r, Lease: m.Lease, Server: m, Logger: m.Logger})
	m.mu.Lock()
	m.keeper = k
	m.mu.Unlock()
	m.keeping.Go(k.Run)
}

// shardRange returns the range of shards with their total number, which it may have to ask for; ok is false if ctx ends
// first.
func (m *Manager) shardRange(ctx context.Context) (r shards.Range, ok bool) {
	r = *m.Shards
	for pause := time.Second; r.Of == 0; {
		var recommended discord.SessionStarts
		of, err := shards.ShardCount(ctx, m.DB)
		if err == nil && of == 0 {
			recommended, err = m.REST.SessionStarts(ctx)
		}
		if err == nil {
			r.Of = cmp.Or(of, max(1, recommended.Shards))
			m.Logger.Info("servers divided into shards", "shards", r.Of, "by_others", of != 0)
			break
		}
		if ctx.Err() == nil {
			m.Logger.Warn("cannot determine the number of shards, trying again", "in", pause, "err", err)
		}
		if sleep.For(ctx, pause) != nil {
			return r, false
		}
		pause = min(2*pause, time.Minute)
	}
	return r, true
}

// handOver lets others take over this process's shards while it still serves them.
func (m *Manager) handOver(ctx context.Context) {
	k := m.getKeeper()
	if k == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, handOverTimeout+time.Duration(len(k.Part().Shards))*handOverPerShard)
	defer cancel()
	k.HandOver(ctx)
}

// watchReachability lets others take this process's shards while it cannot reach Discord, until ctx ends. If they
// cannot reach it either it keeps them.
func (m *Manager) watchReachability(ctx context.Context) {
	last, probed, retired := time.Now(), time.Now(), false
	for range sleep.Every(ctx, time.Second) {
		k, now := m.getKeeper(), time.Now()
		if k == nil {
			continue
		}
		switch {
		case m.gateway.CanReachDiscord(), m.gateway.Size() == 0 && !retired:
			last = now
		case m.gateway.Size() == 0 && now.Sub(probed) > probeEvery:
			asking, cancel := context.WithTimeout(ctx, probeEvery)
			if _, err := m.REST.SessionStarts(asking); err == nil {
				last = time.Now()
			}
			cancel()
			probed = time.Now()
		}
		if unreachable := time.Since(last) > unreachableAfter; unreachable != retired {
			if retired = unreachable; unreachable {
				m.Logger.Error("this process cannot reach Discord; others may take over its shards", "since", last)
			} else {
				m.Logger.Info("this process can reach Discord again")
			}
			k.Retire(unreachable)
		}
	}
}

// shareRateLimit keeps this process to its share of the token's request limit, until ctx ends. While the database
// cannot be reached the share stays unchanged.
func (m *Manager) shareRateLimit(ctx context.Context) {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for before := 0; ; {
		asking, cancel := context.WithTimeout(ctx, storeTimeout)
		n, err := shards.Serving(asking, m.DB, m.Process)
		cancel()
		if err == nil && n != before {
			before = n
			m.REST.SetProcesses(n)
			m.Logger.Info("sharing the request limit", "processes", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
