package sandbox

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits configures the rate limits; the zero value is Discord's. The sizes of buckets are not published and change, so
// a bot must go by the headers; the numbers here are like those seen in them. They apply to the bot only, not to
// people.
type Limits struct {
	// Scale multiplies every limit; default 1.
	Scale int
	// Global is how many requests a second the bot may send overall, except responses to interactions. Default 50.
	Global int
	// Invalid is how many requests may end with 401, 403 or 429 in ten minutes; after that all are refused until these
	// minutes are over. Default 10 000.
	Invalid int
}

// Relaxed returns limits for scripted games: twenty times Discord's, and IDENTIFY at any time. The headers are still
// sent.
func Relaxed() Limits { return Limits{Scale: 20} }

// identifyEvery is the least time between two IDENTIFY with the same key.
func (l Limits) identifyEvery() time.Duration {
	if l.Scale > 1 {
		return 0
	}
	return 5 * time.Second
}

// rule is the limit of one bucket.
type rule struct {
	limit int
	per   time.Duration
}

// ruleFor returns a route's limits, as seen in Discord's headers.
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

// limiter counts requests in fixed windows.
type limiter struct {
	mu      sync.Mutex
	scale   int
	global  window
	invalid window
	banned  bool // too many invalid requests: until that window ends
	windows map[string]*window
}

type window struct {
	rule
	used int
	ends time.Time
}

func (l *limiter) init(o Limits) {
	l.scale, l.windows = max(o.Scale, 1), map[string]*window{}
	l.global = window{rule: rule{cmp.Or(o.Global, 50) * l.scale, time.Second}}
	l.invalid = window{rule: rule{cmp.Or(o.Invalid, 10_000) * l.scale, 10 * time.Minute}}
}

// ban returns how long the address of the bot is still banned.
func (l *limiter) ban(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.banned && now.Before(l.invalid.ends) {
		return l.invalid.ends.Sub(now)
	}
	l.banned = false
	return 0
}

// ended counts an invalid request: one that ended with 401, 403 or 429, except those of a shared limit.
func (l *limiter) ended(status int, scope string, now time.Time) {
	if status != http.StatusUnauthorized && status != http.StatusForbidden && (status != http.StatusTooManyRequests || scope == "shared") {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invalid.use(now)
	l.banned = l.invalid.used >= l.invalid.limit
}

// refuseBanned responds like the network in front of Discord, without JSON or limits of its own.
func refuseBanned(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	http.Error(w, "error code: 1015", http.StatusTooManyRequests)
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

// take counts a request, writes its rate limit headers and refuses it with 429 if it is one too many.
func (l *limiter) take(w http.ResponseWriter, r *http.Request, pattern string, who *user, now time.Time) error {
	major := r.PathValue("channel") + r.PathValue("guild") + r.PathValue("token")
	asker := "-"
	if who != nil {
		asker = who.ID.String()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	key := asker + " " + major + " " + pattern
	win := l.windows[key]
	if win == nil {
		if len(l.windows) > 4096 {
			for k, old := range l.windows {
				if now.After(old.ends) {
					delete(l.windows, k)
				}
			}
		}
		rule := ruleFor(pattern)
		rule.limit *= l.scale
		if who != nil && !who.bot {
			rule.limit = 10000
		}
		win = &window{rule: rule}
		l.windows[key] = win
	}
	interaction := strings.Contains(pattern, "/webhooks/") || strings.Contains(pattern, "/interactions")
	if who != nil && who.bot && !interaction && !l.global.use(now) {
		wait := l.global.ends.Sub(now)
		w.Header().Set("X-RateLimit-Global", "true")
		return tooMany(w, wait, "global", "")
	}
	ok := win.use(now)
	h, wait := w.Header(), win.ends.Sub(now)
	bucket := hex.EncodeToString(derive("bucket", pattern)[:8])
	h.Set("X-RateLimit-Limit", strconv.Itoa(win.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(win.limit-win.used))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(win.ends.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Bucket", bucket)
	if !ok {
		return tooMany(w, wait, "user", bucket)
	}
	return nil
}

// RateLimited is the body of a 429. RetryAfter is in seconds.
type RateLimited struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
	Code       int     `json:"code,omitempty"`
}

// errWritten means that the response has been written already.
var errWritten = errors.New("answer written")

// tooMany writes a 429 of the given scope (user, global or shared) with Discord's headers.
func tooMany(w http.ResponseWriter, wait time.Duration, scope, bucket string) error {
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("X-RateLimit-Scope", scope)
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", wait.Seconds()))
	h.Set("X-RateLimit-Remaining", "0")
	message := "You are being rate limited."
	if scope == "shared" {
		message = "The resource is being rate limited."
	}
	if scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	writeJSON(w, http.StatusTooManyRequests, RateLimited{message, math.Ceil(wait.Seconds()*1000) / 1000, scope == "global", 0})
	return errWritten
}
