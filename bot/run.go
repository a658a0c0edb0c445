package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"yeye/bot/connection"
	"yeye/bot/discord"
	"yeye/bot/feature"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store/scheduler"
	"yeye/bot/store/shards"
	"yeye/bot/view"
	"yeye/bot/view/words"
)

// closing is how long Run may take to finish pending work after its context ends.
const closing = 8 * time.Second

// Bundle returns the texts of the bot with features.
func Bundle(features ...feature.Feature) (*locale.Bundle, error) {
	catalogs := []locale.Catalog{words.Catalog(), view.Catalog()}
	for _, f := range features {
		if f.Catalog.Files != nil {
			catalogs = append(catalogs, f.Catalog)
		}
	}
	return locale.New(catalogs...)
}

// Commands returns the commands of features in Discord's form.
func Commands(features ...feature.Feature) ([]discord.Command, error) {
	bundle, err := Bundle(features...)
	if err != nil {
		return nil, err
	}
	var all []interaction.Command
	for _, f := range features {
		all = append(all, f.Commands...)
	}
	return interaction.Definitions(bundle, all), nil
}

// Register combines the features, before the bot starts; [Core.Run] calls it. It is an error if two add the same thing.
func (c *Core) Register(features ...feature.Feature) (commands []interaction.Command, err error) {
	if err := feature.Check(features); err != nil {
		return nil, err
	}
	bundle, err := Bundle(features...)
	if err != nil {
		return nil, err
	}
	c.Readers.Bundle = bundle
	c.Display.Bundle = bundle
	jobs := append([]scheduler.Handler{c.Engine.Handler()}, c.Display.Jobs()...)
	periodic := c.periodic()
	var components []interaction.Component
	var texts []interaction.TextHandler
	for i := range features {
		f := &features[i]
		commands = append(commands, f.Commands...)
		components = append(components, f.Components...)
		texts = append(texts, f.Text...)
		jobs = append(jobs, f.Jobs...)
		periodic = append(periodic, f.Periodic...)
		c.Matches.Declare(f.Modes...)
		for kind, source := range f.Cards {
			c.sources[kind] = source
		}
		for _, one := range f.Components {
			c.onCard[one.Action] = one.OnCard
		}
		if f.Personal != nil {
			c.Archive.Add(f.Personal)
		}
		if f.Private != nil {
			c.private = f.Private
		}
		if f.Replay != nil {
			c.Replay = f.Replay
		}
		if f.Annotate != nil {
			c.notes = append(c.notes, f.Annotate)
		}
		if f.Remark != nil {
			c.remarks = append(c.remarks, f.Remark)
		}
		c.Matches.Listen(f.OnMatch)
		c.Challenges.Listen(f.OnChallenge)
	}
	c.Router, err = interaction.New(interaction.Options{
		Send: c.REST, Players: c.Players, Presenter: c.Display, Bundle: bundle, Self: c.Self, Refuse: c.refuse(features), Admit: c.Start.Admit,
		Fallback: c.fallback, Plays: c.plays, Rates: c.Rates, Patience: c.Patience, Tasks: c.Tasks, Queue: c.Queue, Logger: c.Logger,
		Acknowledged: c.Observer.Acknowledged, Panicked: c.Observer.Panicked,
	}, commands, components, texts)
	if err != nil {
		return nil, err
	}
	jobs, periodic = c.role(jobs, periodic)
	c.Scheduler, err = scheduler.New(scheduler.Options{DB: c.DB, Worker: c.Worker, Handlers: jobs, Periodic: periodic, Capacity: c.capacity(), Part: c.partOfJobs(), Waker: c.Waker, Logger: c.Logger,
		Panicked: c.Observer.Panicked})
	return commands, err
}

// Run connects and plays with features until ctx ends; then it finishes pending work, within a few seconds, and returns nil. It
// returns an error if features conflict, or when Discord will never let this bot in: a [*gateway.FatalError] with a sentence for
// the operator.
func (c *Core) Run(ctx context.Context, features ...feature.Feature) error {
	commands, err := c.Register(features...)
	if err != nil {
		return err
	}
	if err := c.FairPlay.Fill(ctx); err != nil {
		return err
	}
	defer c.Tasks.Cancel()
	defer c.Display.Cancel()
	inner, stop := context.WithCancel(context.WithoutCancel(ctx)) // continues until its shards are handed over
	defer stop()

	var background sync.WaitGroup
	background.Go(func() { c.Scheduler.Run(inner) })
	c.hear()
	background.Go(func() { c.share(inner) })
	background.Go(func() { c.sweep(inner) })
	background.Go(func() { c.Emoji.Run(inner) })
	background.Go(func() { c.arrivals(inner, commands) })

	err = c.Connections.Run(ctx, connection.Handler{Event: c.handle, Gained: c.Display.Took,
		Settle: func(ctx context.Context, of shards.Part) {
			c.Router.Settle(ctx, of.Has)
			c.Display.Settle(ctx, of)
		}})
	stop()
	c.Background.Cancel()
	background.Wait()

	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	finished := make(chan struct{})
	go func() {
		c.Background.Wait()
		c.Tasks.Wait()
		c.Display.Wait()
		c.Display.ClearAll(life)
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(closing):
		c.Logger.Warn("stopped with work in progress; it is stored and will be finished after the next start")
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseWithin)
	defer cancel()
	c.Connections.Close(last)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// releaseWithin bounds how long releasing the shards may take.
const releaseWithin = 2 * time.Second

// sweep periodically looks for outdated cards.
func (c *Core) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		if c.Self() != "" { // cards are sent even if no events arrive
			c.Display.Sweep(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-c.swept:
		}
	}
}

// sweepEvery is the interval between searches for outdated cards.
const sweepEvery = 5 * time.Second

// periodic returns the jobs that delete data nobody needs any more, in small batches: moves must not wait for them.
func (c *Core) periodic() []scheduler.Periodic {
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
	return []scheduler.Periodic{
		{Name: "tidy database", Every: time.Hour, Work: batches(c.DB.Tidy)},
		{Name: "tidy matches", Every: time.Hour, Work: batches(c.Matches.Tidy)},
		{Name: "tidy challenges", Every: time.Hour, Work: batches(c.Challenges.Tidy)},
		{Name: "tidy imported games", Every: time.Hour, Work: batches(c.Games.Tidy)},
		{Name: "settle history", Every: 10 * time.Minute, Work: c.History.Settle},
		{Name: "name openings", Every: 10 * time.Minute, Work: batches(c.History.NameOpenings)},
		{Name: "scrub what was erased", Every: time.Hour, Work: batches(c.Archive.Tidy)},
		{Name: "tidy engine use", Every: time.Hour, Work: batches(c.use().Tidy)},
		{Name: "tidy cards", Every: time.Hour, Work: batches(c.Display.Tidy)},
	}
}

// tidyBatch is how many rows are deleted at a time.
const tidyBatch = 200
