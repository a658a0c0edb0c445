// Package challengebot is the Discord side of challenges: /challenge, the context menu on a user, and the challenge's
// card.
package challengebot

import (
	"context"
	"embed"

	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/fairplay"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of a challenge's controls, beside view.ActionAccept. They must not be renamed: old messages still carry them.
const (
	actionNewcomer = "novice"  // accept, and say that one has never played
	actionDecline  = "decline" // decline, or withdraw
	actionNever    = "never"   // decline, and block the challenger
	actionWithdraw = "withdraw"
	actionChange   = "terms" // show the selects of the terms
	actionTerm     = "term"  // set the term that the argument names
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	Challenges *challenge.Service
	Start      *start.Starter
	Cards      Cards
	Tasks      *interaction.Tasks
	FairPlay   *fairplay.Service
	Endings    feature.OptionalAPI[Endings]
}

// Cards updates cards; display.Display implements it.
type Cards interface {
	Wake(s id.Subject)
}

// Endings are named positions, whose names the option "position" accepts.
type Endings interface {
	// Search returns the endings whose names contain a text.
	Search(r *view.Reader, text string) []discord.Choice
	// Find returns the position of an ending, given a value from Search or a name.
	Find(r *view.Reader, text string) (game.Position, bool)
	// Name returns the name of the ending that starts from a position; ok is false if none does.
	Name(r *view.Reader, p *game.Position) (string, bool)
}

type challenges struct {
	Services
	display.Simple
}

// New returns the feature.
func New(s Services) feature.Feature {
	f := &challenges{Services: s}
	return feature.Feature{
		Name:    "challenges",
		Catalog: locale.Embedded("challenges", catalog),
		Cards:   map[id.Kind]display.Source{challenge.Kind: f},
		Commands: []interaction.Command{
			{Name: "challenge", Door: door.Starters.Alone(),
				Options: options, Handle: f.challenge, Complete: f.completePosition},
			{Name: "challenge-user", Kind: discord.UserCommand, Door: door.Starters.Alone(),
				Handle: func(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
					return f.Start.Duel(ctx, r, id.Player(r.Target), "")
				}},
		},
		Components: []interaction.Component{
			{Action: view.ActionAccept, OnCard: true, Door: door.Starters.Alone(), Handle: f.accept},
			{Action: actionNewcomer, Door: door.Starters.Alone(), Handle: f.acceptNewcomer},
			{Action: actionDecline, Door: door.Participants.Alone(), Handle: f.decline},
			{Action: actionNever, Door: door.Participants.Alone(), Handle: f.declineAndBlock},
			{Action: actionWithdraw, Door: door.Participants.Alone(), Handle: f.withdraw},
			{Action: actionChange, Door: door.Participants.Alone(), Handle: f.change},
			{Action: actionTerm, Door: door.Participants.Alone(), Handle: f.chooseTerm},
			{Action: view.ActionDuelHere, Door: door.Starters.Alone(), Handle: f.askFromBoard},
			{Action: actionHereSide, Door: door.Starters.Alone(), Handle: f.chooseSide},
			{Action: actionHerePair, Door: door.Starters.Alone(), Handle: f.togglePair},
			{Action: actionHereUser, Door: door.Starters.Alone(), Handle: f.challengeUser},
			{Action: actionHereAll, Door: door.Starters.Alone(), Handle: f.challengeAnyone},
			{Action: actionOpen, Door: door.Starters.Alone(), Handle: f.open},
		},
		Jobs: []scheduler.Handler{{Kind: challenge.ExpireJob, Door: door.Clock.Alone(), Awaits: scheduler.Nobody,
			Work: f.expire}},
		OnChallenge: store.Listener[challenge.Change]{
			InTx: func(ctx context.Context, tx store.Tx, c *challenge.Change) error { return wantCard(ctx, tx, c) },
			After: func(ctx context.Context, c *challenge.Change) {
				if s := c.Challenge.Subject(); c.Verb != challenge.Accepting && !interaction.Collected(ctx, s) {
					f.Cards.Wake(s)
				}
			},
		},
	}
}

// actionOpen makes an open challenge. Greetings have its button.
const actionOpen = "openseat"

func options(t interaction.Texts) []discord.CommandOption {
	position := start.PositionOption(t, "challenge")
	position.Autocomplete = true
	return []discord.CommandOption{
		t.Option("challenge", "user", discord.UserOption), start.GameOption(t, "challenge"),
		start.SideToMoveOption(t, "challenge"), start.OddsOption(t, "challenge"),
		start.ClockOption(t, "challenge", start.AnyClock), start.RulesOption(t, "challenge"),
		start.RatedOption(t, "challenge"), position, start.PairOption(t, "challenge"),
	}
}

func (f *challenges) accept(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	return f.acceptChallenge(ctx, r, c, start.ParseAccept(c.Arg))
}

// acceptChallenge accepts a challenge. The thread of an open challenge is renamed after both players.
func (f *challenges) acceptChallenge(ctx context.Context, r *interaction.Request, c discord.ControlID,
	how challenge.Answer) (interaction.Response, error) {
	asked, err := f.Challenges.Get(ctx, c.ID)
	open := err == nil && !asked.Seats[asked.Side().Other()].Human()
	a, made, err := f.Start.Accept(ctx, r, c.ID, how, match.FromCard)
	if err == nil && a.Card != nil && open && r.Thread() {
		f.Tasks.Go(func(ctx context.Context) { f.Start.Rename(ctx, r.Channel, asked.Locale, made.Challenge.Seats) })
	}
	return a, err
}

// acceptNewcomer accepts for a player who has never played, if the game is casual and without a clock: boards then
// explain the pieces, and a private message explains the game. With a clock or a rating the challenge keeps waiting,
// and the player is offered a first game against the weakest character.
func (f *challenges) acceptNewcomer(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	asked, err := f.Challenges.Get(ctx, c.ID)
	if err == nil {
		err = asked.MayAccept(r.Player)
	}
	if err != nil {
		return interaction.Response{}, err
	}
	if asked.Casual == match.Rated || !asked.Timing.None() {
		return f.firstGame(ctx, r)
	}
	a, err := f.acceptChallenge(ctx, r, c, challenge.Answer{Newcomer: true, Rev: start.ParseAccept(c.Arg).Rev})
	if err != nil {
		return a, err
	}
	if err := f.Start.MarkNewcomer(ctx, r); err != nil {
		return interaction.Response{}, err
	}
	if a.Card != nil {
		m, err := f.Matches.Get(ctx, c.ID)
		if err != nil {
			return interaction.Response{}, err
		}
		said, err := f.Start.Welcome(ctx, r, "challenge.newcomer", &m)
		return interaction.Answer(said), err
	}
	return a, nil
}

// firstGame offers a newcomer a game against the weakest character.
func (f *challenges) firstGame(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if err := f.Start.MarkNewcomer(ctx, r); err != nil {
		return interaction.Response{}, err
	}
	said, err := f.Start.Welcome(ctx, r, "challenge.firstgame", nil)
	if err != nil {
		return interaction.Response{}, err
	}
	said.Rows[0] = append(discord.Row{view.FirstGame(f.Readers.For(r))}, said.Rows[0]...)
	return interaction.Answer(said), nil
}

// decline declines a challenge, or withdraws it if the challenger pressed the button.
func (f *challenges) decline(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	by := start.Actor(r, match.FromCard)
	asked, err := f.Challenges.Get(ctx, c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	var made challenge.Change
	if asked.Starter == r.Player {
		made, err = f.Challenges.Withdraw(ctx, by, c.ID)
	} else {
		made, err = f.Challenges.Decline(ctx, by, c.ID)
	}
	return interaction.ShowCard(made.Challenge.Subject()), err
}

// withdraw withdraws a challenge, for the challenger.
func (f *challenges) withdraw(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := f.Challenges.Withdraw(ctx, start.Actor(r, match.FromCard), c.ID)
	return interaction.ShowCard(made.Challenge.Subject()), err
}

// declineAndBlock declines and blocks the challenger, and says privately how to undo that. The card says only that the
// challenge was declined.
func (f *challenges) declineAndBlock(ctx context.Context, r *interaction.Request,
	c discord.ControlID) (interaction.Response, error) {
	made, err := f.Challenges.DeclineForGood(ctx, start.Actor(r, match.FromCard), c.ID)
	if err != nil {
		return interaction.Response{}, err
	}
	w := f.Readers.For(r).Words
	return interaction.Say(blockedText(w, &made.Challenge)), nil
}

func (f *challenges) open(ctx context.Context, r *interaction.Request,
	_ discord.ControlID) (interaction.Response, error) {
	return f.Start.Duel(ctx, r, "", "")
}

// expire closes an unanswered challenge.
func (f *challenges) expire(ctx context.Context, j scheduler.Job) error {
	_, err := f.Challenges.Expire(ctx, j.Subject.ID)
	return jobError(err)
}
