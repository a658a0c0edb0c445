package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/bot/store/transfer"
	"yeye/game/notation"
)

// claims lets several schedulers, each with its own connections like another process, take jobs concurrently, and counts how
// often each job was done.
func (c *databaseCmd) claims(ctx context.Context, s *site) error {
	if c.Claims == 0 {
		return nil
	}
	const batch = 500
	subject := func(n int) id.Subject { return id.Subject{Kind: "lab", ID: id.Match(fmt.Sprint(n))} }
	for n := 0; n < c.Claims; n += batch {
		err := s.db.Tx(ctx, func(tx store.Tx) error {
			for i := n; i < min(n+batch, c.Claims); i++ {
				j := scheduler.Job{Slot: "next", Kind: "lab", Subject: subject(i), Pool: scheduler.Engine, Owner: id.Player(fmt.Sprint(i % 997))}
				if err := scheduler.Put(ctx, tx, j); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if _, err := s.db.Write().Exec(ctx, `ANALYZE`); err != nil {
		return err
	}
	done := make([]atomic.Int32, c.Claims)
	var left atomic.Int64
	left.Store(int64(c.Claims))
	over, stop := context.WithCancel(ctx)
	defer stop()
	work := func(_ context.Context, j scheduler.Job) error {
		var n int
		fmt.Sscan(string(j.Subject.ID), &n)
		done[n].Add(1)
		if left.Add(-1) == 0 {
			stop()
		}
		return nil
	}
	var workers []*scheduler.Scheduler
	for w := range c.Workers {
		db, err := openSite(ctx, s.at)
		if err != nil {
			return err
		}
		defer db.Close()
		one, err := scheduler.New(scheduler.Options{DB: db, Worker: fmt.Sprint("w", w), Lease: time.Hour, Capacity: map[scheduler.Pool]int{scheduler.Engine: 16},
			Handlers: []scheduler.Handler{{Kind: "lab", Work: work}}})
		if err != nil {
			return err
		}
		workers = append(workers, one)
	}
	begun := time.Now()
	var all sync.WaitGroup
	for _, one := range workers {
		all.Go(func() { one.Run(over) })
	}
	all.Wait()
	took := time.Since(begun)
	never, twice := 0, 0
	for i := range done {
		switch n := done[i].Load(); {
		case n == 0:
			never++
		case n > 1:
			twice++
		}
	}
	fmt.Printf("%s: %d jobs taken by %d workers in %v, %.0f a second; never %d, more than once %d\n",
		s.name, c.Claims, c.Workers, took.Round(time.Millisecond), float64(c.Claims)/took.Seconds(), never, twice)
	return nil
}

// crowd fills the first database with open games, copies it to the others, and times the operations that must not grow with them.
func (c *databaseCmd) crowd(ctx context.Context, sites []*site) error {
	if c.Games == 0 {
		return nil
	}
	first := sites[0]
	if err := first.db.Close(); err != nil {
		return err
	}
	if err := crowdDatabase(ctx, first.at, c.Games, 0); err != nil {
		return err
	}
	if err := first.open(ctx); err != nil {
		return err
	}
	for _, s := range sites[1:] {
		begun := time.Now()
		copied, err := transfer.Copy(ctx, first.db, s.db, nil)
		if err != nil {
			return err
		}
		rows := int64(0)
		for _, t := range copied {
			rows += t.Rows
		}
		fmt.Printf("copied to %s: %d rows in %v, sums equal\n", s.name, rows, time.Since(begun).Round(time.Millisecond))
	}
	for _, s := range sites {
		if _, err := s.db.Write().Exec(ctx, `ANALYZE`); err != nil {
			return err
		}
		if err := s.look(ctx, c.Games); err != nil {
			return err
		}
	}
	return nil
}

// look times a start and a sweep with many open games.
func (s *site) look(ctx context.Context, games int) error {
	begun := time.Now()
	again, err := openSite(ctx, s.at)
	if err != nil {
		return err
	}
	defer again.Close()
	opened := time.Since(begun)

	begun = time.Now()
	door := match.NewService(again)
	open, err := door.Open(ctx, shards.Part{})
	if err != nil {
		return err
	}
	listed := time.Since(begun)
	shows := display.New(display.Options{DB: again})
	begun = time.Now()
	behind, err := shows.Behind(ctx, 500)
	if err != nil {
		return err
	}
	swept := time.Since(begun)
	caught, read := catchUp(ctx, again, door, open)
	fmt.Printf("%s, %d open games: opened in %v, listed in %v, a sweep for cards that are behind in %v (%d found), caught up in %v (%d channels read)\n",
		s.name, len(open), opened.Round(time.Millisecond), listed.Round(time.Millisecond), swept.Round(time.Microsecond), behind, caught.Round(time.Millisecond), read)
	if len(open) < games {
		return fmt.Errorf("%d open games of %d", len(open), games)
	}
	return nil
}

// catchUp times the search for moves typed while the bot was away, when Discord has reported for every channel that nothing was
// posted there lately, and counts the channels that are read nevertheless.
func catchUp(ctx context.Context, db *store.DB, door *match.Service, open []match.Opened) (took time.Duration, read int64) {
	quiet := discord.GuildAvailable{ID: "1", Last: make(map[id.Channel]id.Message, len(open))}
	for _, o := range open {
		quiet.Last[o.Channel] = id.FirstAt(db.Now().Add(-24 * time.Hour))
	}
	recent := &recents{}
	r := &backfill.Reader{Matches: door, REST: recent, Queue: func(id.Channel, func(context.Context)) bool { return true },
		Self: func() id.Player { return "" }, Notation: func(*match.Match) notation.Family { return 0 },
		Refuse: func(context.Context, *match.Match, *discord.Received, *match.MoveError) {}, Now: db.Now, Logger: slog.New(slog.DiscardHandler)}
	begun := time.Now()
	r.Ready([]id.Guild{quiet.ID})
	r.Guild(quiet)
	r.All(ctx)
	return time.Since(begun), recent.read.Load()
}

// recents returns no messages, and counts its calls.
type recents struct{ read atomic.Int64 }

func (r *recents) Recent(context.Context, id.Channel, int, id.Message) ([]discord.Received, error) {
	r.read.Add(1)
	return nil, nil
}
