package ranks

import (
	"context"
	"math/rand/v2"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

func ranksOf(ctx context.Context, c store.Conn, g id.Guild) (map[Band]id.Role, error) {
	all := map[Band]id.Role{}
	err := store.Each(ctx, c, func(row store.Row) error {
		var band string
		var role id.Role
		err := row.Scan(&band, &role)
		if b, known := ParseBand(band); known { // a later version may have more bands
			all[b] = role
		}
		return err
	}, `SELECT band, role FROM ranks WHERE guild = ?`, string(g))
	return all, err
}

func setRank(ctx context.Context, tx store.Tx, g id.Guild, b Band, role id.Role) {
	if role == "" {
		tx.ExecDeferred(ctx, `DELETE FROM ranks WHERE guild = ? AND band = ?`, string(g), b.String())
		return
	}
	tx.ExecDeferred(ctx,
		`INSERT INTO ranks (guild, band, role) VALUES (?, ?, ?) ON CONFLICT (guild, band) DO UPDATE
			SET role = excluded.role`,
		string(g), b.String(), string(role))
}

func clearRanks(ctx context.Context, tx store.Tx, g id.Guild) {
	tx.ExecDeferred(ctx, `DELETE FROM ranks WHERE guild = ?`, string(g))
}

// Queries of the members whose roles may have to change, as (guild, player). The table members is package standing's:
// it has a row for each player who has finished a game on a server.
const (
	ofServer = `SELECT guild, player FROM members WHERE guild = ? UNION SELECT guild, player FROM rank_holders
		WHERE guild = ?`
	ofMember = `SELECT CAST(? AS TEXT) AS guild, CAST(? AS TEXT) AS player`
	// ofPlayers are one or two players on all servers that give roles.
	ofPlayers = `SELECT m.guild, m.player FROM members m WHERE m.player IN (?, ?) AND EXISTS (SELECT 1 FROM ranks r
		WHERE r.guild = m.guild)
		UNION SELECT guild, player FROM rank_holders WHERE player IN (?, ?)`
	ofHolder = `SELECT DISTINCT guild, player FROM rank_holders WHERE player = ?`
)

// markDue marks members as due now, and schedules the jobs of their servers.
func markDue(ctx context.Context, tx store.Tx, members string, args ...any) error {
	servers, err := store.All(ctx, tx.Conn, store.Value[id.Guild], `SELECT DISTINCT guild FROM (`+members+`) x`,
		args...)
	if err != nil || len(servers) == 0 {
		return err
	}
	// A random first revision, so that a row that was deleted and inserted again is not taken for the old one.
	rev, now := rand.Int64N(1<<60), store.Millis(tx.Now)
	tx.ExecDeferred(ctx, `INSERT INTO rank_due (guild, player, rev, first, since)
		SELECT guild, player, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM (`+members+`) x WHERE 1 = 1
		ON CONFLICT (guild, player) DO UPDATE SET rev = rank_due.rev + 1, since = excluded.since`,
		append([]any{rev, now, now}, args...)...)
	for _, g := range servers {
		scheduleJob(ctx, tx, g, tx.Now)
	}
	return nil
}

// dropDueWithoutRoles unmarks a player on the servers on which the bot has given them no role.
func dropDueWithoutRoles(ctx context.Context, tx store.Tx, p id.Player) {
	tx.ExecDeferred(ctx, `DELETE FROM rank_due WHERE player = ? AND NOT EXISTS
		(SELECT 1 FROM rank_holders h WHERE h.guild = rank_due.guild AND h.player = rank_due.player)`, string(p))
}

// scrubErased marks the database for a scrub if the player has no results on the server any more.
func scrubErased(ctx context.Context, tx store.Tx, w *Work) error {
	n, err := store.Value[int](tx.Row(ctx, `SELECT COUNT(*) FROM members WHERE guild = ? AND player = ?`,
		string(w.Guild), string(w.Player)))
	if err != nil || n > 0 {
		return err
	}
	return player.MarkUnscrubbed(ctx, tx)
}

func nextDue(ctx context.Context, c store.Conn, now time.Time, w *Work) (bool, error) {
	return store.One(c.Row(ctx,
		`SELECT player, rev FROM rank_due WHERE guild = ? AND since <= ? ORDER BY since, player LIMIT 1`,
		string(w.Guild), store.Millis(now)), &w.Player, &w.rev)
}

// firstDue returns the time from which the first due member of a server is to be processed.
func firstDue(ctx context.Context, c store.Conn, g id.Guild) (at time.Time, some bool, err error) {
	some, err = store.One(c.Row(ctx, `SELECT since FROM rank_due WHERE guild = ? ORDER BY since LIMIT 1`, string(g)),
		store.Time(&at))
	return at, some, err
}

func postpone(ctx context.Context, tx store.Tx, w *Work, t Trouble) {
	if t.Role == "" {
		tx.ExecDeferred(ctx, `UPDATE rank_due SET since = ? WHERE guild = ?`, store.Millis(t.RetryAt), string(w.Guild))
		return
	}
	tx.ExecDeferred(ctx, `UPDATE rank_due SET since = ? WHERE guild = ? AND player = ?`, store.Millis(t.RetryAt),
		string(w.Guild), string(w.Player))
}

// dropDue unmarks a member, unless they were marked again since the work was loaded; it reports whether it did.
func dropDue(ctx context.Context, tx store.Tx, w *Work) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM rank_due WHERE guild = ? AND player = ? AND rev = ?`, string(w.Guild),
		string(w.Player), w.rev)
	return n > 0, err
}

// rolesGiven returns the roles that the bot has given a member of a server; the value says whether the member certainly
// still has the role.
func rolesGiven(ctx context.Context, c store.Conn, g id.Guild, p id.Player) (map[id.Role]bool, error) {
	return store.Map(ctx, c, func(role *id.Role, sure *bool) []any {
		return []any{role, store.Flag(sure)}
	}, `SELECT role, sure FROM rank_holders WHERE guild = ? AND player = ?`, string(g), string(p))
}

func saveHolder(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, role id.Role, sure bool) {
	tx.ExecDeferred(ctx, `INSERT INTO rank_holders (guild, player, role, sure, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (guild, player, role) DO UPDATE SET sure = excluded.sure, at = excluded.at`,
		string(g), string(p), string(role), store.Bit(sure), store.Millis(tx.Now))
}

// givenBeforeCondition is the condition for the roles that a member of a server was given before a time.
const givenBeforeCondition = `guild = ? AND player = ? AND sure = 1 AND at < ?`

func givenBefore(ctx context.Context, c store.Conn, g id.Guild, p id.Player, at time.Time) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM rank_holders WHERE `+givenBeforeCondition, string(g),
		string(p), store.Millis(at)))
	return n > 0, err
}

// markUncertain records that a member may have lost the roles that they were given before a time.
func markUncertain(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, at time.Time) {
	tx.ExecDeferred(ctx, `UPDATE rank_holders SET sure = 0 WHERE `+givenBeforeCondition, string(g), string(p),
		store.Millis(at))
}

// markRoleUncertain records that a member may have lost a role.
func markRoleUncertain(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, role id.Role) {
	tx.ExecDeferred(ctx, `UPDATE rank_holders SET sure = 0 WHERE guild = ? AND player = ? AND role = ?`, string(g),
		string(p), string(role))
}

func dropHolder(ctx context.Context, tx store.Tx, g id.Guild, p id.Player, role id.Role) {
	tx.ExecDeferred(ctx, `DELETE FROM rank_holders WHERE guild = ? AND player = ? AND role = ?`, string(g), string(p),
		string(role))
}

func deleteMember(ctx context.Context, tx store.Tx, g id.Guild, p id.Player) {
	tx.ExecDeferred(ctx, `DELETE FROM rank_holders WHERE guild = ? AND player = ?`, string(g), string(p))
	tx.ExecDeferred(ctx, `DELETE FROM rank_due WHERE guild = ? AND player = ?`, string(g), string(p))
}

// giveUp forgets members who have no results on a server any more and whose roles could not be taken since a time.
func giveUp(ctx context.Context, tx store.Tx, g id.Guild, since time.Time) {
	const old = `guild = ? AND player IN (SELECT d.player FROM rank_due d WHERE d.guild = ? AND d.first < ?
		AND NOT EXISTS (SELECT 1 FROM members m WHERE m.guild = d.guild AND m.player = d.player))`
	for _, table := range []string{`rank_holders`, `rank_due`} {
		tx.ExecDeferred(ctx, `DELETE FROM `+table+` WHERE `+old, string(g), string(g), store.Millis(since))
	}
}

func saveTrouble(ctx context.Context, tx store.Tx, g id.Guild, t Trouble) {
	tx.ExecDeferred(ctx, `INSERT INTO rank_troubles (guild, what, role, again) VALUES (?, ?, ?, ?)
		ON CONFLICT (guild) DO UPDATE SET what = excluded.what, role = excluded.role, again = excluded.again`,
		string(g), t.What, string(t.Role), store.Millis(t.RetryAt))
}

func troubleOf(ctx context.Context, c store.Conn, g id.Guild) (t Trouble, ok bool, err error) {
	ok, err = store.One(c.Row(ctx, `SELECT what, role, again FROM rank_troubles WHERE guild = ?`, string(g)), &t.What,
		&t.Role, store.Time(&t.RetryAt))
	return t, ok, err
}

func dropTrouble(ctx context.Context, tx store.Tx, g id.Guild) {
	tx.ExecDeferred(ctx, `DELETE FROM rank_troubles WHERE guild = ?`, string(g))
}
