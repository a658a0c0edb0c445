package store

import (
	"context"
	"database/sql"
	"errors"

	"yeye/bot/board"
	"yeye/bot/session"
)

// Taste is what a player has said they like; the zero Taste if nothing.
func (s *Store) Taste(ctx context.Context, p session.PlayerID) (board.Taste, error) {
	var t board.Taste
	err := s.read.QueryRowContext(ctx, `SELECT language, notation, theme, men, coords, turning, pings, challenges, speak FROM players WHERE id = ?`, string(p)).
		Scan(&t.Language, &t.Notation, &t.Theme, &t.Men, &t.Coords, &t.Turning, &t.Pings, &t.Challenges, &t.Speak)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return t, err
}

// SetTaste notes it.
func (s *Store) SetTaste(ctx context.Context, p session.PlayerID, t board.Taste) error {
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO players (id, locale, language, notation, theme, men, coords, turning, pings, challenges, speak)
		VALUES (?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET language = excluded.language, notation = excluded.notation,
			theme = excluded.theme, men = excluded.men, coords = excluded.coords,
			turning = excluded.turning, pings = excluded.pings, challenges = excluded.challenges, speak = excluded.speak`,
		string(p), t.Language, t.Notation, t.Theme, t.Men, t.Coords, t.Turning, t.Pings, t.Challenges, t.Speak)
	return err
}
