package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"yeye/bot/display"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
)

// Work does, until ctx ends, the jobs that need neither Discord nor a token: characters' turns, and what takes long and may wait.
// The connected processes show what it changes.
func (c *Core) Work(ctx context.Context, features ...feature.Feature) error {
	c.away = true
	if _, err := c.Register(features...); err != nil {
		return err
	}
	context.AfterFunc(ctx, c.Tasks.Cancel)
	var all sync.WaitGroup
	all.Go(func() { c.share(ctx) })
	c.Scheduler.Run(ctx)
	all.Wait()
	c.Tasks.Wait()
	return nil
}

// partOfJobs returns the guilds whose jobs this process does.
func (c *Core) partOfJobs() func() shards.Part {
	if c.Shards == nil {
		return nil
	}
	return c.Connections.Part
}

// owned wraps a handler so that it does a job only while this process holds the job's guild.
func (c *Core) owned(h scheduler.Handler) scheduler.Handler {
	if c.Shards == nil || h.Anywhere {
		return h
	}
	work := h.Work
	h.Work = func(ctx context.Context, j scheduler.Job) error {
		if !c.Connections.Part().Has(j.Guild) {
			return scheduler.ErrLater
		}
		return work(ctx, j)
	}
	return h
}

// role returns the jobs that this process does.
func (c *Core) role(jobs []scheduler.Handler, periodic []scheduler.Periodic) ([]scheduler.Handler, []scheduler.Periodic) {
	for i := range jobs {
		jobs[i] = c.owned(jobs[i])
	}
	switch {
	case c.away:
		return slices.DeleteFunc(jobs, func(h scheduler.Handler) bool { return !h.Anywhere }), nil
	case c.NoThinking:
		return slices.DeleteFunc(jobs, func(h scheduler.Handler) bool { return h.Anywhere }), periodic
	}
	return jobs, periodic
}

// capacity returns how many jobs run at a time. No other process does the jobs that one has taken on, so if there are others it
// takes none that would have to wait here.
func (c *Core) capacity() map[scheduler.Pool]int {
	if !c.Shared || c.Threads <= 0 {
		return nil
	}
	return map[scheduler.Pool]int{scheduler.Engine: c.Threads, scheduler.Slow: max(2, c.Threads)}
}

// Moves returns how many moves of characters are being searched by this process, or wait for an engine: those that it has taken on,
// and those that no process has, unless this one leaves them to others.
func (c *Core) Moves(ctx context.Context) (int, error) {
	n := c.Engine.Moves()
	if c.NoThinking {
		return n, nil
	}
	waiting, err := scheduler.Waiting(ctx, c.DB, scheduler.Engine)
	return n + waiting, err
}

// shown is the display's interface for services that change matches.
type shown struct{ c *Core }

// Changed implements [matchcard.Wakers].
func (s *shown) Changed(of id.Subject, w display.Wanted) {
	if !s.c.away {
		s.c.Display.Changed(of, w)
	}
}

// Wake makes the process that shows a subject's card update it.
func (s *shown) Wake(of id.Subject) {
	if s.c.away {
		s.c.ring(of)
		return
	}
	s.c.Display.Wake(of)
}

// Clear deletes temporary messages in a channel.
func (s *shown) Clear(channel id.Channel) {
	if !s.c.away {
		s.c.Display.Clear(channel)
	}
}

// ring wakes the process that shows a card.
func (c *Core) ring(of id.Subject) {
	c.DB.Ring(store.CardsBell, string(of.Kind)+" "+string(of.ID))
}

// hear makes the display look at cards that other processes have changed.
func (c *Core) hear() {
	c.DB.Listen(store.CardsBell, func(about string) {
		if kind, of, ok := strings.Cut(about, " "); ok {
			if c.Self() != "" {
				c.Display.Hear(id.Subject{Kind: id.Kind(kind), ID: id.Match(of)})
			}
			return
		}
		select {
		case c.swept <- struct{}{}:
		default:
		}
	})
}

// usualHourly is how much engine use drains in an hour if no limit is configured.
const usualHourly = 20 * time.Minute

func (c *Core) use() scheduler.Use {
	return scheduler.Use{DB: c.DB, Hourly: cmp.Or(c.Hourly, usualHourly)}
}

// engineTime returns a player's stored engine time for their export.
func (c *Core) engineTime(ctx context.Context, p id.Player) ([]player.Section, error) {
	had, at, ok, err := scheduler.Had(ctx, c.DB, p)
	if err != nil || !ok {
		return nil, err
	}
	type use struct {
		Milliseconds int64     `json:"milliseconds"` // at At: it drains with time
		At           time.Time `json:"at"`
	}
	return []player.Section{{Key: "engine_time", Value: use{had.Milliseconds(), at.UTC()}}}, nil
}

// share synchronizes players' use of the engines with other processes, if there are any.
func (c *Core) share(ctx context.Context) {
	if !c.Shared {
		return
	}
	c.Engine.Share(ctx, c.use(), func(err error) {
		c.Logger.Warn("cannot share engine usage with other processes", "err", err)
	})
}
