package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

const (
	mostKept = 50                  // games of one person
	keptFor  = 90 * 24 * time.Hour // then they are forgotten, see Forget
)

// Keep stores a game that somebody read in. The oldest of somebody who has many make
// room.
func (s *Store) Keep(ctx context.Context, k session.Kept) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		start := k.Game.Start()
		_, err := tx.ExecContext(ctx, `
			INSERT INTO kept (id, owner, red, black, title, result, start, moves, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			string(k.ID), string(k.Owner), k.Names[game.Red], k.Names[game.Black], k.Title, k.Result.String(),
			start.FEN(), movesText(k.Game.Moves()), millis(k.At))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
			DELETE FROM kept WHERE id IN (SELECT id FROM kept WHERE owner = ? ORDER BY at DESC, id LIMIT -1 OFFSET ?)`,
			string(k.Owner), mostKept)
		return err
	})
}

// Kept is a game that somebody read in, or [session.ErrNoSession].
func (s *Store) Kept(ctx context.Context, id session.ID) (session.Kept, error) {
	k := session.Kept{ID: id}
	var result, start, moves string
	var at int64
	err := s.read.QueryRowContext(ctx, `SELECT owner, red, black, title, result, start, moves, at FROM kept WHERE id = ?`, string(id)).
		Scan(&k.Owner, &k.Names[game.Red], &k.Names[game.Black], &k.Title, &result, &start, &moves, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return k, session.ErrNoSession
	}
	if err != nil {
		return k, err
	}
	k.At = instant(at)
	o, err := parseOutcome(result, "")
	if err != nil {
		return k, err
	}
	k.Result = o.Result
	k.Game, err = replay(start, game.NoRepetition.String(), moves)
	return k, err
}
