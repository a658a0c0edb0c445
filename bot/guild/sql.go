package guild

import (
	"context"
	"fmt"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
)

func loadSettings(ctx context.Context, c store.Conn, g id.Guild) (s Settings, err error) {
	var channels, off string
	_, err = store.One(c.Row(ctx,
		`SELECT games, channels, starters, role, voices, milestones, off FROM guilds WHERE id = ?`, string(g)),
		store.Parsed(&s.Games, ParseWhere), &channels, store.Parsed(&s.Starters, ParseStarters), &s.Role,
		store.Parsed(&s.Silent, parseVoices), store.Parsed(&s.Milestones, parseMilestones), &off)
	if err != nil {
		return Settings{}, fmt.Errorf("settings of server %s: %w", g, err)
	}
	if s.Role != "" && s.Role == id.Role(g) { // stored by a version that accepted @everyone as a role
		s.Role, s.Starters = "", Everybody
	}
	s.Off = append(s.Off, strings.Fields(off)...)
	for _, channel := range strings.Fields(channels) {
		s.Channels = append(s.Channels, id.Channel(channel))
	}
	return s, nil
}

func saveSettings(ctx context.Context, c store.Conn, g id.Guild, s Settings) error {
	var channels []string
	for _, channel := range s.Channels {
		channels = append(channels, string(channel))
	}
	return c.Run(ctx, `
		INSERT INTO guilds (id, games, channels, starters, role, voices, milestones, off) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET games = excluded.games, channels = excluded.channels, starters = excluded.starters, role = excluded.role,
			voices = excluded.voices, milestones = excluded.milestones, off = excluded.off`,
		string(g), s.Games.String(), strings.Join(channels, " "), s.Starters.String(), string(s.Role),
		wordIf(s.Silent, "off"), wordIf(s.Milestones, "on"), strings.Join(s.Off, " "))
}

// wordIf returns the stored form of a switch: word if it is set, "" for the default.
func wordIf(set bool, word string) string {
	if set {
		return word
	}
	return ""
}

// parseVoices reads whether characters are silent; a value of a later program counts as silent.
func parseVoices(t string) (silent, ok bool) { return t != "" && t != "on", true }

// parseMilestones reads whether first wins are announced; with a value of a later program nothing is.
func parseMilestones(t string) (announced, ok bool) { return t == "on", true }

// inForce selects the bars that are in force at a time.
const inForce = `(until = 0 OR until > ?)`

const selectBarred = `SELECT player FROM bars WHERE guild = ? AND ` + inForce + ` AND player IN `

// barred returns which of the players are barred on a server.
func barred(ctx context.Context, c store.Conn, now time.Time, g id.Guild, players ...id.Player) ([]id.Player, error) {
	if len(players) == 0 {
		return nil, nil
	}
	args := []any{string(g), store.Millis(now)}
	for _, p := range players {
		args = append(args, string(p))
	}
	return store.All(ctx, c, store.Value[id.Player], selectBarred+store.Params(len(players)), args...)
}

// bar stores a bar, unless there is one that has not ended.
func bar(ctx context.Context, tx store.Tx, e Entry, b Bar) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO bars (guild, player, name, by, at, until, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (guild, player) DO UPDATE SET name = excluded.name, by = excluded.by, at = excluded.at, until = excluded.until, reason = excluded.reason
		WHERE bars.until <> 0 AND bars.until <= excluded.at`,
		string(e.Guild), string(e.Player), b.Name, string(e.By), store.Millis(tx.Now), store.Millis(b.Until), b.Reason)
	return n > 0, err
}

// unbar deletes a bar, unless it has ended.
func unbar(ctx context.Context, tx store.Tx, e Entry) (bool, error) {
	n, err := tx.Exec(ctx, `DELETE FROM bars WHERE guild = ? AND `+inForce+` AND player = ?`, string(e.Guild),
		store.Millis(tx.Now), string(e.Player))
	return n > 0, err
}

const barOfPlayer = `SELECT player, name, until, reason FROM bars WHERE guild = ? AND ` + inForce + ` AND player = ?`

func barOf(ctx context.Context, c store.Conn, now time.Time, g id.Guild, p id.Player) (*Bar, error) {
	var b Bar
	found, err := store.One(c.Row(ctx, barOfPlayer, string(g), store.Millis(now), string(p)), &b.Player, &b.Name,
		store.Time(&b.Until), &b.Reason)
	if err != nil || !found {
		return nil, err
	}
	return &b, nil
}

const barsOfGuild = `SELECT player, name, until, reason FROM bars WHERE guild = ? AND ` + inForce +
	` ORDER BY at DESC, player LIMIT ?`

func bars(ctx context.Context, c store.Conn, now time.Time, g id.Guild, limit int) ([]Bar, error) {
	return store.All(ctx, c, store.Into(func(b *Bar) []any {
		return []any{&b.Player, &b.Name, store.Time(&b.Until), &b.Reason}
	}), barsOfGuild, string(g), store.Millis(now), limit)
}

const barsOfPlayer = `SELECT guild, until, reason FROM bars WHERE player = ? ORDER BY guild`

func barredFrom(ctx context.Context, c store.Conn, p id.Player) ([]exportedBar, error) {
	return store.All(ctx, c, store.Into(func(b *exportedBar) []any {
		return []any{&b.Guild, store.Time(&b.Until), &b.Reason}
	}), barsOfPlayer, string(p))
}

// Record records an action of a moderator, in the transaction that carries it out.
func Record(ctx context.Context, tx store.Tx, e Entry) {
	tx.ExecDeferred(ctx,
		`INSERT INTO moderation (guild, channel, subject, by, act, player, at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		string(e.Guild), string(e.Channel), string(e.Subject), string(e.By), e.Act, string(e.Player),
		store.Millis(tx.Now))
}

const (
	entryColumns    = `guild, channel, subject, by, act, player, at`
	entriesOfGuild  = `SELECT ` + entryColumns + ` FROM moderation WHERE guild = ? ORDER BY at DESC, id DESC LIMIT ?`
	entriesOfPlayer = `SELECT ` + entryColumns +
		` FROM moderation WHERE by <> '' AND by = ? OR player <> '' AND player = ? ORDER BY at, id`
)

func entries(ctx context.Context, c store.Conn, query string, args ...any) ([]Entry, error) {
	return store.All(ctx, c, store.Into(func(e *Entry) []any {
		return []any{&e.Guild, &e.Channel, &e.Subject, &e.By, &e.Act, &e.Player, store.Time(&e.At)}
	}), query, args...)
}

// eraseStatements remove a player's id and name everywhere; the id is the only parameter of each. A bar protects
// others and stays, without the name.
var eraseStatements = []string{
	`UPDATE moderation SET by = '' WHERE by <> '' AND by = ?`,
	`UPDATE moderation SET player = '' WHERE player <> '' AND player = ?`,
	`UPDATE bars SET name = '', reason = '' WHERE player = ?`,
	`UPDATE bars SET by = '' WHERE by = ?`,
}
