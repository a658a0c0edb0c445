package connection

import (
	"context"
	"time"

	"yeye/bot/store/shards"
)

// countEvery is the interval for counting the processes that share the token's request limit.
const countEvery = time.Second

// divideRequests keeps this process to its share of the token's request limit, until ctx ends. While the database cannot be reached
// the share stays unchanged.
func (m *Manager) divideRequests(ctx context.Context) {
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for before := 0; ; {
		asking, cancel := context.WithTimeout(ctx, storeWithin)
		n, err := shards.Serving(asking, m.DB, m.Process)
		cancel()
		if err == nil && n != before {
			before = n
			m.REST.Share(n)
			m.Logger.Info("sharing the request limit", "processes", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
