package display

import (
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/locale"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// REST is the part of Discord's REST interface that keeps messages.
type REST interface {
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	// EditAt replaces a message and returns when by Discord's time, zero if it did not say.
	EditAt(ctx context.Context, channel id.Channel, message id.Message, m discord.Message) (time.Time, error)
	Delete(ctx context.Context, channel id.Channel, message id.Message) error
	Recent(ctx context.Context, channel id.Channel, limit int, after id.Message) ([]discord.Received, error)
	Unarchive(ctx context.Context, thread id.Channel) error
	Typing(ctx context.Context, channel id.Channel) error
	// Channel and Archive are for threads of the bot's own.
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	Archive(ctx context.Context, thread id.Channel) error
	OpenDM(ctx context.Context, p id.Player) (id.Channel, error)
	// EditOriginal changes the message of an interaction's first answer with the interaction's own token, which costs nothing
	// of the bot's limits.
	EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error
}

// Options of a display. All but Logger, Observer and Refused are needed.
type Options struct {
	DB     *store.DB
	REST   REST
	Bundle *locale.Bundle
	// Sources is by kind of subject.
	Sources map[id.Kind]Source
	// OnCard reports whether controls of an action are on cards: others name a subject as well.
	OnCard func(action string) bool
	// Self is the bot's user, "" before the first connection.
	Self func() id.Player
	// ReadsContent reports whether text reaches the bot that is not addressed to it; nil where it does. Where it does not, every
	// card is a message that people can reply to.
	ReadsContent func() bool
	// Localizer is how to speak to a player; otherwise is a locale for one of whom none is known.
	Localizer func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer
	// InUse reports whether something goes on in a channel; nil where nothing does.
	InUse func(ctx context.Context, channel id.Channel) (bool, error)
	// Fence is which guilds' messages are this process's; nil where all are.
	Fence Fence
	// Elsewhere is told of subjects that this process was woken for and another one shows.
	Elsewhere func(id.Subject)
	Refused   func(error) // told why a message was refused
	Logger    *slog.Logger
	Observer  Observer
}

// Fence keeps a process from showing what another one shows.
type Fence interface {
	// Part is the guilds whose messages are this process's now.
	Part() shards.Part
	// Check is [shards.ErrNotOwner] in a transaction where another process has them by now, or none.
	Check(ctx context.Context, tx store.Tx, g id.Guild) error
}

// own reports whether a guild's messages are this process's now.
func (d *Display) own(g id.Guild) bool { return d.Fence == nil || d.Fence.Part().Has(g) }

func (d *Display) part() shards.Part {
	if d.Fence == nil {
		return shards.Part{}
	}
	return d.Fence.Part()
}

// Took is called when other guilds' messages become this process's: another may have posted some without having recorded it.
func (d *Display) Took() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.versions)
	d.alone = d.DB.Now()
}

// Observer is told how displaying goes. Its functions must return at once; nil ones are left out.
type Observer struct {
	Shown   func(time.Duration) // from a change to its card
	Unshown func()              // a card could not be shown at a try
}

// Display publishes cards. It is a [interaction.Presenter].
type Display struct {
	Options
	started time.Time
	life    context.Context // ends when what is under way must be done
	tasks   interaction.Tasks
	drawing chan struct{} // bounds the cards that are drawn and encoded at the same time

	// By id of the match where what is known goes on once its challenge is accepted, which makes it a subject of another kind.
	mu        sync.Mutex
	working   map[id.Match]*work
	uncertain map[id.Match]bool        // a message may exist that the database does not know of
	versions  map[id.Match]int64       // of rows that this process stored last
	searched  map[id.Subject]time.Time // when uncertain channels were last looked through
	explained map[id.Subject]time.Time // when somebody was last told that a card cannot be shown
	alone     time.Time                // since when nobody but this process has shown what is its own
	tokens    map[id.Match]token

	recent    recent
	temporary temporary
	regarded  regarded
}

// work is what is to be done for one subject. A challenge and the match that it becomes have one id and one card: the second waits
// until what is being sent for the first is recorded.
type work struct {
	subject id.Subject
	after   []func() // brings up the other subject of the id
	again   bool
	found   bool // by the sweep, so that another process may be about to send it, or have died of it
	here    bool // what wakes it has happened in this process, so that others may not know of it
	pending []pendingResponse
}

// pendingResponse is an interaction that is to be answered with the card.
type pendingResponse struct {
	responder *interaction.Responder
	arg       string
	repost    bool // post the card again even if nothing has changed
	text      *locale.Localizer
}

// maxDrawing is how many cards are drawn at the same time; requests wait for Discord's limits without one of these.
const maxDrawing = 16

// maxKnown bounds what is remembered of subjects to save looking something up.
const maxKnown = 10_000

// New makes a display; it does nothing before Begin.
func New(o Options) *Display {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	d := &Display{Options: o, started: o.DB.Now(), alone: o.DB.Now(), life: context.Background(), drawing: make(chan struct{}, maxDrawing),
		working: make(map[id.Match]*work), uncertain: make(map[id.Match]bool), versions: make(map[id.Match]int64),
		searched: make(map[id.Subject]time.Time), explained: make(map[id.Subject]time.Time), tokens: make(map[id.Match]token)}
	d.temporary.d, d.regarded.since = d, d.started
	return d
}

// Begin sets the context that ends when what is under way must be done.
func (d *Display) Begin(life context.Context) { d.life = life }

// Missed is told why a message was refused.
func (d *Display) Missed(err error) {
	if d.Refused != nil {
		d.Refused(err)
	}
}

// Wait returns when nothing is under way.
func (d *Display) Wait() { d.tasks.Wait() }

// Working is how many subjects' cards are being sent.
func (d *Display) Working() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.working)
}

// Wake has a subject looked at.
func (d *Display) Wake(s id.Subject) { d.enqueue(s, nil, here) }

// Hear has a subject looked at that another process was woken for.
func (d *Display) Hear(s id.Subject) { d.enqueue(s, nil, heard) }

// Show answers an interaction with a subject's card.
func (d *Display) Show(r *interaction.Responder, s interaction.Show, text *locale.Localizer) {
	d.enqueue(s.Subject, &pendingResponse{responder: r, arg: s.Arg, repost: s.Repost, text: text}, here)
}

// Sweep looks at all subjects of which something is missing.
func (d *Display) Sweep(ctx context.Context) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now, maxSwept)
	if err != nil {
		if ctx.Err() == nil {
			d.Logger.Error("cannot look for cards that are behind", "err", err)
		}
		return
	}
	for _, s := range all {
		d.enqueue(s, nil, swept)
	}
}

// maxSwept is how many subjects one sweep takes on.
const maxSwept = 500

// Behind is how many cards are behind, now or after a pause, at most limit.
func (d *Display) Behind(ctx context.Context, limit int) (int, error) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now.Add(100*365*24*time.Hour), limit)
	return len(all), err
}

// Tidy removes up to limit records that nobody needs any more, and reports whether there may be more.
func (d *Display) Tidy(ctx context.Context, limit int) (bool, error) { return tidy(ctx, d.DB, limit) }

// SubjectOf is the subject that a message shows or showed.
func (d *Display) SubjectOf(ctx context.Context, m id.Message) (id.Subject, bool, error) {
	return subjectOf(ctx, d.DB.Read(), m)
}

// Row is where a subject is shown.
func (d *Display) Row(ctx context.Context, s id.Subject) (Row, bool, error) {
	return load(ctx, d.DB.Read(), s)
}

// cause is why a subject is looked at.
type cause uint8

const (
	here  cause = iota // something has happened in this process
	heard              // another process has said so
	swept              // it was found behind, so that another process may be about to send it, or have died of it
)

func (d *Display) enqueue(s id.Subject, p *pendingResponse, why cause) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w, busy := d.working[s.ID]
	if busy && w.subject != s {
		w.after = append(w.after, func() { d.enqueue(s, p, why) })
		return
	}
	if !busy {
		w = &work{subject: s, found: why == swept}
		d.working[s.ID] = w
	}
	w.again = true
	w.here = w.here || why == here
	if p != nil {
		w.pending = append(w.pending, *p)
	}
	if !busy {
		d.tasks.Go(func() { d.run(s, w) })
	}
}

func (d *Display) run(s id.Subject, w *work) {
	for {
		d.mu.Lock()
		if !w.again {
			delete(d.working, s.ID)
			d.mu.Unlock()
			for _, next := range w.after {
				next()
			}
			return
		}
		w.again = false
		answers, found, woken := w.pending, w.found, w.here
		w.pending, w.found, w.here = nil, false, false
		d.mu.Unlock()
		own := true
		d.guarded(s, func() { own = d.reconcile(d.life, s, answers, found) })
		if !own {
			if woken && d.Elsewhere != nil {
				d.Elsewhere(s)
			}
			continue
		}
		if !d.wanted(w) { // what people wait for goes first
			d.guarded(s, func() { d.supersede(d.life, s) })
			d.guarded(s, func() { d.conclude(d.life, s) })
		}
	}
}

func (d *Display) wanted(w *work) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return w.again
}

// guarded runs f with a recover around it: one subject that cannot be drawn must not stop the bot, nor stop it again after each
// start. Its card is still behind, and the sweep brings it up.
func (d *Display) guarded(s id.Subject, f func()) {
	defer func() {
		if p := recover(); p != nil {
			d.setUncertain(s, true)
			d.Logger.Error("panic while showing a card", "subject", s, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	f()
}

// later has a subject looked at after a pause.
func (d *Display) later(s id.Subject, pause time.Duration) {
	time.AfterFunc(pause, func() {
		if d.life.Err() == nil {
			d.Wake(s)
		}
	})
}
