package tournamentbot

import (
	"context"
	"time"

	"yeye/bot/discord"
	"yeye/bot/feature/tournament"
	"yeye/bot/locale"
	"yeye/bot/match/view"
)

// maxAvatars is how many of those who share the first place are shown; each is a request. avatarTimeout bounds the time
// of all: the card is more important.
const (
	maxAvatars    = 3
	avatarTimeout = 3 * time.Second
)

// winnerAvatars returns the avatars of the winner, or of those who share the first place. They are not stored: when a
// card is shown again, players who have been erased, left the server or hide their profile have no avatar on it.
func (f *feat) winnerAvatars(ctx context.Context, r *view.Reader, t *tournament.Tournament) (all []discord.Embed) {
	ctx, cancel := context.WithTimeout(ctx, avatarTimeout)
	defer cancel()
	seen, err := f.Matches.Policy().Shown(ctx, "", t.Entrants()...)
	if err != nil {
		f.Logger.Warn("cannot ask who may be shown", "tournament", t.ID, "err", err)
	}
	for _, row := range t.Prizes() {
		if row.Place > 1 || row.Points == 0 || len(all) == maxAvatars {
			break
		}
		if !seen.Of(row.Entrant.Player) {
			continue
		}
		address, err := f.REST.AvatarURL(ctx, t.Guild, row.Entrant.Player)
		if err != nil {
			f.Logger.Info("cannot show who won a tournament", "tournament", t.ID, "err", err)
			continue
		}
		all = append(
			all,
			discord.Embed{Text: r.Text("tournament.winner", locale.Args{"Who": plainName(r, row.Entrant)}),
				Thumbnail: address},
		)
	}
	return all
}
