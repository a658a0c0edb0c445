package tournament

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"yeye/bot/feature/tournament/pairing"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

const columns = `id, guild, channel, name, locale, system, clock, casual, state, round, rounds, paused, seed, most,
	length, starts, ends, due,
	starter, starter_name, helpers, barred, event, filler, best,
	rests, last_rest, off, rev, created, touched`

func values(t *Tournament) []any {
	return []any{string(t.ID), string(t.Guild), string(t.Channel), t.Name, t.Locale, string(t.System),
		t.Timing.String(), store.Bit(t.Casual), string(t.State),
		t.Round, t.Rounds, store.Bit(t.Paused), t.Seed, t.Max, t.Length.Milliseconds(), store.Millis(t.Starts),
		store.Millis(t.Ends), store.Millis(t.Due),
		string(t.By), t.ByName, joinPlayers(t.Helpers), joinPlayers(t.Barred), t.Event, t.Filler, t.Best.String(),
		store.Bit(t.Rests), store.Millis(t.LastRest), store.Bit(t.Off),
		t.Rev, store.Millis(t.Created), store.Millis(t.Touched)}
}

// joinPlayers writes player ids as one text, separated by spaces; parsePlayers reads it.
func joinPlayers(all []id.Player) string {
	words := make([]string, len(all))
	for i, p := range all {
		words[i] = string(p)
	}
	return strings.Join(words, " ")
}

func parsePlayers(all *[]id.Player) any {
	return store.Text(func(text string) error {
		for _, p := range strings.Fields(text) {
			*all = append(*all, id.Player(p))
		}
		return nil
	})
}

var scan = store.Into(func(t *Tournament) []any {
	length := store.Number(func(ms int64) { t.Length = time.Duration(ms) * time.Millisecond })
	return []any{&t.ID, &t.Guild, &t.Channel, &t.Name, &t.Locale, store.Parsed(&t.System, oneOf(Systems...)),
		store.Parsed(&t.Timing, match.ParseTimeControl),
		store.Flag(&t.Casual), store.Parsed(&t.State, oneOf(Open, Pairing, Playing, Between, Done, Cancelled)),
		&t.Round, &t.Rounds, store.Flag(&t.Paused),
		&t.Seed, &t.Max, length, store.Time(&t.Starts), store.Time(&t.Ends), store.Time(&t.Due), &t.By, &t.ByName,
		parsePlayers(&t.Helpers), parsePlayers(&t.Barred),
		&t.Event, &t.Filler, store.Parsed(&t.Best, ParseBest), store.Flag(&t.Rests),
		store.Time(&t.LastRest), store.Flag(&t.Off), &t.Rev, store.Time(&t.Created),
		store.Time(&t.Touched)}
})

// oneOf returns a parser that accepts the given names.
func oneOf[T ~string](all ...T) func(string) (T, bool) {
	return func(text string) (T, bool) { return T(text), slices.Contains(all, T(text)) }
}

const selectFrom = `SELECT ` + columns + ` FROM tournaments `

// load returns a tournament with its players and boards, or [ErrNone].
func load(ctx context.Context, c store.Conn, of id.Match) (Tournament, error) {
	t, err := scan(c.Row(ctx, selectFrom+`WHERE id = ?`, string(of)))
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrNone
	}
	if err == nil {
		t.Players, err = store.All(ctx, c, scanEntrant,
			`SELECT `+entrantColumns+` FROM tournament_players WHERE tournament = ? ORDER BY number, at, player`,
			string(of))
	}
	if err == nil {
		t.Pairings, err = store.All(ctx, c, scanBoard,
			`SELECT `+boardColumns+` FROM tournament_boards WHERE tournament = ? ORDER BY round, board`, string(of))
	}
	if err != nil {
		return Tournament{}, fmt.Errorf("tournament %s: %w", of, err)
	}
	return t, nil
}

func insert(ctx context.Context, tx store.Tx, t *Tournament) {
	t.Rev = 1
	v := values(t)
	tx.ExecDeferred(ctx, `INSERT INTO tournaments (`+columns+`) VALUES `+store.Params(len(v)), v...)
}

var assignments = store.Assignments(columns)

// save writes the differences that a change makes, and sets c.Rounds.
func save(ctx context.Context, tx store.Tx, c *Change) {
	t, was := &c.Tournament, &c.Before
	t.Touched = tx.Now
	tx.ExecDeferred(ctx, `UPDATE tournaments SET `+assignments+` WHERE id = ?`, append(values(t), string(t.ID))...)
	savePlayers(ctx, tx, t, was)
	rounds := map[int]bool{}
	saveBoards(ctx, tx, t, was, rounds)
	for _, e := range t.Players {
		if old := was.Entrant(e.Number); old == nil || old.Name == e.Name {
			continue
		}
		for _, b := range t.Pairings { // the player was erased: rows show their name no longer
			if b.has(e.Number) {
				rounds[b.Round] = true
			}
		}
	}
	for round := range rounds {
		c.Rounds = append(c.Rounds, round)
	}
	slices.Sort(c.Rounds)
}

const entrantColumns = `player, name, rating, number, status, joined, half, noshows, at`

var scanEntrant = store.Into(func(e *Entrant) []any {
	return []any{&e.Player, &e.Name, &e.rating, &e.Number, store.Parsed(&e.Status, oneOf(In, Out, Removed)), &e.Joined,
		&e.Half, &e.NoShows, store.Time(&e.At)}
})

func savePlayers(ctx context.Context, tx store.Tx, t, was *Tournament) {
	for i := range was.Players {
		if p := was.Players[i].Player; t.Of(p) == nil {
			tx.ExecDeferred(ctx, `DELETE FROM tournament_players WHERE tournament = ? AND player = ?`, string(t.ID),
				string(p))
		}
	}
	var rows [][]any
	for _, e := range t.Players {
		if old := was.Of(e.Player); old == nil || *old != e {
			rows = append(rows, []any{string(t.ID), string(e.Player), e.Name, e.rating, e.Number, string(e.Status),
				e.Joined, e.Half, e.NoShows, store.Millis(e.At)})
		}
	}
	store.Insert(ctx, tx, `INSERT INTO tournament_players (tournament, `+entrantColumns+`) VALUES`, rows,
		`ON CONFLICT (tournament, player) DO UPDATE SET
		name = excluded.name, rating = excluded.rating, number = excluded.number, status = excluded.status, joined = excluded.joined, half = excluded.half,
		noshows = excluded.noshows, at = excluded.at`)
}

const boardColumns = `round, board, red, black, kind, result, how, opening, game, channel, plies, red_ready,
	black_ready, begun, ended`

var scanBoard = store.Into(func(b *Board) []any {
	results := oneOf(pairing.Pending, pairing.RedWins, pairing.BlackWins, pairing.Draw, pairing.RedForfeits,
		pairing.BlackForfeit, pairing.BothForfeit)
	return []any{&b.Round, &b.Number, &b.Red, &b.Black, store.Parsed(&b.Kind, oneOf(Game, Bye, Half, Absent)),
		store.Parsed(&b.Result, results), &b.How,
		store.Flag(&b.Opening), &b.Match, &b.Channel, &b.Plies, store.Time(&b.Ready[0]), store.Time(&b.Ready[1]),
		store.Time(&b.Begun), store.Time(&b.Ended)}
})

func boardValues(t *Tournament, b *Board) []any {
	return []any{string(t.ID), b.Round, b.Number, b.Red, b.Black, string(b.Kind), string(b.Result), string(b.How),
		store.Bit(b.Opening), string(b.Match),
		string(b.Channel), b.Plies, store.Millis(b.Ready[0]), store.Millis(b.Ready[1]), store.Millis(b.Begun),
		store.Millis(b.Ended)}
}

// saveBoards inserts, updates and deletes boards. If two processes pair the same round, the primary key refuses the
// second.
func saveBoards(ctx context.Context, tx store.Tx, t, was *Tournament, rounds map[int]bool) {
	for i := range was.Pairings {
		b := &was.Pairings[i]
		if now := t.Board(b.Round, b.Number); now == nil {
			rounds[b.Round] = true
			tx.ExecDeferred(ctx, `DELETE FROM tournament_boards WHERE tournament = ? AND round = ? AND board = ?`,
				string(t.ID), b.Round, b.Number)
		}
	}
	var fresh [][]any
	for i := range t.Pairings {
		b := &t.Pairings[i]
		switch old := was.Board(b.Round, b.Number); {
		case old == nil:
			fresh = append(fresh, boardValues(t, b))
		case *old == *b:
			continue
		default:
			v := boardValues(t, b)
			tx.ExecDeferred(ctx,
				`UPDATE tournament_boards SET red = ?, black = ?, kind = ?, result = ?, how = ?, opening = ?, game = ?,
					channel = ?, plies = ?,
				red_ready = ?, black_ready = ?, begun = ?, ended = ? WHERE tournament = ? AND round = ? AND board = ?`,
				append(v[3:], v[:3]...)...)
		}
		rounds[b.Round] = true
	}
	for some := range slices.Chunk(fresh, 60) {
		store.Insert(ctx, tx, `INSERT INTO tournament_boards (tournament, `+boardColumns+`) VALUES`, some, ``)
	}
}

func findBoard(ctx context.Context, c store.Conn, m id.Match) (of id.Match, round, number int, found bool, err error) {
	found, err = store.One(c.Row(ctx, `SELECT tournament, round, board FROM tournament_boards WHERE game = ?`,
		string(m)), &of, &round, &number)
	return of, round, number, found, err
}

func insertCorrection(ctx context.Context, tx store.Tx, of id.Match, b *Board, to pairing.Result, reason string,
	by id.Player) {
	tx.ExecDeferred(ctx,
		`INSERT INTO tournament_corrections (tournament, round, board, was, result, reason, author, at) VALUES (?, ?, ?,
			?, ?, ?, ?, ?)`,
		string(of), b.Round, b.Number, string(b.Result), string(to), reason, string(by), store.Millis(tx.Now))
}

// Correction is the record of a result that a director set.
type Correction struct {
	Round, Board int
	Was, Now     pairing.Result
	Reason       string
	By           id.Player // "" once erased
	At           time.Time
}

// Corrections returns the corrections of a tournament, oldest first.
func (s *Service) Corrections(ctx context.Context, of id.Match) ([]Correction, error) {
	return store.All(ctx, s.db.Read(), store.Into(func(c *Correction) []any {
		return []any{&c.Round, &c.Board, &c.Was, &c.Now, &c.Reason, &c.By, store.Time(&c.At)}
	}),
		`SELECT round, board, was, result, reason, author, at FROM tournament_corrections WHERE tournament = ?
			ORDER BY at, round, board`, string(of))
}

// waitingIn returns the tournaments of a guild that have a board waiting in a thread for its match to start.
func waitingIn(ctx context.Context, c store.Conn, g id.Guild, thread id.Channel) ([]id.Match, error) {
	return store.All(ctx, c, store.Value[id.Match],
		`SELECT DISTINCT b.tournament FROM tournaments t JOIN tournament_boards b ON b.tournament = t.id
		WHERE t.guild = ? AND t.state NOT IN ('done', 'cancelled') AND b.channel = ? AND b.game = ''`, string(g),
		string(thread))
}

// openAt returns the unfinished tournaments of a guild, with empty Players and Pairings.
func openAt(ctx context.Context, c store.Conn, g id.Guild) ([]Tournament, error) {
	return store.All(ctx, c, scan, selectFrom+`WHERE guild = ? AND state NOT IN ('done', 'cancelled') ORDER BY id`,
		string(g))
}

func countOpen(ctx context.Context, c store.Conn, g id.Guild) (int, error) {
	return store.Value[int](c.Row(ctx,
		`SELECT COUNT(*) FROM tournaments WHERE guild = ? AND state NOT IN ('done', 'cancelled')`, string(g)))
}

// InGuild returns up to limit tournaments of a server with empty Players and Pairings, unfinished ones first, then the
// latest.
func (s *Service) InGuild(ctx context.Context, g id.Guild, limit int) ([]Tournament, error) {
	return store.All(ctx, s.db.Read(), scan, selectFrom+`WHERE guild = ?
		ORDER BY CASE state WHEN 'done' THEN 1 WHEN 'cancelled' THEN 1 ELSE 0 END, touched DESC, id LIMIT ?`, string(g),
		limit)
}
