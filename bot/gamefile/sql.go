package gamefile

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

const columns = `id, owner, red, black, title, result, start, moves, at, notes`

func insert(ctx context.Context, tx store.Tx, g *Imported) error {
	start := g.Game.Start()
	_, err := tx.Exec(ctx, `INSERT INTO imported (`+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		string(g.ID), string(g.Owner), g.Names[game.Red], g.Names[game.Black], g.Title, g.Result.String(), start.FEN(),
		strings.Join(Moves(g.Game), " "), store.Millis(g.At), g.Notes)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM imported WHERE owner = ? AND id NOT IN (
		SELECT id FROM imported WHERE owner = ? ORDER BY at DESC, id LIMIT ?)`, string(g.Owner), string(g.Owner), maxImported)
	return err
}

func scan(r store.Row) (g Imported, err error) {
	var result, start, moves string
	err = r.Scan(&g.ID, &g.Owner, &g.Names[game.Red], &g.Names[game.Black], &g.Title, &result, &start, &moves, store.Time(&g.At), &g.Notes)
	if err != nil {
		return g, err
	}
	for g.Result = game.Ongoing; g.Result.String() != result; g.Result++ {
		if g.Result == game.Draw {
			return g, errors.New("unknown result " + result)
		}
	}
	p, err := game.ParseFEN(start)
	if err != nil {
		return g, err
	}
	g.Game = game.NewGame(p, game.NoRepetition)
	for _, t := range strings.Fields(moves) {
		m, err := game.ParseMove(t)
		if err == nil {
			err = g.Game.PlayOn(m)
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}

func load(ctx context.Context, c store.Conn, of id.Match) (Imported, error) {
	g, err := scan(c.Row(ctx, `SELECT `+columns+` FROM imported WHERE id = ?`, string(of)))
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoGame
	}
	return g, err
}

func ofOwner(ctx context.Context, c store.Conn, p id.Player) ([]Imported, error) {
	return store.All(ctx, c, scan, `SELECT `+columns+` FROM imported WHERE owner = ? ORDER BY at, id`, string(p))
}

func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	_, err := tx.Exec(ctx, `DELETE FROM imported WHERE owner = ?`, string(p))
	return err
}

func tidy(ctx context.Context, db *store.DB, before time.Time, limit int) (bool, error) {
	n, err := db.Write().Exec(ctx, `DELETE FROM imported WHERE id IN (SELECT id FROM imported WHERE at < ? LIMIT ?)`, store.Millis(before), limit)
	return n == int64(limit), err
}

func count(ctx context.Context, c store.Conn, p id.Player) (n int, err error) {
	err = c.Row(ctx, `SELECT COUNT(*) FROM imported WHERE owner = ?`, string(p)).Scan(&n)
	return n, err
}
