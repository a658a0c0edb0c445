package postgres

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// serverClock is the server's time: measured periodically, and extrapolated in between by this machine's steady clock,
// regardless of changes to its time of day.
type serverClock struct {
	mu         sync.Mutex
	measuredAt time.Time // with its monotonic reading
	serverTime time.Time
}

func (c *serverClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.serverTime.Add(time.Since(c.measuredAt))
}

const askTime = `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint`

// set sets the clock from a response of the server, which was right at some moment between request and response.
func (c *serverClock) set(asked time.Time, micros int64) {
	received := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.measuredAt, c.serverTime = asked.Add(received.Sub(asked)/2), time.UnixMicro(micros)
}

// measure reads the server's clock on a connection of a pool, twice: the first time, the connection may have to be
// opened.
func (c *serverClock) measure(ctx context.Context, db *sql.DB) error {
	for range 2 {
		var micros int64
		asked := time.Now()
		if err := db.QueryRowContext(ctx, askTime).Scan(&micros); err != nil {
			return err
		}
		c.set(asked, micros)
	}
	return nil
}

// maxRoundTrip is how long a response may take; a slower one is too inexact.
const maxRoundTrip = 200 * time.Millisecond

// measureOn reads the server's clock on a connection.
func (c *serverClock) measureOn(ctx context.Context, conn *pgx.Conn) error {
	var micros int64
	asked := time.Now()
	if err := conn.QueryRow(ctx, askTime).Scan(&micros); err != nil {
		return err
	}
	if time.Since(asked) < maxRoundTrip {
		c.set(asked, micros)
	}
	return nil
}
