package study

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/record"
)

// loadBook returns the book of a study, nil if there is none.
func loadBook(ctx context.Context, c store.Conn, of id.Match) (*record.Record, error) {
	var packed []byte
	_, err := store.One(c.Row(ctx, `SELECT record FROM study_books WHERE game = ?`, string(of)), &packed)
	if err != nil || len(packed) == 0 {
		return nil, err
	}
	return record.Unpack(packed)
}

func saveBook(ctx context.Context, tx store.Tx, m *match.Match, packed []byte) {
	owner := string(m.Seats[game.Red].Player)
	tx.ExecDeferred(ctx, `INSERT INTO study_books (game, owner, at, record) VALUES (?, ?, ?, ?)
		ON CONFLICT (game) DO UPDATE SET at = excluded.at, record = excluded.record`, string(m.ID), owner,
		store.Millis(tx.Now), packed)
	tx.ExecDeferred(ctx, `DELETE FROM study_books WHERE owner = ? AND game NOT IN (
		SELECT game FROM study_books WHERE owner = ? ORDER BY at DESC, game LIMIT ?)`, owner, owner, maxBooks)
}

func dropBook(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM study_books WHERE game = ?`, string(of))
}

func booksOf(ctx context.Context, c store.Conn, p id.Player) ([]StoredBook, error) {
	return store.All(ctx, c, store.Into(func(k *StoredBook) []any {
		return []any{&k.Study, &k.packed}
	}), `SELECT game, record FROM study_books WHERE owner = ? ORDER BY at DESC, game`, string(p))
}

// Erase deletes the books of a player's studies, in the transaction that erases the player.
func Erase(ctx context.Context, tx store.Tx, p id.Player) {
	tx.ExecDeferred(ctx, `DELETE FROM study_books WHERE owner = ?`, string(p))
}
