package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"yeye/bot/id"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
)

// runWorker runs the jobs that need neither Discord nor a token until ctx ends: characters' moves, and long jobs that
// can wait.
func (b *Bot) runWorker(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { b.syncEngineUse(ctx) })
	b.scheduler.Run(ctx)
	b.Tasks.Cancel()
	b.Background.Cancel()
	all.Wait()
	b.Tasks.Wait()
	b.Background.Wait()
}

// ownedGuilds returns the guilds whose jobs this process runs.
func (b *Bot) ownedGuilds() func() shards.Part {
	if b.options.Shards == nil {
		return nil
	}
	return b.Connections.Part
}

// ifOwned wraps a handler so that it runs a job only while this process holds the job's guild.
func (b *Bot) ifOwned(h scheduler.Handler) scheduler.Handler {
	if b.options.Shards == nil || h.Anywhere {
		return h
	}
	work := h.Work
	h.Work = func(ctx context.Context, j scheduler.Job) error {
		if !b.Connections.Part().Has(j.Guild) {
			return scheduler.ErrLater
		}
		return work(ctx, j)
	}
	return h
}

// filterJobs filters the jobs down to those that this process runs.
func (b *Bot) filterJobs(jobs []scheduler.Handler,
	periodic []scheduler.Periodic) ([]scheduler.Handler, []scheduler.Periodic) {
	for i := range jobs {
		jobs[i] = b.ifOwned(jobs[i])
	}
	switch {
	case b.options.Role == Worker:
		return slices.DeleteFunc(jobs, func(h scheduler.Handler) bool { return !h.Anywhere }), nil
	case b.options.Role == Connected:
		return slices.DeleteFunc(jobs, func(h scheduler.Handler) bool { return h.Anywhere }), periodic
	}
	return jobs, periodic
}

// capacity returns how many jobs run at a time. No other process runs a job that this one has claimed, so if there are
// others it claims none that would have to wait here.
func (b *Bot) capacity() map[scheduler.Pool]int {
	if !b.options.Shared || b.options.Threads <= 0 {
		return nil
	}
	return map[scheduler.Pool]int{scheduler.Engine: b.options.Threads, scheduler.Slow: max(2, b.options.Threads)}
}

// Moves returns how many characters' moves this process searches, or has waiting for an engine: those that it has
// claimed, and the unclaimed ones, unless this process leaves them to others.
func (b *Bot) Moves(ctx context.Context) (int, error) {
	n := b.Engine.Moves()
	if b.options.Role == Connected {
		return n, nil
	}
	waiting, err := scheduler.Waiting(ctx, b.DB, scheduler.Engine)
	return n + waiting, err
}

// listenForCards wakes the display for cards that other processes have changed.
func (b *Bot) listenForCards() {
	b.DB.Listen(store.CardsTopic, func(about string) {
		if kind, of, ok := strings.Cut(about, " "); ok {
			if b.Connections.Self() != "" {
				b.Display.WakeRemote(id.Subject{Kind: id.Kind(kind), ID: id.Match(of)})
			}
			return
		}
		select {
		case b.sweepNow <- struct{}{}:
		default:
		}
	})
}

func (o *Options) use() scheduler.EngineUse {
	return scheduler.EngineUse{DB: o.DB, Hourly: cmp.Or(o.Hourly, engine.UsualHourly)}
}

// syncEngineUse synchronizes players' engine time with other processes, if there are any.
func (b *Bot) syncEngineUse(ctx context.Context) {
	if !b.options.Shared {
		return
	}
	b.Engine.Share(ctx, b.options.use(), func(err error) {
		b.Logger.Warn("cannot share engine usage with other processes", "err", err)
	})
}
