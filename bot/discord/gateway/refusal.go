package gateway

import (
	"time"

	"yeye/bot/discord"
)

// refusals counts responses that refuse the token of a bot that was connected before. Discord has sent single ones for
// valid tokens, so a few are retried; a token that is refused from the start is wrong.
type refusals struct {
	accepted bool // the token was accepted before
	pauses   []time.Duration
	row      int
}

// refusalPauses are the pauses before each next try: some minutes in all.
var refusalPauses = []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute}

// accept is called when the token was accepted.
func (r *refusals) accept() { r.accepted, r.row = true, 0 }

// next returns how long to wait after an error, and whether it refused the token and may be retried.
func (r *refusals) next(err error) (time.Duration, bool) {
	api := discord.AsAPIError(err)
	if api == nil || !api.Unauthorized() || !r.accepted || r.row >= len(r.pauses) {
		return 0, false
	}
	r.row++
	return r.pauses[r.row-1], true
}
