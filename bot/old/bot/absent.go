package bot

import (
	"context"
	"errors"

	"yeye/bot/session"
)

// absent makes of "no game is being played here" what is the matter, where the last
// game here rests or a moderator has paused it: such a game keeps no place.
func (b *Bot) absent(ctx context.Context, r *request, err error) error {
	if !errors.Is(err, session.ErrNoSession) {
		return err
	}
	last, lookErr := b.Records.LatestGame(ctx, r.place)
	switch {
	case lookErr != nil || last.Status != session.Resting:
		return err
	case last.Ruling == session.Held:
		return session.ErrHeld
	}
	return session.ErrResting
}

// lastGame is the game of a place: the one being played, or the last. Where there is
// nothing but a challenge it is [session.ErrProposed].
func (b *Bot) lastGame(ctx context.Context, place session.Place) (session.Session, error) {
	se, err := b.Records.LatestGame(ctx, place)
	if errors.Is(err, session.ErrNoSession) {
		if _, lookErr := b.Records.Latest(ctx, place); lookErr == nil {
			return se, session.ErrProposed
		}
	}
	return se, err
}
