// Package ringbot is the Discord side of rings (擂台): a ring has a card in its channel with buttons to join the queue,
// to sit down and to leave. Its games have separate cards, like any other game.
//
// Out of scope: who plays next, what a result means (package bot/ring).
package ringbot

import (
	"context"
	"embed"
	"errors"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/ring"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls; ID is the ring's. They never change: messages keep them forever.
const (
	actionJoin  = "rgjoin"
	actionQueue = "rgqueue" // joins too, on the card of a game
	actionLeave = "rgleave"
	actionSit   = "rgsit"
	actionClose = "rgclose"
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Rings  *ring.Service
	Guilds *guild.Service
	Start  *start.Starter
	Cards  interface{ Wake(s id.Subject) } // display.Display
	Wake   func()                          // wakes the scheduler
}

type feat struct {
	Services
	display.Simple
}

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{Services: s}
	return feature.Feature{
		Name:     ring.Feature,
		Optional: true,
		Catalog:  locale.Embedded("ring", catalog),
		Cards:    map[id.Kind]display.Source{ring.CardKind: f},
		Commands: []interaction.Command{{Name: "ring", Door: door.Starters.Alone(), Options: options, Handle: f.open}},
		Components: []interaction.Component{
			{Action: actionJoin, OnCard: true, Door: door.Joiners.Alone(), Handle: f.act(s.Rings.Join)},
			{Action: actionQueue, Door: door.Joiners.Alone(), Handle: f.queue},
			{Action: actionLeave, OnCard: true, Door: door.Participants.Alone(), Handle: f.act(s.Rings.Leave)},
			{Action: actionSit, OnCard: true, Door: door.Joiners.Alone(), Handle: f.act(s.Rings.Sit)},
			{Action: actionClose, OnCard: true, Door: door.Participants.Alone(), Handle: f.close},
		},
		OnPlace: place.Handler{Tables: []string{"rings"}, OnFact: s.Rings.OnPlaceFact, OnRuling: s.Rings.OnRuling},
		Jobs: []scheduler.Handler{{Kind: ring.Job, Door: door.Clock.Everybody(), Awaits: scheduler.People,
			Work: func(ctx context.Context, j scheduler.Job) error {
				return s.Rings.Due(ctx, j.Subject.ID)
			}}},
		Personal: s.Rings.Owner(),
		Refuse:   refuse,
		Remark:   f.remark,
		Buttons:  f.buttons,
		OnMatch:  s.Rings.OnMatch(),
		OnRing:   store.Listener[ring.Change]{InTx: markBehind, After: f.changed},
	}
}

// defaultClock is the clock of a ring if none is chosen: minutes and increment in seconds.
const defaultClock = "5+3"

func options(t interaction.Texts) []discord.CommandOption {
	// a game that may last for days would keep the queue waiting
	return []discord.CommandOption{start.ClockOption(t, "ring", match.TimeControl.Live),
		start.CharacterOption(t, "ring", "keeper")}
}

// open handles the command: it opens a ring in the channel. If there is one already, the player joins its queue.
func (f *feat) open(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrDirectMessage
	}
	by := start.Actor(r, match.FromCommand)
	settings, err := f.Guilds.Settings(ctx, r.Guild)
	if err != nil {
		return interaction.Response{}, err
	}
	// a server whose games are in threads has one ring for all
	p := ring.Plan{Locale: r.Locale, Keeper: character.Uncle, Alone: settings.Games == guild.OwnThreads}
	existing, err := f.Rings.InChannel(ctx, r.Channel)
	if errors.Is(err, ring.ErrNone) && p.Alone {
		existing, err = f.Rings.InGuild(ctx, r.Guild)
	}
	if err == nil {
		return f.joinExisting(ctx, r, by, &existing)
	} else if !errors.Is(err, ring.ErrNone) {
		return interaction.Response{}, err
	}
	p.TimeControl, _ = match.ParseTimeControl(defaultClock)
	if timing, ok := match.ParseTimeControl(r.Options["clock"]); ok && timing.Live() {
		p.TimeControl = timing
	}
	if text, given := r.Options["keeper"]; given {
		var ok bool
		if p.Keeper, ok = character.Parse(text); !ok {
			return interaction.Response{}, start.ErrNoCharacter
		}
	}
	return f.Start.Launch(ctx, r, start.Launch{
		Name: f.Readers.For(r).Text("ring.name"),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			p.Guild, p.Channel = g, c
			change, err := f.Rings.Open(ctx, by, p)
			return change.Ring.Subject(), err
		},
		Check: func(ctx context.Context) error {
			return f.Start.Matches.MayStart(ctx, by, match.Terms{Guild: r.Guild})
		},
	})
}

// joinExisting puts the user into the queue of an existing ring, in this channel or another one.
func (f *feat) joinExisting(ctx context.Context, r *interaction.Request, by match.Actor,
	existing *ring.Ring) (interaction.Response, error) {
	change, err := f.Rings.Join(ctx, by, existing.ID)
	switch {
	case err != nil && (existing.Channel != r.Channel || !errors.Is(err, ring.ErrAlreadyIn)):
		return interaction.Response{}, err
	case existing.Channel == r.Channel:
		return interaction.ShowCard(existing.Subject()), nil
	}
	return interaction.Say(r.Text.Text(
		"ring.joined.there",
		locale.Args{
			"Number": max(1, len(change.Ring.Waiting())),
			"Thread": "<#" + string(existing.Channel) + ">",
		},
	)), nil
}

// act returns the handler of a control that makes a change of a ring and answers with its updated card.
func (f *feat) act(change func(context.Context, match.Actor,
	id.Match) (ring.Change, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		made, err := change(ctx, start.Actor(r, match.FromCard), c.ID)
		return interaction.ShowCard(made.Ring.Subject()), err
	}
}

// queue handles the join button on the card of a game; the ring's card may be far above it. The answer is a private
// message.
func (f *feat) queue(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	change, err := f.Rings.Join(ctx, start.Actor(r, match.FromCommand), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	return interaction.Say(r.Text.Text("ring.joined", locale.Args{"Number": max(1, len(change.Ring.Waiting()))})), nil
}

func (f *feat) close(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	return f.act(func(ctx context.Context, by match.Actor, of id.Match) (ring.Change, error) {
		return f.Rings.Close(ctx, by, r.HasPermission(discord.ManageMessages), of)
	})(ctx, r, c)
}

// markBehind writes, within the transaction of a change, that the ring's card is outdated. For a new ring, a new call
// and after a game the card is posted as a new message. A change that the card does not show needs no request.
func markBehind(ctx context.Context, tx store.Tx, c *ring.Change) error {
	if c.OnlyPostponed() {
		return nil
	}
	r, was := &c.Ring, &c.Before
	call := r.State == ring.Calling && (was.State != ring.Calling || !r.Due.Equal(was.Due))
	fresh := c.New() || call || r.State != was.State && was.State == ring.Playing && r.State != ring.Closed
	display.Want(ctx, tx, r.Subject(), display.Wanted{Guild: r.Guild, Channel: r.Channel, Rev: r.Rev,
		Repost: fresh, Ping: call})
	return nil
}

// changed wakes the display and the scheduler after a change.
func (f *feat) changed(ctx context.Context, c *ring.Change) {
	f.Wake()
	if of := c.Ring.Subject(); !interaction.Collected(ctx, of) {
		f.Cards.Wake(of)
	}
}

// refuse returns the localized answer to an error of this feature; ok is false for other errors.
func refuse(r *interaction.Request, err error) (interaction.Response, bool) {
	if left := (*ring.LeftError)(nil); errors.As(err, &left) {
		return interaction.Say(r.Text.Text("ring.refuse.left", locale.Args{"When": view.Relative(left.Until)})), true
	}
	return refusals.Answer(r, err)
}

// refusals are the errors that only this feature explains.
var refusals = interaction.Refusals{
	{Err: ring.ErrNone, Key: "ring.refuse.none"}, {Err: ring.ErrOpen, Key: "ring.refuse.open"},
	{Err: ring.ErrClosed, Key: "ring.refuse.closed"},
	{Err: ring.ErrAlreadyIn, Key: "ring.refuse.in"}, {Err: ring.ErrNotIn, Key: "ring.refuse.notin"},
	{Err: ring.ErrPlaying, Key: "ring.refuse.playing"},
	{Err: ring.ErrFull, Key: "ring.refuse.full", Args: locale.Args{"Count": ring.MaxWaiting}},
	{Err: ring.ErrNotCalled, Key: "ring.refuse.notcalled"}, {Err: ring.ErrNotYours, Key: "ring.refuse.notyours"},
}
