package bot

import (
	"context"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// notice notes a message that is to be edited when what it says is over. If that
// fails the message stays as it is.
func (b *Bot) notice(ctx context.Context, id session.ID, n board.Notice) {
	if err := b.Boards.AddNotice(ctx, id, n); err != nil {
		b.Logger.Warn("a notice was not noted", "session", id, "err", err)
	}
}

// settleNotices edits notices that are over to what came of them.
func (s *shower) settleNotices(ctx context.Context, id session.ID) {
	log := s.b.Logger.With("session", id)
	list, err := s.b.Boards.Notices(ctx, id)
	if err != nil || len(list) == 0 {
		if err != nil && ctx.Err() == nil {
			log.Error("cannot look for notices", "err", err)
		}
		return
	}
	se, err := s.b.Sessions.Stored(ctx, id)
	if err != nil {
		log.Error("cannot load a session to edit its notices", "err", err)
		return
	}
	say := s.b.Catalog.For(se.Locale)
	for _, n := range list {
		key := fate(&se, n)
		if key == "" {
			continue
		}
		side, _ := se.SeatOf(n.Player)
		m := gateway.Message{Content: say.Say(key, locale.Args{"Who": who(say, se.Seats[side]), "Other": who(say, se.Seats[side.Other()])})}
		soon, cancel := context.WithTimeout(ctx, shrinkWithin)
		err := s.b.unarchiving(soon, n.Channel, func() error { return s.b.send.Edit(soon, n.Channel, n.Message, m) })
		cancel()
		if err != nil && !outOfReach(err) {
			log.Debug("a notice is not edited yet", "err", err)
			return
		}
		if err := s.b.Boards.DropNotice(ctx, n.Message); err != nil {
			log.Error("cannot note that a notice is over", "err", err)
			return
		}
	}
}

// fate is the sentence for what came of a notice, "" while it stands. An offer that
// is answered by its own buttons is edited by them; one is over as well when another
// has taken its place.
func fate(se *session.Session, n board.Notice) string {
	same := se.Turn == n.Turn
	replaced := n.Kind != board.Warning && se.Offer.Kind != session.NoOffer &&
		(n.Kind != noticeOf(se.Offer.Kind) || n.Player != se.Seats[se.Offer.By].Player)
	switch {
	case same && se.Status == session.Open && !replaced:
		return ""
	case n.Kind == board.Draw && same && se.Outcome.Method == game.Agreement:
		return "offer.yes.draw"
	case n.Kind == board.Draw:
		return "offer.over.draw"
	case n.Kind == board.Takeback:
		return "offer.over.takeback"
	case same && se.OutOfTime():
		return "clock.warned.fell"
	case same:
		return "clock.warned.over"
	}
	return "clock.warned.moved"
}
