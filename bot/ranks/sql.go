package ranks

import (
	"context"
	"math/rand/v2"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

func ranksOf(ctx context.Context, c store.Conn, g id.Guild) (all []Rank, err error) {
	err = store.Each(ctx, c, func(row store.Row) error {
		var band string
		var r Rank
		if err := row.Scan(&band, &r.Role); err != nil {
			return err
		}
		if b, known := ParseBand(band); known { // a later version may know more
			r.Band = b
			all = append(all, r)
		}
		return nil
	}, `SELECT band, role FROM ranks WHERE guild = ?`, string(g))
	return all, err
}

func setRank(ctx context.Context, tx store.Tx, g id.Guild, b Band, role id.Role) error {
	if role == "" {
		return tx.Later(ctx, `DELETE FROM ranks WHERE guild = ? AND band = ?`, string(g), b.String())
	}
	return tx.Later(ctx, `INSERT INTO ranks (guild, band, role) VALUES (?, ?, ?) ON CONFLICT (guild, band) DO UPDATE SET role = excluded.role`,
		string(g), b.String(), string(role))
}

func clearRanks(ctx context.Context, tx store.Tx, g id.Guild) error {
	return tx.Later(ctx, `DELETE FROM ranks WHERE guild = ?`, string(g))
}

const (
	// A revision begins anywhere, so that work on a row that has gone does not take another for it.
	intoDue = `INSERT INTO rank_due (guild, player, rev, first, since) `
	again   = ` ON CONFLICT (guild, player) DO UPDATE SET rev = rank_due.rev + 1, since = excluded.since`
	// serverDue and playerDue read package standing's record of who has finished a game where.
	serverDue = intoDue + `SELECT guild, player, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM (SELECT guild, player FROM members WHERE guild = ? UNION SELECT guild, player FROM rank_holders WHERE guild = ?) x
		WHERE 1 = 1` + again
	playerDue = intoDue + `SELECT guild, player, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM (SELECT m.guild, m.player FROM members m WHERE m.player IN (?, ?)
			AND EXISTS (SELECT 1 FROM ranks r WHERE r.guild = m.guild) UNION SELECT guild, player FROM rank_holders WHERE player IN (?, ?)) x
		WHERE 1 = 1` + again + ` RETURNING guild`
	holderDue = intoDue + `SELECT DISTINCT guild, player, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM rank_holders WHERE player = ?` + again + ` RETURNING guild`
	oneDue    = intoDue + `VALUES (?, ?, ?, ?, ?)` + again
	dueNow    = `SELECT player, rev FROM rank_due WHERE guild = ? AND since <= ? ORDER BY since, player LIMIT 1`
)

// revision returns the values of a row that becomes due now.
func revision(tx store.Tx) (rev, now int64) { return rand.Int64N(1 << 60), store.Millis(tx.Now) }

// allDue makes the roles of everybody on a server be looked at.
func allDue(ctx context.Context, tx store.Tx, g id.Guild) error {
	rev, now := revision(tx)
	return tx.Later(ctx, serverDue, rev, now, now, string(g), string(g))
}

// playersDue does the same for one or two players on all servers that give roles, and returns those.
func playersDue(ctx context.Context, tx store.Tx, players []id.Player) ([]id.Guild, error) {
	one, other := string(players[0]), string(players[len(players)-1])
	rev, now := revision(tx)
	all, err := store.All(ctx, tx.Conn, store.Value[id.Guild], playerDue, rev, now, now, one, other, one, other)
	seen := map[id.Guild]bool{}
	var servers []id.Guild
	for _, g := range all {
		if !seen[g] {
			seen[g] = true
			servers = append(servers, g)
		}
	}
	return servers, err
}

func due(ctx context.Context, tx store.Tx, g id.Guild, p id.Player) error {
	rev, now := revision(tx)
	return tx.Later(ctx, oneDue, string(g), string(p), rev, now, now)
}

// holdersDue makes all roles of a player be looked at, and returns the servers that they are of; on others nobody waits for them.
func holdersDue(ctx context.Context, tx store.Tx, p id.Player) ([]id.Guild, error) {
	rev, now := revision(tx)
	all, err := store.All(ctx, tx.Conn, store.Value[id.Guild], holderDue, rev, now, now, string(p))
	if err != nil {
		return nil, err
	}
	return all, tx.Later(ctx, `DELETE FROM rank_due WHERE player = ? AND NOT EXISTS
		(SELECT 1 FROM rank_holders h WHERE h.guild = rank_due.guild AND h.player = rank_due.player)`, string(p))
}

// gone reports whether nothing is known of a player on a server any more.
func gone(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM members WHERE guild = ? AND player = ?`, string(g), string(p)))
	return n == 0, err
}

func nextDue(ctx context.Context, c store.Conn, now time.Time, w *Work) (bool, error) {
	return store.One(c.Row(ctx, dueNow, string(w.Guild), store.Millis(now)), &w.Player, &w.rev)
}

// firstDue returns when the first member's roles of a server are to be looked at.
func firstDue(ctx context.Context, c store.Conn, g id.Guild) (at time.Time, some bool, err error) {
	some, err = store.One(c.Row(ctx, `SELECT since FROM rank_due WHERE guild = ? ORDER BY since LIMIT 1`, string(g)), store.Time(&at))
	return at, some, err
}

func postpone(ctx context.Context, tx store.Tx, w *Work, t Trouble) error {
	if t.Role == "" {
		return tx.Later(ctx, `UPDATE rank_due SET since = ? WHERE guild = ?`, store.Millis(t.Again), string(w.Guild))
	}
	return tx.Later(ctx, `UPDATE rank_due SET since = ? WHERE guild = ? AND player = ?`, store.Millis(t.Again), string(w.Guild), string(w.Player))
}

// dropDue reports whether nothing has changed about a member since the work was made.
func dropDue(ctx context.Context, tx store.Tx, w *Work) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM rank_due WHERE guild = ? AND player = ? AND rev = ?`, string(w.Guild), string(w.Player), w.rev)
	return n > 0, err
}

// heldBy returns the roles that a member of a server has from the bot, and whether that is certain.
func heldBy(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (map[id.Role]bool, error) {
	held := map[id.Role]bool{}
	err := store.Each(ctx, c, func(row store.Row) error {
		var r id.Role
		var sure bool
		err := row.Scan(&r, store.Flag(&sure))
		held[r] = sure
		return err
	}, `SELECT role, sure FROM rank_holders WHERE guild = ? AND player = ?`, string(g), string(p))
	return held, err
}

func saveHolder(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, role id.Role, sure bool) error {
	return tx.Later(ctx, `INSERT INTO rank_holders (guild, player, role, sure, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (guild, player, role) DO UPDATE SET sure = excluded.sure, at = excluded.at`,
		string(g), string(p), string(role), store.Bit(sure), store.Millis(tx.Now))
}

// before is the condition for the roles that a member of a server was given before a time.
const before = `guild = ? AND player = ? AND sure = 1 AND at < ?`

func givenBefore(ctx context.Context, c store.Conn, g id.Guild, p id.Player, at time.Time) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM rank_holders WHERE `+before, string(g), string(p), store.Millis(at)))
	return n > 0, err
}

// doubt makes it uncertain whether a member has the roles that they were given before a time.
func doubt(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, at time.Time) error {
	return tx.Later(ctx, `UPDATE rank_holders SET sure = 0 WHERE `+before, string(g), string(p), store.Millis(at))
}

func dropHolder(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, role id.Role) error {
	return tx.Later(ctx, `DELETE FROM rank_holders WHERE guild = ? AND player = ? AND role = ?`, string(g), string(p), string(role))
}

func forget(ctx context.Context, tx store.Tx, g id.Guild, p id.Player) error {
	if err := tx.Later(ctx, `DELETE FROM rank_holders WHERE guild = ? AND player = ?`, string(g), string(p)); err != nil {
		return err
	}
	return tx.Later(ctx, `DELETE FROM rank_due WHERE guild = ? AND player = ?`, string(g), string(p))
}

// giveUp forgets those who have no results on a server any more and whose roles could not be taken since a time.
func giveUp(ctx context.Context, tx store.Tx, g id.Guild, since time.Time) error {
	const old = `guild = ? AND player IN (SELECT d.player FROM rank_due d WHERE d.guild = ? AND d.first < ?
		AND NOT EXISTS (SELECT 1 FROM members m WHERE m.guild = d.guild AND m.player = d.player))`
	for _, table := range []string{`rank_holders`, `rank_due`} {
		if err := tx.Later(ctx, `DELETE FROM `+table+` WHERE `+old, string(g), string(g), store.Millis(since)); err != nil {
			return err
		}
	}
	return nil
}

func saveTrouble(ctx context.Context, tx store.Tx, g id.Guild, t Trouble) error {
	return tx.Later(ctx, `INSERT INTO rank_troubles (guild, what, role, again) VALUES (?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET what = excluded.what, role = excluded.role, again = excluded.again`, string(g), t.What, string(t.Role), store.Millis(t.Again))
}

func troubleOf(ctx context.Context, c store.Conn, g id.Guild) (t Trouble, ok bool, err error) {
	ok, err = store.One(c.Row(ctx, `SELECT what, role, again FROM rank_troubles WHERE guild = ?`, string(g)), &t.What, &t.Role, store.Time(&t.Again))
	return t, ok, err
}

func dropTrouble(ctx context.Context, tx store.Tx, g id.Guild) error {
	return tx.Later(ctx, `DELETE FROM rank_troubles WHERE guild = ?`, string(g))
}
