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
	// ErrGone means that the subject no longer exists. Its row is deleted, its messages stay.
	ErrGone = errors.New("the subject no longer exists")
	// ErrDeleted means that the subject was deleted and its messages must be deleted too. [Source.Purge] is called
	// after that.
	ErrDeleted = errors.New("the subject was deleted")
)

// Source makes the cards of subjects of one kind.
type Source interface {
	// Card returns the card of a subject at revision rev or later. arg is the argument of the control that it answers,
	// "" if none.
	Card(ctx context.Context, of id.Match, rev int64, arg string) (Card, error)
	// Shown is called when a Watched card is visible. at is when it became so, by Discord's clock, zero if unknown.
	Shown(ctx context.Context, of id.Match, turn int64, at time.Time) error
	// Superseded returns the line to which a card is collapsed when the subject has moved to another channel.
	Superseded(ctx context.Context, of id.Match) (string, error)
	// Outcome returns the text that replaces an announcement that is over, and whether it is.
	Outcome(ctx context.Context, a interaction.Announcement) (text string, over bool, err error)
	// Lost is called when the bot can no longer write in a subject's channel.
	Lost(ctx context.Context, of id.Match, f place.Fact) error
	// Purge removes the remaining records of a deleted subject, once its messages are deleted.
	Purge(ctx context.Context, of id.Match) error
}

// Simple implements Source without Card, for subjects without clock and announcements that stay in their channel and
// are never deleted. It is for embedding.
type Simple struct{}

func (Simple) Shown(context.Context, id.Match, int64, time.Time) error { return nil }
func (Simple) Superseded(context.Context, id.Match) (string, error)    { return "", nil }
func (Simple) Lost(context.Context, id.Match, place.Fact) error        { return nil }
func (Simple) Purge(context.Context, id.Match) error                   { return nil }
func (Simple) Outcome(context.Context, interaction.Announcement) (string, bool, error) {
	return "", false, nil
}

// Card is the content and the delivery options of a subject's message.
type Card struct {
	Message discord.Message                // text, controls, and mentions for the case of a ping
	Draw    func() ([]discord.File, error) // draws the picture; nil for none

	Guild   id.Guild
	Channel id.Channel
	Rev     int64 // revision of the subject
	Turn    int64

	Created time.Time
	Touched time.Time         // last action of a player
	Actor   id.Player         // that player, "" if none
	Text    *locale.Localizer // language of the texts

	Watched   bool // Source.Shown is called, which starts a clock
	ReadAloud bool // each new position is a new message, for screen readers
	Over      bool // no change will follow: its thread is archived after a while
	Settled   bool // over for a while: edited in place, never posted again
	InPlace   bool // not posted again when buried: people talk about it while it changes
	Adjourned bool // in a channel that forbids pictures, the text is shown alone
	Silent    bool // not posted unless a user asks
	// Unasked means that no user waits for the card: if it has a message, a channel that keeps refusing edits is not
	// reported as lost.
	Unasked bool
	// only people in its channel can change it, so the bot checks daily whether the channel still exists
	Probe bool
}
