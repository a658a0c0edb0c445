package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"yeye/bot/discord"
)

// bucket is the known state of the rate limit of one route, or of several that share it, in one channel. Discord names
// it in a response (X-RateLimit-Bucket); routes with the same name share it.
type bucket struct {
	limit     int           // requests in a window, 0 until a response states it
	remaining int           // of this window, less those still in flight
	reset     time.Time     // when the window ends
	period    time.Duration // length of a window, the longest seen
	unlimited bool          // responses contain no limit
}

const (
	// probeFor is how long the other requests of a route wait for the first one, whose response states the limits.
	probeFor = 250 * time.Millisecond
	// maxBuckets bounds the memory: there is a bucket for each route and channel.
	maxBuckets = 10_000
)

// slot is one request of a bucket's window.
type slot struct {
	bucket *bucket
	window time.Time // when it ends
}

// release returns a slot that was not used.
func (p slot) release() {
	if b := p.bucket; b.limit > 0 && b.reset.Equal(p.window) {
		b.remaining++
	}
}

// pause returns how long a request must wait for a slot.
func (b *bucket) pause(now time.Time) time.Duration {
	if b.unlimited || b.remaining > 0 || !b.reset.After(now) {
		return 0
	}
	return b.reset.Sub(now)
}

// take takes a slot, or returns how long to wait for one.
func (b *bucket) take(now time.Time) (slot, time.Duration) {
	if pause := b.pause(now); pause > 0 {
		return slot{}, pause
	}
	switch {
	case b.unlimited:
	case b.reset.After(now):
		b.remaining--
	case b.limit == 0:
		b.reset = now.Add(probeFor)
	default:
		// A new window begins with this request. Requests that waited for it must not all be sent at once: most would
		// be refused, and refusals are counted.
		b.remaining, b.reset = b.limit-1, now.Add(b.period)
	}
	return slot{b, b.reset}, 0
}

// learn updates the limits from a response's headers; api is its refusal, nil if it is none. scope is the scope of a
// 429, "" for another response; counts reports whether the response counts towards a ban.
func (l *limits) learn(r route, status int, h http.Header, api *discord.APIError,
	now time.Time) (scope string, counts bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if api.RateLimited() {
		scope = scopeOf(h)
	}
	invalid := status == http.StatusUnauthorized || status == http.StatusForbidden ||
		status == http.StatusTooManyRequests
	if counts = invalid && scope != "shared"; counts {
		l.invalid = append(l.invalid, now)
	}
	if scope == "global" || scope == "edge" {
		if until := now.Add(api.RetryAfter); until.After(l.until) {
			l.until = until
		}
		return scope, counts
	}
	if r.exempt {
		return scope, counts // its caller waits by itself
	}
	if name := h.Get("X-RateLimit-Bucket"); name != "" {
		l.names[r.method+" "+r.kind()] = name
	}
	b := l.bucket(r, now)
	if scope != "" {
		b.unlimited, b.remaining, b.reset = false, 0, now.Add(api.RetryAfter)
		return scope, counts
	}
	b.learn(h, status, now)
	return scope, counts
}

// scopeOf returns the scope of a 429. One without a scope comes from a server in front of Discord and concerns this
// machine's address.
func scopeOf(h http.Header) string {
	scope := h.Get("X-RateLimit-Scope")
	switch {
	case h.Get("X-RateLimit-Global") != "":
		return "global"
	case scope == "":
		return "edge"
	}
	return scope
}

func (b *bucket) learn(h http.Header, status int, now time.Time) {
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, err2 := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if err != nil || err2 != nil {
		if b.limit == 0 && status < 500 {
			b.unlimited = true
		}
		return
	}
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	if err != nil || limit < 1 {
		limit = max(b.limit, remaining+1)
	}
	window := seconds(after)
	if b.limit > 0 && b.reset.After(now) {
		remaining = min(remaining, b.remaining) // requests still in flight have used theirs
	}
	*b = bucket{limit: limit, remaining: remaining, reset: now.Add(window), period: max(b.period, window)}
}

// bucket returns the bucket of a route, and makes it if there is none.
func (l *limits) bucket(r route, now time.Time) *bucket {
	key := r.key
	if name := l.names[r.method+" "+r.kind()]; name != "" {
		_, major, _ := strings.Cut(key, " ")
		key = "=" + name + " " + major
	}
	b := l.buckets[key]
	if b != nil {
		return b
	}
	if len(l.buckets) >= maxBuckets {
		for k, old := range l.buckets {
			if !old.reset.After(now) {
				delete(l.buckets, k)
			}
		}
	}
	b = &bucket{}
	l.buckets[key] = b
	return b
}
