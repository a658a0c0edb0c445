package match

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match/flipped"
	"yeye/bot/store"
	"yeye/bot/store/shards"
	"yeye/game"
)

const (
	whereID        = `WHERE id = ?`
	whereOpenIn    = `WHERE id = (SELECT id FROM channel_owner WHERE channel = ?) AND status = ?`
	whereInChannel = `WHERE channel = ? AND status <> ? ORDER BY CASE status WHEN ? THEN 0 WHEN ? THEN 1 ELSE 2 END,
		touched DESC, id LIMIT ?`
	whereSecond      = `WHERE pair = ? AND pair <> id ORDER BY created, id LIMIT 1`
	whereDisplacedIn = `WHERE guild = ? AND taken <> '' AND status = 4 ORDER BY touched, id`
	wherePausedIn    = `WHERE channel = ? AND status = ? AND ruling = ? ORDER BY touched, id`
	whereAdjournedIn = `WHERE channel = ? AND status = ? ORDER BY touched, id`
	whereSits        = `WHERE id IN (
		SELECT id FROM (
			SELECT id, status, touched FROM matches WHERE red_player = ? AND status IN (0, 4)
			UNION SELECT id, status, touched FROM matches WHERE black_player = ? AND status IN (0, 4)) AS seats
		ORDER BY status, touched DESC, id LIMIT ?)
	ORDER BY touched, id`
)

// openBoard holds the fields of an open match that say who sits there.
type openBoard struct {
	id       id.Match
	kind     id.Kind
	timing   TimeControl
	arranger string
	players  [2]id.Player
}

// openBoards returns the open matches in which any of the players sits.
func openBoards(ctx context.Context, c store.Conn, players []id.Player) ([]openBoard, error) {
	if len(players) == 0 {
		return nil, nil
	}
	var args []any
	for range 2 {
		for _, p := range players {
			args = append(args, string(p))
		}
	}
	in := store.Params(len(players)) + ` AND status = 0`
	return store.All(ctx, c, store.Into(func(b *openBoard) []any {
		return []any{&b.id, &b.kind, store.Parsed(&b.timing, ParseTimeControl), &b.arranger, &b.players[0],
			&b.players[1]}
	}), `SELECT id, kind, clock, arranger, red_player, black_player FROM matches WHERE red_player IN `+in+`
		UNION SELECT id, kind, clock, arranger, red_player, black_player FROM matches WHERE black_player IN `+in,
		args...)
}

// whereLatest and latestArgs select a channel's latest match, of certain modes if any are given.
func whereLatest(kinds []any) string {
	of := ""
	if len(kinds) > 0 {
		of = ` AND kind IN ` + store.Params(len(kinds))
	}
	return `WHERE channel = ? AND status <> ?` + of +
		` ORDER BY CASE status WHEN ? THEN 0 ELSE 1 END, touched DESC, id LIMIT 1`
}

func latestArgs(channel id.Channel, kinds []any) []any {
	return append(append([]any{string(channel), int(Removed)}, kinds...), int(Open))
}

// competitive returns the kinds of modes that have a result.
func (s *Service) competitive() []any {
	var kinds []any
	for _, m := range s.modes {
		if m.Competitive {
			kinds = append(kinds, string(m.Kind))
		}
	}
	return kinds
}

func (s *Service) load(ctx context.Context, c store.Conn, where string, args ...any) (Match, error) {
	m, err := s.scan(c.Row(ctx, `SELECT `+columns+` FROM matches `+where, args...))
	if errors.Is(err, sql.ErrNoRows) {
		return Match{}, ErrNoMatch
	}
	if err == nil {
		err = m.loadBoard(ctx, c)
	}
	return m, err
}

func (s *Service) all(ctx context.Context, c store.Conn, where string, args ...any) ([]Match, error) {
	all, err := store.All(ctx, c, s.scan, `SELECT `+columns+` FROM matches `+where, args...)
	for i := range all {
		if err == nil {
			err = all[i].loadBoard(ctx, c)
		}
	}
	return all, err
}

func insertMatch(ctx context.Context, tx store.Tx, m *Match) {
	v := values(m)
	tx.ExecDeferred(ctx, `INSERT INTO matches (`+columns+`) VALUES `+store.Params(len(v)), v...)
}

var assignments = store.Assignments(columns)

// updateMatch writes a match on top of a revision, and returns false if the stored revision differs.
func updateMatch(ctx context.Context, tx store.Tx, m *Match, from int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE matches SET `+assignments+` WHERE id = ? AND rev = ?`,
		append(values(m), string(m.ID), from)...)
	return n > 0, err
}

// lockTurn blocks other changes of a match for the rest of the transaction, and returns false if it is no longer a
// character's turn, or another turn.
func lockTurn(ctx context.Context, tx store.Tx, match id.Match, turn int64) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE matches SET act = act WHERE id = ? AND turn = ? AND status = ? AND act = ?`,
		string(match), turn, int(Open), int(Think))
	return n > 0, err
}

// lockOpen blocks other changes of a match for the rest of the transaction, and returns false if it is not open, or
// its Red player is not red.
func lockOpen(ctx context.Context, tx store.Tx, match id.Match, red id.Player) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE matches SET act = act WHERE id = ? AND status = ? AND red_player = ?`, string(match),
		int(Open), string(red))
	return n > 0, err
}

// claimChannel makes a match the owner of its channel if the channel has none, and returns the owner.
func claimChannel(ctx context.Context, tx store.Tx, m *Match) (id.Subject, error) {
	tx.ExecDeferred(ctx, `INSERT INTO channel_owner (channel, kind, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		string(m.Channel), string(m.Mode.Kind), string(m.ID))
	return ownerOf(ctx, tx.Conn, m.Channel)
}

func ownerOf(ctx context.Context, c store.Conn, channel id.Channel) (owner id.Subject, err error) {
	_, err = store.One(c.Row(ctx, `SELECT kind, id FROM channel_owner WHERE channel = ?`, string(channel)), &owner.Kind,
		&owner.ID)
	return owner, err
}

// release frees a match's channel.
func release(ctx context.Context, tx store.Tx, m *Match) {
	tx.ExecDeferred(ctx, `DELETE FROM channel_owner WHERE channel = ? AND id = ?`, string(m.Channel), string(m.ID))
}

const selectOpen = `SELECT id, kind, guild, channel, touched FROM matches WHERE status = 0`

func openMatches(ctx context.Context, c store.Conn, in shards.Part) ([]Opened, error) {
	return store.All(ctx, c, scanOpened, selectOpen+in.And("guild")+` ORDER BY touched DESC, id`)
}

const selectOpenInGuild = selectOpen + ` AND guild = ? ORDER BY touched DESC, id`

func openInGuild(ctx context.Context, c store.Conn, guild id.Guild) ([]Opened, error) {
	return store.All(ctx, c, scanOpened, selectOpenInGuild, string(guild))
}

var scanOpened = store.Into(func(o *Opened) []any {
	return []any{&o.Subject.ID, &o.Subject.Kind, &o.Guild, &o.Channel, store.Time(&o.Touched)}
})

func running(ctx context.Context, c store.Conn, in shards.Part, after id.Match, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match],
		`SELECT id FROM matches WHERE clock_since > 0 AND id > ?`+in.And("guild")+` ORDER BY id LIMIT ?`, string(after),
		limit)
}

func countStarted(ctx context.Context, c store.Conn, player id.Player) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM matches WHERE starter = ? AND status = 0`, string(player)))
}

func countInGuild(ctx context.Context, c store.Conn, guild id.Guild) (int, error) {
	return store.Value[int](c.Row(ctx, `SELECT COUNT(*) FROM matches WHERE guild = ? AND status = 0`, string(guild)))
}

func countOpen(ctx context.Context, c store.Conn) (map[id.Kind]int, error) {
	return store.Map(ctx, c, func(kind *id.Kind, n *int) []any {
		return []any{kind, n}
	}, `SELECT kind, COUNT(*) FROM matches WHERE status = 0 GROUP BY kind`)
}

const selectEnded = `SELECT kind, red_player, red_level, black_player, black_level, result, touched FROM matches
	WHERE channel = ? AND status = 1 AND touched <= ? ORDER BY touched DESC, id LIMIT ?`

// endedIn returns the matches of a channel that had ended by then, last first.
func endedIn(ctx context.Context, c store.Conn, channel id.Channel, by time.Time, limit int) ([]finished, error) {
	return store.All(ctx, c, store.Into(func(f *finished) []any {
		red, black := &f.seats[game.Red], &f.seats[game.Black]
		return []any{&f.kind, &red.Player, red.scan(), &black.Player, black.scan(), &f.result, store.Time(&f.at)}
	}), selectEnded, string(channel), store.Millis(by), limit)
}

const (
	whereAbout = `WHERE id IN (
		SELECT id FROM matches WHERE red_player = ?
		UNION SELECT id FROM matches WHERE black_player = ?
		UNION SELECT id FROM matches WHERE starter = ?
		UNION SELECT id FROM matches WHERE guests <> '' AND ' ' || guests || ' ' LIKE ?) AND status <> ? ORDER BY created, id`
	whereGuest = `WHERE guests <> '' AND ' ' || guests || ' ' LIKE ?`
	// wherePlayed selects a player's ended matches that have cards.
	wherePlayed = `WHERE (red_player = ? OR black_player = ?) AND status = ? AND channel <> ''`
)

func sitsInLiveMatch(ctx context.Context, c store.Conn, player id.Player) (bool, error) {
	n, err := store.Value[int](c.Row(ctx,
		`SELECT COUNT(*) FROM matches WHERE status IN (0, 4) AND (red_player = ? OR black_player = ?)`,
		string(player), string(player)))
	return n > 0, err
}

// eraseRest removes a player from matches without cards, and from other players' matches.
func eraseRest(ctx context.Context, tx store.Tx, player id.Player) {
	p, ended := string(player), int(Ended)
	for _, s := range []struct {
		statement string
		args      []any
	}{
		// its hash stays, to verify the deal
		{`UPDATE flipped SET red_word = '' WHERE game IN (SELECT id FROM matches WHERE red_player = ?)`, []any{p}},
		{`UPDATE flipped SET black_word = '' WHERE game IN (SELECT id FROM matches WHERE black_player = ?)`, []any{p}},
		{`DELETE FROM matches WHERE status = ? AND (red_player = ? OR black_player = ?) AND (red_player = ''
			OR black_player = '' OR red_player = black_player)`,
			[]any{ended, p, p}},
		{flipped.DeleteOrphans, nil},
		{`UPDATE matches SET rev = rev + 1, red_player = ?, red_name = '', red_lines = '' WHERE status = ?
			AND red_player = ?`,
			[]any{string(ErasedPlayer(game.Red)), ended, p}},
		{`UPDATE matches SET rev = rev + 1, black_player = ?, black_name = '', black_lines = '' WHERE status = ?
			AND black_player = ?`,
			[]any{string(ErasedPlayer(game.Black)), ended, p}},
		{`UPDATE matches SET red_player = '', red_name = '' WHERE status = ? AND red_player = ?`,
			[]any{int(Removed), p}},
		{`UPDATE matches SET black_player = '', black_name = '' WHERE status = ? AND black_player = ?`,
			[]any{int(Removed), p}},
		{`UPDATE matches SET starter = '' WHERE starter = ?`, []any{p}},
		{`UPDATE matches SET ruled_by = '' WHERE ruled_by <> '' AND ruled_by = ?`, []any{p}},
	} {
		tx.ExecDeferred(ctx, s.statement, s.args...)
	}
}

// revision returns the revision of a match, else [ErrNoMatch].
func revision(ctx context.Context, c store.Conn, match id.Match) (rev int64, err error) {
	found, err := store.One(c.Row(ctx, `SELECT rev FROM matches WHERE id = ?`, string(match)), &rev)
	if err == nil && !found {
		err = ErrNoMatch
	}
	return rev, err
}

func purge(ctx context.Context, c store.Conn, match id.Match) error {
	n, err := c.Exec(ctx, `DELETE FROM matches WHERE id = ? AND status = ?`, string(match), int(Removed))
	if err == nil && n > 0 {
		_, err = c.Exec(ctx, `DELETE FROM flipped WHERE game = ?`, string(match))
	}
	return err
}

const selectRemovedBefore = `SELECT kind, id FROM matches WHERE status = 5 AND touched < ? LIMIT ?`

func removedBefore(ctx context.Context, c store.Conn, before time.Time, limit int) ([]id.Subject, error) {
	return store.All(ctx, c, store.Into(func(s *id.Subject) []any {
		return []any{&s.Kind, &s.ID}
	}), selectRemovedBefore, store.Millis(before), limit)
}

// openingLetters is the length of the stored moves that identifies an opening.
const openingLetters = 5 * 20

// wherePastGames selects finished games of a player against a character, on either side.
var wherePastGames = pastGamesAs("red", "black") + ` UNION ALL ` + pastGamesAs("black", "red") +
	` ORDER BY created DESC LIMIT ?`

func pastGamesAs(player, character string) string {
	return `SELECT created, touched, red_player, result, odds, start, seed, said, substr(moves, 1, ?) AS opening
		FROM matches
		WHERE ` + player + `_player = ? AND ` + character + `_player = '' AND ` + character +
		`_level = ? AND guild = ? AND kind = 'versus' AND status = 1 AND result <> '*'`
}

func selectPastGames(ctx context.Context, c store.Conn, p id.Player, level character.Level, guild id.Guild,
	limit int) ([]PastGame, error) {
	usual := game.Start()
	return store.All(ctx, c, func(r store.Row) (e PastGame, err error) {
		var red, result, odds, start, opening string
		var seed int64
		if err := r.Scan(store.Time(&e.Began), store.Time(&e.Ended), &red, &result, &odds, &start, &seed, &e.Said,
			&opening); err != nil {
			return e, err
		}
		e.Seed = uint64(seed)
		if red != string(p) {
			e.Side = game.Black
		}
		o, err := ParseOutcome(result, game.NoMethod.String())
		e.Result = o.Result
		if odds != Even.String() || start != usual.FEN() || err != nil {
			return e, err
		}
		for _, word := range strings.Fields(opening) {
			if m, err := game.ParseMove(word); err == nil { // the last one may be cut off
				e.Opening = append(e.Opening, m)
			}
		}
		return e, nil
	}, wherePastGames, openingLetters, string(p), int(level), string(guild), openingLetters, string(p), int(level),
		string(guild), limit)
}
