package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// failure is one kind of failure of the bot or of its environment.
type failure int

const (
	kill    failure = iota // of any process, with SIGKILL; it restarts at once
	restart                // of the database server, as after a power failure
	cutOff                 // of the network between a process and the database
	reset                  // of the connection to Discord
)

// runFailures injects the bot's share of the failures in random order, each after the bot has answered again since the
// previous one.
func (b *bot) runFailures(ctx context.Context) error {
	random := rand.New(rand.NewPCG(b.Seed, uint64(99+b.number)))
	var list []failure
	for kind, times := range []int{kill: b.Kills, restart: b.Restarts, cutOff: b.Cuts, reset: b.Resets} {
		if failure(kind) != restart { // all bots share the server
			times = split(times, b.number, b.Bots)
		} else if b.number > 0 {
			continue
		}
		list = append(list, slices.Repeat([]failure{failure(kind)}, times)...)
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	resets, last := 0, time.Time{}
	for n, kind := range list {
		pause := time.Duration(random.Float64() * 2 * float64(b.Every) * float64(b.Bots))
		if !b.waitForAnswer(ctx) || !sleepContext(ctx, max(time.Duration(random.IntN(300))*time.Millisecond,
			time.Until(last.Add(pause)))) {
			return ctx.Err()
		}
		last = time.Now()
		for _, c := range b.crowds {
			b.tally.recordFailure(c.current.Load())
		}
		err := error(nil)
		if kind == reset {
			err = b.reset(ctx, resets)
			resets++
		} else {
			err = b.injectFailure(ctx, kind, random)
		}
		if err != nil {
			return fmt.Errorf("failure %d: %w", n, err)
		}
	}
	if len(list) > 0 {
		b.waitForAnswer(ctx)
	}
	return nil
}

// waitForAnswer waits for the next answer of the bot in any channel, and returns false if ctx ends first.
func (b *bot) waitForAnswer(ctx context.Context) bool {
	answers := func() (n int64) {
		for _, p := range b.players {
			n += p.answers.Load()
		}
		return n
	}
	for from := answers(); answers() == from; {
		if !sleepContext(ctx, 10*time.Millisecond) {
			return false
		}
	}
	return true
}

// sleepContext sleeps, and returns false if ctx ends first.
func sleepContext(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// injectFailure injects a failure of the bot's processes or of the database.
func (b *bot) injectFailure(ctx context.Context, kind failure, random *rand.Rand) error {
	switch kind {
	case restart:
		b.logf("the database is restarted")
		b.deployment.server.Kill()
		if err := b.deployment.server.Run(); err != nil {
			return err
		}
		b.tally.restarts.Add(1)
	case cutOff:
		p, cutKind, duration := b.deployment.cutConnections(random)
		b.logf("%s is cut off (%s) for %v", p.name, cutKind, duration.Round(time.Second))
		b.tally.cuts.Add(1)
	default:
		p := b.deployment.anyServe(random)
		shards := b.deployment.shardsOf(p)
		at := time.Now()
		p.kill()
		if err := p.start(); err != nil {
			return err
		}
		b.logf("%s was killed, which had the shards %v", p.name, shards)
		b.tally.startOutage(b.number, at, shards)
		b.tally.kills.Add(1)
		return b.pollAnalyses(context.WithoutCancel(ctx))
	}
	return nil
}

// logf writes a line to the log of the deployment.
func (b *bot) logf(format string, args ...any) {
	fmt.Fprintf(b.deployment.log, "lab: %s %s\n", time.Now().Format("15:04:05.000"), fmt.Sprintf(format, args...))
}

// fault is a fault to inject into the sandbox.
type fault = map[string]any

// connectionFaults are used in turn; each row is the faults of one reset.
var connectionFaults = [][]fault{
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
	{{"kind": "frame", "on": "hello", "frame": `{"op":10,"d":{"heartbeat_interval":0}}`},
		{"kind": "frame", "frame": `{"op":0,"t":"GUILD_CREATE","d":null}`}, {"kind": "drop"}},
}

// slowConnectionFaults are detected only after one and a half heartbeat intervals, a minute, so they are used rarely.
var slowConnectionFaults = [][]fault{{{"kind": "half_open"}}, {{"kind": "no_ack"}}}

// requestFaults affect requests and events. Each reset injects one of them.
var requestFaults = []fault{
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

// maxIdentifies limits the resets of a day: the sandbox counts IDENTIFYs as Discord does, a thousand a day.
const maxIdentifies = 500

// reset injects the n-th connection fault and request fault.
func (b *bot) reset(ctx context.Context, n int) error {
	account := b.players[0].account
	if n%maxIdentifies == maxIdentifies-1 {
		if err := account.request(ctx, http.MethodPost, "/sandbox/clock", fault{"advance": "25h"}, nil); err != nil {
			return err
		}
	}
	k := n + 7*b.number // a different order for each bot
	faults := append([]fault{requestFaults[k%len(requestFaults)]}, connectionFaults[k%len(connectionFaults)]...)
	if n%200 == 100 {
		faults = slowConnectionFaults[(n/200+b.number)%len(slowConnectionFaults)]
	}
	for _, f := range faults {
		if err := account.request(ctx, http.MethodPost, "/sandbox/faults", f, nil); err != nil {
			b.logf("%v", err) // there may be no connection to break
		}
	}
	b.tally.resets.Add(1)
	return nil
}
