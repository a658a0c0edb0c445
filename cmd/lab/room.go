package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/store/postgres/pgserver"
)

// room is one bot with its sandbox and the tables at which it is played.
type room struct {
	c      *loadCmd
	number int
	stack  *stack
	tables []*table
	tally  *tally
}

// share is what the n-th of several gets of a whole.
func share(whole, n, of int) int {
	if n < whole%of {
		return whole/of + 1
	}
	return whole / of
}

// each does f for all rooms at once.
func each(rooms []*room, f func(*room) error) error {
	errs := make([]error, len(rooms))
	var all sync.WaitGroup
	for n, r := range rooms {
		all.Go(func() { errs[n] = f(r) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// openRoom starts a sandbox and a bot, makes the channels and sets somebody down
// at each.
func (c *loadCmd) openRoom(ctx context.Context, t *tally, yeye, dir string, server *pgserver.Server, n int) (*room, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s, err := startStack(context.Background(), yeye, dir, c.Limits, nil)
	if err != nil {
		return nil, err
	}
	r := &room{c: c, number: n, stack: s, tally: t}
	if c.Sessions+c.Analyses > 0 {
		err = crowdDatabase(ctx, filepath.Join(dir, "load.db"), c.Sessions, c.Analyses)
	}
	if err == nil {
		err = s.onServer(ctx, server, c.Workers)
	}
	if err == nil {
		err = s.serve()
	}
	for n := range s.workers {
		if err == nil {
			err = s.work(n)
		}
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
	for n := range share(r.c.Channels, r.number, r.c.Bots) {
		var made struct {
			ID string `json:"id"`
		}
		if err := owner.do(ctx, http.MethodPost, "/guilds/"+owner.GuildID+"/channels", map[string]any{"name": fmt.Sprintf("load-%03d", n), "type": 0}, &made); err != nil {
			return err
		}
		r.tables = append(r.tables, &table{crowd: player, tally: r.tally, channel: made.ID, level: r.c.Level, think: time.Duration(r.c.Think * float64(time.Second)),
			stream: player.table(made.ID), rand: rand.New(rand.NewPCG(r.c.Seed, uint64(1000*r.number+n)))})
	}
	return nil
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

// trouble makes the room's share of it.
func (r *room) trouble(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.c.Seed, uint64(99+r.number)))
	if err := r.kills(ctx, share(r.c.Kills, r.number, r.c.Bots), random); err != nil {
		return err
	}
	if r.number == 0 { // it is one for all
		if err := r.restarts(ctx, r.c.Restarts, random); err != nil {
			return err
		}
	}
	return r.resets(ctx, share(r.c.Resets, r.number, r.c.Bots), random)
}

// payWithin is how long the bot may take, once nothing goes wrong any more, to
// bring every board up to date and to look for doubled ones.
const payWithin = 3 * time.Minute

// requests asks the sandbox what the bot has sent, by kind.
func (r *room) requests(ctx context.Context) error {
	var list []sandbox.Requests
	if err := r.tables[0].crowd.do(ctx, http.MethodGet, "/sandbox/requests", nil, &list); err != nil {
		return err
	}
	r.tally.requested(list)
	return nil
}

// end lets the bot pay what it owes, and ends it as an operator does.
func (r *room) end(ctx context.Context) error {
	if err := r.tables[0].crowd.do(ctx, http.MethodDelete, "/sandbox/faults", nil, nil); err != nil {
		return err
	}
	for until := time.Now().Add(payWithin); time.Now().Before(until) && r.stack.measure("yeye_cards_behind") != 0; {
		time.Sleep(500 * time.Millisecond)
	}
	goroutines, memory := r.stack.measure("go_goroutines"), r.stack.resident()
	if err := r.requests(ctx); err != nil {
		return err
	}
	took, err := r.stack.end()
	if err != nil {
		return fmt.Errorf("the bot did not end well: %w", err)
	}
	r.tally.over(memory, goroutines, took, r.stack.processor())
	return nil
}

func (r *room) close() {
	r.stack.kill()
	r.stack.close()
}
