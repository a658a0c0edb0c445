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

// Services are what the feature depends on.
type Services struct {
	feature.Kit
	*matchcard.Base
	Challenges *challenge.Service
	Start      *start.Starter
	Studies    *studycard.Cards // the cards of studies, which have some of the same controls
	Players    Players
	Standing   Standing
	Display    Display
	REST       REST
	Tasks      *interaction.Tasks
	Queue      *interaction.Queue
	Backfill   Backfill
	Ballot     feature.OptionalAPI[Ballot]
	// Home returns the channel whose permissions apply in c: a thread's parent, or c itself. known is false if c is not
	// cached.
	Home func(g id.Guild, c id.Channel) (home id.Channel, known bool)
	// Locked reports whether only moderators may write in a thread, as far as that is known.
	Locked   func(g id.Guild, c id.Channel) bool
	Analyses bool // an engine analyzes games that are over
	Solving  []feature.OptionalAPI[Solver]
}

// Standing knows which character a player has to beat next; standing.Service implements it. ok is false if all are
// beaten.
type Standing interface {
	Next(ctx context.Context, p id.Player) (level character.Level, ok bool, err error)
}

// Solver knows what a user is solving besides games, such as a puzzle or a lesson.
type Solver interface {
	// Answer plays a move in what its author is solving. It is false if they are solving nothing.
	Answer(ctx context.Context, r *interaction.Request, move notation.Parsed) (interaction.Response, bool, error)
	// Board returns the position that the user is solving. It is false if there is none.
	Board(ctx context.Context, r *interaction.Request) (*game.Position, bool, error)
}

// Ballot casts a vote for the move that a user gave to /move in the channel of a match with votes. For NoMove it asks
// for the target of the piece on from.
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
	premoveAnswers premoveAnswers // editable while the premove is pending
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
				Handle: interaction.Loading(p.loadSeated, p.choosePiece)},
			{Action: view.ActionTarget, OnCard: true, Door: door.Participants.Alone(), Handle: p.chooseTarget},
			{Action: view.ActionUndo, OnCard: true, Door: door.Participants.Either(), Handle: p.clickUndo},
			{Action: actionMeant, Door: door.Participants.Either(), Handle: p.clickMeant},
			{Action: actionTalk, Door: door.Participants.Alone(), Handle: p.clickTalk},
			{Action: actionUndoSure, Door: door.Participants.Either(), Handle: p.clickUndoSure},
			{Action: actionResign, OnCard: true, Door: door.Participants.Alone(),
				Handle: interaction.Loading(p.loadSeated, p.clickResign)},
			{Action: actionConfirm, Door: door.Participants.Alone(), Handle: p.clickConfirm},
			{Action: actionKeep, Door: door.Participants.Either(), Handle: p.clickKeep},
			{Action: actionAgain, OnCard: true, Door: door.Starters.Alone(),
				Handle: interaction.Loading(p.loadSeated, p.clickAgain)},
			{Action: actionNext, OnCard: true, Door: door.Starters.Alone(),
				Handle: interaction.Loading(p.loadSeated, p.clickNext)},
			{Action: actionResume, OnCard: true, Door: door.Returners.Alone(), Handle: p.clickResume},
			{Action: actionNewcomer, Door: door.Anybody.Alone(),
				Handle: interaction.Loading(p.loadSeated, p.clickNewcomer)},
			{Action: actionDraw, Door: door.Participants.Either(), Handle: p.clickDraw},
			{Action: start.ActionYes, Door: door.Participants.Alone(), Handle: p.clickYes},
			{Action: start.ActionYesBreak, Door: door.Participants.Alone(), Handle: p.clickYes},
			{Action: actionBreak, Door: door.Participants.Alone(), Handle: p.clickBreak},
			{Action: actionAskBreak, Door: door.Participants.Either(), Handle: p.clickAskBreak},
			{Action: actionEndBreak, OnCard: true, Door: door.Participants.Alone(), Handle: p.clickEndBreak},
			{Action: start.ActionNo, Door: door.Participants.Alone(), Handle: p.clickNo},
			{Action: actionTake, OnCard: true, Door: door.Participants.Alone(), Handle: p.clickTake},
			{Action: actionPlayOn, OnCard: true, Door: door.Participants.Either(), Handle: p.clickPlayOn},
			{Action: actionView, Door: door.Anybody.Alone(), Handle: p.clickView},
			{Action: actionRefresh, Door: door.Anybody.Alone(), Handle: p.clickRefresh},
			{Action: actionConfirmMove, Door: door.Participants.Alone(), Handle: p.clickConfirmMove},
			{Action: actionDrop, Door: door.Participants.Alone(), Handle: p.clickDrop},
			{
				Action: actionLines,
				Door:   door.Participants.Alone(),
				Handle: interaction.Loading(p.loadSeated, p.clickLines),
			},
			{Action: actionGiveLines, Door: door.Participants.Alone(), Handle: p.clickGiveLines},
			{Action: actionDropLines, Door: door.Participants.Alone(), Handle: p.clickDropLines},
			{Action: view.ActionPlayKid, Door: door.Starters.Alone(), Handle: p.clickPlayKid},
			{Action: start.ActionTransfer, Door: door.Returners.Alone(), Handle: p.clickTransfer},
		},
		Text: []interaction.TextHandler{
			{Door: door.Participants.Either(), Wants: moveLike, Handle: p.typedMove},
			{Door: door.Starters.Alone(), Wants: interaction.AddressedWord(notation.Rematch), Handle: p.rematch},
			{Door: door.Participants.Either(), Wants: addressed, Handle: p.commandWord},
			{Door: door.Participants.Alone(), Wants: unaddressed, Handle: p.unaddressedWord},
			{Door: door.Participants.Alone(), Wants: conditional, Handle: p.typedLines},
		},
		Refuse:  p.refuse,
		Jobs:    p.jobs(),
		OnMatch: p.onMatch(),
	}
}

// Actions of this feature's controls. They never change: messages keep them forever.
const (
	actionResign      = "resign" // ask whether to resign
	actionConfirm     = "giveup" // resign
	actionKeep        = "keep"   // do not resign
	actionUndoSure    = "undosure"
	actionMeant       = "meant"  // do what an unaddressed word says
	actionTalk        = "talk"   // the unaddressed word was conversation
	actionAgain       = "again"  // a rematch, sides swapped
	actionNext        = "nextup" // the next character, after a win; its argument is the level
	actionDraw        = "draw"   // offer a draw
	actionResume      = "resume" // resume an adjourned game
	actionNewcomer    = "newcomer"
	actionTake        = "take"     // accept a character's offer
	actionPlayOn      = "playon"   // decline a character's offer
	actionView        = "view"     // open a private board
	actionRefresh     = "refresh"  // update it
	actionConfirmMove = "sure"     // play a move that would lose by repetition
	actionDrop        = "drop"     // drop a premove
	actionBreak       = "break"    // ask how long a break is to be
	actionAskBreak    = "askbreak" // offer one
	actionEndBreak    = "goon"     // end a break early

	actionLines     = "lines"     // open the modal for lines
	actionGiveLines = "givelines" // the submitted modal
	actionDropLines = "droplines" // remove them
)
