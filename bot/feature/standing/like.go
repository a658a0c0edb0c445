package standing

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/rating"
)

// like is the level of the character whom a player plays like: by their rating, or else by their games against characters. Of a
// player whose profile the one who asks may not see nothing is known.
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

// level is that of the character nearest in strength, where anything is known of the player's.
func (f *profile) level() (level int, known bool) {
	if r, rated := f.ratings[f.first]; rated {
		return rating.Nearest(r.Value), true
	}
	return f.like.Level, f.alike
}
