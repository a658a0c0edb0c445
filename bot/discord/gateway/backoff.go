package gateway

import (
	"math/rand/v2"
	"time"

	"golang.org/x/time/rate"
)

const (
	firstPause = time.Second
	// maxPause bounds the pauses while Discord cannot be reached at all: a player may be waiting for the answer to a
	// move when it is back. New sessions have their own budget.
	maxPause = 30 * time.Second
	// maxRow bounds the pauses of a connection that is made again and again and soon lost.
	maxRow = 2
	// settled is the duration of a connection from which on its loss is the first of a new row.
	settled = 5 * time.Second
	// atOnce bounds the pause after the first loss: RESUME replays the missed events, but an interaction is dead after
	// three seconds.
	atOnce = 300 * time.Millisecond
	// startsAtOnce IDENTIFYs are made as soon as that is, and more of them one in betweenMany: 964 a day of the 1000
	// that Discord allows. That takes hours of connections that Discord closes at once.
	startsAtOnce = 100
	betweenMany  = 100 * time.Second
)

// backoff computes the pauses between connections.
type backoff struct {
	first  time.Duration // the shortest pause after a connection that was not made
	row    int
	starts *rate.Limiter
}

func newBackoff(first time.Duration) backoff {
	return backoff{first: first, starts: rate.NewLimiter(rate.Every(betweenMany), startsAtOnce)}
}

// next returns the pause after a connection that lasted for a time (0 if it was never made); identified is whether it
// cost an IDENTIFY.
func (b *backoff) next(lasted time.Duration, identified bool) time.Duration {
	if lasted >= settled {
		b.row = 0
	}
	b.row++
	if lasted > 0 {
		b.row = min(b.row, maxRow)
	}
	pause := min(b.first<<min(b.row-1, 20), maxPause)
	wait := pause/2 + rand.N(pause)
	if b.row == 1 && lasted > 0 {
		wait = rand.N(atOnce)
	}
	if identified {
		wait = max(wait, b.starts.Reserve().Delay())
	}
	return wait
}
