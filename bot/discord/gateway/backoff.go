package gateway

import (
	"errors"
	"math/rand/v2"
	"time"
)

const (
	firstPause = time.Second
	// maxPause bounds the pauses while Discord cannot be reached at all: somebody may be waiting for a move's answer when it comes
	// back. New sessions have a budget of their own.
	maxPause = 30 * time.Second
	// maxRow bounds the pauses of a connection that is made again and again and does not last.
	maxRow = 2
	// settled is how long a connection must have lasted for its loss to be the first of a new row.
	settled = 5 * time.Second
	// atOnce bounds the pause after the first loss: the events meanwhile come with RESUME, but an interaction is dead after three
	// seconds.
	atOnce = 300 * time.Millisecond
)

// errInvalid is Op 9: the session is gone. Discord wants one to five seconds to pass before the next IDENTIFY.
var errInvalid = errors.New("the session was declared invalid by Discord")

// backoff is the pauses between connections.
type backoff struct{ row int }

// next is the pause after a connection that lasted for so long (0 if it was never made) and ended in err.
func (b *backoff) next(lasted time.Duration, err error) time.Duration {
	if lasted >= settled {
		b.row = 0
	}
	b.row++
	if lasted > 0 {
		b.row = min(b.row, maxRow)
	}
	if b.row == 1 && lasted > 0 {
		return rand.N(atOnce)
	}
	pause := min(firstPause<<min(b.row-1, 20), maxPause)
	wait := pause/2 + rand.N(pause)
	if errors.Is(err, errInvalid) {
		wait = max(wait, time.Second+rand.N(4*time.Second))
	}
	return wait
}
