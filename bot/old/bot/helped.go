package bot

import (
	"context"
	"errors"

	"yeye/bot/session"
	"yeye/game"
)

// helped makes casual the games of a person who gets help with a position: those
// named, and those in which it stands. Between people there is no help at all; see
// fair.
func (b *Bot) helped(ctx context.Context, r *request, p *game.Position, why session.Casual, games ...session.ID) error {
	playing, err := b.Records.Sitting(ctx, r.by.Player, mostSitting)
	if err != nil {
		return err
	}
	for i := range playing {
		if playing[i].Stands(p) {
			games = append(games, playing[i].ID)
		}
	}
	for _, id := range games {
		se, err := b.Sessions.Uncount(ctx, id, why)
		switch {
		case err == nil:
			b.shower.poke(se.ID)
		case !errors.Is(err, session.ErrStale): // it is casual already, or a study
			return err
		}
	}
	return nil
}
