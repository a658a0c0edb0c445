package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/session"
)

// lateWithin is how long after a request was given up, or its process killed, it may
// still be carried out.
const lateWithin = 30 * time.Second

// lookEvery is how often a channel in doubt is looked through while its session is
// played on: Discord lets a channel be read once a second.
const lookEvery = 5 * time.Second

// settle looks for cards that are not noted while there may be any. The doubt ends
// with a look that found the channel in order after the last moment at which one
// could come; until then the sweep brings the session up again.
func (s *shower) settle(ctx context.Context, se *session.Session, shown *board.Board) {
	if shown.Doubt.IsZero() {
		return
	}
	now := s.b.Now()
	over := now.After(shown.Doubt)
	if !over && !s.mayLook(se.ID, now) {
		return
	}
	inOrder, err := s.tidy(ctx, se, shown)
	var api *gateway.APIError
	switch gone := errors.As(err, &api) && api.Status == http.StatusNotFound; {
	case gone, err == nil && over && inOrder: // with a channel its cards are gone
		shown.Doubt = time.Time{}
	case err == nil && inOrder:
		return
	case err == nil: // the card is to be edited, and looked at once more when the doubt is over
		defer s.poke(se.ID)
	case api != nil && api.Forbidden(): // people mend that, or nobody does
		shown.Doubt = now.Add(time.Hour)
	default:
		shown.Doubt = now.Add(lateWithin)
	}
	switch err := s.note(ctx, shown); {
	case errors.Is(err, board.ErrOvertaken):
		s.poke(se.ID)
	case err != nil:
		s.setDoubt(se.ID, true)
		s.b.Logger.Error("cannot note that a channel was looked through", "session", se.ID, "err", err)
	}
}

// mayLook reports whether the session's channel has not been looked through lately.
func (s *shower) mayLook(id session.ID, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last, ok := s.looked[id]; ok && now.Sub(last) < lookEvery {
		return false
	}
	if len(s.looked) >= mostKnown {
		clear(s.looked)
	}
	s.looked[id] = now
	return true
}

// tidy looks whether the card noted is the newest of its session that stands, and
// shows no less than is noted, and shrinks those before it. Without an error it could
// look and nothing stands beside the card. Where that is not in order it says in shown
// what is to be sent; a newer card, which another process may be about to note, is not
// taken away but becomes the one shown.
func (s *shower) tidy(ctx context.Context, se *session.Session, shown *board.Board) (inOrder bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	all, err := s.cards(ctx, se, shown.Channel, 25)
	if err != nil {
		return false, err
	}
	live := shown.Message
	for _, c := range all {
		if board.Later(c.message, live) {
			live = c.message
		}
	}
	line := gateway.Message{Content: s.b.Catalog.For(se.Locale).Say("card.moved")}
	var failed error
	for _, c := range all {
		if c.message == live {
			shown.Stale = shown.Stale || c.rev > 0 && c.rev < se.Look()
			continue
		}
		if c.message == shown.Message {
			continue // it becomes a husk when the newer one is noted
		}
		s.b.Logger.Debug("a card stands that was not noted", "session", se.ID, "message", c.message, "live", live)
		var api *gateway.APIError
		if err := s.b.send.Edit(ctx, shown.Channel, c.message, line); err != nil && !(errors.As(err, &api) && api.Gone()) {
			failed = err
		}
	}
	if live != shown.Message {
		shown.Message, shown.Stale = live, true
	}
	return !shown.Stale, failed
}
