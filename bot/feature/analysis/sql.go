package analysis

import (
	"context"
	"encoding/json"
	"io"
	"time"

	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/bot/store"
)

// state is the state of an analysis. The numbers are stored.
type state int

const (
	waiting  state = iota // in the requester's queue
	underway              // has a job
	finished
)

// row is a stored analysis.
type row struct {
	Game        id.Match
	Kind        id.Kind   // kind of the game's subject
	Owner       id.Player // the only player of the game, "" for a game of two people
	Requester   id.Player // "" if erased
	State       state
	Done, Total int
	Asked       time.Time
	data        []byte
}

// subject returns the subject of the analysis' job.
func (r *row) subject() id.Subject { return id.Subject{Kind: r.Kind, ID: r.Game} }

const columns = `game, kind, owner, requester, state, done, total, asked_at, places`

var scan = store.Into(func(a *row) []any {
	return []any{&a.Game, &a.Kind, &a.Owner, &a.Requester, &a.State, &a.Done, &a.Total, store.Time(&a.Asked), &a.data}
})

// load returns the analysis of a game; ok is false if there is none.
func load(ctx context.Context, c store.Conn, game id.Match) (a row, ok bool, err error) {
	return store.First(ctx, c, scan, `SELECT `+columns+` FROM analyses WHERE game = ?`, string(game))
}

// insert inserts an analysis, unless the game has one.
func insert(ctx context.Context, tx store.Tx, a *row) {
	tx.ExecDeferred(ctx,
		`INSERT INTO analyses (`+columns+`) VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?) ON CONFLICT (game) DO NOTHING`,
		string(a.Game), string(a.Kind), string(a.Owner), string(a.Requester), int(a.State), store.Millis(a.Asked),
		[]byte{})
}

func remove(ctx context.Context, tx store.Tx, game id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM analyses WHERE game = ?`, string(game))
}

// openRequests returns a player's unfinished analyses, in the order of their requests.
func openRequests(ctx context.Context, c store.Conn, requester id.Player) ([]row, error) {
	return store.All(ctx, c, scan,
		`SELECT `+columns+
			` FROM analyses WHERE requester = ? AND requester <> '' AND state < ? ORDER BY asked_at, game`,
		string(requester), int(finished))
}

// countAhead returns how many unfinished analyses of all players were requested before one.
func countAhead(ctx context.Context, c store.Conn, a *row) (int, error) {
	at := store.Millis(a.Asked)
	return store.Value[int](c.Row(ctx,
		`SELECT COUNT(*) FROM analyses WHERE state < ? AND (asked_at < ? OR asked_at = ? AND game < ?)`,
		int(finished), at, at, string(a.Game)))
}

func setState(ctx context.Context, tx store.Tx, game id.Match, s state) {
	tx.ExecDeferred(ctx, `UPDATE analyses SET state = ? WHERE game = ?`, int(s), string(game))
}

// save stores the progress of an analysis, and returns false if it was canceled meanwhile.
func save(ctx context.Context, c store.Conn, game id.Match, done, total int, places []byte, s state) (bool, error) {
	n, err := c.Exec(ctx, `UPDATE analyses SET done = ?, total = ?, places = ?, state = ? WHERE game = ? AND state = ?`,
		done, total, places, int(s), string(game), int(underway))
	return n > 0, err
}

// requestedBy returns the analyses that a player has requested, and those of games that they own.
func requestedBy(ctx context.Context, c store.Conn, p id.Player) ([]row, error) {
	return store.All(ctx, c, scan,
		`SELECT `+columns+` FROM analyses WHERE requester = ? OR owner = ? ORDER BY asked_at, game`, string(p),
		string(p))
}

// erase deletes the analyses of games that a player owns and the player's unfinished requests, and removes the player's
// id from the rest.
func erase(ctx context.Context, tx store.Tx, p id.Player) {
	tx.ExecDeferred(ctx, `DELETE FROM analyses WHERE owner = ? OR requester = ? AND state < ?`, string(p),
		string(p), int(finished))
	tx.ExecDeferred(ctx, `UPDATE analyses SET requester = '' WHERE requester = ?`, string(p))
}

// pack and unpack convert an analysis to and from its stored form, compressed JSON, which is a third of the plain size.
func pack(a *report.Analysis) ([]byte, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	return store.Deflate(text)
}

func unpack(data []byte) (a report.Analysis, err error) {
	text, err := io.ReadAll(store.Inflate(data))
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(text, &a)
}
