package daily

import (
	"context"
	"time"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/bot/store"
)

// Mark is what a try was.
type Mark byte

// The marks are stored.
const (
	Right Mark = 'g'
	Good  Mark = 'y' // but not the best
	Wrong Mark = 'r'
	Hint  Mark = 'h'
)

// Result is how somebody got on with a number.
type Result struct {
	Number Number
	Guild  id.Guild // in which it was begun
	Marks  []Mark
	Solved bool
	Shown  bool // the solution was asked for before
	At     time.Time
}

// Over reports whether nothing more counts.
func (r Result) Over() bool { return r.Solved || r.Shown }

// Shareable reports whether there is something to tell others: tries, when no more count.
func (r Result) Shareable() bool { return r.Over() && len(r.Marks) > 0 }

// AtOnce reports whether it was solved without fault or help.
func (r Result) AtOnce() bool {
	for _, m := range r.Marks {
		if m != Right && m != Good {
			return false
		}
	}
	return r.Solved
}

// maxMarks are kept of a result; an ellipsis stands for the rest.
const maxMarks = 30

// Try is what somebody did at a number's puzzle.
type Try struct {
	Player id.Player
	Guild  id.Guild
	Number Number
	Mark   Mark // 0 for none
	Before int  // how many tries the player saw before this one: a click that is delivered twice counts once
	Solved bool
	Shown  bool
}

// Note records a try, if the number is open and the player is not done with it. It returns the result by now, and whether the try
// counted.
func (s *Service) Note(ctx context.Context, t Try) (r Result, counted bool, err error) {
	err = s.db.Tx(ctx, func(tx store.Tx) error {
		if err := player.Lock(ctx, tx, t.Player); err != nil {
			return err
		}
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
		if err := saveResult(ctx, tx, t.Player, r); err != nil {
			return err
		}
		if t.Mark == 0 || known && !r.Over() || r.Guild == "" {
			return nil // nothing that is counted
		}
		return recount(ctx, tx, r.Guild, t.Number)
	})
	return r, counted, err
}

// Result returns how somebody got on with a number, and whether they have tried it.
func (s *Service) Result(ctx context.Context, p id.Player, n Number) (Result, bool, error) {
	return loadResult(ctx, s.db.Read(), p, n)
}

// Total is how many people tried and solved a number, and how many of these at once.
type Total struct{ Tried, Solved, AtOnce int }

// In returns how a number went in a server.
func (s *Service) In(ctx context.Context, g id.Guild, n Number) (Total, error) {
	return total(ctx, s.db.Read(), `number = ? AND guild = ?`, int(n), string(g))
}

// worldFor is how long what is known of the whole world is not looked up again.
const worldFor = time.Minute

// Everywhere returns how a number went in the whole world, a minute ago or less.
func (s *Service) Everywhere(ctx context.Context, n Number) (Total, error) {
	s.mu.Lock()
	w, ok := s.world[n]
	s.mu.Unlock()
	now := s.db.Now()
	if ok && now.Sub(w.at) < worldFor {
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
	s.world[n] = world{t, now}
	return t, nil
}

// Streak returns somebody's streak by now.
func (s *Service) Streak(ctx context.Context, p id.Player) (Streak, error) {
	solved, err := solvedBy(ctx, s.db.Read(), p)
	if err != nil {
		return Streak{}, err
	}
	gone, err := outages(ctx, s.db.Read())
	return Count(solved, LastClosed(s.db.Now()), func(n Number) bool { return away(n, gone) }), err
}
