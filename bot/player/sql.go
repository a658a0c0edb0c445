package player

import (
	"context"
	"math"

	"yeye/bot/id"
	"yeye/bot/store"
)

func loadPreferences(ctx context.Context, c store.Conn, p id.Player) (Preferences, error) {
	var t Preferences
	_, err := store.One(c.Row(ctx,
		`SELECT language, notation, theme, pieces, coords, backs, turning, pings, challenges, speak, newcomer, profile,
			voices, listed, milestones FROM players WHERE id = ?`, string(p)),
		&t.Language, &t.Notation, &t.Theme, &t.Pieces, &t.Coords, &t.Backs, &t.Turning, &t.Pings, &t.Challenges,
		&t.Speak, &t.Newcomer, &t.Profile, &t.Voices, &t.Listed, &t.Milestones)
	if err != nil {
		return Preferences{}, err
	}
	return t.known(), nil
}

// Visibility loads the preferences Profile and Listed of several players, which decide what others see of them.
// Players without stored preferences are missing from the map.
func Visibility(ctx context.Context, c store.Conn, people []id.Player) (map[id.Player]Preferences, error) {
	all := make(map[id.Player]Preferences, len(people))
	if len(people) == 0 {
		return all, nil
	}
	args := make([]any, len(people))
	for i, p := range people {
		args[i] = string(p)
	}
	err := store.Each(ctx, c, func(r store.Row) error {
		var p id.Player
		var t Preferences
		err := r.Scan(&p, &t.Profile, &t.Listed)
		all[p] = t.known()
		return err
	}, `SELECT id, profile, listed FROM players WHERE id IN `+store.Params(len(people)), args...)
	return all, err
}

func savePreferences(ctx context.Context, c store.Conn, p id.Player, t Preferences) error {
	return c.Run(ctx, `
		INSERT INTO players (id, locale, language, notation, theme, pieces, coords, backs, turning, pings, challenges, speak, newcomer, profile, voices, listed, milestones)
		VALUES (?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET language = excluded.language, notation = excluded.notation,
			theme = excluded.theme, pieces = excluded.pieces, coords = excluded.coords, backs = excluded.backs,
			turning = excluded.turning, pings = excluded.pings, challenges = excluded.challenges, speak = excluded.speak, newcomer = excluded.newcomer, profile = excluded.profile,
			voices = excluded.voices, listed = excluded.listed, milestones = excluded.milestones`,
		string(p), t.Language, t.Notation, t.Theme, t.Pieces, t.Coords, t.Backs, t.Turning, t.Pings, t.Challenges,
		t.Speak, t.Newcomer, t.Profile, t.Voices, t.Listed, t.Milestones)
}

func loadLocale(ctx context.Context, c store.Conn, p id.Player) (locale string, err error) {
	_, err = store.One(c.Row(ctx, `SELECT locale FROM players WHERE id = ?`, string(p)), &locale)
	return locale, err
}

func saveLocale(ctx context.Context, c store.Conn, p id.Player, locale string) error {
	return c.Run(ctx, `
		INSERT INTO players (id, locale, language, notation, theme, pieces, coords, turning, pings, challenges, speak)
		VALUES (?, ?, '', '', '', '', '', '', '', '', '') ON CONFLICT (id) DO UPDATE SET locale = excluded.locale`,
		string(p), locale)
}

// against counts the reasons to refuse a challenge. A player whose stored choice this program does not know accepts
// none.
const against = `
	SELECT (SELECT COUNT(*) FROM players WHERE id = ? AND challenges NOT IN ('', 'everybody'))
	     + (` + blocksOf + `)`

const blocksOf = `SELECT COUNT(*) FROM blocks WHERE player = ? AND challenger = ?`

func acceptsChallenges(ctx context.Context, c store.Conn, p, from id.Player) (bool, error) {
	n, err := store.Value[int](c.Row(ctx, against, string(p), string(p), string(from)))
	return n == 0, err
}

func block(ctx context.Context, tx store.Tx, p, from id.Player, name string) {
	tx.ExecDeferred(ctx,
		`INSERT INTO blocks (player, challenger, name, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		string(p), string(from), name, store.Millis(tx.Now))
}

func unblock(ctx context.Context, c store.Conn, p, from id.Player) error {
	return c.Run(ctx, `DELETE FROM blocks WHERE player = ? AND challenger = ?`, string(p), string(from))
}

const blockedBy = `SELECT challenger, name FROM blocks WHERE player = ? ORDER BY at DESC, challenger LIMIT ?`

func blocked(ctx context.Context, c store.Conn, p id.Player, limit int) ([]Named, error) {
	return store.All(ctx, c, store.Into(func(n *Named) []any {
		return []any{&n.Player, &n.Name}
	}), blockedBy, string(p), limit)
}

// all is the limit that means no limit.
const all = math.MaxInt32

const countBlocking = `SELECT COUNT(*) FROM blocks WHERE challenger = ?`

// blocking counts the players who have blocked p.
func blocking(ctx context.Context, c store.Conn, p id.Player) (int, error) {
	return store.Value[int](c.Row(ctx, countBlocking, string(p)))
}

func notifyOnce(ctx context.Context, c store.Conn, p id.Player, what string) (bool, error) {
	n, err := c.Exec(ctx, `INSERT INTO told (player, what) VALUES (?, ?) ON CONFLICT DO NOTHING`, string(p), what)
	return n > 0, err
}

func noticesOf(ctx context.Context, c store.Conn, p id.Player) ([]string, error) {
	return store.All(ctx, c, store.Value[string], `SELECT what FROM told WHERE player = ? ORDER BY what`, string(p))
}

// eraseStatements remove a player, whose id is the only parameter of each. Other players' blocks of them stay,
// without the name.
var eraseStatements = []string{
	`DELETE FROM blocks WHERE player = ?`,
	`UPDATE blocks SET name = '' WHERE challenger = ?`,
	`DELETE FROM told WHERE player = ?`,
	`DELETE FROM players WHERE id = ?`,
}
