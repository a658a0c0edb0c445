package store

import (
	"context"

	"yeye/bot/board"
	"yeye/bot/session"
)

// AddNotice implements [bot.Boards].
func (s *Store) AddNotice(ctx context.Context, id session.ID, n board.Notice) error {
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO notices (message, channel, session, kind, turn, player) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		n.Message, n.Channel, string(id), int(n.Kind), n.Turn, string(n.Player))
	return err
}

// Notices implements [bot.Boards].
func (s *Store) Notices(ctx context.Context, id session.ID) ([]board.Notice, error) {
	return every(ctx, s.read, func(r row) (n board.Notice, err error) {
		err = r.Scan(&n.Message, &n.Channel, &n.Kind, &n.Turn, &n.Player)
		return n, err
	}, `SELECT message, channel, kind, turn, player FROM notices WHERE session = ? ORDER BY turn`, string(id))
}

// DropNotice implements [bot.Boards].
func (s *Store) DropNotice(ctx context.Context, message string) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM notices WHERE message = ?`, message)
	return err
}
