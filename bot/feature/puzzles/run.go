package puzzles

import (
	"context"
	"errors"
	"math"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// ErrRunOver is returned for a place of a run that its solver has left.
var ErrRunOver = errors.New("the run has moved on")

// A run is rising puzzles until the first mistake. It has no clock, counts for no rating, and one puzzle of it may be
// skipped.
const (
	runFrom  = 800 // rating of the first
	runStep  = 50
	runOf    = 12  // one is drawn among so many of about the rating, and those that are as near as the last of these
	runTried = 200 // points by which one that was tried is taken for farther away
)

// Run is a player's run. Its open puzzle is stored, so that asking again does not give another one.
type Run struct {
	Puzzle  string
	Solved  int
	Skipped bool
}

// Run returns a player's open run, or starts one.
func (s *Service) Run(ctx context.Context, p id.Player) (r Run, err error) {
	err = s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		known := false
		if r, known, err = openRun(ctx, tx.Conn, p); err != nil || known && s.has(r.Puzzle) {
			return err
		}
		if r.Puzzle, err = s.rising(ctx, tx, p, r.Solved, ""); err != nil {
			return err
		}
		saveRun(ctx, tx, p, r)
		return nil
	})
	return r, err
}

func (s *Service) has(name string) bool { _, ok := s.names().byID[name]; return ok }

// rising draws the puzzle of a run after so many, preferably one that the solver has not tried, and not the one just
// skipped.
func (s *Service) rising(ctx context.Context, tx store.Tx, p id.Player, solved int, but string) (string, error) {
	tried, err := triedBy(ctx, tx.Conn, p)
	if err != nil {
		return "", err
	}
	grades, err := s.grades(ctx, tx.Conn)
	if err != nil {
		return "", err
	}
	aim := float64(runFrom + runStep*solved)
	var fits []candidate
	for i, one := range s.all {
		name := s.names().ids[i]
		if one.Withdrawn || name == but {
			continue
		}
		f := candidate{i, math.Abs(grades[i] - aim)}
		if tried[name] {
			f.distance += runTried
		}
		fits = append(fits, f)
	}
	if len(fits) == 0 {
		return "", ErrNone
	}
	fits = s.unreserved(fits)
	n := 1
	for n < len(fits) && (n < runOf || fits[n].distance == fits[n-1].distance) &&
		fits[n].distance <= fits[0].distance+runStep {
		n++
	}
	return s.names().ids[fits[s.random(n)].index], nil
}

// Pass gives the next puzzle of a run after the current one was solved.
func (s *Service) Pass(ctx context.Context, p id.Player, at Run) (Run, error) {
	return s.move(ctx, p, at, func(r *Run) { r.Solved++ })
}

// Skip takes another puzzle, once in a run.
func (s *Service) Skip(ctx context.Context, p id.Player, at Run) (Run, error) {
	if at.Skipped {
		return at, ErrRunOver
	}
	return s.move(ctx, p, at, func(r *Run) { r.Skipped = true })
}

func (s *Service) move(ctx context.Context, p id.Player, at Run, change func(*Run)) (r Run, err error) {
	err = s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		if r, err = s.stands(ctx, tx, p, at); err != nil {
			return err
		}
		change(&r)
		if _, err := s.enter(ctx, tx, p, at.Puzzle, Shown); err != nil {
			return err
		}
		if r.Puzzle, err = s.rising(ctx, tx, p, r.Solved, at.Puzzle); err != nil {
			return err
		}
		saveRun(ctx, tx, p, r)
		return nil
	})
	return r, err
}

// stands returns the open run, or ErrRunOver if it is no longer at the puzzle and score of at.
func (s *Service) stands(ctx context.Context, tx store.Tx, p id.Player, at Run) (Run, error) {
	r, known, err := openRun(ctx, tx.Conn, p)
	if err == nil && (!known || r.Puzzle != at.Puzzle || r.Solved != at.Solved) {
		err = ErrRunOver
	}
	return r, err
}

// Best is a player's best run on a server: the number of puzzles solved.
type Best struct {
	Player id.Player
	Solved int
}

// End ends a run by a mistake. It returns the solver's best run, and the best one of the server, without a player if
// others may not see whose it is.
func (s *Service) End(ctx context.Context, p id.Player, g id.Guild, at Run) (own, there Best, err error) {
	err = s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		r, err := s.stands(ctx, tx, p, at)
		if err != nil {
			return err
		}
		if _, err := s.enter(ctx, tx, p, at.Puzzle, Shown); err != nil {
			return err
		}
		tx.ExecDeferred(ctx, `DELETE FROM puzzle_runs WHERE player = ?`, string(p))
		tx.ExecDeferred(ctx, `INSERT INTO puzzle_run_bests (player, guild, solved, at) VALUES (?, ?, ?, ?)
			ON CONFLICT (player, guild) DO UPDATE SET solved = excluded.solved, at = excluded.at
			WHERE puzzle_run_bests.solved < excluded.solved`,
			string(p), string(g), r.Solved, store.Millis(tx.Now))
		own.Player = p
		if own.Solved, err = store.Value[int](tx.Row(ctx, `SELECT MAX(solved) FROM puzzle_run_bests WHERE player = ?`,
			string(p))); err != nil {
			return err
		}
		_, err = store.One(tx.Row(ctx,
			`SELECT player, solved FROM puzzle_run_bests WHERE guild = ? ORDER BY solved DESC, at LIMIT 1`, string(g)),
			&there.Player, &there.Solved)
		if err != nil {
			return err
		}
		shown, err := policy.Show(ctx, tx.Conn, "", there.Player)
		if !shown.Of(there.Player) {
			there.Player = ""
		}
		return err
	})
	return own, there, err
}

func openRun(ctx context.Context, c store.Conn, p id.Player) (r Run, known bool, err error) {
	known, err = store.One(c.Row(ctx, `SELECT puzzle, solved, skipped FROM puzzle_runs WHERE player = ?`, string(p)),
		&r.Puzzle, &r.Solved, store.Flag(&r.Skipped))
	return r, known, err
}

func saveRun(ctx context.Context, tx store.Tx, p id.Player, r Run) {
	tx.ExecDeferred(ctx, `INSERT INTO puzzle_runs (player, puzzle, solved, skipped) VALUES (?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET puzzle = excluded.puzzle, solved = excluded.solved,
		skipped = excluded.skipped`,
		string(p), r.Puzzle, r.Solved, store.Bit(r.Skipped))
}
