package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Mark rates one try.
type Mark byte

// The marks are stored.
const (
	Right Mark = 'g'
	Good  Mark = 'y' // not the best move, but accepted
	Wrong Mark = 'r'
	Hint  Mark = 'h'
)

// Result is a player's result for a number.
type Result struct {
	Number Number
	Guild  id.Guild // of the first try
	Marks  []Mark
	Solved bool
	Shown  bool // the player asked for the solution before solving it
	At     time.Time
}

// Over reports whether further tries do not count.
func (r Result) Over() bool { return r.Solved || r.Shown }

// Shareable reports whether the result can be shared: it is over, with at least one try.
func (r Result) Shareable() bool { return r.Over() && len(r.Marks) > 0 }

// AtOnce reports whether the puzzle was solved without a mistake or hint.
func (r Result) AtOnce() bool {
	for _, m := range r.Marks {
		if m != Right && m != Good {
			return false
		}
	}
	return r.Solved
}

// maxMarks limits the marks stored for a result.
const maxMarks = 30

// Try is a player's try at a number's puzzle.
type Try struct {
	Player id.Player
	Guild  id.Guild
	Number Number
	Mark   Mark // 0 for none
	Before int  // number of tries before this one, so that a click delivered twice counts once
	Solved bool
	Shown  bool
}

// RecordTry records a try if the number is open and the player's result is not over. It returns the current result, and
// whether the try counted.
func (s *Service) RecordTry(ctx context.Context, t Try) (r Result, counted bool, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		player.Lock(ctx, tx, t.Player)
		var known bool
		if r, known, err = loadResult(ctx, tx.Conn, t.Player, t.Number); err != nil {
			return err
		}
		if counted = t.Number.Open(tx.Now) && !r.Over(); !counted {
			return nil
		}
		if !known {
			r = Result{Number: t.Number, Guild: t.Guild}
		}
		if t.Mark != 0 && len(r.Marks) < maxMarks && len(r.Marks) <= t.Before {
			r.Marks = append(r.Marks, t.Mark)
		}
		r.Solved, r.Shown, r.At = t.Solved, t.Shown, tx.Now
		saveResult(ctx, tx, t.Player, r)
		if t.Mark == 0 || known && !r.Over() || r.Guild == "" {
			return nil // the counts on the card do not change
		}
		return scheduleRecount(ctx, tx, r.Guild, t.Number)
	})
	return r, counted, err
}

// Result returns a player's result for a number; ok is false if they have not tried it.
func (s *Service) Result(ctx context.Context, p id.Player, n Number) (Result, bool, error) {
	return loadResult(ctx, s.db.Read(), p, n)
}

// Total counts the players who tried a number, solved it, and solved it without a mistake.
type Total struct{ Tried, Solved, AtOnce int }

// TotalIn returns the total of a number on a server.
func (s *Service) TotalIn(ctx context.Context, g id.Guild, n Number) (Total, error) {
	return total(ctx, s.db.Read(), `number = ? AND guild = ?`, int(n), string(g))
}

// worldTTL is how long a worldTotal is used.
const worldTTL = time.Minute

// Everywhere returns the total of a number on all servers, at most worldTTL old.
func (s *Service) Everywhere(ctx context.Context, n Number) (Total, error) {
	s.mu.Lock()
	w, ok := s.world[n]
	s.mu.Unlock()
	now := s.db.Now()
	if ok && now.Sub(w.at) < worldTTL {
		return w.Total, nil
	}
	t, err := total(ctx, s.db.Read(), `number = ?`, int(n))
	if err != nil {
		return t, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world) > 10 {
		clear(s.world)
	}
	s.world[n] = worldTotal{t, now}
	return t, nil
}

// Streak returns a player's current streak.
func (s *Service) Streak(ctx context.Context, p id.Player) (Streak, error) {
	solved, err := solvedBy(ctx, s.db.Read(), p)
	if err != nil {
		return Streak{}, err
	}
	gone, err := outages(ctx, s.db.Read())
	return CountStreak(solved, LastClosed(s.db.Now()), func(n Number) bool { return wasAway(n, gone) }), err
}
