package bot

import (
	"cmp"
	"log/slog"
	"runtime/debug"
	"sync"

	"yeye/bot/display"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/refusal"
	"yeye/bot/store/scheduler"
)

// Bot is the program: services, the features made of them, and what runs them. Make it with Open, then Run it.
type Bot struct {
	*Services
	options   Options
	Router    *interaction.Router
	scheduler *scheduler.Scheduler
	commands  []interaction.Command
	swept     chan struct{} // starts the next sweep at once
	ready     sync.Once
}

// Open makes a bot with features. It connects to nothing. It is an error if two features add the same thing.
func Open(o Options, features Features) (*Bot, error) {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Worker = cmp.Or(o.Worker, "yeye")
	declared := features(new(Services))
	if err := feature.Check(declared); err != nil {
		return nil, err
	}
	bundle, err := Bundle(declared...)
	if err != nil {
		return nil, err
	}
	sources := map[id.Kind]display.Source{}
	s, err := services(&o, declared, bundle, sources)
	if err != nil {
		return nil, err
	}
	b := &Bot{Services: s, options: o, swept: make(chan struct{}, 1)}
	return b, b.join(features(s), sources)
}

// join lets features take part.
func (b *Bot) join(features []feature.Feature, sources map[id.Kind]display.Source) (err error) {
	jobs := append([]scheduler.Handler{b.Engine.Handler()}, b.Display.Jobs()...)
	periodic := b.periodic()
	var components []interaction.Component
	var texts []interaction.TextHandler
	var refusers []refusal.Refuser
	for i := range features {
		f := &features[i]
		b.commands = append(b.commands, f.Commands...)
		components = append(components, f.Components...)
		texts = append(texts, f.Text...)
		jobs = append(jobs, f.Jobs...)
		periodic = append(periodic, f.Periodic...)
		for kind, source := range f.Cards {
			sources[kind] = source
		}
		if f.Refuse != nil {
			refusers = append(refusers, f.Refuse)
		}
		if f.Personal != nil {
			b.Archive.Add(f.Personal)
		}
		if f.Remark != nil {
			b.Cards.Remark(f.Remark)
		}
		b.Matches.Declare(f.Modes...)
		b.Matches.Listen(f.OnMatch)
		b.Challenges.Listen(f.OnChallenge)
	}
	b.Router, err = interaction.New(interaction.Options{
		Send: b.REST, Players: b.Players, Presenter: b.Display, Bundle: b.Readers.Bundle, Self: b.Connections.Self, Refuse: refusal.Answer(b.Readers, refusers),
		Admit: b.Start.Admit, Fallback: b.language, Plays: b.plays, Rates: b.options.Rates, Patience: b.options.Patience, Tasks: b.Tasks, Queue: b.Queue,
		Logger: b.Logger, Acknowledged: b.options.Observer.Acknowledged, Panicked: b.options.Observer.Panicked,
	}, b.commands, components, texts)
	if err != nil {
		return err
	}
	jobs, periodic = b.role(jobs, periodic)
	b.scheduler, err = scheduler.New(scheduler.Options{DB: b.DB, Worker: b.options.Worker, Handlers: jobs, Periodic: periodic, Capacity: b.capacity(),
		Part: b.partOfJobs(), Waker: b.Waker, Logger: b.Logger, Panicked: b.options.Observer.Panicked})
	return err
}

// recovered reports a panic of background work.
func (o *Options) recovered(p any) {
	o.Logger.Error("panic in background work", "panic", p, "stack", string(debug.Stack()))
	if o.Observer.Panicked != nil {
		o.Observer.Panicked()
	}
}

// Stats counts what is in progress at a moment.
type Stats struct {
	Connected bool
	Shards    int // that this process connects; 1 for a bot without shards
	Guilds    int // that the bot is on, as far as these connections have reported
	Queues    int // channels with requests waiting or in progress
	Showing   int // cards that are being sent
}

// Stats returns the current counts.
func (b *Bot) Stats() Stats {
	return Stats{Connected: b.Connections.Connected(), Shards: b.Connections.Gateway.Size(), Guilds: b.Connections.Guilds(), Queues: b.Queue.Busy(),
		Showing: b.Display.Working()}
}
