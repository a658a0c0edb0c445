package store

import (
	"context"
	"database/sql"
	"errors"

	"yeye/bot/session"
)

// Sitting is the sessions in which a player has a seat, being played, set aside or proposed,
// those touched longest ago first. Where there are more than limit, those set aside are
// left out first, and then those touched longest ago.
func (s *Store) Sitting(ctx context.Context, p session.PlayerID, limit int) ([]session.Session, error) {
	if p == "" {
		return nil, nil
	}
	return s.sessions(ctx, `
		WHERE id IN (
			SELECT id FROM (
				SELECT id, status, touched FROM sessions WHERE red_player = ?1 AND status IN (0, 2, 4)
				UNION SELECT id, status, touched FROM sessions WHERE black_player = ?1 AND status IN (0, 2, 4))
			ORDER BY status = 4, touched DESC, id LIMIT ?2)
		ORDER BY touched, id`, string(p), limit)
}

// LiveAt is the sessions in a place that are being played or proposed.
func (s *Store) LiveAt(ctx context.Context, place session.Place) ([]session.Session, error) {
	return s.sessions(ctx, `WHERE place = ? AND status IN (?, ?) ORDER BY created, id`, string(place), int(session.Open), int(session.Proposed))
}

// Guild is the server in which a place is, "" for a conversation; known is false
// where nobody has noted it.
func (s *Store) Guild(ctx context.Context, place session.Place) (guild string, known bool, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT guild FROM places WHERE id = ?`, string(place)).Scan(&guild)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return guild, err == nil, err
}

// SetGuild notes in which server a place is.
func (s *Store) SetGuild(ctx context.Context, place session.Place, guild string) error {
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO places (id, guild) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET guild = excluded.guild`, string(place), guild)
	return err
}
