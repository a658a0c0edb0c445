package store

import (
	"context"
	"fmt"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

// clockColumns are those of a session's clocks, and of whether it is rated.
const clockColumns = `unseen, clock, red_left, black_left, clock_since, red_warned, black_warned, casual, casual_turn`

func clockValues(s *session.Session) []any {
	c := &s.Clock
	return []any{s.Unseen, c.Timing.String(), c.Left[game.Red].Milliseconds(), c.Left[game.Black].Milliseconds(), millis(c.Since),
		c.Warned[game.Red], c.Warned[game.Black], s.Casual.String(), s.CasualTurn}
}

func clockTargets(s *session.Session) []any {
	c := &s.Clock
	left := func(side game.Color) number {
		return func(ms int64) { c.Left[side] = time.Duration(ms) * time.Millisecond }
	}
	return []any{&s.Unseen, parsed(&c.Timing, session.ParseTiming), left(game.Red), left(game.Black),
		number(func(ms int64) { c.Since = instant(ms) }),
		&c.Warned[game.Red], &c.Warned[game.Black], parsed(&s.Casual, session.ParseCasual), &s.CasualTurn}
}

// number and text take a column's value as they like.
type (
	number func(int64)
	text   func(string) error
)

// Scan implements [sql.Scanner].
func (f number) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%v is not a whole number", v)
	}
	f(n)
	return nil
}

// Scan implements [sql.Scanner].
func (f text) Scan(v any) error {
	t, ok := v.(string)
	if !ok {
		return fmt.Errorf("%v is not text", v)
	}
	return f(t)
}

func parsed[T any](to *T, parse func(string) (T, bool)) text {
	return func(t string) error {
		value, ok := parse(t)
		if !ok {
			return fmt.Errorf("%q is unknown", t)
		}
		*to = value
		return nil
	}
}

// Running is up to limit sessions whose clock runs, by id, those after the given
// one.
func (s *Store) Running(ctx context.Context, after session.ID, limit int) ([]session.ID, error) {
	return every(ctx, s.read, scanOne[session.ID],
		`SELECT id FROM sessions WHERE clock_since > 0 AND id > ? ORDER BY id LIMIT ?`, string(after), limit)
}
