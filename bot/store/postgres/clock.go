package postgres

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// serverClock is the time as the server has it: read now and then, and carried on in between by how much time has passed here,
// whatever becomes of this machine's time of day.
type serverClock struct {
	mu    sync.Mutex
	here  time.Time // with its steady part
	there time.Time
}

func (c *serverClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.there.Add(time.Since(c.here))
}

const askTime = `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint`

// set sets the clock by an answer of the server's: it was right somewhere between asking and hearing.
func (c *serverClock) set(asked time.Time, micros int64) {
	heard := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.here, c.there = asked.Add(heard.Sub(asked)/2), time.UnixMicro(micros)
}

// measure asks on a connection of a pool, twice: the first may have to be made.
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

// tooSlow is an answer that says too little about when it was right.
const tooSlow = 200 * time.Millisecond

// measureOn asks on a connection.
func (c *serverClock) measureOn(ctx context.Context, conn *pgx.Conn) error {
	var micros int64
	asked := time.Now()
	if err := conn.QueryRow(ctx, askTime).Scan(&micros); err != nil {
		return err
	}
	if time.Since(asked) < tooSlow {
		c.set(asked, micros)
	}
	return nil
}
