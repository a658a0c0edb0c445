package gateway

import (
	"time"

	"yeye/bot/discord"
)

// refusals counts consecutive responses that refuse a token that was accepted before. Discord sometimes refuses valid
// tokens, so a few are retried; a token that is refused from the start is wrong.
type refusals struct {
	accepted bool // the token was accepted before
	pauses   []time.Duration
	count    int
}

// refusalPauses are the pauses before each next try: some minutes in all.
var refusalPauses = []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute}

// accept is called when the token was accepted.
func (r *refusals) accept() { r.accepted, r.count = true, 0 }

// next returns how long to wait after an error, and whether it refused the token and may be retried.
func (r *refusals) next(err error) (time.Duration, bool) {
	if !discord.AsAPIError(err).Unauthorized() || !r.accepted || r.count >= len(r.pauses) {
		return 0, false
	}
	r.count++
	return r.pauses[r.count-1], true
}
