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
	// EditAt replaces a message and returns when, by Discord's clock, zero if unknown.
	EditAt(ctx context.Context, channel id.Channel, message id.Message, m discord.Message) (time.Time, error)
	Delete(ctx context.Context, channel id.Channel, message id.Message) error
	Recent(ctx context.Context, channel id.Channel, limit int, after id.Message) ([]discord.Received, error)
	Unarchive(ctx context.Context, thread id.Channel) error
	Typing(ctx context.Context, channel id.Channel) error
	// Channel and Archive are used on the bot's own threads.
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	Archive(ctx context.Context, thread id.Channel) error
	OpenDM(ctx context.Context, p id.Player) (id.Channel, error)
	// EditOriginal changes the message of an interaction's first answer with the interaction's own token, which does not count
	// towards the bot's rate limits.
	EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error
}

// Options of a display. All are required except those that may be nil, Elsewhere, Refused, Logger and Observer.
type Options struct {
	DB     *store.DB
	REST   REST
	Bundle *locale.Bundle
	// Sources gives the source of each kind of subject.
	Sources map[id.Kind]Source
	// OnCard reports whether controls of an action are on cards: other controls name a subject as well.
	OnCard func(action string) bool
	// Self is the bot's user, "" before the first connection.
	Self func() id.Player
	// ReadsContent reports whether the bot receives text that is not addressed to it; nil means that it does. If it does not, every
	// card is posted as a message that people can reply to.
	ReadsContent func() bool
	// Localizer returns the localizer for a player; otherwise is used where the player's locale is not known.
	Localizer func(ctx context.Context, p id.Player, otherwise *locale.Localizer) *locale.Localizer
	// InUse reports whether something is in progress in a channel; nil means that nothing is.
	InUse func(ctx context.Context, channel id.Channel) (bool, error)
	// Fence says which guilds' messages are this process's; nil means all.
	Fence Fence
	// Elsewhere is called with subjects that this process was woken for but another one shows.
	Elsewhere func(id.Subject)
	Refused   func(error) // receives the error for which a message was refused
	Logger    *slog.Logger
	Observer  Observer
}

// Fence keeps a process from showing what another one shows.
type Fence interface {
	// Part returns the guilds whose messages are this process's now.
	Part() shards.Part
	// Check returns [shards.ErrNotOwner] in a transaction if the guild now belongs to another process, or to none.
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

// Took is called when further guilds' messages become this process's: another process may have posted some without recording them.
func (d *Display) Took() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.versions)
	d.alone = d.DB.Now()
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
	mu        sync.Mutex
	working   map[id.Match]*work
	uncertain map[id.Match]bool        // a message may exist that is not recorded
	versions  map[id.Match]int64       // of rows, as this process last stored them
	searched  map[id.Subject]time.Time // when uncertain channels were last searched
	explained map[id.Subject]time.Time // when somebody was last notified that a card cannot be shown
	alone     time.Time                // since when only this process has shown its guilds' subjects
	tokens    map[id.Match]token
	timers    map[id.Match]timer
	answered  map[id.Message]answered // announcements

	recent    recent
	temporary temporary
	regarded  regarded
}

// work is the pending work for one subject. A challenge and the match that it becomes have one id and one card: the second waits
// until what is being sent for the first is recorded.
type work struct {
	subject id.Subject
	after   []func() // enqueue the other subject of the id
	again   bool
	found   bool // by the sweep, so that another process may be about to send it, or have died sending it
	here    bool // it was woken by this process, so that others may not know of it
	pending []pendingResponse
	guild   id.Guild // once it is known
	known   bool
	done    chan struct{} // closed in the end
}

// pendingResponse is an interaction that is to be answered with the card.
type pendingResponse struct {
	responder *interaction.Responder
	arg       string
	repost    bool // post the card again even if nothing has changed
	text      *locale.Localizer
}

// maxDrawing limits how many cards are drawn at the same time; requests that wait for Discord's rate limits do not count.
const maxDrawing = 16

// maxKnown bounds each cache of facts about subjects.
const maxKnown = 10_000

// New makes a display.
func New(o Options) *Display {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	d := &Display{Options: o, started: o.DB.Now(), alone: o.DB.Now(), drawing: make(chan struct{}, maxDrawing),
		working: make(map[id.Match]*work), uncertain: make(map[id.Match]bool), versions: make(map[id.Match]int64),
		searched: make(map[id.Subject]time.Time), explained: make(map[id.Subject]time.Time), tokens: make(map[id.Match]token), timers: make(map[id.Match]timer),
		answered: make(map[id.Message]answered)}
	d.temporary.d, d.regarded.since = d, d.started
	return d
}

// Cancel ends the contexts of all work in progress, and of what is to come: from then on nothing is shown.
func (d *Display) Cancel() { d.tasks.Cancel() }

// Missed reports an error for which a message was refused to Options.Refused.
func (d *Display) Missed(err error) {
	if d.Refused != nil {
		d.Refused(err)
	}
}

// Wait returns when no work is in progress.
func (d *Display) Wait() { d.tasks.Wait() }

// Working returns how many subjects' cards are being sent.
func (d *Display) Working() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.working)
}

// Settle returns when no card of a part of the guilds is being sent, or ctx ends.
func (d *Display) Settle(ctx context.Context, of shards.Part) {
	for {
		var done chan struct{}
		d.mu.Lock()
		for _, w := range d.working {
			if !w.known || of.Has(w.guild) {
				done = w.done
			}
		}
		d.mu.Unlock()
		if done == nil {
			return
		}
		select {
		case <-done:
		case <-ctx.Done():
			return
		}
	}
}

// belongs records for which guild the work for a subject is.
func (d *Display) belongs(s id.Subject, g id.Guild) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.working[s.ID]; w != nil {
		w.guild, w.known = g, true
	}
}

// Wake has a subject's card reconciled.
func (d *Display) Wake(s id.Subject) { d.enqueue(s, nil, here) }

// Hear has a subject reconciled that another process was woken for.
func (d *Display) Hear(s id.Subject) { d.enqueue(s, nil, heard) }

// Show answers an interaction with a subject's card.
func (d *Display) Show(r *interaction.Responder, s interaction.Show, text *locale.Localizer) {
	d.enqueue(s.Subject, &pendingResponse{responder: r, arg: s.Arg, repost: s.Repost, text: text}, here)
}

// Sweep reconciles the subjects whose messages are behind.
func (d *Display) Sweep(ctx context.Context) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now, maxSwept)
	if err != nil {
		if ctx.Err() == nil {
			d.Logger.Error("cannot list outdated cards", "err", err)
		}
		return
	}
	for _, s := range all {
		d.enqueue(s, nil, swept)
	}
}

// maxSwept limits how many subjects one sweep enqueues.
const maxSwept = 500

// Behind returns how many cards are behind, including those that wait for a retry, at most limit.
func (d *Display) Behind(ctx context.Context, limit int) (int, error) {
	now := d.DB.Now()
	all, err := pending(ctx, d.DB.Read(), d.part(), now, now.Add(100*365*24*time.Hour), limit)
	return len(all), err
}

// Tidy removes up to limit records that nobody needs any more, and reports whether there may be more.
func (d *Display) Tidy(ctx context.Context, limit int) (bool, error) { return tidy(ctx, d.DB, limit) }

// SubjectOf returns the subject that a message shows or showed.
func (d *Display) SubjectOf(ctx context.Context, m id.Message) (id.Subject, bool, error) {
	return subjectOf(ctx, d.DB.Read(), m)
}

// Row returns the display row of a subject, and whether there is one.
func (d *Display) Row(ctx context.Context, s id.Subject) (Row, bool, error) {
	return load(ctx, d.DB.Read(), s)
}

// cause is why a subject is enqueued.
type cause uint8

const (
	here  cause = iota // something happened in this process
	heard              // another process was woken for it
	swept              // it was found behind, so that another process may be about to send it, or have died sending it
)

func (d *Display) enqueue(s id.Subject, p *pendingResponse, why cause) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if why == here && p == nil && d.timers[s.ID].held {
		return
	}
	d.stopTimer(s.ID)
	w, busy := d.working[s.ID]
	if busy && w.subject != s {
		w.after = append(w.after, func() { d.enqueue(s, p, why) })
		return
	}
	if !busy {
		w = &work{subject: s, found: why == swept, done: make(chan struct{})}
		d.working[s.ID] = w
	}
	w.again = true
	w.here = w.here || why == here
	if p != nil {
		w.pending = append(w.pending, *p)
	}
	if !busy {
		d.tasks.Go(func(ctx context.Context) { d.run(ctx, s, w) })
	}
}

func (d *Display) run(ctx context.Context, s id.Subject, w *work) {
	for {
		d.mu.Lock()
		if !w.again {
			delete(d.working, s.ID)
			d.mu.Unlock()
			for _, next := range w.after {
				next()
			}
			close(w.done)
			return
		}
		w.again = false
		answers, found, woken := w.pending, w.found, w.here
		w.pending, w.found, w.here = nil, false, false
		d.mu.Unlock()
		own := true
		d.guarded(s, func() { own = d.reconcile(ctx, s, answers, found) })
		if !own {
			if woken && d.Elsewhere != nil {
				d.Elsewhere(s)
			}
			continue
		}
		if !d.wanted(w) { // what people wait for goes first
			d.guarded(s, func() { d.supersede(ctx, s) })
			d.guarded(s, func() { d.conclude(ctx, s) })
		}
	}
}

func (d *Display) wanted(w *work) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return w.again
}

// guarded runs f and recovers from a panic: one subject that cannot be drawn must not stop the bot, nor stop it again after each
// start. Its card is still behind, and the sweep enqueues it again.
func (d *Display) guarded(s id.Subject, f func()) {
	defer func() {
		if p := recover(); p != nil {
			d.setUncertain(s, true)
			d.Logger.Error("panic while showing a card", "subject", s, "panic", p, "stack", string(debug.Stack()))
			if d.Observer.Panicked != nil {
				d.Observer.Panicked()
			}
		}
	}()
	f()
}
