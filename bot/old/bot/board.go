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
