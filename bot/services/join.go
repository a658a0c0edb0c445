package services

import (
	"context"
	"maps"
	"slices"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/refusal"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/store/scheduler"
)

// App is the services with the features made of them, ready to handle requests and jobs.
type App struct {
	*Services
	Router   *interaction.Router
	Commands []interaction.Command
	Jobs     []scheduler.Handler
	Periodic []scheduler.Periodic
	Sources  map[id.Kind]display.Source // of all cards
	Site     *feature.Site              // the bot's web pages; nil for none
}

// Join makes services, and features of them. It is an error if two features add the same thing.
func Join(o Options, features Features) (*App, error) {
	declared := features(new(Services))
	if err := feature.Check(declared); err != nil {
		return nil, err
	}
	bundle, err := Bundle(declared)
	if err != nil {
		return nil, err
	}
	j := &App{Sources: map[id.Kind]display.Source{}}
	if j.Services, err = build(&o, declared, bundle, j.Sources); err != nil {
		return nil, err
	}
	j.join(&o, features(j.Services))
	return j, nil
}

// join adds the features' handlers, jobs, cards and texts.
func (j *App) join(o *Options, features []feature.Feature) {
	var components []interaction.Component
	var textHandlers []interaction.TextHandler
	var refusers []refusal.Refuser
	admit := j.Start.Admit
	filter := &featureFilter{guilds: j.Guilds, featureOf: map[string]string{}}
	for i := range features {
		f := &features[i]
		if f.Optional {
			f.Doors(func(_ string, d *door.Door) { d.Feature = f.Name })
		}
		for _, c := range f.Components {
			filter.featureOf[c.Action] = c.Door.Feature
		}
		j.Commands = append(j.Commands, f.Commands...)
		components = append(components, f.Components...)
		textHandlers = append(textHandlers, f.Text...)
		j.Jobs = append(j.Jobs, f.Jobs...)
		j.Periodic = append(j.Periodic, f.Periodic...)
		for kind, source := range f.Cards {
			j.Sources[kind] = source
		}
		maps.Copy(j.threads, f.Threads)
		if f.Refuse != nil {
			refusers = append(refusers, f.Refuse)
		}
		if f.Personal != nil {
			j.PersonalData.Add(f.Personal)
		}
		if f.Remark != nil {
			j.Cards.Remark(f.Remark)
		}
		if f.Buttons != nil {
			j.Cards.Button(func(ctx context.Context, r *view.Reader, m *match.Match) (discord.Row, error) {
				row, err := f.Buttons(ctx, r, m)
				if err != nil || len(row) == 0 {
					return nil, err
				}
				return slices.Concat(filter.filterRows(ctx, m.Guild, []discord.Row{row})...), nil
			})
		}
		if f.Marks != nil {
			j.Cards.Mark(f.Marks)
		}
		if f.OnAdmitted != nil {
			admit = andThen(admit, f.OnAdmitted)
		}
		if f.BeforeMatch != nil {
			j.Matches.Prepare(f.BeforeMatch)
		}
		j.Matches.Listen(f.OnMatch)
		j.Players.Listen(f.OnPreferences)
		j.Challenges.Listen(f.OnChallenge)
		j.Rings.Listen(f.OnRing)
		j.Tournaments.Listen(f.OnTournament)
		if f.Site != nil {
			j.Site = f.Site
		}
		if f.OnGameDeleted != nil {
			j.Games.OnDeleted(f.OnGameDeleted)
		}
		j.Places.Add(f.OnPlace)
	}
	// Matches come last: a match's arranger continues when it is adjourned, but not in a place where no game can
	// continue.
	j.Places.Add(
		place.Handler{
			Tables:   []string{"tournaments"},
			OnFact:   j.Tournaments.OnPlaceFact,
			OnRuling: j.Tournaments.OnRuling,
		},
		place.Handler{
			Tables:   []string{"challenges"},
			OnFact:   j.Challenges.OnPlaceFact,
			ChecksAt: "who accepts one asks for seats",
		},
		place.Handler{Tables: []string{"matches"}, OnFact: j.Matches.OnPlaceFact,
			ChecksAt: "they are played out; whether one counts is asked at its end"},
	)
	j.Router = interaction.New(interaction.Options{
		Send: j.REST, Players: j.Players, Presenter: j.Display, Bundle: j.Readers.Bundle, Self: j.Connection.Self,
		Refuse: refusal.Answer(j.Readers, refusers),
		Admit:  admit, FilterRows: filter.filterRows, Fallback: j.gameLanguage, IsPlaying: j.isPlaying,
		Rates: o.Rates, Patience: o.Patience,
		Tasks: j.Tasks, Queue: j.Queue,
		Logger: j.Logger, Acknowledged: o.Acknowledged, Panicked: o.Panicked,
	}, j.Commands, components, textHandlers)
}

type admission = func(context.Context, *interaction.Request, door.Door) error

// andThen returns an admission that also calls after, if the request starts, joins or continues a game.
func andThen(admit admission, after func(context.Context, *interaction.Request) error) admission {
	return func(ctx context.Context, r *interaction.Request, d door.Door) error {
		if err := admit(ctx, r, d); err != nil || r.Interaction == nil ||
			d.Who != door.Starters && d.Who != door.Joiners && d.Who != door.Returners {
			return err
		}
		return after(ctx, r)
	}
}
