package bot

import (
	"context"

	"yeye/bot/session"
)

var rematchCommand = command{name: "rematch", run: (*Bot).rematch}

// rematch is the last game of this place again, sides swapped.
func (b *Bot) rematch(ctx context.Context, r *request) reply {
	se, err := b.Records.Latest(ctx, r.place)
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

// clickAgain begins another game with the sides swapped: at once against a
// character, as a challenge between people.
func (b *Bot) clickAgain(ctx context.Context, r *request, c control, _ []string) reply {
	se, err := b.sitting(ctx, r, c)
	if err != nil {
		return r.refused(err)
	}
	return b.again(ctx, r, se)
}

// again begins what se was once more.
func (b *Bot) again(ctx context.Context, r *request, se session.Session) reply {
	character, ok := se.Opponent()
	r.by.Via = session.ByCommand
	if se.Odds != session.Even {
		return b.againAtOdds(ctx, r, se)
	}
	if !ok {
		side, _ := se.SeatOf(r.by.Player)
		t := rematchOn(&se)
		t.Position = se.Game.Start()
		t.Seats[side], t.Seats[side.Other()] = se.Seats[side.Other()], se.Seats[side]
		return b.askAgain(ctx, r, t)
	}
	r.novice, r.terms = se.Novice(), termsAgain(&se)
	return b.begin(ctx, r, character, se.Seats[character].Level, se.Game.Start(), session.Even)
}

// againAtOdds is the same odds again: the giver stays the giver.
func (b *Bot) againAtOdds(ctx context.Context, r *request, se session.Session) reply {
	t := rematchOn(&se)
	t.Position, t.Seats = se.Odds.Position(), se.Seats
	if _, character := se.Opponent(); !character {
		return b.askAgain(ctx, r, t)
	}
	return b.seat(ctx, r, b.opening(r, t))
}

// askAgain proposes the game t, or takes the other's word for it if they asked for
// the same a moment before.
func (b *Bot) askAgain(ctx context.Context, r *request, t session.Table) reply {
	t.Place = r.place
	if asked, err := b.Sessions.Crossing(ctx, r.by, t); err == nil {
		return b.accept(ctx, r, asked.ID, false)
	}
	g := b.invitation(r, t)
	g.alone = true
	return b.seat(ctx, r, g)
}
