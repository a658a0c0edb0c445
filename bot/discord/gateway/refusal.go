package gateway

import (
	"time"

	"yeye/bot/discord"
)

// refusals counts answers that refuse the token of a bot that was connected before. Discord has given single ones to tokens that
// were in order, so a few are waited out; a token that is refused from the start is wrong.
type refusals struct {
	accepted bool // the token was good once
	pauses   []time.Duration
	row      int
}

// refusalPauses are waited before each next try: some minutes in all.
var refusalPauses = []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute}

// accept is called when the token was good.
func (r *refusals) accept() { r.accepted, r.row = true, 0 }

// next is how long to wait after an error, and whether the token was refused and may be tried again.
func (r *refusals) next(err error) (time.Duration, bool) {
	api := discord.AsAPIError(err)
	if api == nil || !api.Unauthorized() || !r.accepted || r.row >= len(r.pauses) {
		return 0, false
	}
	r.row++
	return r.pauses[r.row-1], true
}
