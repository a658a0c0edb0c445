package sandbox

import (
	"net/http"

	"yeye/bot/sandbox/internal/ratelimit"
)

// Limits configures the rate limits; the zero value is Discord's.
type Limits = ratelimit.Limits

// Relaxed returns limits for scripted games: twenty times Discord's, and none on IDENTIFY. Responses have the
// X-RateLimit headers as usual.
func Relaxed() Limits { return ratelimit.Relaxed() }

// limit counts a request and writes its bucket's headers. The error is a *ratelimit.Refused if the bucket is exhausted.
func (s api) limit(w http.ResponseWriter, c *call, pattern string) error {
	q := ratelimit.Request{Pattern: pattern, Major: c.r.PathValue("channel") + c.r.PathValue("guild") +
		c.r.PathValue("token")}
	if c.user != nil {
		q.Client, q.Person = c.user.ID.String(), !c.user.bot
	}
	return s.limits.Take(w.Header(), q, s.opt.Now())
}
