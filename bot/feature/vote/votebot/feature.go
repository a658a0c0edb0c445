// Package votebot is the Discord side of votes: the members of a server vote on moves, all of them against a character,
// or one half against the other. Votes are cast on a private board or with /move; the card shows their number, and the
// result once they are counted.
//
// Out of scope: what votes decide (bot/vote), who voted for what.
package votebot

import (
	"context"
	"embed"
	"errors"
	"strconv"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	votes "yeye/bot/feature/vote"
	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/moderation"
	"yeye/bot/match/start"
	"yeye/bot/match/view"
	"yeye/bot/match/voice"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

//go:embed catalog/*.json
var catalog embed.FS

// Actions of the controls. They never change: messages keep them forever.
const (
	actionOpen   = "vtopen" // opens the voter's private board
	actionPiece  = "vtman"
	actionTarget = "vtto"
	actionWish   = "vtwish" // the argument is the wish
	actionStop   = "vtstop"
	actionResume = "vtresume"
)

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	*matchcard.Base
	Votes      *votes.Service
	Moderation *moderation.Moderator
	Guilds     *guild.Service
	Start      *start.Starter
	Lines      *voice.Catalog
	Wake       func() // wakes the scheduler
	Analyses   bool   // an engine analyzes games that are over
}

type feat struct{ Services }

// Name is the name of the feature.
const Name = votes.Feature

// New returns the feature.
func New(s Services) feature.Feature {
	f := &feat{s}
	return feature.Feature{
		Name:     Name,
		Optional: true,
		Catalog:  locale.Embedded("vote", catalog),
		Cards:    map[id.Kind]display.Source{match.Voting.Kind: f},
		Commands: []interaction.Command{{Name: "vote", Door: door.Starters.Alone(), Options: options, Handle: f.start}},
		Components: []interaction.Component{
			{Action: actionOpen, Door: door.Joiners.Alone(),
				Handle: interaction.Loading(interaction.ByID(f.Matches.Get), f.openBoard)},
			{Action: actionPiece, Door: door.Joiners.Alone(),
				Handle: interaction.Loading(interaction.ByID(f.Matches.Get), f.choosePiece)},
			{Action: actionTarget, Door: door.Joiners.Alone(), Handle: f.chooseMove},
			{Action: actionWish, Door: door.Joiners.Alone(), Handle: f.wish},
			{Action: actionStop, OnCard: true, Door: door.Participants.Alone(), Handle: f.stop},
			{Action: actionResume, OnCard: true, Door: door.Starters.Alone(), Handle: f.resume},
		},
		Jobs: []scheduler.Handler{
			{Kind: votes.CountJob, Door: door.Clock.Everybody(), Awaits: scheduler.People, Work: f.count},
			{Kind: votes.PollJob, Door: door.Clock.Everybody(), Awaits: scheduler.Nobody, Work: f.poll},
		},
		Personal: s.Votes.Owner(),
		Refuse:   refusals.Answer,
		OnMatch:  match.Listener{InTx: s.Votes.OnMatchChange, After: f.wakeAfterChange},
	}
}

// teams is the value of the opponent option for a game of one half of the server against the other.
const teams = "teams"

func options(t interaction.Texts) []discord.CommandOption {
	opponent := start.CharacterOption(t, "vote", "opponent")
	opponent.Choices = append(opponent.Choices, t.Choice("vote.opponent.", teams))
	return []discord.CommandOption{opponent,
		t.Pick("vote", "time", interaction.Choices(t, votes.Windows(), minutes, windowText)...),
		start.SideOption(t, "vote"), t.Pick("vote", "early", t.Choices("vote.early.", "yes", "no")...)}
}

func minutes(d time.Duration) string { return strconv.Itoa(int(d / time.Minute)) }

// windowText writes the time for a vote in words, such as "8 hours".
func windowText(l *locale.Localizer, d time.Duration) string {
	if d >= time.Hour {
		return l.Text("vote.hours", locale.Args{"Count": int(d / time.Hour)})
	}
	return l.Text("vote.minutes", locale.Args{"Count": int(d / time.Minute)})
}

// start handles /vote: it starts a game of the server against Grandpa, or against the chosen opponent.
func (f *feat) start(ctx context.Context, r *interaction.Request) (interaction.Response, error) {
	if r.Guild == "" {
		return interaction.Response{}, start.ErrDirectMessage
	}
	rules := votes.Rules{Window: votes.DefaultWindow, Early: r.Options["early"] == "yes"}
	if n, err := strconv.Atoi(r.Options["time"]); err == nil {
		rules.Window = time.Duration(n) * time.Minute
	}
	t := match.Terms{Position: game.Start(), Locale: r.Locale, Guild: r.Guild}
	seats, err := f.seats(r)
	if err != nil {
		return interaction.Response{}, err
	}
	t.Seats = seats
	by := start.Actor(r, match.FromCommand)
	return f.Start.Launch(ctx, r, start.Launch{
		Name: view.MatchTitle(f.Readers.For(r).Words, t.Seats),
		Start: func(ctx context.Context, g id.Guild, c id.Channel) (id.Subject, error) {
			t.Guild, t.Channel = g, c
			change, err := f.Votes.Start(ctx, by, t, rules)
			return change.Match.Subject(), err
		},
		Check: func(ctx context.Context) error { return f.Votes.MayStart(ctx, by, t, rules) },
	})
}

// seats returns the seats that the command's options name.
func (f *feat) seats(r *interaction.Request) (seats [2]match.Seat, err error) {
	if r.Options["opponent"] == teams {
		return [2]match.Seat{{Team: match.RedTeam}, {Team: match.BlackTeam}}, nil
	}
	level := character.Host
	if text, given := r.Options["opponent"]; given {
		var ok bool
		if level, ok = character.Parse(text); !ok {
			return seats, start.ErrNoCharacter
		}
	}
	side := game.Red
	switch r.Options["side"] {
	case "black":
		side = game.Black
	case "random":
		side = f.Matches.RandomColor()
	}
	seats[side], seats[side.Other()] = match.Seat{Team: match.WholeServer}, match.Seat{Level: level}
	return seats, nil
}

// stop ends a game: a moderator any, the player who started it only one without votes.
func (f *feat) stop(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	change, err := f.Votes.Stop(ctx, start.Actor(r, match.FromCard), c.ID)
	if errors.Is(err, match.ErrNotAsked) && r.HasPermission(discord.ManageMessages) {
		return f.Moderation.Rule(ctx, r, c.ID, "end", match.EndedByModerator)
	}
	return interaction.ShowCard(change.Match.Subject()), err
}

func (f *feat) resume(ctx context.Context, r *interaction.Request, c discord.ControlID) (interaction.Response, error) {
	change, err := f.Votes.Resume(ctx, voter(r), c.ID)
	return interaction.ShowCard(change.Match.Subject()), err
}

// wakeAfterChange wakes the scheduler after a change of a match that may have opened a vote.
func (f *feat) wakeAfterChange(_ context.Context, c *match.Change) {
	if c.Match.Mode.Kind == match.Voting.Kind {
		f.Wake()
	}
}

// count runs the job that counts a vote whose time is up.
func (f *feat) count(ctx context.Context, j scheduler.Job) error {
	_, err := f.Votes.CountVotes(ctx, j.Subject.ID, j.Version)
	return ignoreStale(err)
}

func (f *feat) poll(ctx context.Context, j scheduler.Job) error {
	return ignoreStale(f.Votes.Poll(ctx, j.Subject.ID, j.Version))
}

// ignoreStale drops ErrStale and ErrNoMatch: the job came too late, and there is nothing left to do.
func ignoreStale(err error) error {
	if errors.Is(err, match.ErrStale) || errors.Is(err, match.ErrNoMatch) {
		return nil
	}
	return err
}

// refusals are the errors that only this feature explains.
var refusals = interaction.Refusals{
	{Err: votes.ErrNewMember, Key: "vote.newmember"}, {Err: votes.ErrOtherTeam, Key: "vote.otherteam"},
	{Err: votes.ErrTooSoon, Key: "vote.toosoon"},
	{Err: votes.ErrLong, Key: "vote.long", Args: locale.Args{"Count": int(votes.MaxEarly / time.Minute)}},
}
