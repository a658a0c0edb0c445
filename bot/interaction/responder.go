package interaction

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Sender is the part of Discord's REST interface that answers requests.
type Sender interface {
	Respond(ctx context.Context, i *discord.Interaction, kind discord.ResponseKind,
		m discord.Message) (id.Message, error)
	Choices(ctx context.Context, i *discord.Interaction, choices []discord.Choice) error
	Modal(ctx context.Context, i *discord.Interaction, f discord.Modal) error
	Followup(ctx context.Context, i *discord.Interaction, m discord.Message) (id.Message, error)
	EditOriginal(ctx context.Context, i *discord.Interaction, m discord.Message) error
	EditFollowup(ctx context.Context, i *discord.Interaction, on id.Message, m discord.Message) error
	DeleteOriginal(ctx context.Context, i *discord.Interaction) error
	Create(ctx context.Context, channel id.Channel, m discord.Message) (id.Message, error)
	Typing(ctx context.Context, channel id.Channel) error
}

// Responder sends the first response that Discord expects to an interaction within three seconds. The caller that
// claims it sends it; if none has after a while, the responder defers, and later answers are sent as edits, followups
// or messages.
type Responder struct {
	i     *discord.Interaction
	send  Sender
	log   *slog.Logger
	acked func(time.Duration) // receives how long the first response took
	timer *time.Timer

	mu    sync.Mutex
	since time.Time
	state responderState
	given bool          // Discord has accepted this process's first response
	sent  chan struct{} // closed when a deferral has been sent
}

type responderState uint8

const (
	responderOpen responderState = iota
	responderClaimed
	responderDeferred
)

// CallTimeout bounds one request to Discord.
const CallTimeout = 15 * time.Second

// newResponder returns a responder that defers automatically after patience, as one of tasks.
func newResponder(tasks *Tasks, i *discord.Interaction, send Sender, patience time.Duration, log *slog.Logger,
	acked func(time.Duration)) *Responder {
	r := &Responder{i: i, send: send, log: log, acked: acked, since: time.Now(), sent: make(chan struct{})}
	r.mu.Lock() // the timer reads r.timer and the other fields
	defer r.mu.Unlock()
	late := r.Defer
	if i.Kind == discord.AutocompleteInteraction {
		late = func(ctx context.Context) { r.choices(ctx, nil) }
	}
	r.timer = tasks.After(patience, late)
	return r
}

// Interaction returns the interaction to be answered.
func (r *Responder) Interaction() *discord.Interaction { return r.i }

// Now returns the time by Discord's clock: the interaction's, plus what has passed since. It is zero if the
// interaction's is not known.
func (r *Responder) Now() time.Time {
	at := r.i.At()
	if at.IsZero() {
		return at
	}
	return at.Add(time.Since(r.since))
}

// Component reports whether a control was used, or a modal that one opened, whose message the answer may change.
func (r *Responder) Component() bool {
	return r.i.Kind == discord.ComponentInteraction || r.i.Kind == discord.ModalInteraction && r.i.Message != nil
}

// Respond gives the first response, which the caller must have claimed.
func (r *Responder) Respond(ctx context.Context, kind discord.ResponseKind, m discord.Message) (id.Message, error) {
	sent, err := r.send.Respond(ctx, r.i, kind, m)
	if err != nil {
		return sent, err
	}
	r.mu.Lock()
	r.given = true
	r.mu.Unlock()
	if r.acked != nil {
		r.acked(time.Since(r.since))
	}
	return sent, nil
}

// Acknowledged waits for a deferral in progress, and reports whether it was the first response. Otherwise another
// process has given one, and the interaction's token changes that process's message.
func (r *Responder) Acknowledged() bool {
	if !r.deferred() {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.given
}

// Claim reports whether no first response was given or claimed yet; if so, the caller must give it.
func (r *Responder) Claim() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state != responderOpen {
		return false
	}
	r.state = responderClaimed
	r.timer.Stop()
	return true
}

// Defer acknowledges without an answer: a click silently, a command with a private "thinking" that is filled or removed
// later.
func (r *Responder) Defer(ctx context.Context) {
	r.mu.Lock()
	if r.state != responderOpen {
		r.mu.Unlock()
		return
	}
	r.state = responderDeferred
	r.timer.Stop()
	r.mu.Unlock()
	defer close(r.sent)
	kind := discord.DeferMessage
	if r.Component() {
		kind = discord.DeferUpdate
	}
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	if _, err := r.Respond(ctx, kind, discord.Message{Private: true}); err != nil {
		r.log.Warn("cannot acknowledge interaction", "err", err)
	}
}

// choices answers an autocomplete, which cannot be deferred.
func (r *Responder) choices(ctx context.Context, list []discord.Choice) {
	if !r.Claim() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	if err := r.send.Choices(ctx, r.i, list); err != nil {
		r.log.Debug("cannot deliver choices", "err", err)
	}
}

// modal opens a modal, which can only be a first response: if it is too late for that, the user gets the private
// message late.
func (r *Responder) modal(ctx context.Context, f discord.Modal, late string) error {
	if !r.Claim() {
		return r.Private(ctx, discord.Message{Content: late})
	}
	return r.send.Modal(ctx, r.i, f)
}

// Dismiss ends an interaction that was answered in another way: it is acknowledged, and a private "thinking" is
// removed. It does nothing if the first response was given.
func (r *Responder) Dismiss(ctx context.Context) {
	r.Defer(ctx)
	r.mu.Lock()
	answered := r.state == responderClaimed
	r.mu.Unlock()
	if answered || r.Component() {
		return
	}
	<-r.sent
	if err := r.send.DeleteOriginal(ctx, r.i); err != nil {
		r.log.Debug("cannot remove private acknowledgement", "err", err)
	}
}

// Private answers with a message that only the user sees.
func (r *Responder) Private(ctx context.Context, m discord.Message) error {
	_, err := r.sendPrivate(ctx, m)
	return err
}

// sendPrivate is Private, and returns the message's id if it is a followup rather than the first response.
func (r *Responder) sendPrivate(ctx context.Context, m discord.Message) (later id.Message, err error) {
	m.Private = true
	if r.Claim() {
		_, err := r.Respond(ctx, discord.RespondMessage, m)
		return "", err
	}
	if !r.deferred() || r.Component() {
		return r.send.Followup(ctx, r.i, m)
	}
	return "", r.send.EditOriginal(ctx, r.i, m)
}

// editorOf returns the function that edits an answer: the first response, or the followup later.
func (r *Responder) editorOf(later id.Message) Edit {
	return func(ctx context.Context, m discord.Message) error {
		ctx, cancel := context.WithTimeout(ctx, CallTimeout)
		defer cancel()
		if later != "" {
			return r.send.EditFollowup(ctx, r.i, later, m)
		}
		return r.send.EditOriginal(ctx, r.i, m)
	}
}

// deferred waits until the deferral was sent and returns true, or returns false if the interaction was not deferred.
func (r *Responder) deferred() bool {
	r.mu.Lock()
	state := r.state
	r.mu.Unlock()
	if state != responderDeferred {
		return false
	}
	<-r.sent
	return true
}

// public answers with a message for everyone, and returns its id. If a private "thinking" is shown already, it
// removes that and posts the message separately.
func (r *Responder) public(ctx context.Context, m discord.Message) (id.Message, error) {
	if r.Claim() {
		return r.Respond(ctx, discord.RespondMessage, m)
	}
	m.Nonce = "p" + string(r.i.ID[max(0, len(r.i.ID)-20):])
	sent, err := r.send.Create(ctx, r.i.Channel, m)
	r.Dismiss(ctx)
	return sent, err
}

// edit edits the message that the clicked control is on, as the first response if possible.
func (r *Responder) edit(ctx context.Context, m discord.Message) error {
	if r.Claim() {
		_, err := r.Respond(ctx, discord.RespondUpdate, m)
		return err
	}
	r.deferred()
	return r.send.EditOriginal(ctx, r.i, m)
}

// undelivered reports whether an error means that the user got no answer, not even from another process.
func undelivered(err error) bool {
	var api *discord.APIError
	return err != nil && !(errors.As(err, &api) && api.AlreadyAcknowledged())
}
