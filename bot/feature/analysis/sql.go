package analysis

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"io"
	"time"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/store"
)

// state is how far an analysis is. The numbers are stored.
type state int

const (
	waiting  state = iota // for the same player's earlier ones
	underway              // it has a job
	finished
)

// row is an analysis as it is stored.
type row struct {
	Game        id.Match
	Kind        id.Kind   // of the game's subject
	Owner       id.Player // whose game alone it is, "" for a game of several
	Requester   id.Player // "" once forgotten
	State       state
	Done, Total int
	Asked       time.Time
	places      []byte
}

// subject is the game as jobs name it.
func (r *row) subject() id.Subject { return id.Subject{Kind: r.Kind, ID: r.Game} }

const columns = `game, kind, owner, requester, state, done, total, asked_at, places`

func scan(r store.Row) (a row, err error) {
	err = r.Scan(&a.Game, &a.Kind, &a.Owner, &a.Requester, &a.State, &a.Done, &a.Total, store.Time(&a.Asked), &a.places)
	return a, err
}

// load is the analysis of a game; ok is false where there is none.
func load(ctx context.Context, c store.Conn, game id.Match) (a row, ok bool, err error) {
	all, err := store.All(ctx, c, scan, `SELECT `+columns+` FROM analyses WHERE game = ?`, string(game))
	if err != nil || len(all) == 0 {
		return row{}, false, err
	}
	return all[0], true, nil
}

func insert(ctx context.Context, tx store.Tx, a *row) error {
	_, err := tx.Exec(ctx, `INSERT INTO analyses (`+columns+`) VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?)`,
		string(a.Game), string(a.Kind), string(a.Owner), string(a.Requester), int(a.State), store.Millis(a.Asked), []byte{})
	return err
}

func remove(ctx context.Context, tx store.Tx, game id.Match) error {
	_, err := tx.Exec(ctx, `DELETE FROM analyses WHERE game = ?`, string(game))
	return err
}

// open is a player's analyses that are not finished, in the order in which they were asked for.
func open(ctx context.Context, c store.Conn, requester id.Player) ([]row, error) {
	return store.All(ctx, c, scan, `SELECT `+columns+` FROM analyses WHERE requester = ? AND requester <> '' AND state < ? ORDER BY asked_at, game`,
		string(requester), int(finished))
}

// ahead is how many analyses, anybody's, are to be finished before one.
func ahead(ctx context.Context, c store.Conn, a *row) (int, error) {
	at := store.Millis(a.Asked)
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM analyses WHERE state < ? AND (asked_at < ? OR asked_at = ? AND game < ?)`,
		int(finished), at, at, string(a.Game)))
}

func setState(ctx context.Context, tx store.Tx, game id.Match, s state) error {
	_, err := tx.Exec(ctx, `UPDATE analyses SET state = ? WHERE game = ?`, int(s), string(game))
	return err
}

// save stores how far an analysis is, and reports false where nobody wants it any more.
func save(ctx context.Context, c store.Conn, game id.Match, done, total int, places []byte, s state) (bool, error) {
	n, err := c.Exec(ctx, `UPDATE analyses SET done = ?, total = ?, places = ?, state = ? WHERE game = ? AND state = ?`,
		done, total, places, int(s), string(game), int(underway))
	return n > 0, err
}

// asked is what a player has asked for, and what is stored of games that are theirs alone.
func asked(ctx context.Context, c store.Conn, p id.Player) ([]row, error) {
	return store.All(ctx, c, scan, `SELECT `+columns+` FROM analyses WHERE requester = ? OR owner = ? ORDER BY asked_at, game`, string(p), string(p))
}

// erase removes what is a player's alone and what is still to be done for them, and their name from the rest.
func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	if _, err := tx.Exec(ctx, `DELETE FROM analyses WHERE owner = ? OR requester = ? AND state < ?`, string(p), string(p), int(finished)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `UPDATE analyses SET requester = '' WHERE requester = ?`, string(p))
	return err
}

// maxOrphans is how many analyses are removed at once.
const maxOrphans = 100

// orphans is analyses of games that were read in and are there no more.
func orphans(ctx context.Context, c store.Conn) ([]row, error) {
	return store.All(ctx, c, scan, `SELECT `+columns+` FROM analyses WHERE kind = ? AND NOT EXISTS (SELECT 1 FROM imported WHERE imported.id = analyses.game)
		ORDER BY game LIMIT ?`, string(kindImported), maxOrphans)
}

// pack and unpack are an analysis as stored bytes: JSON, of which moves repeat so much that a third is left.
func pack(a *report.Analysis) ([]byte, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func unpack(data []byte) (a report.Analysis, err error) {
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(text, &a)
}
