package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"time"
)

// blow is one kind of failure of the bot's environment.
type blow int

const (
	kill    blow = iota // of any process, with SIGKILL; it is restarted at once
	restart             // of the database server, as by a power cut
	wireCut             // of the network between a process and the database
)

// blows causes the given number of each failure in random order, each after
// answers have been seen for a while.
func (r *room) blows(ctx context.Context, times map[blow]int, random *rand.Rand) error {
	var list []blow
	for b := kill; b <= wireCut; b++ {
		list = append(list, slices.Repeat([]blow{b}, times[b])...)
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	p := r.pace(random)
	for n, b := range list {
		if !p.next(ctx) {
			return ctx.Err()
		}
		if err := r.strike(b, random); err != nil {
			return fmt.Errorf("failure %d: %w", n, err)
		}
	}
	if len(list) > 0 {
		p.next(ctx)
	}
	return nil
}

func (r *room) strike(b blow, random *rand.Rand) error {
	switch b {
	case restart:
		r.tell("the database is restarted")
		r.stack.server.Kill()
		if err := r.stack.server.Run(); err != nil {
			return err
		}
		r.tally.restarts.Add(1)
	case wireCut:
		p, how, long := r.stack.cut(random)
		r.tell("%s is cut off (%s) for %v", p.name, how, long.Round(time.Second))
		r.tally.cuts.Add(1)
	default:
		p := r.stack.any(random)
		own := r.stack.shardsOf(p)
		at := time.Now()
		p.kill()
		if err := p.start(); err != nil {
			return err
		}
		r.tell("%s was killed, which had the shards %v", p.name, own)
		r.tally.killed(r.number, at, own)
		r.tally.kills.Add(1)
		return r.seeAnalyses(context.Background())
	}
	return nil
}

// tell logs a failure, for those who look for the cause of an error.
func (r *room) tell(format string, args ...any) {
	fmt.Fprintf(r.stack.log, "lab: %s %s\n", time.Now().Format("15:04:05.000"), fmt.Sprintf(format, args...))
}

// pace decides when the next failure comes: never before the bot has answered
// after the last.
type pace struct {
	answered func() int64
	every    time.Duration
	even     bool // at least that long from one to the next, else on average that long after the answer
	random   *rand.Rand
	last     time.Time
}

func (r *room) pace(random *rand.Rand) *pace {
	p := &pace{every: time.Duration(r.c.Every * float64(time.Second)), random: random, answered: func() (n int64) {
		for _, tb := range r.tables {
			n += tb.answers.Load()
		}
		return
	}}
	if r.c.PerMinute > 0 {
		p.every, p.even = time.Duration(float64(r.c.Bots)*float64(time.Minute)/r.c.PerMinute), true
	}
	return p
}

// next waits until boards arrive again, and then for the moment of the next
// failure, which varies. It returns false when ctx has ended.
func (p *pace) next(ctx context.Context) bool {
	from := p.answered()
	for p.answered() == from {
		if !waited(ctx, 10*time.Millisecond) {
			return false
		}
	}
	wait := time.Duration(p.random.Float64() * 2 * float64(p.every))
	if p.even {
		wait = max(time.Duration(p.random.IntN(300))*time.Millisecond, time.Until(p.last.Add(p.every)))
	}
	ok := waited(ctx, wait)
	p.last = time.Now()
	return ok
}

func waited(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// fault is an instruction to the sandbox.
type fault = map[string]any

// ruptures are the ways in which a connection breaks, in turn; each line is one
// reset.
var ruptures = [][]fault{
	{{"kind": "reconnect"}},
	{{"kind": "drop"}},
	{{"kind": "invalid_session", "resumable": true}},
	{{"kind": "invalid_session"}},
	{{"kind": "close", "close_code": 4000}},
	{{"kind": "close", "close_code": 4009}},
	{{"kind": "close", "close_code": 1001}},
	{{"kind": "reconnect", "on": "resume"}, {"kind": "drop"}},
	{{"kind": "invalid_session", "on": "resume"}, {"kind": "drop"}},
	{{"kind": "invalid_session", "resumable": true, "on": "resume"}, {"kind": "drop"}},
	{{"kind": "drop", "on": "resume"}, {"kind": "reconnect"}},
	{{"kind": "close", "close_code": 4007, "on": "resume"}, {"kind": "drop"}},
	{{"kind": "drop", "on": "identify"}, {"kind": "invalid_session"}},
}

// slowRuptures take a heartbeat and a half, a minute, to be noticed; they come
// only now and then.
var slowRuptures = [][]fault{{{"kind": "half_open"}}, {{"kind": "no_ack"}}}

// mishaps affect requests and events; each follows a rupture.
var mishaps = []fault{
	{"kind": "status", "path": "/channels/**", "status": 500, "count": 2},
	{"kind": "status", "path": "/channels/**", "status": 502, "count": 5},
	{"kind": "status", "method": "POST", "path": "/channels/*/messages", "status": 500, "after": true, "count": 3},
	{"kind": "status", "method": "PATCH", "path": "/channels/*/messages/*", "status": 500, "after": true, "count": 3},
	{"kind": "cut", "path": "/channels/**", "after": true, "count": 3},
	{"kind": "cut", "path": "/interactions/**", "after": true, "count": 3},
	{"kind": "status", "path": "/interactions/**", "status": 500, "count": 3},
	{"kind": "status", "path": "/interactions/**", "code": 10062, "count": 3},
	{"kind": "status", "path": "/interactions/**", "code": 40060, "count": 3},
	{"kind": "status", "path": "/webhooks/**", "code": 50027, "status": 401, "count": 3},
	{"kind": "rate_limit", "path": "/channels/**", "scope": "user", "retry_after_ms": 800, "count": 3},
	{"kind": "rate_limit", "path": "/channels/**", "scope": "shared", "retry_after_ms": 1500, "count": 3},
	{"kind": "rate_limit", "path": "/channels/**", "scope": "global", "retry_after_ms": 700},
	{"kind": "rate_limit", "path": "/interactions/**", "scope": "user", "retry_after_ms": 400, "count": 2},
	{"kind": "slow", "delay_ms": 2500, "count": 5},
	{"kind": "duplicate", "event": "MESSAGE_CREATE", "count": 5},
	{"kind": "duplicate", "event": "INTERACTION_CREATE", "count": 5},
	{"kind": "reorder", "event": "MESSAGE_CREATE", "count": 3},
	{"kind": "reorder", "event": "INTERACTION_CREATE", "count": 3},
	{"kind": "expire_tokens"},
}

// mostIdentifies is the number of resets that one day of the sandbox allows: it
// counts IDENTIFYs as Discord does, a thousand a day.
const mostIdentifies = 500

// resets breaks the connection in every way in turn.
func (r *room) resets(ctx context.Context, times int, random *rand.Rand) error {
	if times == 0 {
		return nil
	}
	p, crowd := r.pace(random), r.tables[0].crowd
	for n := range times {
		if !p.next(ctx) {
			return ctx.Err()
		}
		if n%mostIdentifies == mostIdentifies-1 {
			if err := crowd.do(ctx, http.MethodPost, "/sandbox/clock", fault{"advance": "25h"}, nil); err != nil {
				return err
			}
		}
		k := n + 7*r.number // another order in each room
		faults := append([]fault{mishaps[k%len(mishaps)]}, ruptures[k%len(ruptures)]...)
		if n%200 == 100 {
			faults = slowRuptures[(n/200+r.number)%len(slowRuptures)]
		}
		for _, f := range faults {
			if err := crowd.do(ctx, http.MethodPost, "/sandbox/faults", f, nil); err != nil {
				fmt.Fprintln(os.Stderr, "lab:", err)
			}
		}
		r.tally.resets.Add(1)
	}
	p.next(ctx)
	return nil
}
