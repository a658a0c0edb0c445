package interaction

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// deliver answers an interaction with a response.
func (r *Router) deliver(ctx context.Context, responder *Responder, q *Request, a Response) {
	a = r.Finish(ctx, q, a)
	if a.CloseQuestion {
		r.Presenter.CloseQuestion(q.Channel, q.ControlMessage())
	}
	if a.Card != nil {
		r.Presenter.Show(responder, *a.Card, q.Text)
		return
	}
	soon, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	var reply *Reply
	var later id.Message // the message of a private answer that is not the first response
	var err error
	switch {
	case a.Modal != nil:
		// the reply if it is too late to open a modal
		reply = &Reply{Message: discord.Message{Content: q.Text.Text("refuse.busy")}, Postable: true}
		err = responder.modal(soon, *a.Modal, reply.Content)
	case a.Edit != nil:
		reply = a.Edit
		post := a.Public
		a.Public = nil // the error's text is for the user alone
		if err = responder.edit(soon, r.withoutUnwantedPings(soon, reply.Message)); err == nil && post != nil {
			r.post(ctx, q, post, "", "i"+string(q.Event))
		}
	case a.Public != nil:
		reply = a.Public
		var sent id.Message
		sent, err = responder.public(soon, r.withoutUnwantedPings(soon, reply.Message))
		r.recordAnnouncement(soon, q.Channel, sent, reply)
	case a.Private != nil:
		reply = a.Private
		later, err = responder.sendPrivate(soon, reply.Message)
	default:
		responder.Dismiss(soon)
		return
	}
	if err != nil {
		r.Presenter.SendFailed(err)
		q.Log.Warn("cannot deliver answer", "err", err)
	}
	if err == nil && reply.Sent != nil && a.Public == nil {
		reply.Sent(responder.editorOf(later))
	}
	switch {
	case !undelivered(err):
	// a message that may have been sent must not ping twice
	case a.Public != nil && !errors.Is(err, discord.ErrUncertain):
		r.post(ctx, q, reply, "", "i"+string(q.Event))
	case reply.Content != "":
		r.deliverLate(ctx, q, *reply, a.Public == nil)
	}
}

// deliverLate answers after the interaction has expired, when Discord has shown the user that the bot did not respond.
// Everyone in the channel can read the message posted instead, so it must contain nothing private.
func (r *Router) deliverLate(ctx context.Context, q *Request, reply Reply, private bool) {
	m := reply.Message
	if q.Guild != "" && private && !reply.Postable {
		m = discord.Message{Content: q.Text.Text("delivery.unanswered")}
	}
	if len(m.Files) > 0 {
		return
	}
	m.Nonce, m.Private, m.Mention = "i"+string(q.Event), false, nil
	r.Presenter.Temporary(ctx, q.Channel, m, shortReplyTimeout)
}

// post posts a public reply as a new message, once for each nonce. It replies to a message if one is given.
func (r *Router) post(ctx context.Context, q *Request, reply *Reply, to id.Message, nonce string) {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	m := r.withoutUnwantedPings(ctx, reply.Message)
	m.ReplyTo, m.Nonce = to, nonce
	sent, err := r.Send.Create(ctx, q.Channel, m)
	if err != nil {
		q.Log.Warn("cannot deliver answer", "err", err)
	}
	r.recordAnnouncement(ctx, q.Channel, sent, reply)
}

// recordAnnouncement records the message of a public reply that is an announcement.
func (r *Router) recordAnnouncement(ctx context.Context, channel id.Channel, message id.Message, reply *Reply) {
	if reply.Announce != nil && message != "" {
		r.Presenter.Announced(ctx, channel, message, *reply.Announce)
	}
}

// withoutUnwantedPings returns the message without mentions of players who want no pings, or whose preferences cannot
// be loaded.
func (r *Router) withoutUnwantedPings(ctx context.Context, m discord.Message) discord.Message {
	var keep []id.Player
	for _, p := range m.Mention {
		prefs, err := r.Players.Preferences(ctx, p)
		if err != nil && ctx.Err() == nil {
			r.Logger.Warn("cannot load preferences", "player", p, "err", err)
		}
		if err == nil && prefs.WantsPings() {
			keep = append(keep, p)
		}
	}
	m.Mention = keep
	return m
}
