// Package play lets people play a game against a character or a player, from the first move to the rematch. Its cards are those of
// the modes versus, duel, paired, keeper and ending, and of flipped and blindfold games.
package play

import (
	"context"
	"embed"
	"log/slog"
	"time"

	"yeye/bot/archive"
	"yeye/bot/challenge"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/feature"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/matchcard"
	"yeye/bot/start"
	"yeye/bot/studycard"
	"yeye/bot/view"
	"yeye/game"
	"yeye/game/notation"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature is made of.
type Services struct {
	*matchcard.Base
	Matches    *match.Service
	Games      *archive.Service
	Challenges *challenge.Service
	Start      *start.Starter
	Studies    *studycard.Cards // whose boards have some of the same controls
	Readers    *view.Readers
	Painter    view.Painter
	Players    Players
	Display    Display
	REST       REST
	Tasks      *interaction.Tasks
	Queue      *interaction.Queue
	Backfill   Backfill
	Connection Connection
	Ballot     Ballot
	Analyses   bool // an engine analyzes games that are over
	Logger     *slog.Logger
	// Solving answer a move where no game is: it is meant for what its author is solving, if anything.
	Solving []func(ctx context.Context, r *interaction.Request, move notation.Parsed) (interaction.Response, bool, error)
	// Fits report whether a move can be played in what its author is solving.
	Fits []func(ctx context.Context, r *interaction.Request, move notation.Parsed) (bool, error)
}

// Ballot casts a vote for a move that somebody gives to /move in the channel of a match with votes; for NoMove it asks where the piece
// on from is to go.
type Ballot func(ctx context.Context, r *interaction.Request, m *match.Match, move game.Move, from game.Square) (interaction.Response, error)

// Players remembers which one-time notices players have seen; player.Service implements it.
type Players interface {
	TellOnce(ctx context.Context, p id.Player, what string) (first bool, err error)
}

// Display shows messages besides cards; display.Display implements it.
type Display interface {
	Announced(ctx context.Context, channel id.Channel, m id.Message, a interaction.Announcement)
	Answering(m id.Message, outcome string)
	Answered(m id.Message)
	Temporary(ctx context.Context, channel id.Channel, m discord.Message, life time.Duration)
}

// REST is the part of Discord's REST interface that posts messages.
type REST interface {
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	OpenDM(ctx context.Context, p id.Player) (id.Channel, error)
}

// Backfill plays moves that were typed but not received; backfill.Reader implements it.
type Backfill interface {
	Match(ctx context.Context, m *match.Match, since time.Time) error
}

// Connection is the connection to Discord; connection.Manager implements it.
type Connection interface {
	// Self returns the bot's user, "" before the first connection.
	Self() id.Player
	// Overdue reports whether the bot may be about to find out that it was away from a guild.
	Overdue(g id.Guild) bool
}

// play is the feature with its dependencies.
type play struct {
	Services
	notes notes // the answers that show a premove
}

// New returns the feature.
func New(s Services) feature.Feature {
	p := &play{Services: s}
	cards := map[id.Kind]display.Source{}
	for _, mode := range []match.Mode{match.Versus, match.Duel, match.Paired, match.Keeper, match.Ending, match.FlippedVersus, match.FlippedDuel,
		match.BlindfoldVersus, match.BlindfoldDuel} {
		cards[mode.Kind] = p
	}
	return feature.Feature{
		Name:    "play",
		Catalog: locale.Embedded("play", catalog),
		Cards:   cards,
		Commands: []interaction.Command{
			{Name: "play", Gate: interaction.Starters, Options: playOptions, Handle: p.Start.Versus},
			{Name: "move", Options: moveOptions, Handle: p.move, Complete: p.completeMove},
			{Name: "view", Handle: p.view},
			{Name: "draw", Handle: p.draw},
			{Name: "board", Handle: p.board},
			{Name: "undo", Handle: p.undo},
			{Name: "resign", Handle: p.resign},
			{Name: "rematch", Gate: interaction.Starters, Handle: p.rematch},
		},
		Components: []interaction.Component{
			{Action: view.ActionPiece, OnCard: true, Handle: p.choosePiece},
			{Action: view.ActionTarget, OnCard: true, Handle: p.chooseTarget},
			{Action: view.ActionUndo, OnCard: true, Handle: p.clickUndo},
			{Action: actionMeant, Handle: p.clickMeant},
			{Action: actionTalk, Handle: p.clickTalk},
			{Action: actionUndoSure, Handle: p.clickUndoSure},
			{Action: actionResign, OnCard: true, Handle: p.clickResign},
			{Action: actionConfirm, Handle: p.clickConfirm},
			{Action: actionKeep, Handle: p.clickKeep},
			{Action: actionAgain, OnCard: true, Gate: interaction.Starters, Handle: p.clickAgain},
			{Action: actionNext, OnCard: true, Gate: interaction.Starters, Handle: p.clickNext},
			{Action: actionResume, OnCard: true, Gate: interaction.Joiners, Handle: p.clickResume},
			{Action: actionNewcomer, Handle: p.clickNewcomer},
			{Action: actionDraw, Handle: p.clickDraw},
			{Action: start.ActionYes, Handle: p.clickYes},
			{Action: start.ActionNo, Handle: p.clickNo},
			{Action: actionTake, OnCard: true, Handle: p.clickTake},
			{Action: actionPlayOn, OnCard: true, Handle: p.clickPlayOn},
			{Action: actionView, Handle: p.clickView},
			{Action: actionRefresh, Handle: p.clickRefresh},
			{Action: actionCertain, Handle: p.clickCertain},
			{Action: actionDrop, Handle: p.clickDrop},
			{Action: view.ActionPlayKid, Gate: interaction.Starters, Handle: p.clickPlayKid},
			{Action: start.ActionTransfer, Gate: interaction.Starters, Handle: p.clickTransfer},
		},
		Text:    []interaction.TextHandler{{Wants: moveLike, Handle: p.typedMove}, {Wants: addressed, Handle: p.spoken}, {Wants: unaddressed, Handle: p.overheard}},
		Refuse:  p.refuse,
		Jobs:    p.jobs(),
		OnMatch: p.onMatch(),
	}
}

// Actions of this feature's controls. They never change: messages keep them forever.
const (
	actionResign   = "resign" // ask whether to resign
	actionConfirm  = "giveup" // resign
	actionKeep     = "keep"   // do not resign
	actionUndoSure = "undosure"
	actionMeant    = "meant"  // do what was typed to nobody
	actionTalk     = "talk"   // it was conversation
	actionAgain    = "again"  // a rematch, sides swapped
	actionNext     = "nextup" // the next character, after a win; its argument is the level
	actionDraw     = "draw"   // offer a draw
	actionResume   = "resume" // resume an adjourned game
	actionNewcomer = "newcomer"
	actionTake     = "take"    // accept what a character offers
	actionPlayOn   = "playon"  // do not
	actionView     = "view"    // open a private board
	actionRefresh  = "refresh" // update it
	actionCertain  = "sure"    // play a move that was held back
	actionDrop     = "drop"    // drop a premove
)
