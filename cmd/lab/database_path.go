package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/scheduler"
)

// path times the latency of a job: from before the transaction that puts it
// until another process starts it, one after the other. On SQLite there is one
// process, which wakes itself.
func (c *databaseCmd) path(ctx context.Context, s *site) error {
	if c.Path == 0 {
		return nil
	}
	asker, err := attached(ctx, s.at, "asker")
	if err != nil {
		return err
	}
	defer asker.close()
	worker := asker
	if postgres.Is(s.at) {
		if worker, err = attached(ctx, s.at, "worker"); err != nil {
			return err
		}
		defer worker.close()
	}
	begun := make(chan time.Time)
	one, err := scheduler.New(scheduler.Options{DB: worker.db, Worker: "worker",
		Handlers: []scheduler.Handler{{Kind: "path", Work: func(ctx context.Context, _ scheduler.Job) error {
			select {
			case begun <- time.Now():
			case <-ctx.Done():
			}
			return nil
		}}}})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		one.Run(running)
		close(ended)
	}()
	defer func() {
		stop()
		<-ended
	}()
	var took []time.Duration
	for n := range c.Path {
		from := time.Now()
		err := asker.db.Tx(ctx, func(tx store.Tx) error {
			return scheduler.Put(ctx, tx, scheduler.Job{Slot: "path", Kind: "path", Subject: id.Subject{Kind: "lab", ID: id.Match(fmt.Sprint(n))}, Pool: scheduler.Engine})
		})
		if err != nil {
			return err
		}
		if worker == asker {
			one.Wake()
		} else {
			asker.db.Ring(store.JobsBell, "")
		}
		select {
		case at := <-begun:
			took = append(took, at.Sub(from))
		case <-ctx.Done():
			return ctx.Err()
		}
		time.Sleep(10 * time.Millisecond) // until it is recorded as done
	}
	slices.Sort(took)
	fmt.Printf("%s: from before a job is put until it is begun p50 %v  p99 %v  (%d, one after the other)\n", s.name,
		took[len(took)/2].Round(10*time.Microsecond), took[len(took)*99/100].Round(10*time.Microsecond), len(took))
	return nil
}

// attachment is one process's connection to a database.
type attachment struct {
	db    *store.DB
	close func()
}

// attached opens a database like a process that receives the wakes of others.
func attached(ctx context.Context, at, name string) (*attachment, error) {
	if !postgres.Is(at) {
		db, err := openSite(ctx, at)
		if err != nil {
			return nil, err
		}
		return &attachment{db, func() { db.Close() }}, nil
	}
	d, err := postgres.Open(ctx, at, nil)
	if err != nil {
		return nil, err
	}
	a, err := d.Attach(ctx, name, slog.New(slog.DiscardHandler))
	if err != nil {
		d.Close()
		return nil, err
	}
	return &attachment{d.DB, func() { d.Close(); a.Close() }}, nil
}
