package ratelimit

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	personLimit = 10_000 // per bucket of a user: never reached by typing
	maxWindows  = 4096   // above this, windows that are over are deleted
)

// Limiter counts requests in fixed windows. New makes one.
type Limiter struct {
	mu      sync.Mutex
	scale   int
	global  window
	invalid window
	banned  bool // too many invalid requests; lasts until their window ends
	windows map[bucket]*window
}

// bucket is the key of the requests that share a window.
type bucket struct{ client, major, pattern string }

// window counts the requests of a fixed time window.
type window struct {
	rule
	used int
	ends time.Time
}

// New returns a limiter with empty counts.
func New(o Limits) *Limiter {
	scale := max(o.Scale, 1)
	return &Limiter{
		scale: scale, windows: map[bucket]*window{},
		global:  window{rule: rule{cmp.Or(o.Global, 50) * scale, time.Second}},
		invalid: window{rule: rule{cmp.Or(o.Invalid, 10_000) * scale, 10 * time.Minute}},
	}
}

// Request is what a limit depends on.
type Request struct {
	Client  string // who sends it; empty where no token is needed, which is exempt from the global limit
	Person  bool   // a user, not the bot
	Major   string // the major parameters in the path: channel, guild, webhook token
	Pattern string // its route: method and pattern, such as "GET /channels/{channel}"
}

// Take counts a request and writes its bucket's limits to the headers h. The error is a *LimitError if a limit is
// exceeded.
func (l *Limiter) Take(h http.Header, q Request, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	w := l.window(q, now)
	interaction := strings.Contains(q.Pattern, "/webhooks/") || strings.Contains(q.Pattern, "/interactions")
	if q.Client != "" && !q.Person && !interaction && !l.global.use(now) {
		return &LimitError{Scope: "global", Wait: l.global.ends.Sub(now)}
	}
	ok := w.use(now)
	wait := w.ends.Sub(now)
	h.Set("X-RateLimit-Limit", strconv.Itoa(w.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(w.limit-w.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(w.ends.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", bucketID(q.Pattern))
	if !ok {
		return &LimitError{Scope: "user", Wait: wait}
	}
	return nil
}

// window returns the window of a request's bucket. The caller holds mu.
func (l *Limiter) window(q Request, now time.Time) *window {
	key := bucket{q.Client, q.Major, q.Pattern}
	if w := l.windows[key]; w != nil {
		return w
	}
	if len(l.windows) > maxWindows {
		for k, old := range l.windows {
			if now.After(old.ends) {
				delete(l.windows, k)
			}
		}
	}
	w := &window{rule: ruleFor(q.Pattern)}
	w.limit *= l.scale
	if q.Person {
		w.limit = personLimit
	}
	l.windows[key] = w
	return w
}

// use counts one request and reports whether it was still allowed.
func (w *window) use(now time.Time) bool {
	if !now.Before(w.ends) {
		w.used, w.ends = 0, now.Add(w.per)
	}
	if w.used >= w.limit {
		return false
	}
	w.used++
	return true
}

// bucketID returns the opaque name that the headers give a route's buckets: 16 hexadecimal digits.
func bucketID(pattern string) string {
	mac := hmac.New(sha256.New, []byte("bucket"))
	mac.Write([]byte(pattern))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// CountInvalid counts a request if it is invalid: if it ended with 401, 403 or 429, except a 429 whose scope is shared.
func (l *Limiter) CountInvalid(status int, scope string, now time.Time) {
	if status != http.StatusUnauthorized && status != http.StatusForbidden &&
		(status != http.StatusTooManyRequests || scope == "shared") {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invalid.use(now)
	l.banned = l.invalid.used >= l.invalid.limit
}

// BanRemaining returns how much longer all requests are refused because too many were invalid; 0 without a ban.
func (l *Limiter) BanRemaining(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.banned && now.Before(l.invalid.ends) {
		return l.invalid.ends.Sub(now)
	}
	l.banned = false
	return 0
}
