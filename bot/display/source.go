package display

import (
	"context"
	"errors"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
)

var (
	// ErrGone: there is no such subject any more, and nothing to show.
	ErrGone = errors.New("the subject is no more")
	// ErrDeleted: the subject was deleted, and its messages go with it; then [Source.Purge] is called.
	ErrDeleted = errors.New("the subject was deleted")
)

// Source knows what the subjects of a kind look like.
type Source interface {
	// Card is a subject as a message. Arg is of the act that it answers, "" for none.
	Card(ctx context.Context, of id.Match, arg string) (Card, error)
	// Shown is told that a card with Watched set is now seen, and since when by Discord's time, zero if that is not known.
	Shown(ctx context.Context, of id.Match, turn int64, at time.Time) error
	// Superseded is the line that a card becomes once the live one is in another channel.
	Superseded(ctx context.Context, of id.Match) (string, error)
	// Outcome is what an announcement becomes once what it says is over.
	Outcome(ctx context.Context, a interaction.Announcement) (text string, over bool, err error)
	// Lost is told that the channel of a subject is no more, or out of the bot's reach.
	Lost(ctx context.Context, of id.Match, channel id.Channel) error
	// Purge removes what is left of a deleted subject, once its messages are gone.
	Purge(ctx context.Context, of id.Match) error
}

// Card is a subject as a message, before its picture is drawn.
type Card struct {
	Message discord.Message                // text, controls and who may be pinged when it is posted
	Draw    func() ([]discord.File, error) // its picture; nil for none

	Guild   id.Guild
	Channel id.Channel
	Rev     int64 // of the subject
	Turn    int64

	Created time.Time
	Touched time.Time         // when somebody last acted on it
	Actor   id.Player         // who did, "" for nobody
	Text    *locale.Localizer // of its texts

	Watched bool // a clock begins when it is seen
	Spoken  bool // every change of position is a message of its own, for those who have moves read out
	Over    bool // nothing more will happen: a thread of its own is closed once it is quiet there
	Settled bool // over, and news to nobody: it is changed where it is, and not posted again
	Silent  bool // nothing is posted for it, unless somebody asks
}
