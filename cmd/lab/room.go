package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/store/postgres/pgserver"
)

// room is one bot with its sandbox and the tables at which it plays.
type room struct {
	c      *loadCmd
	number int
	stack  *stack
	tables []*table
	tally  *tally

	analyses analyses
}

// share returns the part of a whole that the n-th of several gets.
func share(whole, n, of int) int {
	if n < whole%of {
		return whole/of + 1
	}
	return whole / of
}

// each runs f for all rooms concurrently.
func each(rooms []*room, f func(*room) error) error {
	errs := make([]error, len(rooms))
	var all sync.WaitGroup
	for n, r := range rooms {
		all.Go(func() { errs[n] = f(r) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// openRoom starts a sandbox and a bot, makes the channels and seats a player at
// each.
func (c *loadCmd) openRoom(ctx context.Context, t *tally, yeye, dir string, server *pgserver.Server, n int) (*room, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s, err := c.startStack(yeye, dir)
	if err != nil {
		return nil, err
	}
	r := &room{c: c, number: n, stack: s, tally: t, analyses: analyses{queued: c.Analyses}}
	if c.Sessions+c.Analyses > 0 {
		err = crowdDatabase(ctx, filepath.Join(dir, "load.db"), c.Sessions, c.Analyses)
	}
	if err == nil {
		err = s.prepare(ctx, server)
	}
	if err == nil {
		t.launch()
		err = s.start()
	}
	if err == nil {
		err = r.sit(ctx)
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (r *room) sit(ctx context.Context) error {
	owner, err := joinCrowd(ctx, r.stack.info, 0)
	if err != nil {
		return err
	}
	player, err := joinCrowd(ctx, r.stack.info, 1)
	if err != nil {
		return err
	}
	guilds, err := r.guilds()
	if err != nil {
		return err
	}
	for n := range share(r.c.Channels, r.number, r.c.Bots) {
		var made struct {
			ID string `json:"id"`
		}
		shard := n % r.c.Shards
		if err := owner.do(ctx, http.MethodPost, "/guilds/"+guilds[shard]+"/channels", map[string]any{"name": fmt.Sprintf("load-%03d", n), "type": 0}, &made); err != nil {
			return err
		}
		r.tables = append(r.tables, &table{crowd: player, tally: r.tally, channel: made.ID, level: r.c.Level, think: time.Duration(r.c.Think * float64(time.Second)),
			shard: place{r.number, shard}, stream: player.table(made.ID), rand: rand.New(rand.NewPCG(r.c.Seed, uint64(1000*r.number+n)))})
	}
	return nil
}

// guilds returns a server of each shard.
func (r *room) guilds() ([]string, error) {
	guilds := make([]string, r.c.Shards)
	for _, g := range r.stack.info.Guilds {
		number, err := strconv.ParseUint(g.ID, 10, 64)
		if err != nil {
			return nil, err
		}
		guilds[number>>22%uint64(r.c.Shards)] = g.ID
	}
	if slices.Contains(guilds, "") {
		return nil, errors.New("the sandbox has no server for one of the shards; try again")
	}
	return guilds, nil
}

// play plays at all tables until ctx ends.
func (r *room) play(ctx context.Context) {
	var all sync.WaitGroup
	for _, tb := range r.tables {
		all.Go(func() {
			if err := tb.run(ctx); err != nil {
				fmt.Fprintln(os.Stderr, "lab:", err)
				r.tally.mu.Lock()
				r.tally.failed++
				r.tally.mu.Unlock()
			}
		})
	}
	all.Wait()
}

// trouble causes the room's share of the failures.
func (r *room) trouble(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.c.Seed, uint64(99+r.number)))
	times := map[blow]int{kill: share(r.c.Kills, r.number, r.c.Bots), wireCut: share(r.c.Cuts, r.number, r.c.Bots)}
	if r.number == 0 { // all rooms share the server
		times[restart] = r.c.Restarts
	}
	if err := r.blows(ctx, times, random); err != nil {
		return err
	}
	return r.resets(ctx, share(r.c.Resets, r.number, r.c.Bots), random)
}

// settleWithin is the time limit for the bot, once the failures are over, to bring
// every board up to date and to look for duplicate ones.
const settleWithin = 3 * time.Minute

// requests asks the sandbox for the numbers of the bot's requests, by kind.
func (r *room) requests(ctx context.Context) error {
	var list []sandbox.Requests
	if err := r.tables[0].crowd.do(ctx, http.MethodGet, "/sandbox/requests", nil, &list); err != nil {
		return err
	}
	r.tally.requested(list)
	return nil
}

// end lets the bot complete its pending work, and stops it like an operator.
func (r *room) end(ctx context.Context) error {
	if err := r.tables[0].crowd.do(ctx, http.MethodDelete, "/sandbox/faults", nil, nil); err != nil {
		return err
	}
	for _, p := range r.stack.all() {
		if p.wire != nil {
			p.wire.mend()
		}
	}
	for until := time.Now().Add(settleWithin); time.Now().Before(until) && r.stack.behind() != 0; {
		time.Sleep(500 * time.Millisecond)
	}
	goroutines, memory := 0.0, r.stack.resident()
	for _, p := range r.stack.all() {
		r.tally.ends.Add(p.ends.Load())
	}
	for _, p := range r.stack.serves {
		goroutines = max(goroutines, p.measure("go_goroutines"))
	}
	if err := r.requests(ctx); err != nil {
		return err
	}
	for _, p := range r.stack.all() {
		took, processor, err := p.end()
		if err != nil {
			return err
		}
		r.tally.over(memory, goroutines, took, processor)
	}
	return nil
}

func (r *room) close() { r.stack.close() }
