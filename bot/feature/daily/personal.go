package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// exported is a result in a player's export.
type exported struct {
	Number Number    `json:"number"`
	Guild  id.Guild  `json:"server,omitempty"`
	Tries  string    `json:"tries"` // g right, y good, r wrong, h hint
	Solved bool      `json:"solved"`
	Shown  bool      `json:"solution_shown"`
	At     time.Time `json:"at"`
}

// Owner returns the [player.DataOwner] of players' results and reminders.
func (s *Service) Owner() player.DataOwner {
	results := player.DeleteRows("daily_results")
	return player.NewOwner("daily", s.export, func(ctx context.Context, tx store.Tx, p id.Player) error {
		if err := dropReminder(ctx, tx, p); err != nil {
			return err
		}
		return results(ctx, tx, p)
	})
}

func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := store.All(ctx, s.db.Read(), func(r store.Row) (e exported, err error) {
		err = r.Scan(&e.Number, &e.Guild, &e.Tries, store.Flag(&e.Solved), store.Flag(&e.Shown), store.Time(&e.At))
		e.At = e.At.UTC()
		return e, err
	}, `SELECT number, guild, marks, solved, shown, at FROM daily_results WHERE player = ? ORDER BY number`, string(p))
	if err != nil {
		return nil, err
	}
	reminds, err := s.Reminds(ctx, p)
	return []player.Section{{Key: "daily", Value: all}, {Key: "daily_reminder", Value: reminds}}, err
}
