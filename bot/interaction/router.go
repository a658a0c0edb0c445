package interaction

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"yeye/bot/discord"
	"yeye/bot/door"
	"yeye/bot/id"
	"yeye/bot/locale"
	"yeye/bot/player"
)

// Players stores what is known about users.
type Players interface {
	Preferences(ctx context.Context, p id.Player) (player.Preferences, error)
	Locale(ctx context.Context, p id.Player) (string, error)
	SaveLocale(ctx context.Context, p id.Player, locale string) error
}

// Presenter shows cards and temporary messages; package display implements it.
type Presenter interface {
	// Show answers with a subject's card.
	Show(r *Responder, s Show, in *locale.Localizer)
	// Wake has a subject's card checked after a request that may have changed the subject.
	Wake(s id.Subject)
	// Announced records the message of an announcement.
	Announced(ctx context.Context, channel id.Channel, m id.Message, a Announcement)
	// Temporary posts a message that is deleted after life, or with the next legal move there.
	Temporary(ctx context.Context, channel id.Channel, m discord.Message, life time.Duration)
	// Ask posts a question to a player that is deleted after a minute, unless the same question to them is open there.
	Ask(ctx context.Context, q Question)
	// CloseQuestion deletes such a question once it is answered.
	CloseQuestion(channel id.Channel, question id.Message)
	// SendFailed is called with the error for which Discord refused a message.
	SendFailed(err error)
}

// Question is a question to the author of a message, whose controls only they can use. It replies to the message
// without a ping.
type Question struct {
	Guild   id.Guild
	Channel id.Channel
	Player  id.Player
	ReplyTo id.Message // the message
	About   string     // what it asks
	Message discord.Message
}

// Options of a router. Send, Players, Presenter, Bundle, Refuse and Self are needed.
type Options struct {
	Send      Sender
	Players   Players
	Presenter Presenter
	Bundle    *locale.Bundle
	Tasks     *Tasks // run the work outside the queue; new ones by default
	Queue     *Queue // of requests; by default a new one that runs as Tasks
	// Self is the bot's user, "" before the first connection.
	Self func() id.Player
	// Refuse turns an error into a response. known is false for an error that is not a refusal but a fault.
	Refuse func(r *Request, err error) (a Response, known bool)
	// Admit returns an error if a door refuses a request.
	Admit func(ctx context.Context, r *Request, d door.Door) error
	// FilterRows returns rows of controls without those that the guild has switched off.
	FilterRows func(ctx context.Context, g id.Guild, rows []discord.Row) []discord.Row
	// Fallback returns the language of the game in a channel, "" if none.
	Fallback func(ctx context.Context, channel id.Channel) string
	// IsPlaying reports whether a user plays in a channel: only players are notified that they exceed the limits,
	// because other people's conversation may look like moves.
	IsPlaying func(ctx context.Context, channel id.Channel, p id.Player) bool
	Rates     Rates
	// Patience is how long an interaction's answer may take before it is deferred, default 1.8 s: that leaves a slow
	// network one of Discord's three seconds.
	Patience     time.Duration
	Logger       *slog.Logger
	Acknowledged func(time.Duration) // receives the time from each interaction to its first response
	Panicked     func()              // called after a panic in a handler, if set
}

// Router dispatches requests to their handlers.
type Router struct {
	Options
	commands     map[commandKey]*Command
	components   map[string]*Component
	textHandlers []TextHandler

	rates           rateLimiter
	autocompletions rateLimiter // have their own limits
	work            workLimiter
	pending         pending
}

type commandKey struct {
	kind discord.CommandKind
	name string
}

// patience is the default of Options.Patience.
const patience = 1800 * time.Millisecond

// New makes a router from the features' declarations. Names of commands and actions of components must be unique.
func New(o Options, commands []Command, components []Component, textHandlers []TextHandler) *Router {
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	o.Tasks = cmp.Or(o.Tasks, new(Tasks))
	if o.Queue == nil {
		o.Queue = NewQueue(o.Tasks, 0)
	}
	o.Patience = cmp.Or(o.Patience, patience)
	r := &Router{Options: o, commands: map[commandKey]*Command{}, components: map[string]*Component{},
		textHandlers: textHandlers, pending: pending{all: map[id.Guild]*pendingIn{}}}
	r.work.free = make(chan struct{}, maxWorkAll)
	for i := range commands {
		c := &commands[i]
		r.commands[commandKey{cmp.Or(c.Kind, discord.SlashCommand),
			Texts{o.Bundle}.Key("command." + c.Name + ".name").Default}] = c
	}
	for i := range components {
		r.components[components[i].Action] = &components[i]
	}
	return r
}

// RequestOf returns the request for an interaction.
func (r *Router) RequestOf(event id.Event, i *discord.Interaction) *Request {
	return &Request{
		Event: event, Player: i.User.ID, Name: i.User.Name, Guild: i.Guild, Channel: i.Channel, At: i.At(),
		Interaction: i, Options: i.Options, Target: i.Target, Locale: i.Locale, Text: r.Bundle.For(i.Locale),
		Log: r.Logger.With("channel", i.Channel, "player", i.User.ID),
	}
}

// Answer handles a request without delivering the response. Refusals and faults become responses too.
func (r *Router) Answer(ctx context.Context, q *Request) Response {
	if q.Typed != nil {
		r.loadLanguage(ctx, q)
		return r.answer(ctx, q, func(ctx context.Context) (Response, error) { return r.tryHandlers(ctx, q) })
	}
	return r.answer(ctx, q, func(ctx context.Context) (Response, error) {
		if err := r.Players.SaveLocale(ctx, q.Player, q.Locale); err != nil {
			q.Log.Warn("cannot record locale", "err", err)
		}
		r.loadPreferences(ctx, q)
		return r.handle(ctx, q)
	})
}

// Interaction handles the use of a command or control, and returns at once.
func (r *Router) Interaction(event id.Event, i *discord.Interaction) {
	q := r.RequestOf(event, i)
	responder := newResponder(r.Tasks, i, r.Send, r.Patience, r.Logger, r.Acknowledged)
	if i.Kind == discord.AutocompleteInteraction {
		r.autocomplete(responder, q)
		return
	}
	ok := r.rates.allow(r.Rates, q.Player, q.Guild, time.Now()) && r.inQueue(q, func(ctx context.Context) {
		a := r.Answer(ctx, q)
		r.outsideQueue(q, func(ctx context.Context) { r.deliver(ctx, responder, q, a) })
	})
	if !ok {
		r.outsideQueue(q, func(ctx context.Context) { r.deliver(ctx, responder, q, Say(q.Text.Text("refuse.busy"))) })
	}
}

// autocomplete answers an autocompletion outside the queue: its order does not matter, and moves must not wait for it.
// Above the limits, and after the time for an answer, it offers no choices.
func (r *Router) autocomplete(responder *Responder, q *Request) {
	allowed := r.autocompletions.allow(r.Rates, q.Player, q.Guild, time.Now())
	r.outsideQueue(q, func(ctx context.Context) {
		var list []discord.Choice
		if allowed {
			soon, cancel := context.WithTimeout(ctx, r.Patience)
			defer cancel()
			r.loadPreferences(soon, q)
			list = r.complete(soon, q)
		}
		responder.choices(ctx, list)
	})
}

// loadPreferences loads the user's preferences.
func (r *Router) loadPreferences(ctx context.Context, q *Request) {
	prefs, err := r.Players.Preferences(ctx, q.Player)
	if err != nil && ctx.Err() == nil {
		q.Log.Warn("cannot load preferences", "err", err)
	}
	q.Prefs, q.Text = prefs, r.Bundle.For(prefs.Language, q.Locale)
	q.Locale = cmp.Or(prefs.Language, q.Locale) // games that they start use it too
}

// handle finds and calls the handler, if its door lets the request through.
func (r *Router) handle(ctx context.Context, q *Request) (Response, error) {
	i := q.Interaction
	if i.Kind == discord.CommandInteraction {
		if c := r.commands[commandKey{i.CommandKind, i.Command}]; c != nil {
			q.Log = q.Log.With("command", c.Name)
			if err := r.admit(ctx, q, c.door(q)); err != nil {
				return Response{}, err
			}
			return c.Handle(ctx, q)
		}
	} else if control, ok := discord.ParseControlID(i.CustomID); ok {
		if c := r.components[control.Action]; c != nil {
			q.Log = q.Log.With("control", control.Action, "subject", control.ID)
			if err := r.admit(ctx, q, c.Door); err != nil {
				return Response{}, err
			}
			return c.Handle(ctx, q, control)
		}
	}
	return Say(q.Text.Text("refuse.control")), nil
}

// admit checks the request at a door.
func (r *Router) admit(ctx context.Context, q *Request, d door.Door) error {
	q.door = d
	if r.Admit == nil {
		return nil
	}
	return r.Admit(ctx, q, d)
}

// checkAudience checks an answer at the request's door: a public message needs a door that allows it.
func (r *Router) checkAudience(ctx context.Context, q *Request, a Response) (Response, error) {
	switch d := q.door; {
	case a.Public == nil, d.Audience == door.Everybody,
		d.Audience == door.Either && (!d.ChecksPost() || q.Typed != nil || r.Admit == nil):
		return a, nil
	case d.Audience == door.Either:
		return a, r.Admit(ctx, q, door.Post)
	}
	q.Log.Error("an answer for everybody behind a door that shows it to one alone")
	if a.Edit == nil {
		a.Private = a.Public
		a.Private.Mention = nil
	}
	a.Public = nil
	return a, nil
}

// complete returns the choices of a command for the focused option.
func (r *Router) complete(ctx context.Context, q *Request) []discord.Choice {
	c := r.commands[commandKey{discord.SlashCommand, q.Interaction.Command}]
	if c == nil || c.Complete == nil {
		return nil
	}
	list, err := c.Complete(ctx, q)
	if err != nil && ctx.Err() == nil {
		q.Log.Warn("cannot list choices", "err", err)
	}
	return list
}

// answer returns f's response. If f panics, only this user is affected, and notified; Refuse turns an error into
// a response.
func (r *Router) answer(ctx context.Context, q *Request, f func(context.Context) (Response, error)) (a Response) {
	ctx, changed := collecting(ctx)
	defer func() { changed.wakeOthers(r.Presenter, &a) }()
	defer func() {
		if p := recover(); p != nil {
			q.Log.Error("panic in a handler", "panic", p, "stack", string(debug.Stack()))
			if r.Panicked != nil {
				r.Panicked()
			}
			a = Say(q.Text.Text("refuse.failed"))
		}
	}()
	a, err := f(ctx)
	if err == nil {
		a, err = r.checkAudience(ctx, q, a)
	}
	if err == nil {
		for _, reply := range []*Reply{a.Private, a.Public, a.Edit} {
			if reply != nil && len(reply.Rows) > 0 && r.FilterRows != nil {
				reply.Rows = r.FilterRows(ctx, q.Guild, reply.Rows)
			}
		}
		return a
	}
	closing := a.CloseQuestion
	a, known := r.Refuse(q, err)
	a.CloseQuestion = closing
	if !known && !errors.Is(err, context.Canceled) {
		q.Log.Error("request failed", "err", err)
	}
	return a
}

// Finish runs the Work of a response, and that of the result, until none is left.
func (r *Router) Finish(ctx context.Context, q *Request, a Response) Response {
	if a.Work == nil {
		return a
	}
	if !r.work.begin(q.Player) {
		return Say(q.Text.Text("refuse.busy"))
	}
	defer r.work.end(q.Player)
	for a.Work != nil {
		work, waits := a.Work, a.OwnLimit
		a = r.answer(ctx, q, func(ctx context.Context) (Response, error) {
			if waits {
				return work(ctx)
			}
			select {
			case r.work.free <- struct{}{}:
				defer func() { <-r.work.free }()
			case <-ctx.Done():
				return Response{}, ctx.Err()
			}
			return work(ctx)
		})
	}
	return a
}
