package standing

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/rating"
)

// like returns the level of the character that a player plays like: by their rating, or else by their games against characters.
// known is false if the user who asks may not see the player's profile.
func (s *standing) like(ctx context.Context, r *interaction.Request, p id.Player) (level int, known bool, err error) {
	if p != r.Player {
		if seen, _, err := s.visible(ctx, r.Guild, p); err != nil || !seen {
			return 0, false, err
		}
	}
	f, err := profileOf(ctx, s.db.Read(), p, "", s.db.Now())
	if err != nil {
		return 0, false, err
	}
	level, known = f.level()
	return level, known, nil
}

// level returns the level of the character nearest in strength, if the player's strength is known.
func (f *profile) level() (level int, known bool) {
	if r, rated := f.ratings[f.first]; rated {
		return rating.Nearest(r.Value), true
	}
	return f.like.Level, f.alike
}
