package rest

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/discord"
	"yeye/internal/sleep"
)

// limits enforces what may be sent: each bucket as learned from Discord's headers, and one overall limit. A request
// that would exceed one waits if its context lasts long enough; otherwise it is not sent.
//
// A request takes a slot in its channel's bucket first and then waits for the overall limit, so that a channel with
// many waiting requests delays no other.
type limits struct {
	observe func(kind, limit string, wait time.Duration)

	mu         sync.Mutex
	buckets    map[string]*bucket
	names      map[string]string // Discord's name of the bucket, by method and kind of route
	until      time.Time         // nothing is sent before then
	total      rate.Limit        // of all processes with the token
	all        *rate.Limiter     // this process's share of it
	maxInvalid int               // this process's share of maxInvalid
	invalid    []time.Time       // times of the responses that count towards a ban
}

const (
	// defaultPerSecond, with a burst of a ninth more, never exceeds the 50 that Discord allows in any second.
	defaultPerSecond = 45
	// maxInvalid responses (401, 403, 429) within invalidWithin, a tenth short of Discord's 10 000, stop everything
	// until some are older than that. Several processes divide them.
	maxInvalid    = 9_000
	invalidWithin = 10 * time.Minute
)

// perSecond returns the overall rate that an option asks for.
func perSecond(option int, direct bool) rate.Limit {
	switch {
	case option > 0:
		return rate.Limit(option)
	case option == 0 && direct:
		return defaultPerSecond
	}
	return rate.Inf
}

func newLimits(all rate.Limit, observe func(kind, limit string, wait time.Duration)) *limits {
	mine, burst := shareOf(all, 1)
	return &limits{observe: observe, buckets: make(map[string]*bucket), names: make(map[string]string), total: all,
		all: rate.NewLimiter(mine, burst), maxInvalid: maxInvalid}
}

// shareOf returns the rate and burst of one of several processes. Together they send no more in any second than one
// process alone, as long as each may send two requests.
func shareOf(whole rate.Limit, processes int) (mine rate.Limit, burst int) {
	switch {
	case whole == rate.Inf:
		return whole, 1
	case processes <= 1:
		return whole, max(1, int(whole)/9)
	}
	second := (whole + whole/9) / rate.Limit(processes) // the most in one second
	burst = max(1, int(second)/10)
	return max(second-rate.Limit(burst), second/2), burst
}

// setProcesses divides the overall limit and the number of invalid requests by the number of processes: Discord
// counts invalid requests by IP address, which the processes may share.
func (l *limits) setProcesses(processes int) {
	mine, burst := shareOf(l.total, processes)
	now := time.Now()
	l.all.SetLimitAt(now, mine)
	l.all.SetBurstAt(now, burst)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.maxInvalid = max(1, maxInvalid/max(1, processes))
}

// wait returns when a request of the route may be sent, or an error at once if that would be after ctx ends.
func (l *limits) wait(ctx context.Context, r route) error {
	if err := ctx.Err(); err != nil || r.exempt {
		return err
	}
	turn := false // in the overall limit
	for {
		now := time.Now()
		p, pause, limit := l.take(r, now)
		if pause > 0 {
			if err := l.waitFor(ctx, r, limit, pause); err != nil {
				return err
			}
			continue
		}
		if turn {
			return nil
		}
		reserved := l.all.ReserveN(now, 1)
		if pause = reserved.DelayFrom(now); pause == 0 {
			return nil
		}
		if err := l.waitFor(ctx, r, "global", pause); err != nil {
			reserved.Cancel()
			l.release(p)
			return err
		}
		if turn = true; l.stillValid(p, time.Now()) {
			return nil
		}
	}
}

// waitFor waits for a limit. It returns an error at once if ctx ends earlier.
func (l *limits) waitFor(ctx context.Context, r route, limit string, pause time.Duration) error {
	end, ends := ctx.Deadline()
	if ends && time.Until(end) < pause {
		return &discord.APIError{Status: http.StatusTooManyRequests,
			Message: "held back by a rate limit (" + limit + ")", RetryAfter: pause}
	}
	if l.observe != nil {
		l.observe(r.kind(), limit, pause)
	}
	return sleep.For(ctx, pause)
}

// take takes one request of the route's bucket, or returns how long it must wait and for which limit.
func (l *limits) take(r route, now time.Time) (p slot, pause time.Duration, limit string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pause, limit := l.blockedFor(now); pause > 0 {
		return slot{}, pause, limit
	}
	b := l.bucket(r, now)
	p, pause = b.take(now)
	return p, pause, "channel"
}

// blockedFor returns for how long no request may be sent at all, and the limit that blocks.
func (l *limits) blockedFor(now time.Time) (time.Duration, string) {
	l.dropOldInvalid(now)
	if over := len(l.invalid) - l.maxInvalid; over >= 0 { // one may be sent when fewer than that are left
		return l.invalid[over].Add(invalidWithin).Sub(now), "invalid"
	}
	return max(0, l.until.Sub(now)), "refused"
}

// stillValid reports whether a slot that was taken earlier is still valid.
func (l *limits) stillValid(p slot, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pause, _ := l.blockedFor(now); pause > 0 {
		p.release()
		return false
	}
	return p.bucket.unlimited || now.Before(p.window)
}

func (l *limits) release(p slot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p.release()
}

// dropOldInvalid drops invalid requests that no longer count.
func (l *limits) dropOldInvalid(now time.Time) {
	for len(l.invalid) > 0 && now.Sub(l.invalid[0]) > invalidWithin {
		l.invalid = l.invalid[1:]
	}
}
