package standing

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/rating"
	"yeye/bot/store"
)

// Places on leaderboards are stored, in the transaction in which anything about them changes: to find out at each look who is on a
// server, who is ranked and who shows it took longer the more players there were.

// board is the criterion by which a leaderboard is sorted. The names are stored.
type board string

const (
	byLive   = board(live)
	byDays   = board(days)
	byLadder = board("ladder")
)

// boards lists the boards in the order in which they are offered.
var boards = []board{byLive, byDays, byLadder}

// everywhere stands for all servers, where a leaderboard names a server.
const everywhere = id.Guild("")

// leastOpponents is how many different opponents a player must have had for a place by rating.
const leastOpponents = 5

// place is a player's place on a leaderboard.
type place struct {
	player id.Player
	name   string
	value  float64 // a rating or a rung
	since  time.Time
	rated  // by rating
}

// relisted updates a player's places for new settings.
func (s *standing) relisted(ctx context.Context, tx store.Tx, p id.Player, _ player.Preferences) error {
	if err := tx.Dialect().Lock(ctx, tx.Conn, "player "+string(p)); err != nil {
		return err
	}
	return s.place(ctx, tx, p)
}

// place updates the places of a player, who must be locked: on each server on which they have finished a game, and among all
// players if they want that, by each of their ratings from games against enough opponents, and by their rung.
func (s *standing) place(ctx context.Context, tx store.Tx, p id.Player) error {
	at, err := placesOf(ctx, tx.Conn, p)
	if err != nil || len(at) == 0 { // there are no old places to delete: opponents and rungs do not become fewer
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM places WHERE player = ?`, string(p)); err != nil {
		return err
	}
	prefs, err := s.players.PreferencesIn(ctx, tx.Conn, p)
	if err != nil || !prefs.ShowsProfile() {
		return err
	}
	known, err := memberships(ctx, tx.Conn, p)
	if err != nil {
		return err
	}
	for i, m := range known {
		if m.guild != everywhere {
			err = insertPlaces(ctx, tx, m.guild, m.name, p, at)
		}
		if i == 0 && err == nil && prefs.ListedEverywhere() { // under the latest name
			err = insertPlaces(ctx, tx, everywhere, m.name, p, at)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// placesOf returns a player's value on each board on which it is enough for a place.
func placesOf(ctx context.Context, c store.Conn, p id.Player) (map[board]place, error) {
	all := map[board]place{}
	ratings, err := ratingsOf(ctx, c, p)
	if err != nil {
		return nil, err
	}
	for in, r := range ratings {
		if r.opponents >= leastOpponents {
			all[board(in)] = place{value: r.Value, since: r.at}
		}
	}
	climbs, err := climbsOf(ctx, c, p)
	if err != nil {
		return nil, err
	}
	if rung, since := climbs.rung(); rung > 0 {
		all[byLadder] = place{value: float64(rung), since: since}
	}
	return all, nil
}

func insertPlaces(ctx context.Context, tx store.Tx, g id.Guild, name string, p id.Player, at map[board]place) error {
	for _, b := range boards {
		one, ok := at[b]
		if !ok {
			continue
		}
		if _, err := tx.Exec(ctx, `INSERT INTO places (board, guild, player, name, value, since) VALUES (?, ?, ?, ?, ?, ?)`,
			string(b), string(g), string(p), name, one.value, store.Millis(one.since)); err != nil {
			return err
		}
	}
	return nil
}

// membership is a server, "" for direct conversations, on which a player has finished a game, and the name they had there.
type membership struct {
	guild id.Guild
	name  string
}

const membershipsOf = `SELECT guild, name FROM members WHERE player = ? ORDER BY at DESC, guild`

// memberships returns where a player has finished games, direct conversations included, the latest first.
func memberships(ctx context.Context, c store.Conn, p id.Player) ([]membership, error) {
	return store.All(ctx, c, func(row store.Row) (m membership, err error) {
		err = row.Scan(&m.guild, &m.name)
		return m, err
	}, membershipsOf, string(p))
}

const climbed = `SELECT level, odds, even, COUNT(*), MIN(at) FROM results
	WHERE player = ? AND score = 1 AND unaided = 1 AND level >= 0 GROUP BY level, odds, even`

// climbsOf returns a player's wins over characters without help.
func climbsOf(ctx context.Context, c store.Conn, p id.Player) (all climbs, err error) {
	type row struct {
		level, times int
		odds         match.Odds
		even         bool
		first        time.Time
	}
	rows, err := store.All(ctx, c, func(from store.Row) (r row, err error) {
		err = from.Scan(&r.level, store.Parsed(&r.odds, match.ParseOdds), store.Flag(&r.even), &r.times, store.Time(&r.first))
		return r, err
	}, climbed, string(p))
	for _, r := range rows {
		if r.level < rating.Levels && (r.even || r.odds != match.Even) {
			all.add(r.level, r.odds, r.times, r.first)
		}
	}
	return all, err
}

const (
	countPlaces = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ?`
	// pageOfPlaces reads the names of only those who are on the page.
	pageOfPlaces = `
		SELECT p.player, n.name, p.value, p.since, COALESCE(r.deviation, 0.0), COALESCE(r.games, 0), COALESCE(r.at, 0) FROM (
			SELECT board, guild, player, value, since FROM places WHERE board = ? AND guild = ? ORDER BY value DESC, since, player LIMIT ? OFFSET ?
		) p JOIN places n ON n.board = p.board AND n.guild = p.guild AND n.player = p.player
		LEFT JOIN ratings r ON r.player = p.player AND r.pool = p.board
		ORDER BY p.value DESC, p.since, p.player`
	ownPlace     = `SELECT value, since FROM places WHERE board = ? AND guild = ? AND player = ?`
	betterPlaces = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ? AND value > ?`
	equalPlaces  = `SELECT COUNT(*) FROM places WHERE board = ? AND guild = ? AND value = ? AND (since < ? OR since = ? AND player < ?)`
)

// placesIn returns how many players have a place.
func placesIn(ctx context.Context, c store.Conn, g id.Guild, b board) (int, error) {
	return store.Value[int](c.Row(ctx, countPlaces, string(b), string(g)))
}

// places returns a part of a leaderboard, the best first.
func places(ctx context.Context, c store.Conn, g id.Guild, b board, limit, from int) ([]place, error) {
	return store.All(ctx, c, func(row store.Row) (p place, err error) {
		err = row.Scan(&p.player, &p.name, &p.value, store.Time(&p.since), &p.Deviation, &p.games, store.Time(&p.at))
		p.Value = p.value
		return p, err
	}, pageOfPlaces, string(b), string(g), limit, from)
}

// placeOf returns how many places are before a player's, and the value of the player's; ok is false if they have none.
func placeOf(ctx context.Context, c store.Conn, g id.Guild, b board, p id.Player) (before int, value float64, ok bool, err error) {
	var since time.Time
	if ok, err = store.One(c.Row(ctx, ownPlace, string(b), string(g), string(p)), &value, store.Time(&since)); err != nil || !ok {
		return 0, 0, false, err
	}
	at := store.Millis(since)
	better, err := store.Value[int](c.Row(ctx, betterPlaces, string(b), string(g), value))
	if err != nil {
		return 0, 0, false, err
	}
	equal, err := store.Value[int](c.Row(ctx, equalPlaces, string(b), string(g), value, at, at, string(p)))
	return better + equal, value, true, err
}
