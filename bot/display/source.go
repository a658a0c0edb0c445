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
	// ErrDeleted means that the subject was deleted and its messages must be deleted with it; then [Source.Purge] is called.
	ErrDeleted = errors.New("the subject was deleted")
)

// Source makes the cards of the subjects of a kind.
type Source interface {
	// Card returns a subject as a message, of this revision or a later one. arg is the argument of the action that it answers, "" if
	// none.
	Card(ctx context.Context, of id.Match, rev int64, arg string) (Card, error)
	// Shown is called when a card with Watched set can be seen; at is since when, by Discord's clock, zero if unknown.
	Shown(ctx context.Context, of id.Match, turn int64, at time.Time) error
	// Superseded returns the line that a card becomes once the live one is in another channel.
	Superseded(ctx context.Context, of id.Match) (string, error)
	// Outcome returns what an announcement becomes once what it says is over, and whether it is.
	Outcome(ctx context.Context, a interaction.Announcement) (text string, over bool, err error)
	// Lost is called when a refused request has told that the channel of a subject is taken.
	Lost(ctx context.Context, of id.Match, f place.Fact) error
	// Purge removes what is left of a deleted subject, once its messages are gone.
	Purge(ctx context.Context, of id.Match) error
}

// Simple is what a Source does besides making cards, if its subjects have no clock and no announcements, stay in their channel and are
// never deleted. Sources embed it.
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
	Touched time.Time         // when somebody last acted on it
	Actor   id.Player         // who did so, "" for nobody
	Text    *locale.Localizer // of its texts

	Watched bool // a clock starts when it is seen
	Spoken  bool // every change of position is a message of its own, for those who have moves read out
	Over    bool // nothing more will happen: a thread of its own is closed once it is quiet there
	Settled bool // over, and no longer news: it is edited in place, and not posted again
	InPlace bool // messages of others do not make it be posted again: it changes while they talk about it
	Rests   bool // it waits to be resumed: where no picture can be sent, what it says is shown without one
	Silent  bool // nothing is posted for it, unless somebody asks for it
	// Unasked means that nobody waits for it: a channel that forbids it again and again counts as out of reach.
	Unasked bool
	Probe   bool // only people in its channel can change it: whether the channel still exists is looked up from time to time
}
