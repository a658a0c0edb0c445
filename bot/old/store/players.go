package store

import (
	"context"
	"database/sql"
	"errors"

	"yeye/bot/session"
)

// Locale is the locale last seen of a player, "" if none was.
func (s *Store) Locale(ctx context.Context, p session.PlayerID) (string, error) {
	var locale string
	err := s.read.QueryRowContext(ctx, `SELECT locale FROM players WHERE id = ?`, string(p)).Scan(&locale)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return locale, err
}

// SeeLocale notes the locale of a player's client.
func (s *Store) SeeLocale(ctx context.Context, p session.PlayerID, locale string) error {
	if known, err := s.Locale(ctx, p); err != nil || known == locale {
		return err
	}
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO players (id, locale) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET locale = excluded.locale`, string(p), locale)
	return err
}

// Fact is what was noted under a name, "" if nothing was.
func (s *Store) Fact(ctx context.Context, name string) (string, error) {
	var value string
	err := s.read.QueryRowContext(ctx, `SELECT value FROM facts WHERE name = ?`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return value, err
}

// SetFact notes a value under a name.
func (s *Store) SetFact(ctx context.Context, name, value string) error {
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}
