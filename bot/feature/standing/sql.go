package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/rating"
	"yeye/bot/store"
	"yeye/game"
)

// person is the level of an opponent who is none of the characters.
const person = -1

// result is a finished game as it stands in a player's record.
type result struct {
	game     id.Match
	side     game.Color
	player   id.Player
	opponent id.Player // "" for a character, or a player who has been erased
	level    int       // of the character, or person
	odds     match.Odds
	unaided  bool
	even     bool // it began as games do
	score    float64
	guild    id.Guild
	at       time.Time
	opening  string // the first moves

	pool          pool
	before, after float64
	deviation     float64 // of the rating after
}

// rated is a player's rating in a pool.
type rated struct {
	rating.Rating
	games     int
	opponents int // different ones
	at        time.Time
}

func loadRating(ctx context.Context, c store.Conn, p id.Player, in pool) (r rated, err error) {
	found, err := store.One(c.Row(ctx, `SELECT value, deviation, volatility, games, opponents, at FROM ratings WHERE player = ? AND pool = ?`,
		string(p), string(in)), &r.Value, &r.Deviation, &r.Volatility, &r.games, &r.opponents, store.Time(&r.at))
	if !found && err == nil {
		r.Rating = rating.Newcomer()
	}
	return r, err
}

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

// ofGame is the results of a match's players who have not been erased.
func ofGame(ctx context.Context, c store.Conn, of id.Match) ([]result, error) {
	return store.All(ctx, c, scanResult, `SELECT `+resultColumns+` FROM results WHERE game = ?`, string(of))
}

// ofPlayer is a player's results, the latest first.
func ofPlayer(ctx context.Context, c store.Conn, p id.Player, limit int) ([]result, error) {
	return store.All(ctx, c, scanResult, `SELECT `+resultColumns+` FROM results WHERE player = ? ORDER BY n DESC LIMIT ?`, string(p), limit)
}

// ratedToday is how many games of two players have counted since midnight.
func ratedToday(ctx context.Context, tx store.Tx, p, other id.Player) (int, error) {
	const day = 24 * time.Hour
	return store.Value[int](tx.Row(ctx, `SELECT COUNT(*) FROM results WHERE player = ? AND opponent = ? AND pool <> '' AND at >= ?`,
		string(p), string(other), store.Millis(tx.Now.UTC().Truncate(day))))
}

// haveMet reports whether two players have had a game that counted in a pool.
func haveMet(ctx context.Context, tx store.Tx, p, other id.Player, in pool) (bool, error) {
	n, err := store.Value[int](tx.Row(ctx, `SELECT COUNT(*) FROM results WHERE player = ? AND opponent = ? AND pool = ?`,
		string(p), string(other), string(in)))
	return n > 0, err
}

// saveMember remembers who has finished a game on a server. A direct conversation is none.
func saveMember(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, name string) error {
	if g == "" {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO members (guild, player, name) VALUES (?, ?, ?) ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name`,
		string(g), string(p), name)
	return err
}

// erase removes a player. Others' ratings and results stay, and no longer say against whom.
func erase(ctx context.Context, tx store.Tx, p id.Player) error {
	for _, statement := range []string{
		`DELETE FROM ratings WHERE player = ?`,
		`DELETE FROM results WHERE player = ?`,
		`UPDATE results SET opponent = '' WHERE opponent <> '' AND opponent = ?`,
		`DELETE FROM members WHERE player = ?`,
		`DELETE FROM achievements WHERE player = ?`,
	} {
		if _, err := tx.Exec(ctx, statement, string(p)); err != nil {
			return err
		}
	}
	return nil
}

func ratingsOf(ctx context.Context, c store.Conn, p id.Player) (map[pool]rated, error) {
	all := map[pool]rated{}
	for _, in := range []pool{live, days} {
		r, err := loadRating(ctx, c, p, in)
		if err != nil {
			return nil, err
		}
		if r.games > 0 {
			all[in] = r
		}
	}
	return all, nil
}

func serversOf(ctx context.Context, c store.Conn, p id.Player) ([]id.Guild, error) {
	return store.All(ctx, c, store.Value[id.Guild], `SELECT guild FROM members WHERE player = ? ORDER BY guild`, string(p))
}

// bestBeaten is the rating of the strongest player whom a player has beaten in a game that counted, 0 for none.
func bestBeaten(ctx context.Context, c store.Conn, p id.Player) (float64, error) {
	return store.Value[float64](c.Row(ctx, `
		SELECT COALESCE(MAX(o.before), 0.0) FROM results r JOIN results o ON o.game = r.game AND o.side <> r.side
		WHERE r.player = ? AND r.score = 1 AND r.pool <> ''`, string(p)))
}

// memberName is the name under which a player has finished games on a server, and whether they have.
func memberName(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (name string, ok bool, err error) {
	ok, err = store.One(c.Row(ctx, `SELECT name FROM members WHERE guild = ? AND player = ?`, string(g), string(p)), &name)
	return name, ok, err
}

// listed is who has a place on a server's leaderboard: whoever has finished a game there, has had rated games against enough
// different opponents, and shows it. Its parameters are the pool, the server and the number of opponents.
var listed = `
	FROM members m JOIN ratings r ON r.player = m.player AND r.pool = ?
	WHERE m.guild = ? AND r.opponents >= ? AND ` + player.WhereShown("m.player")

// placesIn is how many players have a place.
func placesIn(ctx context.Context, c store.Conn, g id.Guild, in pool) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*)`+listed, string(in), string(g), leastOpponents))
}

// places is a part of a leaderboard, the strongest first.
func places(ctx context.Context, c store.Conn, g id.Guild, in pool, limit, from int) ([]place, error) {
	return store.All(ctx, c, func(row store.Row) (p place, err error) {
		err = row.Scan(&p.player, &p.name, &p.Value, &p.Deviation, &p.Volatility, &p.games, &p.opponents, store.Time(&p.at))
		return p, err
	}, `SELECT m.player, m.name, r.value, r.deviation, r.volatility, r.games, r.opponents, r.at`+listed+` ORDER BY r.value DESC, m.player LIMIT ? OFFSET ?`,
		string(in), string(g), leastOpponents, limit, from)
}

// placesBefore is how many players stand before one with that rating.
func placesBefore(ctx context.Context, c store.Conn, g id.Guild, in pool, p id.Player, value float64) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*)`+listed+` AND (r.value > ? OR r.value = ? AND m.player < ?)`,
		string(in), string(g), leastOpponents, value, value, string(p)))
}
