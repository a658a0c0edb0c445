package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/jieqi/pgn"
	"yeye/game/record"
)

const columns = `id, owner, red, black, title, result, start, moves, at, record, library, entry`

// flippedStart is the value of column start for flipped chess. Column record then holds the text of package pgn.
const flippedStart = "jieqi"

// start returns the starting position in its stored form.
func (i *Imported) start() string {
	if i.Flipped != nil {
		return flippedStart
	}
	p := i.Game.Start()
	return p.FEN()
}

func insert(ctx context.Context, tx store.Tx, g *Imported, packed []byte) {
	tx.ExecDeferred(ctx, `INSERT INTO imported (`+columns+`, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		string(g.ID), string(g.Owner), g.Names[game.Red], g.Names[game.Black], g.Title, g.Result.String(), g.start(),
		game.MovesText(g.Game.Moves()), store.Millis(g.At), packed, string(g.Library), g.Entry, len(packed))
}

// findSame returns the id of an identical game of the same owner.
func findSame(ctx context.Context, c store.Conn, g *Imported, packed []byte) (of id.Match, exists bool, err error) {
	exists, err = store.One(c.Row(ctx,
		`SELECT id FROM imported WHERE owner = ? AND red = ? AND black = ? AND title = ? AND result = ?
		AND start = ? AND moves = ? AND record = ? AND library = ? AND entry = ? ORDER BY at DESC, id LIMIT 1`,
		string(g.Owner), g.Names[game.Red], g.Names[game.Black], g.Title, g.Result.String(), g.start(),
		game.MovesText(g.Game.Moves()), packed, string(g.Library), g.Entry), &of)
	return of, exists, err
}

func touch(ctx context.Context, tx store.Tx, of id.Match, at time.Time) {
	tx.ExecDeferred(ctx, `UPDATE imported SET at = ? WHERE id = ?`, store.Millis(at), string(of))
}

// storedImport is a row of imported or libraries, for deleteOldest. at is in Unix milliseconds, size in bytes.
type storedImport struct {
	table string
	id    string
	size  int64
	at    int64
}

// deleteOldest deletes a player's oldest imports beyond the limits, and returns the deleted games.
func deleteOldest(ctx context.Context, tx store.Tx, p id.Player) (games []id.Match, err error) {
	var all []storedImport
	counts := map[string]int{}
	for _, table := range []string{"imported", "libraries"} {
		list, err := store.All(ctx, tx.Conn, store.Into(func(k *storedImport) []any {
			k.table = table
			return []any{&k.id, &k.size, &k.at}
		}), `SELECT id, size, at FROM `+table+` WHERE owner = ?`, string(p))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b storedImport) int { return cmp.Compare(b.at, a.at) })
	total := int64(0)
	for _, k := range all {
		total += k.size
		counts[k.table]++
		if total <= maxBytes && counts[k.table] <= maxRowsPerPlayer[k.table] {
			continue
		}
		total -= k.size
		if k.table == "imported" {
			games = append(games, id.Match(k.id))
		}
		tx.ExecDeferred(ctx, `DELETE FROM `+k.table+` WHERE id = ?`, k.id)
	}
	return games, nil
}

func scan(r store.Row) (g Imported, err error) {
	var result, start, moves string
	var packed []byte
	err = r.Scan(&g.ID, &g.Owner, &g.Names[game.Red], &g.Names[game.Black], &g.Title, &result, &start, &moves,
		store.Time(&g.At), &packed, &g.Library, &g.Entry)
	if err != nil {
		return g, err
	}
	if err := g.decode(result, start, moves, packed); err != nil {
		return g, fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return g, nil
}

// errUnreadable means that a game's row exists but cannot be decoded.
var errUnreadable = errors.New("a stored game cannot be read")

// decode decodes the columns result, start, moves and record.
func (i *Imported) decode(result, start, moves string, packed []byte) (err error) {
	var ok bool
	if i.Result, ok = game.ParseResult(result); !ok {
		return errors.New("unknown result " + result)
	}
	if start == flippedStart {
		i.Game = game.NewGame(game.Start(), game.NoRepetition)
		i.Flipped, err = pgn.Read(string(packed))
		return err
	}
	if len(packed) > 0 {
		if i.Record, err = record.Unpack(packed); err != nil {
			return err
		}
		i.Game, err = i.Record.Game(game.NoRepetition)
		return err
	}
	i.Game, err = match.ParseGame(start, game.NoRepetition.String(), moves)
	return err
}

func load(ctx context.Context, c store.Conn, of id.Match) (Imported, error) {
	g, err := scan(c.Row(ctx, `SELECT `+columns+` FROM imported WHERE id = ?`, string(of)))
	return g, store.OrMissing(err, ErrNoGame)
}

// entryOf returns the stored game of a library's entry, "" if none.
func entryOf(ctx context.Context, c store.Conn, library id.Match, entry int) (of id.Match, err error) {
	_, err = store.One(c.Row(ctx, `SELECT id FROM imported WHERE library = ? AND entry = ?`, string(library), entry),
		&of)
	return of, err
}

// gamesForExport returns a player's games for the export, without records.
func gamesForExport(ctx context.Context, c store.Conn, p id.Player) ([]exported, error) {
	return store.All(ctx, c, func(r store.Row) (e exported, err error) {
		var moves string
		err = r.Scan(&e.ID, &e.Red, &e.Black, &e.Title, &e.Result, &e.FEN, &moves, store.Time(&e.At), &e.size)
		e.Moves = strings.Fields(moves)
		return e, err
	}, `SELECT id, red, black, title, result, start, moves, at, size FROM imported WHERE owner = ? ORDER BY at, id`,
		string(p))
}

func insertLibrary(ctx context.Context, tx store.Tx, l *Library, packed []byte) {
	tx.ExecDeferred(ctx,
		`INSERT INTO libraries (id, owner, title, games, size, data, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		string(l.ID), string(l.Owner), l.Title, l.Games, len(packed), packed, store.Millis(l.ImportedAt))
}

const libraryColumns = `id, owner, title, games, at`

var scanLibrary = store.Into(func(l *Library) []any {
	return []any{&l.ID, &l.Owner, &l.Title, &l.Games, store.Time(&l.ImportedAt)}
})

func loadLibrary(ctx context.Context, c store.Conn, of id.Match, owner id.Player) (Library, error) {
	l, err := scanLibrary(c.Row(ctx, `SELECT `+libraryColumns+` FROM libraries WHERE id = ? AND owner = ?`, string(of),
		string(owner)))
	return l, store.OrMissing(err, ErrNoLibrary)
}

// librariesOf returns a player's libraries, newest first.
func librariesOf(ctx context.Context, c store.Conn, p id.Player) ([]Library, error) {
	return store.All(ctx, c, scanLibrary, `SELECT `+libraryColumns+
		` FROM libraries WHERE owner = ? ORDER BY at DESC, id`, string(p))
}

func libraryData(ctx context.Context, c store.Conn, of id.Match) ([]byte, error) {
	return store.Value[[]byte](c.Row(ctx, `SELECT data FROM libraries WHERE id = ?`, string(of)))
}

func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	for _, table := range []string{"imported", "libraries"} {
		tx.ExecDeferred(ctx, `DELETE FROM `+table+` WHERE owner = ?`, string(p))
	}
	study.Erase(ctx, tx, p)
	return nil
}

// deleteBefore deletes up to limit games, and up to limit libraries, that were imported before a time.
func deleteBefore(ctx context.Context, tx store.Tx, before time.Time,
	limit int) (games []id.Match, libraries int, err error) {
	old := func(table string) string {
		return `DELETE FROM ` + table + ` WHERE id IN (SELECT id FROM ` + table + ` WHERE at < ? LIMIT ?)`
	}
	if games, err = store.All(ctx, tx.Conn, store.Value[id.Match], old("imported")+` RETURNING id`,
		store.Millis(before), limit); err != nil {
		return nil, 0, err
	}
	n, err := tx.Exec(ctx, old("libraries"), store.Millis(before), limit)
	return games, int(n), err
}

func count(ctx context.Context, c store.Conn, p id.Player) (n int, err error) {
	err = c.Row(ctx,
		`SELECT (SELECT COUNT(*) FROM imported WHERE owner = ?) + (SELECT COUNT(*) FROM libraries WHERE owner = ?)`,
		string(p), string(p)).Scan(&n)
	return n, err
}
