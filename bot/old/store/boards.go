package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"yeye/bot/board"
	"yeye/bot/session"
)

// Board implements [bot.Boards]. A session never shown has the zero Board with
// its id.
func (s *Store) Board(ctx context.Context, id session.ID) (board.Board, error) {
	return scanBoard(id, s.read.QueryRowContext(ctx, oneBoard, string(id)))
}

const oneBoard = `SELECT channel, message, shown_rev, retry_at, tries, doubt, stale, version, late FROM boards WHERE session = ?`

func scanBoard(id session.ID, r row) (board.Board, error) {
	b := board.Board{Session: id}
	var retry, doubt int64
	err := r.Scan(&b.Channel, &b.Message, &b.ShownRev, &retry, &b.Tries, &doubt, &b.Stale, &b.Version, &b.Late)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	b.Retry, b.Doubt = instant(retry), instant(doubt)
	return b, err
}

// SetBoard implements [bot.Boards].
func (s *Store) SetBoard(ctx context.Context, b *board.Board) error {
	var next board.Board
	overtaken := false
	err := s.tx(ctx, func(tx *sql.Tx) error {
		now, err := scanBoard(b.Session, tx.QueryRowContext(ctx, oneBoard, string(b.Session)))
		if err != nil {
			return err
		}
		husk := board.Husk{Channel: now.Channel, Message: now.Message}
		if overtaken = now.Version != b.Version; overtaken {
			next, husk = now.Joined(*b)
		} else {
			next = now.Next(*b)
		}
		if husk.Message != "" && husk.Message != next.Message {
			_, err := tx.ExecContext(ctx, `INSERT INTO husks (message, channel, session) VALUES (?, ?, ?)
				ON CONFLICT DO UPDATE SET times = times + 1, shrunk = 0`, husk.Message, husk.Channel, string(b.Session))
			if err != nil {
				return err
			}
		}
		if _, err = tx.ExecContext(ctx, `UPDATE sessions SET shown = ? WHERE id = ?`, next.ShownRev, string(b.Session)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			INSERT INTO boards (session, channel, message, shown_rev, retry_at, tries, doubt, stale, version, late) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (session) DO UPDATE SET channel = excluded.channel, message = excluded.message,
				shown_rev = excluded.shown_rev, retry_at = excluded.retry_at, tries = excluded.tries, doubt = excluded.doubt,
				stale = excluded.stale, version = excluded.version, late = excluded.late`,
			string(b.Session), next.Channel, next.Message, next.ShownRev, millis(next.Retry), next.Tries, millis(next.Doubt), next.Stale, next.Version, next.Late)
		return err
	})
	switch {
	case err != nil:
		return err
	case overtaken:
		return board.ErrOvertaken
	}
	*b = next
	return nil
}

// Husks implements [bot.Boards].
func (s *Store) Husks(ctx context.Context, id session.ID) ([]board.Husk, error) {
	return every(ctx, s.read, scanHusk, `SELECT message, channel, times FROM husks WHERE session = ? AND shrunk = 0`, string(id))
}

// Shrunk implements [bot.Boards].
func (s *Store) Shrunk(ctx context.Context, h board.Husk) error {
	_, err := s.write.ExecContext(ctx, `UPDATE husks SET shrunk = 1 WHERE message = ? AND times = ?`, h.Message, h.Times)
	return err
}

// Lines implements [bot.Boards].
func (s *Store) Lines(ctx context.Context, id session.ID) ([]board.Husk, error) {
	return every(ctx, s.read, scanHusk, `SELECT message, channel, times FROM husks WHERE session = ? AND shrunk = 1`, string(id))
}

func scanHusk(r row) (h board.Husk, err error) {
	err = r.Scan(&h.Message, &h.Channel, &h.Times)
	return h, err
}

// Owed implements [bot.Boards]: sessions touched within a week whose card shows
// less than they are or may do so, or which still have husks or notices that are
// over, or may have cards that are not noted.
func (s *Store) Owed(ctx context.Context, limit int) ([]session.ID, error) {
	now := s.now()
	return s.owed(ctx, now, now, limit)
}

// Debts is how many sessions are owed now or later, at most limit.
func (s *Store) Debts(ctx context.Context, limit int) (int, error) {
	now := s.now()
	ids, err := s.owed(ctx, now, now.Add(100*365*24*time.Hour), limit)
	return len(ids), err
}

// cardsFor is how long after the last change the cards of a game are still looked
// after.
const cardsFor = 7 * 24 * time.Hour

// owed finds the debts. A notice of an offer is over, too, when another has taken its
// place.
const owed = `
	SELECT s.id FROM sessions s INDEXED BY sessions_owed LEFT JOIN boards b ON b.session = s.id
	WHERE s.shown < s.rev - s.unseen AND s.touched > ?1 AND COALESCE(b.retry_at, 0) <= ?2
	UNION SELECT session FROM boards WHERE doubt > 0 AND doubt <= ?2
	UNION SELECT session FROM boards INDEXED BY boards_stale WHERE stale > 0 AND retry_at <= ?2
	UNION SELECT session FROM husks WHERE shrunk = 0
	UNION SELECT n.session FROM notices n JOIN sessions s ON s.id = n.session WHERE s.turn > n.turn OR s.status <> 0
		OR n.kind <> 0 AND s.offer <> 0 AND (n.kind <> s.offer OR n.player <> IIF(s.offer_by = 0, s.red_player, s.black_player))
	LIMIT ?3`

// owed is what is owed, of which the next try is due by a time.
func (s *Store) owed(ctx context.Context, now, by time.Time, limit int) ([]session.ID, error) {
	return every(ctx, s.read, scanOne[session.ID], owed, millis(now.Add(-cardsFor)), millis(by), limit)
}

// SessionOf implements [bot.Boards]: the session that a message shows or showed.
func (s *Store) SessionOf(ctx context.Context, message string) (session.ID, error) {
	var id session.ID
	err := s.read.QueryRowContext(ctx, sessionOf, message).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = session.ErrNoSession
	}
	return id, err
}

const sessionOf = `SELECT session FROM boards WHERE message = ?1 UNION SELECT session FROM husks WHERE message = ?1`
