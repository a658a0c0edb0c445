package history

import (
	"cmp"
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/game"
	"yeye/game/record"
)

const columns = `game, side, player, opponent, name, level, score, opening, guild, channel, home, message, settled,
	ended`

func insert(ctx context.Context, tx store.Tx, all []Entry) {
	var rows [][]any
	for _, e := range all {
		rows = append(rows, []any{string(e.Game), int(e.Side), string(e.player), string(e.Opponent.Player),
			e.Opponent.Name, e.Opponent.stored(),
			int(e.Score), e.Opening, string(e.Guild), string(e.Channel), "", "", 0, store.Millis(e.Ended)})
	}
	store.Insert(ctx, tx, `INSERT INTO history (`+columns+`) VALUES`, rows, ``)
}

// stored returns the value of column level.
func (o Opponent) stored() int { return match.StoredLevel(o.Level, o.Human) }

func remove(ctx context.Context, tx store.Tx, of id.Match) {
	tx.ExecDeferred(ctx, `DELETE FROM history WHERE game = ?`, string(of))
}

const entryColumns = `game, side, player, opponent, name, level, score, opening, guild, channel, home, message, ended`

func scan(r store.Row) (e Entry, err error) {
	var side int64
	err = r.Scan(&e.Game, &side, &e.player, &e.Opponent.Player, &e.Opponent.Name,
		match.ScanLevel(&e.Opponent.Level, &e.Opponent.Human), &e.Score, &e.Opening, &e.Guild, &e.Channel,
		&e.home, &e.Message, store.Time(&e.Ended))
	e.Side = game.Color(side)
	if e.Opening == openingUnknown {
		e.Opening = ""
	}
	return e, err
}

// condition is an SQL condition with its parameters; the zero condition selects all rows.
type condition struct {
	text string
	args []any
}

func (c condition) and(other condition) condition {
	switch {
	case c.text == "":
		return other
	case other.text == "":
		return c
	}
	return condition{c.text + ` AND ` + other.text, append(append([]any{}, c.args...), other.args...)}
}

func ofOwner(p id.Player) condition { return condition{`player = ?`, []any{string(p)}} }

func withOpponent(o Opponent) condition {
	return condition{`opponent = ? AND level = ?`, []any{string(o.Player), o.stored()}}
}

func withScore(s game.Score) condition { return condition{`score = ?`, []any{int(s)}} }

func withOpening(code string) condition { return condition{`opening = ?`, []any{code}} }

// sharedGames selects games against the asker, and games in the asker's channel.
func sharedGames(a Asker) condition {
	return condition{`(opponent = ? OR channel = ?)`, []any{string(a.Player), string(a.Channel)}}
}

// visible selects sharedGames, and games in channels of the asker's server: by home, or by channel while the home is
// not known.
func visible(a Asker, homes, channels []id.Channel) condition {
	c := sharedGames(a)
	text := `(opponent = ? OR channel = ?`
	in := func(column string, all []id.Channel) {
		if len(all) == 0 {
			return
		}
		text += ` OR guild = ? AND ` + column + ` IN ` + store.Params(len(all))
		c.args = append(c.args, string(a.Guild))
		for _, one := range all {
			c.args = append(c.args, string(one))
		}
	}
	in(`home`, homes)
	in(`home = '' AND channel`, channels)
	c.text = text + `)`
	return c
}

func list(ctx context.Context, c store.Conn, where condition, limit, from int) ([]Entry, error) {
	return store.All(ctx, c, scan, `SELECT `+entryColumns+` FROM history WHERE `+where.text+
		` ORDER BY ended DESC, game DESC LIMIT ? OFFSET ?`,
		append(where.args, limit, from)...)
}

const counts = `SUM(CASE score WHEN 2 THEN 1 ELSE 0 END), SUM(CASE score WHEN 1 THEN 1 ELSE 0 END), SUM(CASE score
	WHEN 0 THEN 1 ELSE 0 END), SUM(CASE score WHEN -1 THEN 1 ELSE 0 END)`

func tally(ctx context.Context, c store.Conn, where condition) (t Tally, err error) {
	games, err := store.Map(ctx, c, func(score *game.Score, n *int) []any {
		return []any{score, n}
	}, `SELECT score, COUNT(*) FROM history WHERE `+where.text+` GROUP BY score`, where.args...)
	for score, n := range games {
		switch score {
		case game.Won:
			t.Won = n
		case game.Drawn:
			t.Drawn = n
		case game.Lost:
			t.Lost = n
		default:
			t.Other += n
		}
	}
	return t, err
}

// records returns the tallies grouped by opponent and name, latest game first.
func records(ctx context.Context, c store.Conn, where condition) ([]Record, error) {
	return store.All(ctx, c, store.Into(func(r *Record) []any {
		return []any{&r.Player, match.ScanLevel(&r.Level, &r.Human), &r.Name, &r.Won, &r.Drawn, &r.Lost, &r.Other}
	}), `SELECT opponent, level, name, `+counts+` FROM history WHERE `+where.text+
		` GROUP BY opponent, level, name ORDER BY MAX(ended) DESC, name`, where.args...)
}

func openings(ctx context.Context, c store.Conn, where condition) ([]string, error) {
	return store.All(ctx, c, store.Value[string],
		`SELECT opening FROM history WHERE `+where.text+
			` AND opening NOT IN ('', '?') GROUP BY opening ORDER BY COUNT(*) DESC, opening`, where.args...)
}

func favourites(ctx context.Context, c store.Conn, p id.Player) (codes [2]string, err error) {
	err = store.Each(ctx, c, func(r store.Row) error {
		var side game.Color
		var code string
		err := r.Scan(&side, &code)
		codes[side] = cmp.Or(codes[side], code)
		return err
	},
		`SELECT side, opening FROM history WHERE player = ? AND score >= 0 AND opening NOT IN ('', '?', ?)
			GROUP BY side, opening ORDER BY COUNT(*) DESC, opening`,
		string(p), record.Uncommon)
	return codes, err
}

func withPeople(ctx context.Context, c store.Conn, p id.Player, g id.Guild, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match],
		`SELECT game FROM history WHERE player = ? AND guild = ? AND level = -1 AND score >= 0 ORDER BY ended DESC,
			game DESC LIMIT ?`, string(p), string(g), limit)
}

func one(ctx context.Context, c store.Conn, of id.Match) (Entry, bool, error) {
	return store.First(ctx, c, scan, `SELECT `+entryColumns+` FROM history WHERE game = ? ORDER BY side LIMIT 1`,
		string(of))
}

// homeOf returns the home of a game's channel, see Directory.Home; "" if not known.
func homeOf(ctx context.Context, c store.Conn, of id.Match) (home id.Channel, err error) {
	_, err = store.One(c.Row(ctx, `SELECT home FROM history WHERE game = ? LIMIT 1`, string(of)), &home)
	return home, err
}

// placesOf returns the distinct homes of a player's games on a server, or the channels whose home is not known.
func placesOf(ctx context.Context, c store.Conn, p id.Player, g id.Guild) ([]viewFacts, error) {
	return store.All(ctx, c, store.Into(func(p *viewFacts) []any {
		return []any{&p.home, &p.channel}
	}), `SELECT DISTINCT home, CASE home WHEN '' THEN channel ELSE '' END FROM history WHERE player = ? AND guild = ?`,
		string(p), string(g))
}

// unnamedGames returns up to limit games whose opening is openingUnknown.
func unnamedGames(ctx context.Context, c store.Conn, limit int) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match], `SELECT DISTINCT game FROM history WHERE opening = '?' LIMIT ?`,
		limit)
}

func setOpening(ctx context.Context, tx store.Tx, of id.Match, code string) {
	tx.ExecDeferred(ctx, `UPDATE history SET opening = ? WHERE game = ?`, code, string(of))
}

// selectCard selects the message of a match's card, "" if none. The match id must be appended.
const selectCard = `SELECT cards.message FROM matches JOIN cards ON cards.kind = matches.kind AND cards.id = matches.id
	WHERE matches.id = `

const cardOfEntry = `COALESCE((` + selectCard + `history.game), '')`

func cardOf(ctx context.Context, c store.Conn, of id.Match) (message id.Message, err error) {
	_, err = store.One(c.Row(ctx, selectCard+`?`, string(of)), &message)
	return message, err
}

// unsettled returns a page of games, after (ended, after), that Settle must update: the home is unknown, the card is
// not the stored one, or the game ended before over.
func unsettled(ctx context.Context, c store.Conn, over, ended time.Time, after id.Match,
	limit int) ([]unsettledGame, error) {
	at := store.Millis(ended)
	return store.All(ctx, c, store.Into(func(l *unsettledGame) []any {
		return []any{&l.game, &l.guild, &l.channel, &l.home, &l.message, store.Time(&l.ended), &l.card}
	}), `SELECT game, guild, channel, home, message, ended, `+cardOfEntry+` FROM history
		WHERE settled = 0 AND (ended > ? OR ended = ? AND game > ?)
			AND (home = '' OR ended < ? OR `+cardOfEntry+` NOT IN ('', message))
		ORDER BY ended, game LIMIT ?`,
		at, at, string(after), store.Millis(over), limit)
}

func settle(ctx context.Context, tx store.Tx, of id.Match, home id.Channel, message id.Message, settled bool) {
	tx.ExecDeferred(ctx, `UPDATE history SET home = ?, message = ?, settled = ? WHERE game = ?`,
		string(home), string(message), store.Bit(settled), string(of))
}

// ofPlayer returns all entries of a player, latest first.
func ofPlayer(ctx context.Context, c store.Conn, p id.Player) ([]Entry, error) {
	return store.All(ctx, c, scan,
		`SELECT `+entryColumns+` FROM history WHERE player = ? ORDER BY ended DESC, game DESC`, string(p))
}

// erase deletes a player's entries, and the player's id and name from those of opponents.
var erase = player.RunStatements(
	`DELETE FROM history WHERE player = ?`,
	`UPDATE history SET opponent = '', name = '' WHERE opponent <> '' AND opponent = ?`,
)
