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

// Owner returns the owner of what is stored of solvers.
func (s *Service) Owner() player.DataOwner {
	return player.Keeps("daily", s.export, player.Deletes("daily_results"))
}

func (s *Service) export(ctx context.Context, p id.Player) ([]player.Section, error) {
	all, err := store.All(ctx, s.db.Read(), func(r store.Row) (e exported, err error) {
		err = r.Scan(&e.Number, &e.Guild, &e.Tries, store.Flag(&e.Solved), store.Flag(&e.Shown), store.Time(&e.At))
		e.At = e.At.UTC()
		return e, err
	}, `SELECT number, guild, marks, solved, shown, at FROM daily_results WHERE player = ? ORDER BY number`, string(p))
	return []player.Section{{Key: "daily", Value: all}}, err
}
