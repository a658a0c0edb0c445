package bot

import (
	"context"
	"errors"

	"yeye/bot/session"
)

var rematchCommand = command{name: "rematch", run: (*Bot).rematch}

// rematch is the last game of this place again, sides swapped.
func (b *Bot) rematch(ctx context.Context, r *request) reply {
	se, err := b.lastMatch(ctx, r.place)
	if err != nil {
		return r.refused(err)
	}
	if _, seated := se.SeatOf(r.by.Player); !seated {
		return r.refused(session.ErrNotSeated)
	}
	if se.Status == session.Open {
		return r.refused(&session.OccupiedError{Session: se})
	}
	return b.again(ctx, r, se)
}

// lastMatch is lastGame that passes over studies: there is nobody to play again in one.
func (b *Bot) lastMatch(ctx context.Context, place session.Place) (session.Session, error) {
	se, err := b.Records.LatestMatch(ctx, place)
	if errors.Is(err, session.ErrNoSession) {
		if _, lookErr := b.lastGame(ctx, place); lookErr != nil {
			err = lookErr // a challenge
		}
	}
	return se, err
}

// clickAgain begins another game with the sides swapped: at once against a
// character, as a challenge between people. Where the two are playing again already
// the button was pressed once more, and not for a second game beside that.
func (b *Bot) clickAgain(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.sitting(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	if there, err := b.Sessions.At(ctx, r.place); err == nil && sameTable(&there, &se) {
		return r.refused(&session.OccupiedError{Session: there})
	}
	return b.again(ctx, r, se)
}

// sameTable reports whether the same two sit at both, on whichever side.
func sameTable(x, y *session.Session) bool {
	same := func(a, b session.Seat) bool { return a.Player == b.Player && (a.Human() || a.Level == b.Level) }
	return same(x.Seats[0], y.Seats[0]) && same(x.Seats[1], y.Seats[1]) || same(x.Seats[0], y.Seats[1]) && same(x.Seats[1], y.Seats[0])
}

// again begins what se was once more, sides swapped; at odds the giver stays the giver.
func (b *Bot) again(ctx context.Context, r *request, se session.Session) reply {
	r.by.Via = session.ByCommand
	t := rematchOn(&se)
	t.Position, t.Seats = se.Game.Start(), [2]session.Seat{se.Seats[1], se.Seats[0]}
	if se.Odds != session.Even {
		t.Position, t.Seats = se.Odds.Position(), se.Seats
	}
	if _, character := se.Opponent(); character {
		t.Locale = r.locale
		return b.seat(ctx, r, t, false)
	}
	t.Place = r.place
	if asked, err := b.Sessions.Crossing(ctx, r.by, t); err == nil {
		return b.accept(ctx, r, asked.ID, false) // both want it: nobody need be asked again
	}
	return b.seat(ctx, r, t, true)
}
