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
	Good  Mark = 'y' // but not the best
	Wrong Mark = 'r'
	Hint  Mark = 'h'
)

// Result is a player's result at a number.
type Result struct {
	Number Number
	Guild  id.Guild // where the first try was made
	Marks  []Mark
	Solved bool
	Shown  bool // the player asked for the solution before solving it
	At     time.Time
}

// Over reports whether further tries no longer count.
func (r Result) Over() bool { return r.Solved || r.Shown }

// Shareable reports whether the result can be shared: it is over and has tries.
func (r Result) Shareable() bool { return r.Over() && len(r.Marks) > 0 }

// AtOnce reports whether it was solved without a mistake or a hint.
func (r Result) AtOnce() bool {
	for _, m := range r.Marks {
		if m != Right && m != Good {
			return false
		}
	}
	return r.Solved
}

// maxMarks is how many marks of a result are stored; an ellipsis stands for the rest.
const maxMarks = 30

// Try is one try of a player at a number's puzzle.
type Try struct {
	Player id.Player
	Guild  id.Guild
	Number Number
	Mark   Mark // 0 for none
	Before int  // how many tries the player's message showed before: a click delivered twice counts once
	Solved bool
	Shown  bool
}

// Note records a try if the number is open and the player's result is not over. It returns the result so far, and
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
			return nil // the try does not count
		}
		return scheduleRecount(ctx, tx, r.Guild, t.Number)
	})
	return r, counted, err
}

// Result returns a player's result at a number; ok is false if they have not tried it.
func (s *Service) Result(ctx context.Context, p id.Player, n Number) (Result, bool, error) {
	return loadResult(ctx, s.db.Read(), p, n)
}

// Total is how many people tried a number, how many solved it, and how many of these without a mistake.
type Total struct{ Tried, Solved, AtOnce int }

// In returns the total of a number in a server.
func (s *Service) TotalIn(ctx context.Context, g id.Guild, n Number) (Total, error) {
	return total(ctx, s.db.Read(), `number = ? AND guild = ?`, int(n), string(g))
}

// worldFor is how long a cached world is used.
const worldTTL = time.Minute

// Everywhere returns the total of a number in all servers, at most worldFor old.
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
