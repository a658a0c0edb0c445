package puzzles

import (
	"context"
	"errors"
	"math"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// ErrRunOver is returned for a control of a puzzle of a run that its solver has passed, skipped or failed.
var ErrRunOver = errors.New("the run has moved on")

// A run is a sequence of puzzles of rising ratings that ends with the first mistake. It has no clock, is not rated, and
// one of its puzzles may be skipped.
const (
	runFrom         = 800 // rating of the first
	runStep         = 50
	runDrawFrom     = 12  // number of nearest candidates among which one is drawn, plus ties
	runTriedPenalty = 200 // rating points added to the distance of a puzzle that was tried
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
		if r, known, err = openRun(ctx, tx.Conn, p); err != nil || known && s.exists(r.Puzzle) {
			return err
		}
		if r.Puzzle, err = s.drawForRun(ctx, tx, p, r.Solved, ""); err != nil {
			return err
		}
		saveRun(ctx, tx, p, r)
		return nil
	})
	return r, err
}

func (s *Service) exists(name string) bool { _, ok := s.names().byID[name]; return ok }

// drawForRun draws the next puzzle of a run after solved puzzles, preferably one that the solver has not tried, and not
// the one just skipped.
func (s *Service) drawForRun(
	ctx context.Context,
	tx store.Tx,
	p id.Player,
	solved int,
	skipped string,
) (string, error) {
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
		if one.Withdrawn || name == skipped {
			continue
		}
		f := candidate{i, math.Abs(grades[i] - aim)}
		if tried[name] {
			f.distance += runTriedPenalty
		}
		fits = append(fits, f)
	}
	if len(fits) == 0 {
		return "", ErrNone
	}
	fits = s.unreserved(fits)
	n := 1
	for n < len(fits) && (n < runDrawFrom || fits[n].distance == fits[n-1].distance) &&
		fits[n].distance <= fits[0].distance+runStep {
		n++
	}
	return s.names().ids[fits[s.random(n)].index], nil
}

// Pass moves a run on to its next puzzle after the current one was solved. The error is ErrRunOver if the run is no
// longer at it.
func (s *Service) Pass(ctx context.Context, p id.Player, at Run) (Run, error) {
	return s.advanceRun(ctx, p, at, func(r *Run) { r.Solved++ })
}

// Skip replaces a run's puzzle by another one, once in a run; later the error is ErrRunOver.
func (s *Service) Skip(ctx context.Context, p id.Player, at Run) (Run, error) {
	if at.Skipped {
		return at, ErrRunOver
	}
	return s.advanceRun(ctx, p, at, func(r *Run) { r.Skipped = true })
}

func (s *Service) advanceRun(ctx context.Context, p id.Player, at Run, change func(*Run)) (r Run, err error) {
	err = s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		if r, err = s.checkRun(ctx, tx, p, at); err != nil {
			return err
		}
		change(&r)
		if _, err := s.insertTry(ctx, tx, p, at.Puzzle, Shown); err != nil {
			return err
		}
		if r.Puzzle, err = s.drawForRun(ctx, tx, p, r.Solved, at.Puzzle); err != nil {
			return err
		}
		saveRun(ctx, tx, p, r)
		return nil
	})
	return r, err
}

// checkRun returns the open run, or ErrRunOver if it is no longer at the puzzle and score of at.
func (s *Service) checkRun(ctx context.Context, tx store.Tx, p id.Player, at Run) (Run, error) {
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

// End ends a run after a mistake. It returns the solver's best run, and the server's, whose Player is "" if that player
// hides their profile.
func (s *Service) End(ctx context.Context, p id.Player, g id.Guild, at Run) (own, there Best, err error) {
	err = s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		r, err := s.checkRun(ctx, tx, p, at)
		if err != nil {
			return err
		}
		if _, err := s.insertTry(ctx, tx, p, at.Puzzle, Shown); err != nil {
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
