package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"yeye/bot/connection"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
)

// shutdownTimeout is how long Run may take to finish pending work after its context ends.
const shutdownTimeout = 8 * time.Second

// Run connects and plays until ctx ends; then it finishes pending work, within a few seconds, and returns nil. A worker
// only runs its jobs. Run returns an error when the database fails at the start, or when Discord permanently refuses
// this bot: then it is a [*gateway.FatalError] with a sentence for the operator.
func (b *Bot) Run(ctx context.Context) error {
	if b.options.Role == Worker {
		b.runWorker(ctx)
		return nil
	}
	if err := b.FairPlay.Fill(ctx); ctx.Err() != nil {
		return nil
	} else if err != nil {
		return err
	}
	defer b.Tasks.Cancel()
	defer b.Display.Cancel()
	inner, stop := context.WithCancel(context.WithoutCancel(ctx)) // lives until the shards are handed over
	defer stop()

	var background sync.WaitGroup
	background.Go(func() { b.scheduler.Run(inner) })
	b.listenForCards()
	background.Go(func() { b.syncEngineUse(inner) })
	background.Go(func() { b.sweep(inner) })
	background.Go(func() { b.Emoji.Run(inner) })
	background.Go(func() { b.becomeReady(inner) })

	err := b.Connections.Run(ctx, connection.Handler{Event: b.handle, GuildsGained: b.Display.GuildsGained,
		WaitIdle: func(ctx context.Context, of shards.Part) {
			b.Router.WaitIdle(ctx, of.Has)
			b.Display.WaitIdle(ctx, of)
		}})
	stop()
	b.Background.Cancel()
	background.Wait()

	cleanup, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	finished := make(chan struct{})
	go func() {
		b.Background.Wait()
		b.Tasks.Wait()
		b.Display.Wait()
		b.Display.ClearAll(cleanup)
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(shutdownTimeout):
		b.Logger.Warn("stopped with work in progress; it is stored and will be finished after the next start")
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	b.Connections.Close(last)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// releaseTimeout bounds how long releasing the shards may take.
const releaseTimeout = 2 * time.Second

// sweep periodically looks for outdated cards.
func (b *Bot) sweep(ctx context.Context) {
	tick := time.NewTicker(display.SweepEvery)
	defer tick.Stop()
	for {
		if b.Connections.Self() != "" { // cards are sent even if no events arrive
			b.Display.Sweep(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-b.sweepNow:
		}
	}
}

// tidyJobs returns the periodic jobs that delete expired data, in small batches, so that moves do not wait for them.
func (b *Bot) tidyJobs() []scheduler.Periodic {
	batches := func(f func(context.Context, int) (bool, error)) func(context.Context) error {
		return func(ctx context.Context) error {
			for more := true; more && ctx.Err() == nil; {
				var err error
				if more, err = f(ctx, tidyBatch); err != nil {
					return err
				}
			}
			return ctx.Err()
		}
	}
	// forgetting wraps a deletion so that it also deletes the cards' rows of the deleted subjects.
	forgetting := func(f func(context.Context, int,
		func(context.Context, store.Tx, id.Subject) error) (bool, error)) func(context.Context) error {
		return batches(func(ctx context.Context, limit int) (bool, error) { return f(ctx, limit, display.Forget) })
	}
	return []scheduler.Periodic{
		{Name: "tidy database", Every: time.Hour, Work: batches(b.DB.Tidy)},
		{Name: "tidy matches", Every: time.Hour, Work: forgetting(b.Matches.Tidy)},
		{Name: "tidy challenges", Every: time.Hour, Work: forgetting(b.Challenges.Tidy)},
		{Name: "tidy votes", Every: time.Hour, Work: batches(b.Votes.Tidy)},
		{Name: "tidy imported games", Every: time.Hour, Work: batches(b.Games.Tidy)},
		{Name: "settle history", Every: 10 * time.Minute, Work: b.History.Settle},
		{Name: "name openings", Every: 10 * time.Minute, Work: batches(b.History.NameOpenings)},
		{Name: "scrub what was erased", Every: time.Hour, Work: batches(b.PersonalData.Tidy)},
		{Name: "tidy engine use", Every: time.Hour, Work: batches(b.options.use().Tidy)},
		{Name: "tidy cards", Every: time.Hour, Work: batches(b.Display.Tidy)},
	}
}

// tidyBatch is how many rows are deleted at a time.
const tidyBatch = 200
