package lessons

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/store"
)

// loadDone returns the tasks that a player has done, in the order in which they were done.
func loadDone(ctx context.Context, c store.Conn, p id.Player) ([]exported, error) {
	return store.All(ctx, c, store.Into(func(one *exported) []any {
		return []any{&one.Task, &one.Course, store.UTC(&one.At)}
	}), `SELECT task, course, at FROM lessons WHERE player = ? ORDER BY at, task`, string(p))
}

func insertDone(ctx context.Context, db *store.DB, p id.Player, task string, c Course) error {
	return db.Write().Run(ctx,
		`INSERT INTO lessons (player, task, course, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(p), task, string(c), store.Millis(db.Now()))
}
