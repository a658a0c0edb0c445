package ring

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/policy"
	"yeye/bot/store"
)

const columns = `id, guild, channel, locale, clock, keeper, state, defences, red, game, begun, due, news, about,
	about_name, starter, rev, created, touched`

// holderPlace is the holder's value in the column place of ring_players. The queue has places from 1 on, the players in
// Ring.Beaten negative ones.
const holderPlace = 0

// load returns the ring that meets an SQL condition, or [ErrNone].
func load(ctx context.Context, c store.Conn, where string, args ...any) (Ring, error) {
	var r Ring
	known := func(text string) (State, bool) {
		return State(text), slices.Contains([]State{Calling, Ready, Playing, Idle, Closed}, State(text))
	}
	err := c.Row(ctx, `SELECT `+columns+` FROM rings WHERE `+where, args...).Scan(&r.ID, &r.Guild, &r.Channel,
		&r.Locale, store.Parsed(&r.TimeControl, match.ParseTimeControl),
		store.Parsed(&r.Keeper, character.Parse), store.Parsed(&r.State, known), &r.Defences, store.Flag(&r.Red),
		&r.Match, store.Time(&r.Started), store.Time(&r.Due),
		&r.News, &r.About.Player, &r.About.Name, &r.By, &r.Rev, store.Time(&r.Created), store.Time(&r.Touched))
	if errors.Is(err, sql.ErrNoRows) {
		return r, ErrNone
	}
	if err == nil {
		err = store.Each(ctx, c, r.scan,
			`SELECT place, player, name, missed, here FROM ring_players WHERE ring = ? ORDER BY place`, string(r.ID))
	}
	if err != nil {
		return Ring{}, fmt.Errorf("ring: %w", err)
	}
	return r, nil
}

// openAt returns the rings that meet an SQL condition, with no field but ID and Channel set.
func openAt(ctx context.Context, c store.Conn, where, of string) ([]Ring, error) {
	return store.All(ctx, c, store.Into(func(r *Ring) []any {
		return []any{&r.ID, &r.Channel}
	}), `SELECT id, channel FROM rings WHERE `+where, of)
}

func (r *Ring) scan(row store.Row) error {
	var place int
	var p Person
	if err := row.Scan(&place, &p.Player, &p.Name, &p.Missed, store.Flag(&p.Seated)); err != nil {
		return err
	}
	switch {
	case place < holderPlace:
		r.Beaten = append(r.Beaten, p.Player)
	case place == holderPlace:
		r.Holder = p
	default:
		r.Queue = append(r.Queue, p)
	}
	return nil
}

// save writes a ring with all its players.
func save(ctx context.Context, tx store.Tx, r *Ring) {
	v := []any{string(r.ID), string(r.Guild), string(r.Channel), r.Locale, r.TimeControl.String(), r.Keeper.Digit(),
		string(r.State), r.Defences, store.Bit(r.Red),
		string(r.Match), store.Millis(r.Started), store.Millis(r.Due), string(r.News), string(r.About.Player),
		r.About.Name, string(r.By), r.Rev, store.Millis(r.Created), store.Millis(r.Touched)}
	tx.ExecDeferred(ctx, `INSERT INTO rings (`+columns+`) VALUES `+store.Params(len(v))+
		` ON CONFLICT (id) DO UPDATE SET state = excluded.state,
		defences = excluded.defences, red = excluded.red, game = excluded.game, begun = excluded.begun, due = excluded.due, news = excluded.news,
		about = excluded.about, about_name = excluded.about_name, starter = excluded.starter, rev = excluded.rev,
		touched = excluded.touched`, v...)
	tx.ExecDeferred(ctx, `DELETE FROM ring_players WHERE ring = ?`, string(r.ID))
	var rows [][]any
	add := func(place int, p Person) {
		rows = append(rows, []any{string(r.ID), place, string(p.Player), p.Name, p.Missed, store.Bit(p.Seated)})
	}
	for i, p := range r.Beaten {
		add(i-len(r.Beaten), Person{Player: p})
	}
	if !r.KeeperHolds() {
		add(holderPlace, r.Holder)
	}
	for i, p := range r.Queue {
		add(i+1, p)
	}
	for some := range slices.Chunk(rows, 60) {
		store.Insert(ctx, tx, `INSERT INTO ring_players (ring, place, player, name, missed, here) VALUES`, some, ``)
	}
}

// Run is a player's row of defenses of a ring. Length counts each opponent once.
type Run struct {
	Length int

	by   player.Named
	seen policy.Shown
}

// By returns whose run it is; ok is false if that player hides their profile.
func (r Run) By() (by player.Named, ok bool) {
	if !r.seen.Of(r.by.Player) {
		return player.Named{}, false
	}
	return r.by, true
}

// saveRun stores a run if it is the player's longest in the server.
func saveRun(ctx context.Context, tx store.Tx, g id.Guild, p Person, length int) {
	tx.ExecDeferred(ctx, `INSERT INTO ring_runs (guild, player, name, length, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name, length = excluded.length, at = excluded.at
		WHERE excluded.length > ring_runs.length`,
		string(g), string(p.Player), p.Name, length, store.Millis(tx.Now))
}

// Record returns the longest run of a server, the earliest of equal ones; its Length is 0 if there is none.
func (s *Service) Record(ctx context.Context, g id.Guild) (r Run, err error) {
	found, err := store.One(s.db.Read().Row(ctx,
		`SELECT player, name, length FROM ring_runs WHERE guild = ? ORDER BY length DESC, at, player LIMIT 1`,
		string(g)),
		&r.by.Player, &r.by.Name, &r.Length)
	if err == nil && found {
		r.seen, err = s.matches.Policy().Shown(ctx, "", r.by.Player)
	}
	return r, err
}
