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

// lateWithin is how long after a request was given up it may still be carried out.
const lateWithin = 30 * time.Second

// settle looks for cards that are not noted while there may be any. The doubt ends
// with a look that found the channel in order after the last moment at which one
// could come; until then the sweep brings the session up again.
func (s *shower) settle(ctx context.Context, se *session.Session, shown *board.Board) {
	if shown.Doubt.IsZero() {
		return
	}
	over := s.b.Now().After(shown.Doubt)
	err := s.tidy(ctx, se, shown)
	var api *gateway.APIError
	switch gone := errors.As(err, &api) && api.Status == http.StatusNotFound; {
	case gone, err == nil && over: // with a channel its cards are gone
		shown.Doubt = time.Time{}
	case err == nil:
		return
	case api != nil && api.Forbidden(): // people mend that, or nobody does
		shown.Doubt = s.b.Now().Add(time.Hour)
	default:
		shown.Doubt = s.b.Now().Add(lateWithin)
	}
	if err := s.b.Boards.SetBoard(ctx, *shown); err != nil {
		s.setDoubt(se.ID, true)
		s.b.Logger.Error("cannot note that a channel was looked through", "session", se.ID, "err", err)
	}
}

// tidy shrinks cards of a session that stand beside the one shown, after sending
// ended in doubt. Without an error it could look and none is left.
func (s *shower) tidy(ctx context.Context, se *session.Session, shown *board.Board) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	self, _ := s.b.gateway.Self()
	recent, err := s.b.send.Recent(ctx, shown.Channel, 25, "")
	if err != nil {
		return err
	}
	line := gateway.Message{Content: s.b.Catalog.For(se.Locale).Say("card.moved")}
	var failed error
	for _, m := range recent {
		if m.Author == nil || m.Author.ID != self || m.ID == shown.Message {
			continue
		}
		if ctl, ok := cardOf(m); !ok || ctl.session != se.ID {
			continue
		}
		var api *gateway.APIError
		if err := s.b.send.Edit(ctx, shown.Channel, m.ID, line); err != nil && !(errors.As(err, &api) && api.Gone()) {
			failed = err
		}
	}
	return failed
}
