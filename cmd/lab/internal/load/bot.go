package load

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

// bot is a bot with its sandbox and its users.
type bot struct {
	*Options
	number     int
	deployment *deployment
	players    []*player
	crowds     []*crowd
	tally      *tally
	analyses   analyses
}

// split returns the size of the n-th of several nearly equal parts of a number.
func split(whole, n, parts int) int {
	if n < whole%parts {
		return whole/parts + 1
	}
	return whole / parts
}

// forEachBot runs f for all bots concurrently.
func forEachBot(bots []*bot, f func(*bot) error) error {
	errs := make([]error, len(bots))
	var all sync.WaitGroup
	for n, b := range bots {
		all.Go(func() { errs[n] = f(b) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// openBot starts a sandbox and a bot, and makes the channels, each with a player.
func openBot(ctx context.Context, o *Options, t *tally, dir string, server *pgserver.Server, n int) (*bot, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	d, err := o.deploy(dir)
	if err != nil {
		return nil, err
	}
	b := &bot{Options: o, number: n, deployment: d, tally: t, analyses: analyses{queued: o.Analyses}}
	if o.Others+o.Analyses > 0 {
		err = seedDatabase(ctx, filepath.Join(dir, "load.db"), o.Others, o.Analyses)
	}
	if err == nil {
		err = d.prepare(ctx, server)
	}
	if err == nil {
		t.launch()
		err = d.start()
	}
	if err == nil {
		err = b.join(ctx)
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// join makes the channels and the players.
func (b *bot) join(ctx context.Context) error {
	watch := newBoardWatcher(b.tally)
	owner, err := signInAs(ctx, b.deployment.info, 0, &account{onEvent: watch.handleEvent})
	if err != nil {
		return err
	}
	person, err := signIn(ctx, b.deployment.info, 1)
	if err != nil {
		return err
	}
	guilds, err := b.guilds()
	if err != nil {
		return err
	}
	channel := func(n int, name string) (string, error) {
		var made struct {
			ID string `json:"id"`
		}
		err := owner.request(ctx, http.MethodPost, "/guilds/"+guilds[n%b.Shards]+"/channels",
			map[string]any{"name": fmt.Sprintf("%s-%03d", name, n), "type": 0}, &made)
		return made.ID, err
	}
	for n := range split(b.Channels, b.number, b.Bots) {
		number := n % b.Shards
		made, err := channel(n, "load")
		if err != nil {
			return err
		}
		b.players = append(b.players, &player{account: person, tally: b.tally, channel: made, level: b.Level,
			thinks: b.Think,
			shard:  shard{b.number, number}, stream: person.stream(made),
			rand: rand.New(rand.NewPCG(b.Seed, uint64(1000*b.number+n)))})
	}
	for n, meets := range b.activities() {
		made, err := channel(n, "crowd")
		if err == nil {
			err = b.joinCrowd(ctx, watch, n, made, meets)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// guilds returns one server per shard.
func (b *bot) guilds() ([]string, error) {
	guilds := make([]string, b.Shards)
	for _, g := range b.deployment.info.Guilds {
		number, err := strconv.ParseUint(g.ID, 10, 64)
		if err != nil {
			return nil, err
		}
		guilds[number>>22%uint64(b.Shards)] = g.ID
	}
	if slices.Contains(guilds, "") {
		return nil, errors.New("the sandbox has no server for one of the shards; try again")
	}
	return guilds, nil
}

// play plays in all channels until ctx ends.
func (b *bot) play(ctx context.Context) {
	var all sync.WaitGroup
	for _, p := range b.players {
		all.Go(func() {
			if err := p.run(ctx); err != nil {
				b.tally.fault("%v", err)
			}
		})
	}
	for _, c := range b.crowds {
		all.Go(func() { c.run(ctx) })
	}
	all.Wait()
}

// settleWithin is how long the bot has, after the last failure, to update every board and to remove duplicates.
const settleWithin = 3 * time.Minute

// shutDown lets the bot finish its work, and stops it with SIGTERM.
func (b *bot) shutDown(ctx context.Context) error {
	account := b.players[0].account
	if err := account.request(ctx, http.MethodDelete, "/sandbox/faults", nil, nil); err != nil {
		return err
	}
	all := b.deployment.all()
	for _, p := range all {
		if p.proxy != nil {
			p.proxy.mend()
		}
	}
	for until := time.Now().Add(settleWithin); time.Now().Before(until) && b.deployment.outdatedCards() != 0; {
		time.Sleep(500 * time.Millisecond)
	}
	goroutines, memory := 0.0, b.deployment.maxResidentMemory()
	for _, p := range all {
		b.tally.ends.Add(p.ends.Load())
	}
	for _, p := range b.deployment.serves {
		goroutines = max(goroutines, p.measure("go_goroutines"))
	}
	var requests []sandbox.Requests
	if err := account.request(ctx, http.MethodGet, "/sandbox/requests", nil, &requests); err != nil {
		return err
	}
	b.tally.requested(requests)
	for _, p := range all {
		took, processor, err := p.end()
		if err != nil {
			return err
		}
		b.tally.ended(memory, goroutines, took, processor)
	}
	return nil
}

// verify compares what was seen in the channels with the database.
func (b *bot) verify(ctx context.Context) error {
	if err := b.tally.verify(ctx, b.deployment.db, b.players); err != nil {
		return err
	}
	if err := b.verifyCrowds(ctx); err != nil {
		return err
	}
	if err := b.pollAnalyses(ctx); err != nil {
		return err
	}
	b.tally.analysed(&b.analyses)
	return nil
}

func (b *bot) close() { b.deployment.close() }
