package interaction

import (
	"context"
	"slices"
	"strings"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/game/notation"
)

const (
	// shortReplyTimeout is how long a short reply stays, such as a refusal, unless a move removes it earlier.
	shortReplyTimeout = 20 * time.Second
	// longReplyTimeout is how long a reply stays that took work to make, or that has buttons.
	longReplyTimeout = 5 * time.Minute
)

// Prefixes of the nonces of what answers typed text; the id of the text's message follows. A message that is handled
// twice is so answered once.
const (
	noticeNonce   = "n" // for one user; package services uses it for late refusals
	questionNonce = "q" // for one user, with buttons
	publicNonce   = "o" // for everyone
)

// TypedRequest returns the request for a typed message, nil if no handler wants it: most text is conversation, for
// which nothing is allocated.
func (r *Router) TypedRequest(event id.Event, m *discord.Received) *Request {
	if m.Author.ID == "" || m.Author.Bot || m.Webhook {
		return nil
	}
	t := r.typed(m)
	if t == nil || !slices.ContainsFunc(r.textHandlers, func(h TextHandler) bool { return h.Wants(t) }) {
		return nil
	}
	return &Request{
		Event: event, Player: m.Author.ID, Name: m.Author.Name, Guild: m.Guild, Channel: m.Channel,
		At:    id.CreatedAt(m.ID),
		Typed: t, Text: r.Bundle.For(), Log: r.Logger.With("channel", m.Channel, "player", m.Author.ID),
	}
}

// tryHandlers calls the handlers that want the text, until one responds.
func (r *Router) tryHandlers(ctx context.Context, q *Request) (Response, error) {
	for _, h := range r.textHandlers {
		if !h.Wants(q.Typed) {
			continue
		}
		if err := r.admit(ctx, q, h.Door); err != nil {
			_, refused := r.Refuse(q, err)
			if refused && !q.Typed.Addressed {
				continue // the text may not be meant for the bot
			}
			return Response{}, err
		}
		if a, err := h.Handle(ctx, q); err != nil || !a.empty() {
			return a, err
		}
	}
	return Response{}, nil
}

// Message handles a typed message, and returns at once.
func (r *Router) Message(event id.Event, m *discord.Received) {
	q := r.TypedRequest(event, m)
	if q == nil {
		return
	}
	ok := r.rates.allow(r.Rates, q.Player, q.Guild, time.Now()) && r.inQueue(q, func(ctx context.Context) {
		if a := r.Answer(ctx, q); !a.empty() {
			r.outsideQueue(q, func(ctx context.Context) { r.deliverTyped(ctx, q, a) })
		}
	})
	if !ok {
		r.outsideQueue(q, func(ctx context.Context) {
			soon, cancel := context.WithTimeout(ctx, CallTimeout)
			defer cancel()
			if r.IsPlaying == nil || !r.IsPlaying(soon, q.Channel, q.Player) {
				return
			}
			r.loadLanguage(soon, q)
			r.reply(ctx, q, noticeNonce, discord.Message{Content: q.Text.Text("refuse.busy")}, shortReplyTimeout)
		})
	}
}

// typed returns the text of a message as the bot reads it, nil for conversation: text that is not addressed to the bot,
// and is no move, no command word and no long list of conditional moves.
func (r *Router) typed(m *discord.Received) *Typed {
	self := r.Self()
	text, mentioned := Unmention(m.Content, self)
	mentioned = mentioned || m.Guild == ""
	addressed := mentioned || self != "" && m.RepliedUser == self
	move := notation.Parse(text)
	word, _ := notation.ParseWord(text)
	if !addressed && move.IsTalk() && word == notation.NoWord && !notation.LongConditional(text) {
		return nil
	}
	return &Typed{Message: m, Text: text, Mentioned: mentioned, Addressed: addressed, Move: move, Word: word}
}

// Unmention returns the text without a mention of the bot, and whether there was one.
func Unmention(content string, self id.Player) (text string, mentioned bool) {
	text = strings.TrimSpace(content)
	if self == "" || !strings.Contains(text, "<@") {
		return text, false
	}
	for _, form := range []string{"<@" + string(self) + ">", "<@!" + string(self) + ">"} {
		if strings.Contains(text, form) {
			text, mentioned = strings.TrimSpace(strings.Replace(text, form, "", 1)), true
		}
	}
	return text, mentioned
}

// loadLanguage finds the language of an author, which messages do not contain: their last known locale, else that of
// the game in the channel.
func (r *Router) loadLanguage(ctx context.Context, q *Request) {
	l, err := r.Players.Locale(ctx, q.Player)
	if err != nil && ctx.Err() == nil {
		q.Log.Warn("cannot load locale", "err", err)
	}
	if l == "" && r.Fallback != nil {
		l = r.Fallback(ctx, q.Channel)
	}
	q.Locale = l
	r.loadPreferences(ctx, q)
}

// deliverTyped answers typed text. Messages cannot be answered privately, so private answers become replies that are
// deleted after a while.
func (r *Router) deliverTyped(ctx context.Context, q *Request, a Response) {
	slow := a.Work != nil
	if slow {
		soon, cancel := context.WithTimeout(ctx, CallTimeout)
		if err := r.Send.Typing(soon, q.Channel); err != nil {
			q.Log.Debug("cannot show typing", "err", err)
		}
		cancel()
		a = r.Finish(ctx, q, a)
	}
	switch {
	case a.Card != nil:
		r.Presenter.Wake(a.Card.Subject)
	case a.Public != nil:
		r.post(ctx, q, a.Public, q.Typed.Message.ID, publicNonce+string(q.Typed.Message.ID))
	case a.Private != nil && a.Private.QuestionAbout != "": // whether the text was meant for the bot
		r.Presenter.Ask(ctx, Question{Guild: q.Guild, Channel: q.Channel, Player: q.Player, ReplyTo: q.Typed.Message.ID,
			About: a.Private.QuestionAbout, Message: a.Private.Message})
	case a.Private != nil && slow:
		r.reply(ctx, q, noticeNonce, a.Private.Message, longReplyTimeout)
	case a.Private != nil && len(a.Private.Rows) > 0: // any other question; its buttons work only for its addressee
		r.reply(ctx, q, questionNonce, a.Private.Message, longReplyTimeout)
	case a.Private != nil:
		r.reply(ctx, q, noticeNonce, a.Private.Message, shortReplyTimeout)
	}
}

// reply posts a temporary reply without a ping. nonce is the prefix of its nonce.
func (r *Router) reply(ctx context.Context, q *Request, nonce string, m discord.Message, life time.Duration) {
	to := q.Typed.Message.ID
	m.ReplyTo, m.Nonce, m.Mention, m.Private = to, nonce+string(to), nil, false
	r.Presenter.Temporary(ctx, q.Channel, m, life)
}
