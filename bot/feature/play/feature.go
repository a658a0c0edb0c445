// Package play lets people play a game against a character or a player, from the first move to the rematch. Its cards
// are those of the modes versus, duel, paired, keeper and ending, and of flipped and blindfold games.
package play

import (
	"context"
	"embed"
	"time"

	"yeye/ai/character"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/door"
	"yeye/bot/feature"
	"yeye/bot/feature/study/studycard"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/match/matchcard"
	"yeye/bot/match/start"
	"yeye/bot/match/variant"
	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/notation"
)

//go:embed catalog/*.json
var catalog embed.FS

// Services are what the feature is made of.
type Services struct {
	feature.Kit
	*matchcard.Base
	Challenges *challenge.Service
	Start      *start.Starter
	Studies    *studycard.Cards // whose boards have some of the same controls
	Players    Players
	Standing   Standing
	Display    Display
	REST       REST
	Tasks      *interaction.Tasks
	Queue      *interaction.Queue
	Backfill   Backfill
	Ballot     feature.OptionalAPI[Ballot]
	// Home returns the channel whose permissions decide about another one, as far as it is known: a thread's parent, or
	// the channel itself.
	Home     func(g id.Guild, c id.Channel) (home id.Channel, known bool)
	Analyses bool // an engine analyzes games that are over
	Solving  []feature.OptionalAPI[Solver]
}

// Standing knows whom players are to beat next; standing.Service implements it.
type Standing interface {
	Next(ctx context.Context, p id.Player) (level character.Level, ok bool, err error)
}

// Solver knows what people are solving besides games.
type Solver interface {
	// Answer answers a move where no game is: it is meant for what its author is solving. It is false if that is
	// nothing.
	Answer(ctx context.Context, r *interaction.Request, move notation.Parsed) (interaction.Response, bool, error)
	// Board returns the position that somebody has before them to solve. It is false if there is none.
	Board(ctx context.Context, r *interaction.Request) (*game.Position, bool, error)
}

// Ballot casts a vote for a move that somebody gives to /move in the channel of a match with votes; for NoMove it asks
// where the piece on from is to go.
type Ballot func(ctx context.Context, r *interaction.Request, m *match.Match, move game.Move,
	from game.Square) (interaction.Response, error)

// Players remembers which one-time notices players have seen; player.Service implements it.
type Players interface {
	NotifyOnce(ctx context.Context, p id.Player, what string) (first bool, err error)
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
	Channel(ctx context.Context, c id.Channel) (discord.Channel, error)
	// Channels returns the text channels of a guild, with a member's permissions there.
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
	Roles(ctx context.Context, g id.Guild) (discord.Roles, error)
	RolesOf(ctx context.Context, g id.Guild, member id.Player) ([]id.Role, error)
}

// Backfill plays moves that were typed but not received; backfill.Reader implements it.
type Backfill interface {
	ReadMatch(ctx context.Context, m *match.Match, since time.Time) error
}

// play is the feature with its dependencies.
type play struct {
	Services
	notes notes // the answers that show a premove
}

// New returns the feature.
func New(s Services) feature.Feature {
	p := &play{Services: s}
	cards := map[id.Kind]display.Source{match.Paired.Kind: p, match.Keeper.Kind: p, match.Ending.Kind: p}
	for _, v := range variant.All() {
		cards[v.VersusKind()], cards[v.DuelKind()] = p, p
	}
	return feature.Feature{
		Name:    "play",
		Catalog: locale.Embedded("play", catalog),
		Cards:   cards,
		Commands: []interaction.Command{
			{Name: "play", Door: door.Starters.Alone(), Options: playOptions, Handle: p.Start.Versus},
			{Name: "move", Door: door.Participants.Alone(), Options: moveOptions, Handle: p.move,
				Complete: p.completeMove},
			{Name: "view", Door: door.Anybody.Alone(), Handle: p.view},
			{Name: "draw", Door: door.Participants.Either(), Handle: p.draw},
			{Name: "board", Door: door.Anybody.Alone(), Handle: p.board},
			{Name: "undo", Door: door.Participants.Either(), Handle: p.undo},
			{Name: "resign", Door: door.Participants.Alone(), Handle: p.resign},
			{Name: "rematch", Door: door.Starters.Alone(), Handle: p.rematch},
		},
		Components: []interaction.Component{
			{Action: view.ActionPiece, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(p.seated, p.choosePiece)},
			{Action: view.ActionTarget, OnCard: true, Door: door.Participants.Alone(), Handle: p.chooseTarget},
			{Action: view.ActionUndo, OnCard: true, Door: door.Participants.Either(), Handle: p.clickUndo},
			{Action: actionMeant, Door: door.Participants.Either(), Handle: p.clickMeant},
			{Action: actionTalk, Door: door.Participants.Alone(), Handle: p.clickTalk},
			{Action: actionUndoSure, Door: door.Participants.Either(), Handle: p.clickUndoSure},
			{Action: actionResign, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(p.seated, p.clickResign)},
			{Action: actionConfirm, Door: door.Participants.Alone(), Handle: p.clickConfirm},
			{Action: actionKeep, Door: door.Participants.Either(), Handle: p.clickKeep},
			{Action: actionAgain, OnCard: true, Door: door.Starters.Alone(),
				Handle: interaction.Loading(p.seated, p.clickAgain)},
			{Action: actionNext, OnCard: true, Door: door.Starters.Alone(),
				Handle: interaction.Loading(p.seated, p.clickNext)},
			{Action: actionResume, OnCard: true, Door: door.Starters.Alone(), Handle: p.clickResume},
			{Action: actionNewcomer, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(p.seated, p.clickNewcomer)},
			{Action: actionDraw, Door: door.Participants.Either(), Handle: p.clickDraw},
			{Action: start.ActionYes, Door: door.Participants.Alone(), Handle: p.clickYes},
			{Action: start.ActionYesBreak, Door: door.Participants.Alone(), Handle: p.clickYes},
			{Action: actionBreak, Door: door.Participants.Alone(), Handle: p.clickBreak},
			{Action: actionAskBreak, Door: door.Participants.Either(), Handle: p.clickAskBreak},
			{Action: actionGoOn, OnCard: true, Door: door.Participants.Alone(), Handle: p.clickGoOn},
			{Action: start.ActionNo, Door: door.Participants.Alone(), Handle: p.clickNo},
			{Action: actionTake, OnCard: true, Door: door.Participants.Alone(), Handle: p.clickTake},
			{Action: actionPlayOn, OnCard: true, Door: door.Participants.Either(), Handle: p.clickPlayOn},
			{Action: actionView, Door: door.Anybody.Alone(), Handle: p.clickView},
			{Action: actionRefresh, Door: door.Anybody.Alone(), Handle: p.clickRefresh},
			{Action: actionCertain, Door: door.Participants.Alone(), Handle: p.clickCertain},
			{Action: actionDrop, Door: door.Participants.Alone(), Handle: p.clickDrop},
			{Action: actionLines, Door: door.Participants.Alone(), Handle: interaction.Loading(p.seated, p.clickLines)},
			{Action: actionGiveLines, Door: door.Participants.Alone(), Handle: p.clickGiveLines},
			{Action: actionDropLines, Door: door.Participants.Alone(), Handle: p.clickDropLines},
			{Action: view.ActionPlayKid, Door: door.Starters.Alone(), Handle: p.clickPlayKid},
			{Action: start.ActionTransfer, Door: door.Starters.Alone(), Handle: p.clickTransfer},
		},
		Text: []interaction.TextHandler{
			{Door: door.Participants.Either(), Wants: moveLike, Handle: p.typedMove},
			{Door: door.Starters.Alone(), Wants: interaction.AddressedWord(notation.Rematch), Handle: p.rematch},
			{Door: door.Participants.Either(), Wants: addressed, Handle: p.spoken},
			{Door: door.Participants.Alone(), Wants: unaddressed, Handle: p.overheard},
			{Door: door.Participants.Alone(), Wants: conditional, Handle: p.typedLines},
		},
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
	actionTake     = "take"     // accept what a character offers
	actionPlayOn   = "playon"   // do not
	actionView     = "view"     // open a private board
	actionRefresh  = "refresh"  // update it
	actionCertain  = "sure"     // play a move that was held back
	actionDrop     = "drop"     // drop a premove
	actionBreak    = "break"    // ask how long a break is to be
	actionAskBreak = "askbreak" // offer one
	actionGoOn     = "goon"     // end one before its day

	actionLines     = "lines"     // open the form of lines
	actionGiveLines = "givelines" // the form's
	actionDropLines = "droplines" // remove them
)
