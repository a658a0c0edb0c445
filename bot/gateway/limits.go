package gateway

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits is what Discord's headers have said about how much may be sent. A bucket
// is named by Discord in an answer (X-RateLimit-Bucket) and counts by channel;
// routes that were given the same name share it. A request that would overstep one
// waits, if its context lasts long enough, and else is not sent.
type limits struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	names   map[string]string // by method and kind of route: Discord's name of its bucket
	until   time.Time         // nothing at all before then
	all     *rate.Limiter
	wrong   []time.Time // answers that count towards a ban
}

// bucket is what is known of one route, or of several that share it, in one channel.
type bucket struct {
	limit     int           // requests in a window, 0 until an answer has said it
	remaining int           // of this window, less those still under way
	reset     time.Time     // when the window ends
	period    time.Duration // how long a window is, as far as was seen
	open      bool          // answers name no limit
}

const (
	// perSecond is Discord's limit over all routes.
	perSecond = 50
	// probe is how long the first request of a route goes alone: what it is told
	// holds for those behind it.
	probe = 250 * time.Millisecond
	// mostBuckets bounds the memory: routes are kept by channel.
	mostBuckets = 10_000
	// mostWrong answers (401, 403, 429) within wrongWithin, a tenth short of
	// Discord's 10 000, close the door until some have aged.
	mostWrong   = 9_000
	wrongWithin = 10 * time.Minute
)

// newLimits knows nothing yet. A proxy or sandbox counts requests over all itself
// and may allow more than Discord.
func newLimits(direct bool) *limits {
	all := rate.Limit(perSecond)
	if !direct {
		all = rate.Inf
	}
	return &limits{buckets: make(map[string]*bucket), names: make(map[string]string), all: rate.NewLimiter(all, perSecond)}
}

// wait returns when a request of the route may be sent, or an error at once if
// that would be after ctx ends.
func (l *limits) wait(ctx context.Context, r route) error {
	if !r.exempt {
		if err := l.all.Wait(ctx); err != nil {
			return &APIError{Status: http.StatusTooManyRequests, Message: "too much to send at once", RetryAfter: time.Second}
		}
	}
	for {
		pause := l.pause(r, time.Now())
		if pause <= 0 {
			return nil
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause {
			return &APIError{Status: http.StatusTooManyRequests, Message: "rate limited", RetryAfter: pause}
		}
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

// pause is how long the route must still wait; with none, one request of its
// bucket is taken.
func (l *limits) pause(r route, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.exempt {
		return 0
	}
	for len(l.wrong) > 0 && now.Sub(l.wrong[0]) > wrongWithin {
		l.wrong = l.wrong[1:]
	}
	if len(l.wrong) >= mostWrong {
		return l.wrong[0].Add(wrongWithin).Sub(now)
	}
	if d := l.until.Sub(now); d > 0 {
		return d
	}
	b := l.bucket(r, now)
	switch {
	case b.open:
	case b.reset.After(now):
		if b.remaining <= 0 {
			return b.reset.Sub(now)
		}
		b.remaining--
	case b.limit == 0:
		b.reset = now.Add(probe)
	default:
		// A new window begins with this request. Those that waited for it must not all
		// go at once: most would be refused, and refusals are counted.
		b.remaining, b.reset = b.limit-1, now.Add(b.period)
	}
	return 0
}

// learn takes in what an answer's headers say.
func (l *limits) learn(r route, status int, h http.Header, retryAfter time.Duration, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if status == http.StatusUnauthorized || status == http.StatusForbidden ||
		(status == http.StatusTooManyRequests && h.Get("X-RateLimit-Scope") != "shared") {
		l.wrong = append(l.wrong, now)
	}
	if status == http.StatusTooManyRequests {
		// What names no scope comes from in front of Discord and is for this address.
		if scope := h.Get("X-RateLimit-Scope"); h.Get("X-RateLimit-Global") != "" || scope == "global" || scope == "" {
			l.until = later(l.until, now.Add(retryAfter))
			return
		}
		if r.exempt {
			return // its caller waits by itself
		}
		l.name(r, h)
		b := l.bucket(r, now)
		b.open, b.remaining, b.reset = false, 0, now.Add(retryAfter)
		return
	}
	if r.exempt {
		return
	}
	l.name(r, h)
	b := l.bucket(r, now)
	remaining, err := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, err2 := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if err != nil || err2 != nil {
		if b.limit == 0 && status < 500 {
			b.open = true
		}
		return
	}
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	if err != nil || limit < 1 {
		limit = max(b.limit, remaining+1)
	}
	window := time.Duration(after * float64(time.Second))
	if b.limit > 0 && b.reset.After(now) {
		remaining = min(remaining, b.remaining) // requests still under way have taken theirs
	}
	*b = bucket{limit: limit, remaining: remaining, reset: now.Add(window), period: max(b.period, window)}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// name notes what Discord calls the bucket of a route.
func (l *limits) name(r route, h http.Header) {
	if name := h.Get("X-RateLimit-Bucket"); name != "" {
		l.names[r.method+" "+r.kind()] = name
	}
}

// bucket is the one that a route counts in, made if there is none.
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
	if len(l.buckets) >= mostBuckets {
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
