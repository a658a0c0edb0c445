package gateway

import (
	"errors"
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
)

// errInvalid is Op 9: the session is gone. Discord wants one to five seconds to pass before the next IDENTIFY.
var errInvalid = errors.New("the session was invalidated by Discord")

// backoff computes the pauses between connections.
type backoff struct{ row int }

// next returns the pause after a connection that lasted for a time (0 if it was never made) and ended with err.
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
