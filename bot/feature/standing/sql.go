package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/game"
)

// person is the level of an opponent who is not a character.
const person = -1

// result is a finished game in a player's record.
type result struct {
	game     id.Match
	side     game.Color
	player   id.Player
	opponent id.Player // "" for a character, or a player who has been erased
	level    int       // of the character, or person
	odds     match.Odds
	unaided  bool
	even     bool // it began at the starting position, without odds
	score    float64
	guild    id.Guild
	at       time.Time
	opening  string // the first moves

	pool          pool
	before, after float64
	deviation     float64 // of the rating after the game
}

// rated is a player's rating in a pool.
type rated struct {
	rating.Rating
	games     int
	opponents int // the number of different ones
	at        time.Time
}

func loadRating(ctx context.Context, c store.Conn, p id.Player, in pool) (r rated, err error) {
	found, err := store.One(c.Row(ctx, ratingIn,
		string(p), string(in)), &r.Value, &r.Deviation, &r.Volatility, &r.games, &r.opponents, store.Time(&r.at))
	if !found && err == nil {
		r.Rating = rating.Newcomer()
	}
	return r, err
}

const ratingIn = `SELECT value, deviation, volatility, games, opponents, at FROM ratings WHERE player = ? AND pool = ?`

func saveRating(ctx context.Context, tx store.Tx, p id.Player, in pool, r rated) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO ratings (player, pool, value, deviation, volatility, games, opponents, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, pool) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
			games = excluded.games, opponents = excluded.opponents, at = excluded.at`,
		string(p), string(in), r.Value, r.Deviation, r.Volatility, r.games, r.opponents, store.Millis(r.at))
	return err
}

const resultColumns = `game, side, player, opponent, level, odds, unaided, even, score, guild, at, opening, pool, before, after, deviation`

func insertResult(ctx context.Context, tx store.Tx, r result) error {
	_, err := tx.Exec(ctx, `INSERT INTO results (`+resultColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		string(r.game), r.side.String(), string(r.player), string(r.opponent), r.level, r.odds.String(), store.Bit(r.unaided), store.Bit(r.even),
		r.score, string(r.guild), store.Millis(r.at), r.opening, string(r.pool), r.before, r.after, r.deviation)
	return err
}

func scanResult(row store.Row) (r result, err error) {
	err = row.Scan(&r.game, store.Parsed(&r.side, parseSide), &r.player, &r.opponent, &r.level, store.Parsed(&r.odds, match.ParseOdds),
		store.Flag(&r.unaided), store.Flag(&r.even), &r.score, &r.guild, store.Time(&r.at), &r.opening, &r.pool, &r.before, &r.after, &r.deviation)
	return r, err
}

func parseSide(name string) (game.Color, bool) {
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if c.String() == name {
			return c, true
		}
	}
	return game.Red, false
}

// ofGame returns the results of a match's players who have not been erased.
func ofGame(ctx context.Context, c store.Conn, of id.Match) ([]result, error) {
	return store.All(ctx, c, scanResult, `SELECT `+resultColumns+` FROM results WHERE game = ? ORDER BY n`, string(of))
}

// ofPlayer returns a player's results, the latest first.
func ofPlayer(ctx context.Context, c store.Conn, p id.Player, limit int) ([]result, error) {
	return store.All(ctx, c, scanResult, resultsOf, string(p), limit)
}

const resultsOf = `SELECT ` + resultColumns + ` FROM results WHERE player = ? ORDER BY n DESC LIMIT ?`

const day = 24 * time.Hour

// dayOf returns the beginning of a day, midnight UTC.
func dayOf(t time.Time) time.Time { return t.UTC().Truncate(day) }

// ratedBy returns how many games of two players had counted by then on that day, and how many games against erased players count as
// theirs, since one of them may have been erased and be back: otherwise erasing oneself would allow more.
func ratedBy(ctx context.Context, c store.Conn, p, other id.Player, then time.Time) (between, erased int, err error) {
	from, to := store.Millis(dayOf(then)), store.Millis(then)
	_, err = store.One(c.Row(ctx, `SELECT (`+ratedBetween+`), (`+ratedErased+`) + (`+ratedErased+`)`,
		string(p), string(other), from, to, string(p), from, to, string(other), string(other), from, to, string(p)), &between, &erased)
	return between, erased, err
}

const (
	ratedBetween = `SELECT COUNT(*) FROM results WHERE player = ? AND opponent = ? AND pool <> '' AND at >= ? AND at <= ?`
	// ratedErased counts a player's games against erased players who may be the same as another player: that one has no earlier
	// results.
	ratedErased = `SELECT COUNT(*) FROM results r WHERE r.player = ? AND r.opponent = '' AND r.level = -1 AND r.pool <> '' AND r.at >= ? AND r.at <= ?
		AND NOT EXISTS (SELECT 1 FROM results o WHERE o.player = ? AND o.n < r.n)`
	ratedErasedIn  = ratedErased + ` AND r.pool = ?`
	ratedBetweenIn = `SELECT COUNT(*) FROM results WHERE player = ? AND opponent = ? AND pool = ?`
)

// haveMet reports by side, Red first, whether a player has played a game against the other that counted in a pool, or lately one
// against an erased player who may be the same.
func haveMet(ctx context.Context, tx store.Tx, red, black id.Player, in pool) (met [2]bool, err error) {
	var games [2]int
	since, now := store.Millis(tx.Now.Add(-erasedFor)), store.Millis(tx.Now)
	const by = `(` + ratedBetweenIn + `) + (` + ratedErasedIn + `)`
	_, err = store.One(tx.Row(ctx, `SELECT `+by+`, `+by,
		string(red), string(black), string(in), string(red), since, now, string(black), string(in),
		string(black), string(red), string(in), string(black), since, now, string(red), string(in)), &games[0], &games[1])
	return [2]bool{games[0] > 0, games[1] > 0}, err
}

// saveMember records who has finished a game on a server, "" for direct conversations.
func saveMember(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, name string) error {
	_, err := tx.Exec(ctx, `INSERT INTO members (guild, player, name, at) VALUES (?, ?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name, at = excluded.at`,
		string(g), string(p), name, store.Millis(tx.Now))
	return err
}

// erase deletes a player's data. Others' ratings and results stay, without this opponent's id.
func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	for _, statement := range []string{
		`DELETE FROM ratings WHERE player = ?`,
		`DELETE FROM results WHERE player = ?`,
		`UPDATE results SET opponent = '' WHERE opponent <> '' AND opponent = ?`,
		`DELETE FROM members WHERE player = ?`,
		`DELETE FROM achievements WHERE player = ?`,
		`DELETE FROM places WHERE player = ?`,
	} {
		if _, err := tx.Exec(ctx, statement, string(p)); err != nil {
			return err
		}
	}
	return eraseReviews(ctx, tx, p)
}

const ratingsBy = `SELECT pool, value, deviation, volatility, games, opponents, at FROM ratings WHERE player = ?`

// ratingsOf returns a player's ratings, by pool.
func ratingsOf(ctx context.Context, c store.Conn, p id.Player) (map[pool]rated, error) {
	all := map[pool]rated{}
	_, err := store.All(ctx, c, func(row store.Row) (in pool, err error) {
		var r rated
		err = row.Scan(&in, &r.Value, &r.Deviation, &r.Volatility, &r.games, &r.opponents, store.Time(&r.at))
		all[in] = r
		return in, err
	}, ratingsBy, string(p))
	return all, err
}

func serversOf(ctx context.Context, c store.Conn, p id.Player) ([]id.Guild, error) {
	return store.All(ctx, c, store.Value[id.Guild], `SELECT guild FROM members WHERE player = ? AND guild <> '' ORDER BY guild`, string(p))
}

// bestBeaten returns the rating of the strongest player that a player has beaten in a game that counted, 0 if none.
func bestBeaten(ctx context.Context, c store.Conn, p id.Player) (float64, error) {
	return store.Value[float64](c.Row(ctx, bestOf, string(p)))
}

const bestOf = `SELECT COALESCE(MAX(o.before), 0.0) FROM results r JOIN results o ON o.game = r.game AND o.side <> r.side
	WHERE r.player = ? AND r.score = 1 AND r.pool <> ''`

// memberName returns the name under which a player has finished games on a server, and whether they have.
func memberName(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (name string, ok bool, err error) {
	ok, err = store.One(c.Row(ctx, nameOf, string(g), string(p)), &name)
	return name, ok, err
}

const nameOf = `SELECT name FROM members WHERE guild = ? AND player = ?`
