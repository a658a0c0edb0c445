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
	Tries  string    `json:"tries"` // one letter a try, see Mark
	Solved bool      `json:"solved"`
	Shown  bool      `json:"solution_shown"`
	At     time.Time `json:"at"`
}

// Owner returns the [player.DataOwner] of players' results and reminders.
func (s *Service) Owner() player.DataOwner {
	results := player.DeleteRows("daily_results")
	return player.NewOwner("daily", func(ctx context.Context, tx store.Tx, p id.Player) error {
		dropReminder(ctx, tx, p)
		return results(ctx, tx, p)
	}, player.One("daily", exportedResults), player.One("daily_reminder", player.Asked(s.WantsReminders)))
}

func exportedResults(ctx context.Context, c store.Conn, p id.Player) ([]exported, error) {
	return store.All(ctx, c, store.Into(func(e *exported) []any {
		return []any{&e.Number, &e.Guild, &e.Tries, store.Flag(&e.Solved), store.Flag(&e.Shown), store.UTC(&e.At)}
	}), `SELECT number, guild, marks, solved, shown, at FROM daily_results WHERE player = ? ORDER BY number`, string(p))
}
