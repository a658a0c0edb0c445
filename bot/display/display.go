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
	// EditAt replaces a message and returns when, by Discord's clock, zero if unknown.
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
	// EditOriginal changes the message of an interaction's first answer with the interaction's own token, which does
	// not count towards the bot's rate limits.
	EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error
}

// Options of a display. All are required except those that may be nil, Patience, ForwardToOwner, Refused, Logger and
// Observer.
type Options struct {
	DB     *store.DB
	REST   REST
	Bundle *locale.Bundle
	// Sources gives the source of each kind of subject.
	Sources map[id.Kind]Source
	// OnCard reports whether an action's controls are on cards; other controls name a subject as well.
	OnCard func(action string) bool
	// ThreadName names a subject's thread: without players' names, in the given language or [NoLocale], if the subject
	// is gone.
	ThreadName func(ctx context.Context, of id.Subject, locale string) (string, error)
	// Self is the bot's user, "" before the first connection.
	Self func() id.Player
	// ReadsContent reports whether the bot receives text that is not addressed to it; nil means that it does. If it
	// does not, every card is posted as a message that people can reply to.
	ReadsContent func() bool
	// Localizer returns the localizer for a player; otherwise is used where the player's locale is not known.
	Localizer func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer
	// InUse reports whether something is in progress in a channel; nil means that nothing is.
	InUse func(ctx context.Context, channel id.Channel) (bool, error)
	// Fence says which guilds' messages this process sends; nil means all.
	Fence Fence
	// Patience bounds the wait for a rate limit and an answer about an earlier card, which can wait for the next sweep,
	// because a new move must not wait for it; default 2 s.
	Patience time.Duration
	// ForwardToOwner is called with subjects that this process was woken for but another process owns.
	ForwardToOwner func(id.Subject)
	Refused        func(error) // receives the error with which Discord refused a message
	Logger         *slog.Logger
	Observer       Observer
}

// Fence keeps a process from showing subjects that another one owns.
type Fence interface {
	// Part returns the guilds whose messages this process sends now.
	Part() shards.Part
	// Check returns [shards.ErrNotOwner] in a transaction if the guild now belongs to another process, or to none.
	Check(ctx context.Context, tx store.Tx, g id.Guild) error
}

// owns reports whether this process sends a guild's messages now.
func (d *Display) owns(g id.Guild) bool { return d.Fence == nil || d.Fence.Part().Has(g) }

func (d *Display) part() shards.Part {
	if d.Fence == nil {
		return shards.Part{}
	}
	return d.Fence.Part()
}

// GuildsGained is called when this process starts to serve more guilds: the previous owner may have posted messages
// without recording them.
func (d *Display) GuildsGained() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.versions)
	d.soleOwnerSince = d.DB.Now()
}

// Observer receives measurements of displaying. Its functions must return at once; nil ones are not called.
type Observer struct {
	Shown   func(time.Duration) // from a change to its card
	Unshown func()              // an attempt to show a card failed
	// Panicked is called after a panic while a card was shown.
	Panicked func()
}

// Display publishes cards. It is an [interaction.Presenter].
type Display struct {
	Options
	started time.Time
	tasks   interaction.Tasks
	drawing chan struct{} // bounds the cards that are drawn and encoded at the same time

	// Maps keyed by match id keep their entry when a challenge is accepted, which makes it a subject of another kind.
	mu             sync.Mutex
	working        map[id.Match]*work
	sweeping       int                         // of them started by the sweep
	backlog        []id.Subject                // found by the last sweep and not yet started
	uncertain      map[id.Match]bool           // a message may exist that is not recorded
	versions       map[id.Match]int64          // of rows, as this process last stored them
	searched       map[id.Subject]time.Time    // when uncertain channels were last searched
	noticesSent    map[channelPlayer]time.Time // when a user was last notified that a card cannot be shown
	soleOwnerSince time.Time                   // since when this process alone has owned its guilds
	tokens         map[id.Match]token
	timers         map[id.Match]timer
	answered       map[id.Message]answered // announcements
	removals       map[id.Message]*removal // in progress, or whose answer was not read yet

	recent     recentMessages
	temporary  temporary
	questions  questions
	referenced referenced
}

// maxDrawing limits how many cards are drawn at the same time; requests that wait for Discord's rate limits do not
// count.
const maxDrawing = 16

// maxKnown bounds each cache of facts about subjects.
const maxKnown = 10_000

// New makes a display.
func New(o Options) *Display {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Patience = cmp.Or(o.Patience, supersedeTimeout)
	d := &Display{Options: o, started: o.DB.Now(), soleOwnerSince: o.DB.Now(), drawing: make(chan struct{}, maxDrawing),
		working: make(map[id.Match]*work), uncertain: make(map[id.Match]bool), versions: make(map[id.Match]int64),
		searched: make(map[id.Subject]time.Time), noticesSent: make(map[channelPlayer]time.Time),
		tokens: make(map[id.Match]token), timers: make(map[id.Match]timer),
		answered: make(map[id.Message]answered), removals: make(map[id.Message]*removal)}
	d.temporary.d, d.referenced.since = d, d.started
	return d
}

// Cancel ends the contexts of all current and future work: from then on nothing is shown.
func (d *Display) Cancel() { d.tasks.Cancel() }

// SendFailed passes the error of a refused message to Options.Refused.
func (d *Display) SendFailed(err error) {
	if d.Refused != nil {
		d.Refused(err)
	}
}

// Wait returns when no work is in progress.
func (d *Display) Wait() { d.tasks.Wait() }

// SubjectOf returns the subject that a message shows or showed.
func (d *Display) SubjectOf(ctx context.Context, m id.Message) (id.Subject, bool, error) {
	return subjectOf(ctx, d.DB.Read(), m)
}

// Row returns the display row of a subject, and whether there is one.
func (d *Display) Row(ctx context.Context, s id.Subject) (Row, bool, error) {
	return load(ctx, d.DB.Read(), s)
}
