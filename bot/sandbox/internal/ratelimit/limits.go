// Package ratelimit counts requests as Discord does and refuses those that are too many: a bucket for each route,
// client and major parameters, a global limit, and a ban after too many invalid requests.
//
// Out of scope: users, channels and endpoints. A client is a string, a route is the pattern it is registered
// with.
package ratelimit

import (
	"strings"
	"time"
)

// Limits configures the rate limits; the zero value is Discord's. The buckets' sizes are not published and change, so a
// bot must go by the headers; the numbers here are like the ones seen in them. They apply to the bot only, not to
// users.
type Limits struct {
	// Scale multiplies what every limit allows; default 1.
	Scale int
	// Global is how many requests a second the bot may send in all, except answers to interactions. Default 50.
	Global int
	// Invalid is how many requests may end with 401, 403 or 429 in ten minutes; after that all are refused until these
	// minutes are over. Default 10 000.
	Invalid int
}

// Relaxed returns limits for scripted games: twenty times Discord's, and IDENTIFY at any time. The headers are there
// all the same.
func Relaxed() Limits { return Limits{Scale: 20} }

// IdentifyEvery returns the least time between two IDENTIFY with the same key: five seconds, and none where Scale is
// above 1.
func (l Limits) IdentifyEvery() time.Duration {
	if l.Scale > 1 {
		return 0
	}
	return 5 * time.Second
}

// rule is what one bucket allows.
type rule struct {
	limit int
	per   time.Duration
}

// ruleFor returns a route's limits as Discord's headers have shown them.
func ruleFor(pattern string) rule {
	switch {
	case strings.Contains(pattern, "/reactions"):
		return rule{4, time.Second}
	case strings.HasPrefix(pattern, "POST /channels/{channel}/messages"),
		strings.HasPrefix(pattern, "PATCH /channels/{channel}/messages/"),
		strings.Contains(pattern, "/webhooks/"):
		return rule{5, 5 * time.Second}
	case strings.HasPrefix(pattern, "DELETE /channels/{channel}/messages/"):
		return rule{5, time.Second}
	case strings.HasPrefix(pattern, "PATCH /channels/{channel}"):
		return rule{10, 15 * time.Second}
	case strings.HasSuffix(pattern, "/threads"):
		return rule{10, 10 * time.Second}
	case strings.Contains(pattern, "/commands"):
		return rule{5, 20 * time.Second}
	}
	return rule{50, time.Second}
}
