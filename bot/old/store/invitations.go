package store

import (
	"context"
	"time"

	"yeye/bot/session"
)

// Asked implements [session.Invitations].
func (s *Store) Asked(ctx context.Context, by session.PlayerID, since time.Time) ([]session.Session, error) {
	return s.sessions(ctx, `WHERE starter = ? AND (status = ? OR created >= ?) ORDER BY created, id`,
		string(by), int(session.Proposed), millis(since))
}

// Welcome implements [session.Invitations].
func (s *Store) Welcome(ctx context.Context, p, from session.PlayerID) (bool, error) {
	var against int
	err := s.read.QueryRowContext(ctx, `
		SELECT (SELECT COUNT(*) FROM players WHERE id = ?1 AND challenges = 'nobody')
		     + (SELECT COUNT(*) FROM unwelcome WHERE player = ?1 AND challenger = ?2)`, string(p), string(from)).Scan(&against)
	return against == 0, err
}

// Block implements [session.Invitations].
func (s *Store) Block(ctx context.Context, p, from session.PlayerID, name string) error {
	_, err := s.write.ExecContext(ctx, `INSERT INTO unwelcome (player, challenger, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(p), string(from), name, millis(s.now()))
	return err
}

// Unblock implements [session.Invitations].
func (s *Store) Unblock(ctx context.Context, p, from session.PlayerID) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM unwelcome WHERE player = ? AND challenger = ?`, string(p), string(from))
	return err
}

// Blocked is the people whose challenges a person does not take, by when they
// were blocked, the last first: their ids and the names they then had.
func (s *Store) Blocked(ctx context.Context, p session.PlayerID, limit int) ([]session.Seat, error) {
	return every(ctx, s.read, scanSeat, `SELECT challenger, name FROM unwelcome WHERE player = ? ORDER BY at DESC, challenger LIMIT ?`, string(p), limit)
}
