package bot

import (
	"context"
	"time"

	"yeye/bot/store/shards"
)

// countEvery is how often the processes are counted that share what may be sent with the token.
const countEvery = time.Second

// divideRequests keeps this process to its share of what may be sent with the token, until ctx ends. While the database cannot be
// reached the share stays what it was.
func (c *Core) divideRequests(ctx context.Context) {
	if c.Shards == nil {
		return
	}
	tick := time.NewTicker(countEvery)
	defer tick.Stop()
	for before := 0; ; {
		asking, cancel := context.WithTimeout(ctx, storeWithin)
		n, err := shards.Serving(asking, c.DB, c.Worker)
		cancel()
		if err == nil && n != before {
			before = n
			c.REST.Share(n)
			c.Logger.Info("requests are shared", "processes", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
