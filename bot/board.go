package bot

import (
	"context"
	"errors"

	"yeye/bot/session"
)

var boardCommand = command{name: "board", run: (*Bot).board}

// board posts the live card again; where no game is on, that of the last one. Where
// there never was one, a game of the person's can be brought.
func (b *Bot) board(ctx context.Context, r *request) reply {
	se, err := b.Records.Latest(ctx, r.place)
	if errors.Is(err, session.ErrNoSession) {
		return b.offersToBring(ctx, r, err)
	}
	if err != nil {
		return r.refused(err)
	}
	a := shows(se)
	a.anew = true
	return a
}

var undoCommand = command{name: "undo", run: (*Bot).undo}

// undo takes the player's last move back.
func (b *Bot) undo(ctx context.Context, r *request) reply {
	se, err := b.Sessions.Takeback(ctx, r.by, r.place)
	if err != nil {
		return r.refused(b.absent(ctx, r, err))
	}
	return b.offered(r, se)
}

var helpCommand = command{name: "help", run: (*Bot).help}

func (b *Bot) help(_ context.Context, r *request) reply {
	text := r.say.Say("told.help")
	if !b.Typed {
		text += "\n" + r.say.Say("told.typing")
	}
	return says(text)
}

// sitting is the session of a control, if the person who used it plays there.
func (b *Bot) sitting(ctx context.Context, r *request, c control) (session.Session, error) {
	se, err := b.Sessions.Get(ctx, c.session)
	if err != nil {
		return se, err
	}
	if _, seated := se.SeatOf(r.by.Player); !seated {
		return se, session.ErrNotSeated
	}
	return se, nil
}
