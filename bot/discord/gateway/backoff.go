package gateway

import (
	"math/rand/v2"
	"time"
)

const (
	firstPause = time.Second
	// maxPause bounds the pauses while Discord cannot be reached at all: somebody may be waiting for the answer to a move when it
	// is back. New sessions have a budget of their own.
	maxPause = 30 * time.Second
	// maxRow bounds the pauses of a connection that is made again and again and soon lost.
	maxRow = 2
	// settled is the duration of a connection from which on its loss is the first of a new row.
	settled = 5 * time.Second
	// atOnce bounds the pause after the first loss: RESUME replays the missed events, but an interaction is dead after three
	// seconds.
	atOnce = 300 * time.Millisecond
	// maxStartPause bounds the pauses between IDENTIFYs of which none makes a connection that lasts as long: 960 a day of the 1000 that
	// Discord allows.
	maxStartPause = 90 * time.Second
)

// backoff computes the pauses between connections.
type backoff struct {
	row    int
	starts int // IDENTIFYs in a row after which no connection lasted
}

// next returns the pause after a connection that lasted for a time (0 if it was never made). identified is whether it cost an
// IDENTIFY: those that follow each other quickly are spaced ever more, so that not even a day of them uses up all that Discord allows.
func (b *backoff) next(lasted time.Duration, identified bool) time.Duration {
	if lasted >= settled {
		b.row = 0
	}
	if lasted >= maxStartPause {
		b.starts = 0
	}
	b.row++
	if lasted > 0 {
		b.row = min(b.row, maxRow)
	}
	wait := spread(min(firstPause<<min(b.row-1, 20), maxPause))
	if b.row == 1 && lasted > 0 {
		wait = rand.N(atOnce)
	}
	if identified {
		if b.starts++; b.starts > 1 {
			wait = max(wait, spread(min(firstPause<<min(b.starts-1, 20), maxStartPause)))
		}
	}
	return wait
}

// spread returns a pause of about d, so that processes that were cut off together do not come back together.
func spread(d time.Duration) time.Duration { return d/2 + rand.N(d) }
