package interaction

import (
	"context"
	"errors"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// give answers an interaction with a response.
func (r *Router) give(ctx context.Context, re *Responder, q *Request, a Response) {
	a = r.Finish(ctx, q, a)
	if a.Closing {
		r.Presenter.Close(q.Channel, q.On())
	}
	if a.Card != nil {
		r.Presenter.Show(re, *a.Card, q.Text)
		return
	}
	soon, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	var said *Reply
	var later id.Message // the message of a private answer that is not the first response
	var err error
	switch {
	case a.Form != nil:
		// if it is too late to open one
		said = &Reply{Message: discord.Message{Content: q.Text.Text("refuse.busy")}, Open: true}
		err = re.form(soon, *a.Form, said.Content)
	case a.Edit != nil:
		said = a.Edit
		also := a.Public
		a.Public = nil // the error's text is for the user alone
		if err = re.edit(soon, r.pinging(soon, said.Message)); err == nil && also != nil {
			r.post(ctx, q, also, "", "i"+string(q.Event))
		}
	case a.Public != nil:
		said = a.Public
		var made id.Message
		made, err = re.public(soon, r.pinging(soon, said.Message))
		r.announced(soon, q.Channel, made, said)
	case a.Private != nil:
		said = a.Private
		later, err = re.sendPrivate(soon, said.Message)
	default:
		re.Dismiss(soon)
		return
	}
	if err != nil {
		r.Presenter.Missed(err)
		q.Log.Warn("cannot deliver answer", "err", err)
	}
	if err == nil && said.Sent != nil && a.Public == nil {
		said.Sent(re.editorOf(later))
	}
	switch {
	case !undelivered(err):
	// a message that may have been sent must not ping twice
	case a.Public != nil && !errors.Is(err, discord.ErrUncertain):
		r.post(ctx, q, said, "", "i"+string(q.Event))
	case said.Content != "":
		r.giveLate(ctx, q, *said, a.Public == nil)
	}
}

// giveLate answers after the interaction has expired, when Discord has shown the user that the bot did not respond.
// Everyone in the channel can read the message posted instead, so it must contain nothing private.
func (r *Router) giveLate(ctx context.Context, q *Request, said Reply, private bool) {
	m := said.Message
	if q.Guild != "" && private && !said.Open {
		m = discord.Message{Content: q.Text.Text("delivery.unanswered")}
	}
	if len(m.Files) > 0 {
		return
	}
	m.Nonce, m.Private, m.Mention = "i"+string(q.Event), false, nil
	r.Presenter.Temporary(ctx, q.Channel, m, refusalLife)
}

// post posts a public reply as a new message, once for each nonce. It replies to a message if one is given.
func (r *Router) post(ctx context.Context, q *Request, said *Reply, to id.Message, nonce string) {
	ctx, cancel := context.WithTimeout(ctx, CallTimeout)
	defer cancel()
	m := r.pinging(ctx, said.Message)
	m.Reply, m.Nonce = to, nonce
	made, err := r.Send.Create(ctx, q.Channel, m)
	if err != nil {
		q.Log.Warn("cannot deliver answer", "err", err)
	}
	r.announced(ctx, q.Channel, made, said)
}

// announced records the message of a public reply that is an announcement.
func (r *Router) announced(ctx context.Context, channel id.Channel, made id.Message, said *Reply) {
	if said.Announce != nil && made != "" {
		r.Presenter.Announced(ctx, channel, made, *said.Announce)
	}
}

// pinging returns the message without mentions of players who want no pings, or whose preferences cannot be loaded.
func (r *Router) pinging(ctx context.Context, m discord.Message) discord.Message {
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
