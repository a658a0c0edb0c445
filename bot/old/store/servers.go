package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"yeye/bot/board"
	"yeye/bot/session"
)

// House is what has been settled about games on a server; the zero House if
// nothing has.
func (s *Store) House(ctx context.Context, server string) (session.House, error) {
	var h session.House
	var games, channels, starters string
	err := s.read.QueryRowContext(ctx, `SELECT games, channels, starters, role FROM servers WHERE id = ?`, server).
		Scan(&games, &channels, &starters, &h.Role)
	if errors.Is(err, sql.ErrNoRows) {
		return h, nil
	}
	h.Games, _ = session.ParseWhere(games)
	h.Starters, _ = session.ParseStarters(starters)
	for _, c := range strings.Fields(channels) {
		h.Places = append(h.Places, session.Place(c))
	}
	return h, err
}

// SetHouse notes it.
func (s *Store) SetHouse(ctx context.Context, server string, h session.House) error {
	var channels []string
	for _, p := range h.Places {
		channels = append(channels, string(p))
	}
	_, err := s.write.ExecContext(ctx, `
		INSERT INTO servers (id, games, channels, starters, role) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET games = excluded.games, channels = excluded.channels, starters = excluded.starters, role = excluded.role`,
		server, h.Games.String(), strings.Join(channels, " "), h.Starters.String(), h.Role)
	return err
}

// Barred reports whether a person may not play on a server.
func (s *Store) Barred(ctx context.Context, server string, p session.PlayerID) (bool, error) {
	var n int
	err := s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM bars WHERE server = ? AND player = ?`, server, string(p)).Scan(&n)
	return n > 0, err
}

// Bar bars a person from a server, by a moderator, and records it; false if they
// were barred already.
func (s *Store) Bar(ctx context.Context, a board.Act, name string) (bool, error) {
	return s.acted(ctx, a, `INSERT INTO bars (server, player, name, by, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		a.Server, string(a.Player), name, string(a.By), millis(s.now()))
}

// Unbar lifts it and records that; false if they were not barred.
func (s *Store) Unbar(ctx context.Context, a board.Act) (bool, error) {
	return s.acted(ctx, a, `DELETE FROM bars WHERE server = ? AND player = ?`, a.Server, string(a.Player))
}

// acted runs a statement and, if that changed something, records the act with it.
func (s *Store) acted(ctx context.Context, a board.Act, statement string, args ...any) (changed bool, err error) {
	err = s.tx(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		if changed = n > 0; err != nil || !changed {
			return err
		}
		return s.record(ctx, tx, a)
	})
	return changed, err
}

// Record notes what a moderator did.
func (s *Store) Record(ctx context.Context, a board.Act) error {
	return s.tx(ctx, func(tx *sql.Tx) error { return s.record(ctx, tx, a) })
}

func (s *Store) record(ctx context.Context, tx *sql.Tx, a board.Act) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO acts (server, place, session, by, kind, player, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		a.Server, string(a.Place), string(a.Session), string(a.By), a.Kind, string(a.Player), millis(s.now()))
	return err
}

// Acts is what moderators of a server did last, the latest first.
func (s *Store) Acts(ctx context.Context, server string, limit int) ([]board.Act, error) {
	return s.acts(ctx, `WHERE server = ? ORDER BY at DESC, id DESC LIMIT ?`, server, limit)
}

func (s *Store) acts(ctx context.Context, where string, args ...any) ([]board.Act, error) {
	return every(ctx, s.read, scanAct, `SELECT server, place, session, by, kind, player, at FROM acts `+where, args...)
}

func scanAct(r row) (a board.Act, err error) {
	var at int64
	err = r.Scan(&a.Server, &a.Place, &a.Session, &a.By, &a.Kind, &a.Player, &at)
	a.At = instant(at)
	return a, err
}

// Bars is who may not play on a server, the one barred last first.
func (s *Store) Bars(ctx context.Context, server string, limit int) ([]session.Seat, error) {
	return every(ctx, s.read, scanSeat, `SELECT player, name FROM bars WHERE server = ? ORDER BY at DESC, player LIMIT ?`, server, limit)
}

// Purge removes a session that is [session.Removed] and what is noted of its
// cards.
func (s *Store) Purge(ctx context.Context, id session.ID) error {
	_, err := s.write.ExecContext(ctx, `DELETE FROM sessions WHERE id = ? AND status = ?`, string(id), int(session.Removed))
	return err
}
