package standing

import (
	"context"
	"slices"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/rating"
	"yeye/bot/player"
	"yeye/bot/store"
)

// args returns the players as SQL parameters.
func (d pair) args() []any { return []any{string(d[0]), string(d[1])} }

const ratingsBy = `SELECT player, pool, value, deviation, volatility, games, opponents, at FROM ratings
	WHERE player IN (?, ?)`

// ratingsOf returns players' ratings by pool; no player's map is nil.
func ratingsOf(ctx context.Context, c store.Conn, players pair) (map[id.Player]map[Pool]Rating, error) {
	all := map[id.Player]map[Pool]Rating{players[0]: {}, players[1]: {}}
	err := store.Each(ctx, c, func(row store.Row) error {
		var p id.Player
		var in Pool
		var r Rating
		err := row.Scan(&p, &in, &r.Value, &r.Deviation, &r.Volatility, &r.Games, &r.Opponents, store.Time(&r.Last))
		if err == nil {
			all[p][in] = r
		}
		return err
	}, ratingsBy, players.args()...)
	return all, err
}

func saveRatings(ctx context.Context, tx store.Tx, in Pool, of []Result, ratings map[id.Player]map[Pool]Rating) {
	var rows [][]any
	for _, one := range of {
		r := ratings[one.Player][in]
		rows = append(rows, []any{string(one.Player), string(in), r.Value, r.Deviation, r.Volatility, r.Games,
			r.Opponents, store.Millis(r.Last)})
	}
	store.Insert(ctx, tx,
		`INSERT INTO ratings (player, pool, value, deviation, volatility, games, opponents, at) VALUES`, rows,
		`ON CONFLICT (player, pool) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,
			volatility = excluded.volatility,
			games = excluded.games, opponents = excluded.opponents, at = excluded.at`)
}

const resultColumns = `game, side, player, opponent, level, odds, unaided, even, score, at, pool, before, after,
	deviation, limited`

func insertResults(ctx context.Context, tx store.Tx, all []Result) {
	var rows [][]any
	for _, r := range all {
		rows = append(rows, []any{string(r.Game), int(r.Side), string(r.Player), string(r.Opponent),
			match.StoredLevel(r.Level, r.Human), r.Odds.String(), store.Bit(r.Unaided), store.Bit(r.Even),
			int(r.Score), store.Millis(r.At), string(r.Pool), r.Before, r.After, r.Deviation,
			store.Bit(r.LimitedChange)})
	}
	store.Insert(ctx, tx, `INSERT INTO scores (`+resultColumns+`) VALUES`, rows, ``)
}

var scanResult = store.Into(func(r *Result) []any {
	return []any{&r.Game, &r.Side, &r.Player, &r.Opponent, match.ScanLevel(&r.Level, &r.Human),
		store.Parsed(&r.Odds, match.ParseOdds), store.Flag(&r.Unaided), store.Flag(&r.Even), &r.Score,
		store.Time(&r.At), &r.Pool, &r.Before, &r.After, &r.Deviation, store.Flag(&r.LimitedChange)}
})

const (
	resultsIn = `SELECT ` + resultColumns + ` FROM scores WHERE game = ? ORDER BY n`
	resultsOf = `SELECT ` + resultColumns + ` FROM scores WHERE player = ? ORDER BY n DESC LIMIT ?`
	shortWins = `SELECT COALESCE(SUM(CASE WHEN score = 2 THEN limited END), 0), COUNT(*) FROM (SELECT score, limited
		FROM scores WHERE player = ? AND pool <> '' ORDER BY n DESC LIMIT ?) x`
	bestOf = `SELECT o.player, MAX(o.before) AS best FROM scores r JOIN scores o ON o.game = r.game AND o.side <> r.side
		WHERE r.player = ? AND r.score = 2 AND r.pool <> '' GROUP BY o.player ORDER BY best DESC LIMIT ?`
)

// resultsOfPlayer returns a player's results, the latest first.
func resultsOfPlayer(ctx context.Context, c store.Conn, p id.Player, limit int) ([]Result, error) {
	return store.All(ctx, c, scanResult, resultsOf, string(p), limit)
}

// priorGames counts the rated games that two players have played, Red's first.
type priorGames struct {
	between int // their rated games against each other today
	// rated games today with erased players who may be one of the two: erasing oneself must not reset the limit
	erased int
	// by side: has played a rated game with the other in the pool, or one within erasedOpponentWindow with an erased
	// player who may be the other
	met [2]bool
}

// today returns the number of rated games of the pair today.
func (e *priorGames) today() int { return e.between + e.erased }

const (
	ratedBetween = `SELECT COUNT(*) FROM scores WHERE player = ? AND opponent = ? AND pool <> '' AND at >= ?
		AND at <= ?`
	// ratedErased counts a player's rated games against erased players who may be a given other player: that one has no
	// results before the game.
	ratedErased = `SELECT COUNT(*) FROM scores r WHERE r.player = ? AND r.opponent = '' AND r.level = -1
		AND r.pool <> '' AND r.at >= ? AND r.at <= ?
		AND NOT EXISTS (SELECT 1 FROM scores o WHERE o.player = ? AND o.n < r.n)`
	ratedErasedIn  = ratedErased + ` AND r.pool = ?`
	ratedBetweenIn = `SELECT COUNT(*) FROM scores WHERE player = ? AND opponent = ? AND pool = ?`
	metBy          = `(` + ratedBetweenIn + `) + (` + ratedErasedIn + `)`
	ratedEarlier   = `SELECT (` + ratedBetween + `), (` + ratedErased + `) + (` + ratedErased + `), ` + metBy + `, ` +
		metBy
)

// loadPriorGames returns the games of two players up to then.
func loadPriorGames(ctx context.Context, c store.Conn, players pair, in Pool,
	then time.Time) (e priorGames, err error) {
	red, black := string(players[0]), string(players[1])
	today, lately, now := store.Millis(dayOf(then)), store.Millis(then.Add(-erasedOpponentWindow)), store.Millis(then)
	var met [2]int
	_, err = store.One(c.Row(ctx, ratedEarlier, red, black, today, now, red, today, now, black, black, today, now, red,
		red, black, string(in), red, lately, now, black, string(in),
		black, red, string(in), black, lately, now, red, string(in)), &e.between, &e.erased, &met[0], &met[1])
	e.met = [2]bool{met[0] > 0, met[1] > 0}
	return e, err
}

// selectLadderWins selects players' wins over characters without help, grouped by level and odds.
const selectLadderWins = `SELECT player, level, odds, even, COUNT(*), MIN(at) FROM scores
	WHERE player IN (?, ?) AND score = 2 AND unaided = 1 AND level >= 0 GROUP BY player, level, odds, even`

// weakestHelped selects the weakest character that a player has beaten with help, -1 if none.
const weakestHelped = `SELECT COALESCE(MIN(level), -1) FROM scores WHERE player = ? AND score = 2 AND unaided = 0
	AND level >= 0`

func ladderWinsOf(ctx context.Context, c store.Conn, players pair) (map[id.Player]LadderWins, error) {
	all := map[id.Player]LadderWins{}
	err := store.Each(ctx, c, func(row store.Row) error {
		var p id.Player
		var level character.Level
		var times int
		var odds match.Odds
		var even bool
		var first time.Time
		err := row.Scan(&p, &level, store.Parsed(&odds, match.ParseOdds), store.Flag(&even), &times, store.Time(&first))
		if err == nil && level.Valid() && (even || odds != match.Even) {
			won := all[p]
			won.add(level, odds, times, first)
			all[p] = won
		}
		return err
	}, selectLadderWins, players.args()...)
	return all, err
}

// saveMembers stores that the players have finished a match on its server ("" for direct messages), with their names
// there.
func saveMembers(ctx context.Context, tx store.Tx, m *match.Match, results []Result) {
	var rows [][]any
	for _, r := range results {
		if len(rows) == 0 || r.Player != results[0].Player {
			rows = append(rows, []any{string(m.Guild), string(r.Player), m.Seats[r.Side].Name, store.Millis(tx.Now)})
		}
	}
	store.Insert(ctx, tx, `INSERT INTO members (guild, player, name, at) VALUES`, rows,
		`ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name, at = excluded.at`)
}

// membership is a server on which a player has finished a game ("" for direct messages), with their last name there.
type membership struct {
	guild id.Guild
	name  string
}

const (
	memberships = `SELECT player, guild, name FROM members WHERE player IN (?, ?) ORDER BY at DESC, guild`
	nameOf      = `SELECT name FROM members WHERE guild = ? AND player = ?`
)

// membershipsOf returns players' memberships, the latest first, direct messages included.
func membershipsOf(ctx context.Context, c store.Conn, players pair) (map[id.Player][]membership, error) {
	all := map[id.Player][]membership{}
	err := store.Each(ctx, c, func(row store.Row) error {
		var p id.Player
		var m membership
		err := row.Scan(&p, &m.guild, &m.name)
		all[p] = append(all[p], m)
		return err
	}, memberships, players.args()...)
	return all, err
}

func serversOf(ctx context.Context, c store.Conn, p id.Player) ([]id.Guild, error) {
	return store.All(ctx, c, store.Value[id.Guild],
		`SELECT guild FROM members WHERE player = ? AND guild <> '' ORDER BY guild`, string(p))
}

// saveAchievements stores the achievements of a game, and returns those earned for the first time.
func saveAchievements(ctx context.Context, tx store.Tx, r Result,
	keys []rating.Achievement) (first []rating.Achievement, err error) {
	params, values := "", []any{}
	for _, key := range keys {
		params += ", (?, ?, ?, ?, 1)"
		values = append(values, string(r.Player), string(key), string(r.Game), store.Millis(r.At))
	}
	err = store.Each(ctx, tx.Conn, func(row store.Row) error {
		var key rating.Achievement
		var times int
		err := row.Scan(&key, &times)
		if times == 1 {
			first = append(first, key)
		}
		return err
	}, `INSERT INTO achievements (player, key, game, at, times) VALUES `+params[len(", "):]+`
		ON CONFLICT (player, key) DO UPDATE SET times = achievements.times + 1 RETURNING key, times`, values...)
	return first, err
}

const (
	achievementColumns = `SELECT player, key, game, at, times FROM achievements`
	achievementsBy     = achievementColumns + ` WHERE player = ? ORDER BY times DESC, at, key`
	achievementsIn     = achievementColumns + ` WHERE game = ? ORDER BY player, key`
)

var scanAchievement = store.Into(func(a *Achievement) []any {
	return []any{&a.Player, &a.Key, &a.Game, store.Time(&a.At), &a.Times}
})

// earnedBy returns a player's achievements, most frequent first.
func earnedBy(ctx context.Context, c store.Conn, p id.Player) ([]Achievement, error) {
	return store.All(ctx, c, scanAchievement, achievementsBy, string(p))
}

const (
	dropPlaces  = `DELETE FROM places WHERE player IN (?, ?)`
	countPlaces = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ?`
	// pageOfPlaces limits the rows before it joins names and ratings.
	pageOfPlaces = `
		SELECT p.player, n.name, p.value, p.since, COALESCE(r.value, 0.0), COALESCE(r.deviation, 0.0), COALESCE(r.volatility, 0.0), COALESCE(r.games, 0), COALESCE(r.at, 0) FROM (
			SELECT board, guild, player, value, since FROM places WHERE board = ? AND guild = ? ORDER BY value DESC, since, player LIMIT ? OFFSET ?
		) p JOIN places n ON n.board = p.board AND n.guild = p.guild AND n.player = p.player
		LEFT JOIN ratings r ON r.player = p.player AND r.pool = REPLACE(p.board, '` + newcomerSuffix + `', '')
		ORDER BY p.value DESC, p.since, p.player`
	ownPlace     = `SELECT value, since FROM places WHERE board = ? AND guild = ? AND player = ?`
	betterPlaces = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ? AND value > ?`
	// settledOpponents counts a player's opponents in a pool who now have an established rating there, up to a limit.
	settledOpponents = `SELECT COUNT(*) FROM (SELECT DISTINCT s.opponent FROM scores s
		JOIN ratings o ON o.player = s.opponent AND o.pool = s.pool
		WHERE s.player = ? AND s.pool = ? AND o.deviation < ? LIMIT ?) x`
	equalPlaces = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ? AND value = ? AND (since < ? OR since = ?
		AND player < ?)`
)

var scanPlace = store.Into(func(p *Place) []any {
	r := &p.Rating
	return []any{&p.Player, &p.Name, &p.Value, store.Time(&p.Since), &r.Value, &r.Deviation, &r.Volatility, &r.Games,
		store.Time(&r.Last)}
})

// storedBoards lists the boards with their newcomers' lists, in the order in which placeRows inserts them.
var storedBoards = []Board{ByLive, ByLive.newcomers(), ByDays, ByDays.newcomers(), ByLadder}

// placeRows returns the rows of a player's places on a server's boards.
func placeRows(g id.Guild, name string, p id.Player, at map[Board]Place) (rows [][]any) {
	for _, b := range storedBoards {
		if one, ok := at[b]; ok {
			rows = append(rows, []any{string(b), string(g), string(p), name, one.Value, store.Millis(one.Since)})
		}
	}
	return rows
}

// insertPlaces inserts places, 100 rows a statement: a player may have finished games on many servers.
func insertPlaces(ctx context.Context, tx store.Tx, rows [][]any) {
	for some := range slices.Chunk(rows, 100) {
		store.Insert(ctx, tx, `INSERT INTO places (board, guild, player, name, value, since) VALUES`, some, ``)
	}
}

// erase deletes a player's data. Opponents' ratings and results stay, without the player's id.
var erase = player.RunStatements(
	`DELETE FROM ratings WHERE player = ?`,
	`DELETE FROM scores WHERE player = ?`,
	`UPDATE scores SET opponent = '' WHERE opponent <> '' AND opponent = ?`,
	`DELETE FROM members WHERE player = ?`,
	`DELETE FROM achievements WHERE player = ?`,
	`DELETE FROM places WHERE player = ?`,
)
