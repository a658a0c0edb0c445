package match

import (
	"fmt"
	"time"

	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/game"
)

const columns = `id, kind, guild, channel, status,
	red_player, red_name, red_level, red_newcomer, black_player, black_name, black_level, black_newcomer,
	starter, locale, seed, rules, start, moves, result, method,
	rev, turn, created, touched, red_acted, black_acted, played, act, due_at,
	offer, offer_by, offer_turn, offer_guild, offer_channel, red_offered, black_offered,
	odds, reminded, ruling, ruled_by, scores, said,
	clock, red_left, black_left, clock_since, clock_spent, red_warned, black_warned, casual, casual_turn, red_premove, black_premove,
	guests, arranger, taken, rest, red_lines, black_lines, pair`

// addHinted and hintedIn write and read hinted moves, which are not part of a [Match]: only the analysis after the game
// needs them.
const (
	addHinted = `UPDATE matches SET hinted = hinted || ? WHERE id = ?`
	hintedIn  = `SELECT hinted FROM matches WHERE id = ?`
)

// countOfPair counts the games of a pair.
const countOfPair = `SELECT COUNT(*) FROM matches WHERE pair = ?`

// noCharacter is the stored level of a seat without a character.
const noCharacter = -1

// StoredLevel returns the stored form of a character's level, or of no character.
func StoredLevel(l character.Level, none bool) int {
	if none {
		return noCharacter
	}
	return int(l)
}

// ScanLevel scans what StoredLevel returned.
func ScanLevel(l *character.Level, none *bool) store.Number {
	return func(n int64) {
		if *none = n == noCharacter; !*none {
			*l = character.Level(n)
		}
	}
}

// stored returns a seat's number in the level column: a level, noCharacter, or less for a team.
func (s *Seat) stored() int {
	if s.Team != NoTeam {
		return noCharacter - int(s.Team)
	}
	return StoredLevel(s.Level, s.Open)
}

// scan scans what stored returned.
func (s *Seat) scan() store.Number {
	return func(n int64) {
		if n < noCharacter {
			s.Team = Team(noCharacter - n)
			return
		}
		ScanLevel(&s.Level, &s.Open)(n)
	}
}

func values(m *Match) []any {
	start, c := m.Game.Start(), &m.Clock
	red, black := &m.Seats[game.Red], &m.Seats[game.Black]
	return []any{
		string(m.ID), string(m.Mode.Kind), string(m.Guild), string(m.Channel), int(m.Status),
		string(red.Player), red.Name, red.stored(), store.Bit(red.Newcomer),
		string(black.Player), black.Name, black.stored(), store.Bit(black.Newcomer),
		string(m.Starter), m.Locale, int64(m.Seed), m.Game.Rules().String(), start.FEN(),
		game.MovesText(m.FullGame().Moves()), m.Outcome.Result.String(), m.Outcome.Method.String(),
		m.Rev, m.Turn, store.Millis(m.Created), store.Millis(m.Touched), store.Millis(m.Acted[game.Red]),
		store.Millis(m.Acted[game.Black]), store.Millis(m.Played), int(m.Next.Kind), store.Millis(m.Next.Due),
		int(m.Offer.Kind), int(m.Offer.By), m.Offer.Turn, string(m.Offer.Guild), string(m.Offer.Channel),
		int(m.Offered[game.Red]), int(m.Offered[game.Black]),
		m.Odds.String(), store.Bit(m.Reminded), int(m.Ruling), string(m.RuledBy), m.Scores.String(), m.Said,
		c.TimeControl.String(), c.Left[game.Red].Milliseconds(), c.Left[game.Black].Milliseconds(),
		store.Millis(c.Since), c.Spent.Milliseconds(),
		store.Bit(c.Warned[game.Red]), store.Bit(c.Warned[game.Black]), m.CasualReason.String(), m.CasualTurn,
		m.Premoves[game.Red].String(), m.Premoves[game.Black].String(), guestsText(m.Guests),
		arrangerText(m.Arranger), m.Displacement.String(), m.Rest.String(), m.Lines[game.Red].String(),
		m.Lines[game.Black].String(), string(m.Pair),
	}
}

// scan reads a row of columns. A mode that is not declared is an error.
func (s *Service) scan(r store.Row) (Match, error) {
	var m Match
	var seed int64
	var rules, start, moves, result, method string
	red, black, c := &m.Seats[game.Red], &m.Seats[game.Black], &m.Clock
	left := func(side game.Color) store.Number {
		return func(ms int64) { c.Left[side] = time.Duration(ms) * time.Millisecond }
	}
	spent := store.Number(func(ms int64) { c.Spent = time.Duration(ms) * time.Millisecond })
	err := r.Scan(&m.ID, store.Parsed(&m.Mode, s.mode), &m.Guild, &m.Channel, &m.Status,
		&red.Player, &red.Name, red.scan(), store.Flag(&red.Newcomer),
		&black.Player, &black.Name, black.scan(), store.Flag(&black.Newcomer),
		&m.Starter, &m.Locale, &seed, &rules, &start, &moves, &result, &method,
		&m.Rev, &m.Turn, store.Time(&m.Created), store.Time(&m.Touched), store.Time(&m.Acted[game.Red]),
		store.Time(&m.Acted[game.Black]), store.Time(&m.Played), &m.Next.Kind, store.Time(&m.Next.Due),
		&m.Offer.Kind, &m.Offer.By, &m.Offer.Turn, &m.Offer.Guild, &m.Offer.Channel, &m.Offered[game.Red],
		&m.Offered[game.Black],
		store.Parsed(&m.Odds, ParseOdds), store.Flag(&m.Reminded), &m.Ruling, &m.RuledBy,
		store.Parsed(&m.Scores, ParseScores), &m.Said,
		store.Parsed(&c.TimeControl, ParseTimeControl), left(game.Red), left(game.Black), store.Time(&c.Since), spent,
		store.Flag(&c.Warned[game.Red]), store.Flag(&c.Warned[game.Black]), store.Parsed(&m.CasualReason, ParseCasual),
		&m.CasualTurn,
		store.Parsed(&m.Premoves[game.Red], ParsePremove), store.Parsed(&m.Premoves[game.Black], ParsePremove),
		store.Parsed(&m.Guests, parseGuests),
		store.Parsed(&m.Arranger, parseArranger), store.Parsed(&m.Displacement, parseDisplacement),
		store.Parsed(&m.Rest, parseRest), store.Parsed(&m.Lines[game.Red], ParseLines),
		store.Parsed(&m.Lines[game.Black], ParseLines), &m.Pair)
	if err != nil {
		return m, err
	}
	m.Seed = uint64(seed)
	if m.Outcome, err = ParseOutcome(result, method); err != nil {
		return m, fmt.Errorf("match %s: %w", m.ID, err)
	}
	if m.Game, err = ParseGame(start, rules, moves); err != nil {
		return m, fmt.Errorf("match %s: %w", m.ID, err)
	}
	m.conceal()
	m.updateLines()
	return m, nil
}

func arrangerText(s id.Subject) string {
	if s.None() {
		return ""
	}
	return s.String()
}

func parseArranger(text string) (id.Subject, bool) {
	if text == "" {
		return id.Subject{}, true
	}
	return id.ParseSubject(text)
}

func (s *Service) mode(kind string) (Mode, bool) {
	m, ok := s.modes[id.Kind(kind)]
	return m, ok
}

// ParseGame returns the game of a stored start, rules and moves.
func ParseGame(start, rules, moves string) (*game.Game, error) {
	p, err := game.ParseFEN(start)
	if err != nil {
		return nil, err
	}
	r, ok := game.ParseRules(rules)
	if !ok {
		return nil, fmt.Errorf("unknown rules %q", rules)
	}
	played, err := game.ParseMoves(moves)
	if err != nil {
		return nil, err
	}
	return game.Replay(p, r, played)
}

// ParseOutcome reads the names of a result and a method.
func ParseOutcome(result, method string) (o game.Outcome, err error) {
	var ok bool
	if o.Result, ok = game.ParseResult(result); !ok {
		return o, fmt.Errorf("unknown result %q", result)
	}
	if o.Method, ok = game.ParseMethod(method); !ok {
		return o, fmt.Errorf("unknown method %q", method)
	}
	return o, nil
}
