package display

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// REST is the part of Discord's REST interface that sends, edits and reads messages.
type REST interface {
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	// EditAt replaces the content of a message, and returns the time of the edit by Discord's clock, zero if unknown.
	EditAt(ctx context.Context, channel id.Channel, message id.Message, m discord.Message) (time.Time, error)
	Delete(ctx context.Context, channel id.Channel, message id.Message) error
	Recent(ctx context.Context, channel id.Channel, limit int, after id.Message) ([]discord.Received, error)
	Unarchive(ctx context.Context, thread id.Channel) error
	Typing(ctx context.Context, channel id.Channel) error
	// Channel, Archive and RenameThread are used on the bot's own threads.
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	Archive(ctx context.Context, thread id.Channel) error
	RenameThread(ctx context.Context, thread id.Channel, name string) error
	OpenDM(ctx context.Context, p id.Player) (id.Channel, error)
	// EditOriginal edits the message of an interaction's first response with the interaction's token, which does not
	// count towards the bot's rate limits.
	EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error
}

// Options are the options of a display. Patience, ForwardToOwner, Refused, Logger, Observer and those that may be nil
// are optional.
type Options struct {
	DB     *store.DB
	REST   REST
	Bundle *locale.Bundle
	// Sources maps the kinds of subjects to their sources.
	Sources map[id.Kind]Source
	// OnCard reports whether controls with this action are on cards. Controls elsewhere may name a subject too.
	OnCard func(action string) bool
	// ThreadName returns the name of a subject's thread. For a subject that is gone it is a name without players, in
	// the given locale or [NoLocale].
	ThreadName func(ctx context.Context, of id.Subject, locale string) (string, error)
	// Self is the bot's user, "" before the first connection.
	Self func() id.Player
	// ReadsContent reports whether the bot receives text that is not addressed to it; nil means true. If not, cards are
	// posted as ordinary messages, so that people can reply to them.
	ReadsContent func() bool
	// Localizer returns the localizer for a player, otherwise if the player's locale is not known.
	Localizer func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer
	// InUse reports whether a game or challenge is in progress in a channel; nil means never.
	InUse func(ctx context.Context, channel id.Channel) (bool, error)
	// Fence tells which guilds this process owns; nil means all.
	Fence Fence
	// Patience is the timeout of requests about earlier cards, including the wait for a rate limit; default 2 s. The
	// next sweep retries them, since a new move must not wait behind them.
	Patience time.Duration
	// ForwardToOwner is called with subjects that this process was woken for but does not own.
	ForwardToOwner func(id.Subject)
	Refused        func(error) // called with the error of a refused message
	Logger         *slog.Logger
	Observer       Observer
}

// Fence keeps a process from showing subjects that another one owns.
type Fence interface {
	// Part returns the guilds that this process owns now.
	Part() shards.Part
	// Check returns [shards.ErrNotOwner] if, as seen by the transaction, this process does not own the guild.
	Check(ctx context.Context, tx store.Tx, g id.Guild) error
}

// owns reports whether this process owns a guild now, and so sends its messages.
func (d *Display) owns(g id.Guild) bool { return d.Fence == nil || d.Fence.Part().Has(g) }

func (d *Display) part() shards.Part {
	if d.Fence == nil {
		return shards.Part{}
	}
	return d.Fence.Part()
}

// GuildsGained is called when this process becomes the owner of more guilds, whose previous owner may have left
// unrecorded messages.
func (d *Display) GuildsGained() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.versions)
	d.soleOwnerSince = d.DB.Now()
}

// Observer receives measurements. Its functions must not block; they may be nil.
type Observer struct {
	Shown   func(time.Duration) // time from a change to its card
	Unshown func()              // called when an attempt to show a card fails
	// Panicked is called after a recovered panic in showing a card.
	Panicked func()
}

// Display publishes cards. It is an [interaction.Presenter].
type Display struct {
	Options
	started time.Time
	tasks   interaction.Tasks
	drawing chan struct{} // semaphore for drawing and encoding cards

	// Maps are keyed by id without kind where entries must survive the acceptance of a challenge, which changes the
	// kind.
	mu             sync.Mutex
	working        map[id.Match]*work
	sweeping       int                         // number of entries of working started by the sweep
	backlog        []id.Subject                // found by the last sweep, not started yet
	uncertain      map[id.Match]bool           // an unrecorded message may exist
	versions       map[id.Match]int64          // row versions that this process stored last
	searched       map[id.Subject]time.Time    // time of the last search for unrecorded cards
	noticesSent    map[channelPlayer]time.Time // time of the last notice about an undelivered card
	soleOwnerSince time.Time                   // when this process last gained guilds
	tokens         map[id.Match]token
	timers         map[id.Match]timer
	answered       map[id.Message]answered // announcements
	removals       map[id.Message]*removal // in progress, or with an answer not read yet

	recent     recentMessages
	temporary  temporary
	questions  questions
	referenced referenced
}

// maxDrawing limits the cards that are drawn at the same time. Waiting for Discord's rate limits does not count.
const maxDrawing = 16

// maxKnown bounds the size of each in-memory cache.
const maxKnown = 10_000

// New makes a display.
func New(o Options) *Display {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Patience = cmp.Or(o.Patience, supersedeTimeout)
	d := &Display{Options: o, started: o.DB.Now(), soleOwnerSince: o.DB.Now(), drawing: make(chan struct{}, maxDrawing),
		working: make(map[id.Match]*work), uncertain: make(map[id.Match]bool), versions: make(map[id.Match]int64),
		searched: make(map[id.Subject]time.Time), noticesSent: make(map[channelPlayer]time.Time),
		tokens: make(map[id.Match]token), timers: make(map[id.Match]timer),
		answered: make(map[id.Message]answered), removals: make(map[id.Message]*removal)}
	d.temporary.d, d.referenced.since = d, d.started
	return d
}

// Cancel cancels the contexts of all current and future work: nothing is shown after that.
func (d *Display) Cancel() { d.tasks.Cancel() }

// SendFailed passes the error of a refused message to Options.Refused.
func (d *Display) SendFailed(err error) {
	if d.Refused != nil {
		d.Refused(err)
	}
}

// Wait waits until no work is in progress.
func (d *Display) Wait() { d.tasks.Wait() }

// SubjectOf returns the subject that a message shows or showed.
func (d *Display) SubjectOf(ctx context.Context, m id.Message) (id.Subject, bool, error) {
	return subjectOf(ctx, d.DB.Read(), m)
}

// Row returns the row of a subject, and whether there is one.
func (d *Display) Row(ctx context.Context, s id.Subject) (Row, bool, error) {
	return load(ctx, d.DB.Read(), s)
}
