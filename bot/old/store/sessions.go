package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"yeye/bot/board"
	"yeye/bot/session"
	"yeye/game"
)

const sessionColumns = `id, place, status,
	red_player, red_name, red_level, black_player, black_name, black_level,
	starter, locale, seed, rules, start, moves, result, method,
	rev, turn, new_card, created, touched, red_acted, black_acted, act, due_at,
	red_novice, black_novice, closing, offer, offer_by, offer_turn, reminded, odds, ` + tableColumns + `, ` + clockColumns

func sessionValues(s *session.Session) []any {
	start := s.Game.Start()
	red, black := s.Seats[game.Red], s.Seats[game.Black]
	return append([]any{
		string(s.ID), string(s.Place), int(s.Status),
		string(red.Player), red.Name, red.Level, string(black.Player), black.Name, black.Level,
		string(s.Starter), s.Locale, int64(s.Seed), s.Game.Rules().String(), start.FEN(), movesText(s.Game.Moves()),
		s.Outcome.Result.String(), s.Outcome.Method.String(),
		s.Rev, s.Turn, s.NewCard, millis(s.Created), millis(s.Touched),
		millis(s.Acted[game.Red]), millis(s.Acted[game.Black]), int(s.Next.Kind), millis(s.Next.Due),
		red.Novice, black.Novice, int(s.Closing), int(s.Offer.Kind), int(s.Offer.By), s.Offer.Turn, s.Reminded, s.Odds.String(),
	}, append(tableValues(s), clockValues(s)...)...)
}

func movesText(moves []game.Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}

func scanSession(r row) (session.Session, error) {
	var s session.Session
	var red, black session.Seat
	var seed, created, touched, redActed, blackActed, due int64
	var rules, start, moves, result, method, odds string
	err := r.Scan(append([]any{&s.ID, &s.Place, &s.Status,
		&red.Player, &red.Name, &red.Level, &black.Player, &black.Name, &black.Level,
		&s.Starter, &s.Locale, &seed, &rules, &start, &moves, &result, &method,
		&s.Rev, &s.Turn, &s.NewCard, &created, &touched, &redActed, &blackActed, &s.Next.Kind, &due,
		&red.Novice, &black.Novice, &s.Closing, &s.Offer.Kind, &s.Offer.By, &s.Offer.Turn, &s.Reminded, &odds}, append(tableTargets(&s), clockTargets(&s)...)...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return s, session.ErrNoSession
	}
	if err != nil {
		return s, err
	}
	s.Seats = [2]session.Seat{red, black}
	known := false
	if s.Odds, known = session.ParseOdds(odds); !known {
		return s, fmt.Errorf("session %s: unknown odds %q", s.ID, odds)
	}
	s.Seed = uint64(seed)
	s.Created, s.Touched = instant(created), instant(touched)
	s.Acted = [2]time.Time{instant(redActed), instant(blackActed)}
	s.Next.Due = instant(due)
	if s.Outcome, err = parseOutcome(result, method); err != nil {
		return s, fmt.Errorf("session %s: %w", s.ID, err)
	}
	if s.Game, err = replay(start, rules, moves); err != nil {
		return s, fmt.Errorf("session %s: %w", s.ID, err)
	}
	return s, nil
}

func replay(start, rules, moves string) (*game.Game, error) {
	p, err := game.ParseFEN(start)
	if err != nil {
		return nil, err
	}
	r, ok := game.ParseRules(rules)
	if !ok {
		return nil, fmt.Errorf("unknown rules %q", rules)
	}
	g := game.NewGame(p, r)
	for _, t := range strings.Fields(moves) {
		m, err := game.ParseMove(t)
		if err != nil {
			return nil, err
		}
		if err := g.PlayOn(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func parseOutcome(result, method string) (o game.Outcome, err error) {
	for o.Result = game.Ongoing; o.Result.String() != result; o.Result++ {
		if o.Result == game.Draw {
			return o, fmt.Errorf("unknown result %q", result)
		}
	}
	for o.Method = game.NoMethod; o.Method.String() != method; o.Method++ {
		if o.Method == game.Abandoned {
			return o, fmt.Errorf("unknown method %q", method)
		}
	}
	return o, nil
}

// remember notes an event in the transaction of its change.
func (s *Store) remember(ctx context.Context, tx *sql.Tx, event string) error {
	if event == "" {
		return nil
	}
	r, err := tx.ExecContext(ctx, `INSERT INTO events (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, event, millis(s.now()))
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, session.ErrSeen)
	}
	return nil
}

// vacant is an OccupiedError where another session is open in the place that se is
// about to be open in.
func (s *Store) vacant(ctx context.Context, tx *sql.Tx, se session.Session) error {
	if se.Status != session.Open {
		return nil
	}
	there, err := scanSession(tx.QueryRowContext(ctx, byPlace+` AND id <> ?`, string(se.Place), string(se.ID)))
	switch {
	case err == nil:
		return &session.OccupiedError{Session: there}
	case errors.Is(err, session.ErrNoSession):
		return nil
	}
	return err
}

// Insert implements [session.Store].
func (s *Store) Insert(ctx context.Context, event string, se session.Session) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.remember(ctx, tx, event); err != nil {
			return err
		}
		if err := s.vacant(ctx, tx, se); err != nil {
			return err
		}
		values := sessionValues(&se)
		_, err := tx.ExecContext(ctx, `INSERT INTO sessions (`+sessionColumns+`) VALUES (?`+strings.Repeat(", ?", len(values)-1)+`)`, values...)
		return err
	})
}

var updateSession = func() string {
	columns := strings.Split(sessionColumns, ",")
	for i, c := range columns {
		columns[i] = strings.TrimSpace(c) + " = ?"
	}
	return `UPDATE sessions SET ` + strings.Join(columns, ", ") + `, lease_until = 0, lease_owner = '' WHERE id = ? AND rev = ?`
}()

// Update implements [session.Store].
func (s *Store) Update(ctx context.Context, event string, se session.Session, from int64) error {
	return s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.remember(ctx, tx, event); err != nil {
			return err
		}
		if err := s.vacant(ctx, tx, se); err != nil {
			return err
		}
		r, err := tx.ExecContext(ctx, updateSession, append(sessionValues(&se), string(se.ID), from)...)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, session.ErrConflict)
		}
		return nil
	})
}

const (
	byPlace = `SELECT ` + sessionColumns + ` FROM sessions WHERE place = ? AND status = 0`
	byID    = `SELECT ` + sessionColumns + ` FROM sessions WHERE id = ?`
)

// ByPlace implements [session.Store].
func (s *Store) ByPlace(ctx context.Context, place session.Place) (session.Session, error) {
	return scanSession(s.read.QueryRowContext(ctx, byPlace, string(place)))
}

// ByID implements [session.Store].
func (s *Store) ByID(ctx context.Context, id session.ID) (session.Session, error) {
	return scanSession(s.read.QueryRowContext(ctx, byID, string(id)))
}

// Latest implements [bot.Records].
func (s *Store) Latest(ctx context.Context, place session.Place) (session.Session, error) {
	return s.latest(ctx, latest, place, session.Closed)
}

// LatestGame implements [bot.Records].
func (s *Store) LatestGame(ctx context.Context, place session.Place) (session.Session, error) {
	return s.latest(ctx, latest, place, session.Proposed)
}

// LatestMatch implements [bot.Records].
func (s *Store) LatestMatch(ctx context.Context, place session.Place) (session.Session, error) {
	return s.latest(ctx, latestMatch, place, session.Proposed)
}

func (s *Store) latest(ctx context.Context, which string, place session.Place, but session.Status) (session.Session, error) {
	return scanSession(s.read.QueryRowContext(ctx, `SELECT `+sessionColumns+` FROM sessions `+which,
		string(place), int(session.Closed), int(session.Removed), int(but), int(session.Open)))
}

const (
	latest      = `WHERE place = ?1 AND status NOT IN (?2, ?3, ?4)` + openFirst
	latestMatch = `WHERE place = ?1 AND status NOT IN (?2, ?3, ?4) AND (red_player = '' OR red_player <> black_player)` + openFirst
	openFirst   = ` ORDER BY status = ?5 DESC, touched DESC LIMIT 1`
)

// Here implements [bot.Records].
func (s *Store) Here(ctx context.Context, place session.Place, limit int) ([]session.Session, error) {
	return s.sessions(ctx, here, string(place), int(session.Removed), int(session.Open), int(session.Proposed), int(session.Resting), limit)
}

const here = `WHERE place = ?1 AND status <> ?2 ORDER BY status = ?3 DESC, status IN (?4, ?5) DESC, touched DESC LIMIT ?6`

// AllAt is every session that was ever played in a place, the oldest first.
func (s *Store) AllAt(ctx context.Context, place session.Place) ([]session.Session, error) {
	return s.sessions(ctx, `WHERE place = ? ORDER BY created, rowid`, string(place))
}

// OpenSessions is every session in play, the one touched last first, for the look
// at what was typed while the bot was away. The games themselves are not read.
func (s *Store) OpenSessions(ctx context.Context) ([]board.Table, error) {
	return every(ctx, s.read, func(r row) (t board.Table, err error) {
		var touched int64
		err = r.Scan(&t.Session, &t.Place, &touched)
		t.Touched = instant(touched)
		return t, err
	}, `SELECT id, place, touched FROM sessions WHERE status = 0 ORDER BY touched DESC, id`)
}

// Forget removes events older than a day, games that were read in a long time ago,
// and what has not been touched for as long as cards are looked after: removed
// sessions whose cards could not be taken away, and lines that earlier cards left.
func (s *Store) Forget(ctx context.Context) error {
	now := s.now()
	untouched := millis(now.Add(-cardsFor))
	for _, old := range []struct {
		statement string
		values    []any
	}{
		{`DELETE FROM events WHERE at < ?`, []any{millis(now.Add(-24 * time.Hour))}},
		{`DELETE FROM kept WHERE at < ?`, []any{millis(now.Add(-keptFor))}},
		{`DELETE FROM sessions WHERE status = ? AND touched < ?`, []any{int(session.Removed), untouched}},
		{`DELETE FROM husks WHERE shrunk = 1 AND session IN (SELECT id FROM sessions WHERE touched < ?)`, []any{untouched}},
	} {
		if _, err := s.write.ExecContext(ctx, old.statement, old.values...); err != nil {
			return err
		}
	}
	return nil
}
