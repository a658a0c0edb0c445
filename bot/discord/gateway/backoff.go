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
	// maxLosses bounds the pauses of a connection that is made and soon lost, repeatedly.
	maxLosses = 2
	// stableAfter is how long a connection must last for its loss to count as the first again.
	stableAfter = 5 * time.Second
	// maxFirstPause bounds the pause after the first loss: RESUME replays the missed events, but an interaction
	// expires after three seconds.
	maxFirstPause = 300 * time.Millisecond
	// identifyBurst IDENTIFYs are sent without a further pause, more of them one per identifyInterval: 964 a day of
	// the 1000 that Discord allows, even if Discord closes every connection at once.
	identifyBurst    = 100
	identifyInterval = 100 * time.Second
)

// backoff computes the pauses between connections.
type backoff struct {
	first  time.Duration // the shortest pause after a connection that was not made
	losses int
	starts *rate.Limiter
}

func newBackoff(first time.Duration) backoff {
	return backoff{first: first, starts: rate.NewLimiter(rate.Every(identifyInterval), identifyBurst)}
}

// next returns the pause after a connection that lasted for a time (0 if it was never made); identified is whether it
// cost an IDENTIFY.
func (b *backoff) next(lasted time.Duration, identified bool) time.Duration {
	if lasted >= stableAfter {
		b.losses = 0
	}
	b.losses++
	if lasted > 0 {
		b.losses = min(b.losses, maxLosses)
	}
	pause := min(b.first<<min(b.losses-1, 20), maxPause)
	wait := pause/2 + rand.N(pause)
	if b.losses == 1 && lasted > 0 {
		wait = rand.N(maxFirstPause)
	}
	if identified {
		wait = max(wait, b.starts.Reserve().Delay())
	}
	return wait
}
