package rest

import "time"

// Observer receives measurements of requests. Each function is called from the goroutine of the event and must return
// at once; nil ones are skipped. A kind is the kind of route, never with an id or token in it.
type Observer struct {
	// Sent is called for each request with the HTTP status, 0 if no response came, and how long it took.
	Sent func(kind string, status int, took time.Duration)
	// Waited is called when a request is held back, with the wait and the limit that causes it: "channel" for a route's
	// limit in a channel, "global" for the overall limit, "refused" after Discord's 429 for everything, "invalid" after
	// too many invalid requests.
	Waited func(kind, limit string, wait time.Duration)
	// RateLimited is called for each 429: its scope is "user", "shared", "global", or "edge" for a proxy in front of
	// Discord.
	RateLimited func(kind, scope string)
	// Invalid is called for each response that counts towards a ban: 401, 403 and most of 429.
	Invalid func(kind string, status int)
}

func (o *Observer) sent(kind string, status int, took time.Duration) {
	if o.Sent != nil {
		o.Sent(kind, status, took)
	}
}

func (o *Observer) waited(kind, limit string, wait time.Duration) {
	if o.Waited != nil {
		o.Waited(kind, limit, wait)
	}
}

func (o *Observer) rateLimited(kind, scope string) {
	if o.RateLimited != nil {
		o.RateLimited(kind, scope)
	}
}

func (o *Observer) invalid(kind string, status int) {
	if o.Invalid != nil {
		o.Invalid(kind, status)
	}
}
