package bot

import (
	"context"
	"errors"
	"time"

	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// shrinkWithin bounds the wait for a rate limit: earlier cards can wait for the
// next sweep, a new move must not wait for them.
const shrinkWithin = 2 * time.Second

// shrink turns earlier cards into a line.
func (s *shower) shrink(ctx context.Context, id session.ID) {
	log := s.b.Logger.With("session", id)
	husks, err := s.b.Boards.Husks(ctx, id)
	if err != nil || len(husks) == 0 {
		if err != nil && ctx.Err() == nil {
			log.Error("cannot look for earlier cards", "err", err)
		}
		return
	}
	se, err := s.b.Sessions.Get(ctx, id)
	if errors.Is(err, session.ErrNoSession) {
		return // removed: erase takes its cards away
	}
	if err != nil {
		log.Error("cannot load a session to shrink its cards", "err", err)
		return
	}
	key := "card.moved"
	if se.Status == session.Ended {
		key = "card.moved.ended"
	}
	for _, h := range husks {
		line := gateway.Message{Content: s.b.Catalog.For(se.Locale).Say(key)}
		if h.Channel != string(se.Place) {
			line.Content = s.b.Catalog.For(se.Locale).Say("card.moved.elsewhere", locale.Args{"Place": "<#" + string(se.Place) + ">"})
		}
		soon, cancel := context.WithTimeout(ctx, shrinkWithin)
		err := s.b.unarchiving(soon, h.Channel, func() error { return s.b.send.Edit(soon, h.Channel, h.Message, line) })
		cancel()
		if err != nil && !outOfReach(err) {
			log.Debug("earlier card not shrunk yet", "err", err)
			return
		}
		log.Debug("earlier card shrunk", "message", h.Message, "times", h.Times)
		if err := s.b.Boards.Shrunk(ctx, h); err != nil {
			log.Error("cannot note that a card was shrunk", "err", err)
			return
		}
	}
}
