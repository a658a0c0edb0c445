package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"yeye/bot/board"
	"yeye/bot/gateway"
	"yeye/bot/old/locale"
	"yeye/bot/session"
)

// keeper is the sessions as the agenda sees them. What concerns time takes more than
// a change of state: a warning is a message, and before a flag falls or a game is
// set aside or reminded of, the bot looks whether an answer was given that it has not
// heard of.
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
	say := b.Catalog.For(se.Locale)
	text := say.Say(key, locale.Args{"Who": who(say, seat), "When": relative(fall),
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
	b.notice(ctx, se.ID, board.Notice{Channel: string(se.Place), Message: message, Kind: board.Warning, Turn: se.Turn, Player: seat.Player})
	return nil
}

// Flag ends a game whose player to move has run out of time.
func (k keeper) Flag(ctx context.Context, id session.ID) (session.Session, error) {
	return k.unanswered(ctx, id, k.Service.Flag)
}

// Remind notes that the player to move is reminded.
func (k keeper) Remind(ctx context.Context, id session.ID) (session.Session, error) {
	return k.unanswered(ctx, id, k.Service.Remind)
}

// Rest sets an untouched game aside.
func (k keeper) Rest(ctx context.Context, id session.ID) (session.Session, error) {
	return k.unanswered(ctx, id, k.Service.Rest)
}

// unanswered does what is due because nobody moved. Moves that were typed and not
// heard of are played first, and what came in before is worked before.
func (k keeper) unanswered(ctx context.Context, id session.ID, act func(context.Context, session.ID) (session.Session, error)) (session.Session, error) {
	if self, _ := k.b.gateway.Self(); self == "" { // not connected yet: a move addressed to the bot would not be known
		return session.Session{}, session.ErrStale
	}
	se, err := k.Get(ctx, id)
	if err != nil {
		return se, err
	}
	err = k.b.readPlace(ctx, id, k.b.Now().Add(-notOlder))
	var api *gateway.APIError
	if err != nil && !(errors.As(err, &api) && !api.Temporary()) {
		k.b.Logger.Info("not done yet: the channel cannot be read for now", "due", se.Next.Kind, "session", id, "err", err)
		return se, session.ErrStale // until the lease is over
	}
	done := make(chan struct{})
	err = session.ErrStale
	if k.b.pulse.overdue() || !k.b.inLane(string(se.Place), func(ctx context.Context) {
		defer close(done)
		se, err = act(ctx, id)
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
