package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/locale"
	"yeye/bot/session"
)

// keeper is the sessions as the agenda sees them. What concerns clocks takes more
// than a change of state: a warning is a message, and before a flag falls the bot
// looks whether an answer was given that it has not heard of.
type keeper struct {
	*session.Service
	b *Bot
}

// Warn tells the player to move, in a message of its own that mentions them, that
// their time runs out, and notes it. After a fault in between it is told again,
// with the same nonce.
func (k keeper) Warn(ctx context.Context, id session.ID) (session.Session, error) {
	se, err := k.Get(ctx, id)
	if err != nil {
		return se, err
	}
	fall, ok := se.FlagAt(k.b.Now())
	if !ok || se.Next.Kind != session.Warn {
		return se, session.ErrStale
	}
	if k.b.Now().Before(fall) {
		if err := k.b.warnOf(ctx, &se); err != nil {
			return se, err
		}
	}
	return k.Service.Warn(ctx, id)
}

// warnOf posts the warning of a flag.
func (b *Bot) warnOf(ctx context.Context, se *session.Session) error {
	fall, _ := se.FlagAt(b.Now())
	seat := se.Seats[se.ToMove()]
	key := "clock.warn.days"
	if se.Clock.Live() {
		key = "clock.warn.live"
	}
	// In plain words too: a notification shows a time of Discord's as its number.
	left := fall.Sub(b.Now())
	text := b.Catalog.For(se.Locale).Say(key, locale.Args{"Who": who(nil, seat), "When": relative(fall),
		"Left": minutes(left), "Count": max(1, int(left.Round(time.Hour)/time.Hour))})
	m := gateway.Message{Nonce: fmt.Sprintf("w%s-%x", se.ID, se.Turn)}
	m.Content, m.Mention = b.hushed(ctx, se, text, []string{string(seat.Player)})
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	message, err := b.send.Create(ctx, string(se.Place), m)
	var api *gateway.APIError
	if errors.As(err, &api) && !api.Temporary() {
		b.Logger.Info("nobody could be warned of a flag", "session", se.ID, "err", err)
		return nil
	}
	if err != nil {
		return err
	}
	b.traffic.saw(string(se.Place), message)
	err = b.Boards.AddWarning(ctx, se.ID, board.Warning{Channel: string(se.Place), Message: message, Turn: se.Turn, Player: seat.Player})
	if err != nil { // it stays as it is
		b.Logger.Warn("a warning was not noted", "session", se.ID, "err", err)
	}
	return nil
}

// Flag ends a game whose player to move has run out of time. Moves that were typed
// and not heard of are played first, and what came in before is worked before.
func (k keeper) Flag(ctx context.Context, id session.ID) (session.Session, error) {
	se, err := k.Get(ctx, id)
	if err != nil {
		return se, err
	}
	err = k.b.readPlace(ctx, id, k.b.Now().Add(-notOlder))
	var api *gateway.APIError
	if err != nil && !(errors.As(err, &api) && !api.Temporary()) {
		k.b.Logger.Info("a flag does not fall: the channel cannot be read for now", "session", id, "err", err)
		return se, session.ErrStale // until the lease is over
	}
	done := make(chan struct{})
	err = session.ErrStale
	if k.b.pulse.overdue() || !k.b.inLane(string(se.Place), func(ctx context.Context) {
		defer close(done)
		se, err = k.Service.Flag(ctx, id)
	}) {
		return se, session.ErrStale
	}
	select {
	case <-done:
		return se, err
	case <-ctx.Done():
		return session.Session{}, ctx.Err()
	}
}

// settleWarnings edits warnings that are over to what came of them.
func (s *shower) settleWarnings(ctx context.Context, id session.ID) {
	log := s.b.Logger.With("session", id)
	list, err := s.b.Boards.Warnings(ctx, id)
	if err != nil || len(list) == 0 {
		if err != nil && ctx.Err() == nil {
			log.Error("cannot look for warnings", "err", err)
		}
		return
	}
	se, err := s.b.Sessions.Stored(ctx, id)
	if err != nil {
		log.Error("cannot load a session to edit its warnings", "err", err)
		return
	}
	say := s.b.Catalog.For(se.Locale)
	for _, w := range list {
		key := warningFate(&se, w)
		if key == "" {
			continue
		}
		side, _ := se.SeatOf(w.Player)
		m := gateway.Message{Content: say.Say(key, locale.Args{"Who": who(nil, se.Seats[side])})}
		soon, cancel := context.WithTimeout(ctx, shrinkWithin)
		err := s.b.send.Edit(soon, w.Channel, w.Message, m)
		cancel()
		var api *gateway.APIError
		if err != nil && !(errors.As(err, &api) && (api.Gone() || api.Forbidden())) {
			log.Debug("a warning is not edited yet", "err", err)
			return
		}
		if err := s.b.Boards.DropWarning(ctx, w.Message); err != nil {
			log.Error("cannot note that a warning is over", "err", err)
			return
		}
	}
}

// warningFate is the sentence for what came of a warning, "" while it stands.
func warningFate(se *session.Session, w board.Warning) string {
	switch {
	case se.Turn == w.Turn && se.Status == session.Open:
		return ""
	case se.Turn == w.Turn && se.OutOfTime():
		return "clock.warned.fell"
	case se.Turn == w.Turn:
		return "clock.warned.over"
	}
	return "clock.warned.moved"
}
