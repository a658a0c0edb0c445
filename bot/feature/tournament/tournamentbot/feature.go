// Package tournamentbot lets people hold tournaments in a server: they sign up on a card, each round is a message that
// calls its players, each board a thread, and the standings are a card that changes with every result.
//
// Out of scope: who is paired, what a result is, what comes next (package bot/tournament).
package tournamentbot

import (
	"context"
	"embed"
	"slices"
	"time"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/tournament"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match/engine"
	"yeye/bot/match/start"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Tournaments *tournament.Service
	Start       *start.Starter
	Engine      *engine.Engine
	Cards       Cards
	REST        REST
	Connection  Connection
	DB          *store.DB
	Waker       interface{ Wake() }
}

// Cards shows cards; display.Display implements it.
type Cards interface {
	Wake(s id.Subject)
	WakeSoon(s id.Subject, pause time.Duration)
	Row(ctx context.Context, s id.Subject) (display.Row, bool, error)
	ThreadOpened(ctx context.Context, thread id.Channel, g id.Guild, of id.Subject)
}

// REST is the part of Discord's REST interface that opens threads and posts messages.
type REST interface {
	StartThread(ctx context.Context, channel id.Channel, name string) (id.Channel, error)
	Threads(ctx context.Context, g id.Guild) ([]discord.Thread, error)
	Archive(ctx context.Context, thread id.Channel) error
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	CreateEvent(ctx context.Context, g id.Guild, e discord.ScheduledEvent) (event string, err error)
	DeleteEvent(ctx context.Context, g id.Guild, event string) error
	AvatarURL(ctx context.Context, g id.Guild, member id.Player) (address string, err error)
}

// Connection is the connection to Discord; connection.Manager implements it.
type Connection interface {
	// Self returns the bot's user, "" before the first connection.
	Self() id.Player
}

type feat struct{ Services }

// Actions of the controls; ID is the tournament's, or that of a round's message. They never change: messages keep them
// forever.
const (
	actionJoin   = "trjoin"
	actionLeave  = "trleave"
	actionRules  = "trrules"
	actionTable  = "trtable" // the turn is the page
	actionMine   = "trmine"
	actionHalf   = "trhalf"
	actionReady  = "trready" // the argument is ROUND.BOARD
	actionHere   = "trhere"  // on a message of a round, whose id it has
	actionDirect = "trdirect"
	actionAct    = "tract"    // an act of a director; the argument names it
	actionBoard  = "trboard"  // choose a board to correct
	actionResult = "trresult" // choose its result; Turn is the round, Arg is BOARD
	actionReason = "trreason" // the submitted modal with the reason; Arg is BOARD.RESULT
	actionExport = "trexport"
)

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{s}
	return feature.Feature{
		Name:     "tournament",
		Optional: true,
		Catalog:  locale.Embedded("tournament", catalog),
		Commands: []interaction.Command{
			{Name: "tournament", Door: door.Joiners.Alone(), Options: options, Handle: f.command, Complete: f.complete},
			{Name: "director", Door: door.Directors.Alone(), Options: directorOptions, Handle: f.director,
				Complete: f.complete},
		},
		Components: []interaction.Component{
			{Action: actionJoin, OnCard: true, Door: door.Joiners.Alone(), Handle: f.withTournament(f.join)},
			{Action: actionLeave, OnCard: true, Door: door.Participants.Alone(), Handle: f.leave},
			{Action: actionRules, OnCard: true, Door: door.Anybody.Alone(), Handle: f.withTournament(f.rules)},
			{Action: actionTable, OnCard: true, Door: door.Anybody.Alone(), Handle: f.withTournament(f.table)},
			{Action: actionMine, OnCard: true, Door: door.Anybody.Alone(), Handle: f.withTournament(f.mine)},
			{Action: actionHalf, Door: door.Participants.Alone(), Handle: f.requestHalfBye},
			{Action: actionReady, Door: door.Participants.Either(), Handle: f.ready},
			{Action: actionHere, OnCard: true, Door: door.Participants.Alone(), Handle: f.mineOfRound},
			{Action: actionDirect, OnCard: true, Door: door.Directors.Alone(), Handle: f.withTournament(f.direct)},
			{Action: actionAct, Door: door.Directors.Alone(), Handle: f.act},
			{Action: actionBoard, Door: door.Directors.Alone(), Handle: f.withTournament(f.chooseBoard)},
			{Action: actionResult, Door: door.Directors.Alone(), Handle: f.chooseResult},
			{Action: actionReason, Door: door.Directors.Alone(), Handle: f.correct},
			{Action: actionExport, OnCard: true, Door: door.Anybody.Alone(), Handle: f.withTournament(f.export)},
		},
		Cards:   map[id.Kind]display.Source{tournament.CardKind: mainCard{feat: f}, roundKind: roundCard{feat: f}},
		Threads: map[id.Kind]display.ThreadName{tournament.BoardKind: f.boardThreadName},
		Jobs: []scheduler.Handler{
			{Kind: tournament.NextJob, Door: door.Clock.Everybody(), Awaits: scheduler.People, Work: f.next},
			{Kind: tournament.BoardJob, Door: door.Clock.Everybody(), Awaits: scheduler.People, Work: f.beginBoard},
			{Kind: tournament.NoShowJob, Door: door.Clock.Everybody(), Awaits: scheduler.People, Work: f.checkNoShow},
			{Kind: tournament.EventJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.event},
			{Kind: tournament.BestJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody, Work: f.findBest,
				Anywhere: true},
		},
		Personal:     s.Tournaments.Owner(),
		Refuse:       refusals.Answer,
		OnMatch:      s.Tournaments.OnMatch(),
		OnTournament: f.onTournament(),
	}
}

// coalesceFor is how long a card waits for further results before it is edited, and callAfter how long a round's
// message, which calls the players, waits for the threads of its boards.
const (
	coalesceFor = 4 * time.Second
	callAfter   = 2500 * time.Millisecond
)

// onTournament returns the listener that marks the cards that a change makes outdated, and wakes the display and the
// scheduler.
func (f *feat) onTournament() store.Listener[tournament.Change] {
	return store.Listener[tournament.Change]{
		InTx: func(ctx context.Context, tx store.Tx, c *tournament.Change) error {
			t := &c.Tournament
			if ended := t.State.Over() && !c.Before.State.Over(); !emptyWave(c) &&
				(!c.Before.State.Over() || changesCard(c)) {
				display.Want(ctx, tx, t.Subject(), display.Wanted{Guild: t.Guild, Channel: t.Channel, Rev: t.Rev,
					Repost: c.New() || ended, Probe: !t.State.Over()})
				if ended && t.State == tournament.Done {
					f.scheduleBest(ctx, tx, t)
				}
			}
			for _, s := range roundsBehind(c) {
				display.Want(ctx, tx, s, display.Wanted{Guild: t.Guild, Channel: t.Channel, Rev: t.Rev, Ping: true})
			}
			for _, s := range c.Unnamed() {
				if err := display.RenameThreads(ctx, tx, s, t.Locale); err != nil {
					return err
				}
			}
			return nil
		},
		After: func(ctx context.Context, c *tournament.Change) {
			t := &c.Tournament
			f.Waker.Wake()
			switch {
			case interaction.Collected(ctx, t.Subject()):
			case t.State != c.Before.State:
				f.Cards.Wake(t.Subject())
			default:
				f.Cards.WakeSoon(t.Subject(), coalesceFor)
			}
			for _, s := range roundsBehind(c) {
				f.Cards.WakeSoon(s, callAfter)
			}
		},
	}
}

// emptyWave reports whether a change is a wave of an arena without new games. These must not edit the card, three times
// a minute.
func emptyWave(c *tournament.Change) bool {
	t, was := &c.Tournament, &c.Before
	return t.System == tournament.Arena && t.State == was.State && len(c.Rounds) == 0 && !t.Due.Equal(was.Due)
}

// changesCard reports whether a change of a finished tournament shows on its card: a correction, an erased name, or the
// best game. A game that ends after its arena does not show.
func changesCard(c *tournament.Change) bool {
	if c.Before.Best != c.Tournament.Best || c.Before.ByName != c.Tournament.ByName {
		return true
	}
	was, now := c.Before.Table(), c.Tournament.Table()
	return !slices.EqualFunc(was, now, tournament.SameRow)
}

// roundsBehind returns the rounds' messages that a change makes outdated.
func roundsBehind(c *tournament.Change) (all []id.Subject) {
	t := &c.Tournament
	if t.AtOnce() && t.System == tournament.Arranged {
		return nil // these systems have no messages of rounds
	}
	for _, round := range c.Rounds {
		if round > t.Round || t.State == tournament.Pairing && round == t.Round {
			continue // paired by hand for later
		}
		for part := range parts(t, round) {
			all = append(all, roundSubject(t.ID, round, part))
		}
	}
	return all
}

// withTournament returns the handler of a control that loads the control's tournament and calls do with it.
func (f *feat) withTournament(do func(context.Context, *interaction.Request, discord.ControlID,
	*tournament.Tournament) (interaction.Response, error)) interaction.ControlHandler {
	return func(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
		t, err := f.inGuild(ctx, r, c.ID)
		if err != nil {
			return interaction.Response{}, err
		}
		return do(ctx, r, c, &t)
	}
}

// actor returns the user of a request, with what they manage.
func actor(r *interaction.Request) tournament.Actor {
	by := tournament.Actor{Event: r.Event, Player: r.Player, Name: r.Name}
	if r.HasPermission(discord.ManageEvents | discord.ManageMessages) {
		by.Manages = r.Channel
	}
	return by
}
