package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/place"
)

var (
	// ErrGone means that the subject no longer exists, and there is nothing to show.
	ErrGone = errors.New("the subject no longer exists")
	// ErrDeleted means that the subject was deleted and its messages must be deleted with it; then [Source.Purge] is
	// called.
	ErrDeleted = errors.New("the subject was deleted")
)

// Source makes the cards of the subjects of a kind.
type Source interface {
	// Card returns a subject as a message, of this revision or a later one. arg is the argument of the action that it
	// answers, "" if none.
	Card(ctx context.Context, of id.Match, rev int64, arg string) (Card, error)
	// Shown is called when a card with Watched set can be seen; at is since when, by Discord's clock, zero if unknown.
	Shown(ctx context.Context, of id.Match, turn int64, at time.Time) error
	// Superseded returns the line that a card becomes once the live one is in another channel.
	Superseded(ctx context.Context, of id.Match) (string, error)
	// Outcome returns what an announcement becomes once its subject is over, and whether it is.
	Outcome(ctx context.Context, a interaction.Announcement) (text string, over bool, err error)
	// Lost is called when a refused request shows that the bot can no longer write in a subject's channel.
	Lost(ctx context.Context, of id.Match, f place.Fact) error
	// Purge removes the remaining records of a deleted subject, once its messages are deleted.
	Purge(ctx context.Context, of id.Match) error
}

// Simple implements all of Source but Card, for subjects that have no clock and no announcements, stay in their channel
// and are never deleted. Sources embed it.
type Simple struct{}

func (Simple) Shown(context.Context, id.Match, int64, time.Time) error { return nil }
func (Simple) Superseded(context.Context, id.Match) (string, error)    { return "", nil }
func (Simple) Lost(context.Context, id.Match, place.Fact) error        { return nil }
func (Simple) Purge(context.Context, id.Match) error                   { return nil }
func (Simple) Outcome(context.Context, interaction.Announcement) (string, bool, error) {
	return "", false, nil
}

// Card is a subject as a message, before its picture is drawn.
type Card struct {
	Message discord.Message                // text, controls and who may be pinged when it is posted
	Draw    func() ([]discord.File, error) // its picture; nil means none

	Guild   id.Guild
	Channel id.Channel
	Rev     int64 // of the subject
	Turn    int64

	Created time.Time
	Touched time.Time         // when a player last acted on it
	Actor   id.Player         // the player who did, "" if none
	Text    *locale.Localizer // of its texts

	Watched   bool // a clock starts when the card is visible
	ReadAloud bool // each new position is a new message, for players whose client reads moves aloud
	Over      bool // nothing more will happen: its thread is closed once no one writes there
	Settled   bool // over for a while: it is edited in place, not posted again
	InPlace   bool // it is not posted again when other messages bury it, because people talk about it while it changes
	Adjourned bool // it is adjourned: in a channel that forbids pictures, its text is shown without one
	Silent    bool // nothing is posted for it unless a user asks
	// Unasked means that no user waits for it: a channel that keeps refusing it counts as out of reach.
	Unasked bool
	// only people in its channel can change it: the bot checks from time to time whether the channel still exists
	Probe bool
}
