// Package puzzles stores which puzzles players have tried, and the ratings of solvers and puzzles. For Glicko-2 a
// solver's first try at a puzzle is a game between the two; a try with help and every later try do not count.
//
// Out of scope: pages and words, engines, how puzzles are made (package ai/puzzle).
package puzzles

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/match/rating"
	"yeye/bot/store"
)

// ErrUnknown is returned for a puzzle that is not in the collection, and ErrNone where none is left to offer.
var (
	ErrUnknown = errors.New("no such puzzle")
	ErrNone    = errors.New("no puzzle is left")
)

// Result is how a first try ended. Results are stored and never change.
type Result string

const (
	Solved Result = "solved"
	Failed Result = "failed"
	Helped Result = "helped"
	Shown  Result = "shown" // it was part of a run, or its solution was shown: later tries do not count
)

// Solver is a player as a solver of puzzles.
type Solver struct {
	Rating     rating.Rating
	Streak     int // current number of puzzles solved in a row, at the first try without help
	BestStreak int // longest Streak so far
}

// Service stores tries and ratings, and draws puzzles. Its methods may be called from several goroutines.
type Service struct {
	db       *store.DB
	all      []puzzle.Puzzle
	reserved func() map[string]bool  // by id
	names    func() names            // of all, computed on first use
	themes   func() [][]puzzle.Theme // likewise
	random   func(n int) int         // a number below n
}

// names are the ids of a collection's puzzles in its order, and their indexes by id.
type names struct {
	ids  []string
	byID map[string]int
}

// New returns the service of a collection. Puzzles that reserved returns at a time are not drawn while there are
// others.
func New(db *store.DB, all []puzzle.Puzzle, reserved func() map[string]bool) *Service {
	s := &Service{db: db, all: all, reserved: reserved, random: rand.IntN}
	s.names = sync.OnceValue(func() names {
		n := names{byID: make(map[string]int, len(all))}
		for i, p := range all {
			n.ids = append(n.ids, p.ID())
			n.byID[n.ids[i]] = i
		}
		return n
	})
	s.themes = sync.OnceValue(func() (themes [][]puzzle.Theme) {
		for _, p := range all {
			themes = append(themes, p.Themes())
		}
		return themes
	})
	return s
}

// Get returns a puzzle by its id; the error is ErrUnknown if there is none.
func (s *Service) Get(name string) (puzzle.Puzzle, error) {
	i, ok := s.names().byID[name]
	if !ok {
		return puzzle.Puzzle{}, ErrUnknown
	}
	return s.all[i], nil
}

// RatingOf returns a puzzle's rating: the one learned from tries, or the collection's if there are none.
func (s *Service) RatingOf(ctx context.Context, p puzzle.Puzzle) (int, error) {
	g, err := s.grade(ctx, s.db.Read(), p)
	return rating.Round(g.Value), err
}

// Solver returns a player's rating and streaks as a solver; known is false before their first try.
func (s *Service) Solver(ctx context.Context, p id.Player) (one Solver, known bool, err error) {
	return s.solver(ctx, s.db.Read(), p)
}

// SetInitialRating sets a player's initial rating, unless they have a rating.
func (s *Service) SetInitialRating(ctx context.Context, p id.Player, value float64) error {
	r := rating.Newcomer()
	r.Value = value
	return s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		_, known, err := s.solver(ctx, tx.Conn, p)
		if err != nil || known {
			return err
		}
		s.save(ctx, tx, p, Solver{Rating: r})
		return nil
	})
}

// Wish is the kind of puzzle a player wants.
type Wish struct {
	Theme  puzzle.Theme // "" for any
	Harder int          // rating points above their own
}

// course has the steps of the course for beginners, the easiest patterns first. A solver gets the number least of
// puzzles of each step, and up to the number most while their rating is less than below. Only solvers rated less than
// the first step's below enter the course.
var course = []struct {
	is          func(puzzle.Puzzle) bool
	least, most int
	below       float64
}{
	{checkmates(1), 4, 6, 1000},
	{puzzle.Puzzle.IsFreeCapture, 3, 4, 1100},
	{checkmates(2), 3, 4, 1200},
	{func(p puzzle.Puzzle) bool { return p.Kind == puzzle.Win && !p.IsFreeCapture() }, 3, 4, 1200},
}

// checkmates returns a test for puzzles that end with checkmate in the given number of moves. Wins by stalemate are
// left out: they surprise beginners.
func checkmates(moves int) func(puzzle.Puzzle) bool {
	return func(p puzzle.Puzzle) bool {
		if p.Kind != puzzle.Mate || p.Moves() != moves {
			return false
		}
		at := p.Start
		for _, m := range p.Line {
			at = at.After(m)
		}
		return at.InCheck()
	}
}

// maxCoursePuzzles is the number of tries after which a solver is no longer in the course.
const maxCoursePuzzles = 20

// maxAboveRating is the maximum difference by which a puzzle of the course is rated above its solver.
const maxAboveRating = 300

// courseStep returns the candidates that belong to the solver's step of the course, the easiest first, or all if the
// solver is not in the course.
func (s *Service) courseStep(all []candidate, grades []float64, value float64, tried map[string]bool) []candidate {
	onCourse := false
	for i, c := range course {
		had := 0
		for name := range tried {
			if i, ok := s.names().byID[name]; ok && c.is(s.all[i]) {
				had++
			}
		}
		onCourse = onCourse || i == 0 && had > 0 && len(tried) < maxCoursePuzzles
		if (!onCourse || had >= c.least) && (value >= c.below || had >= c.most) {
			continue
		}
		fits := func(f candidate) bool { return c.is(s.all[f.index]) && grades[f.index] <= value+maxAboveRating }
		if slices.ContainsFunc(all, fits) {
			some := preferred(all, fits)
			slices.SortStableFunc(
				some,
				func(a, b candidate) int { return cmp.Compare(grades[a.index], grades[b.index]) },
			)
			return some
		}
	}
	return all
}

// drawFrom is the number of nearest candidates among which a puzzle is drawn.
const drawFrom = 50

// candidate is a puzzle that may be drawn.
type candidate struct {
	index    int     // in the collection
	distance float64 // between its rating and the wanted one
}

// preferred returns the candidates that satisfy is, or all if none does.
func preferred(all []candidate, is func(candidate) bool) []candidate {
	if some := slices.DeleteFunc(slices.Clone(all), func(f candidate) bool { return !is(f) }); len(some) > 0 {
		return some
	}
	return all
}

// unreserved returns the candidates that are not reserved, or all if all are, sorted by distance.
func (s *Service) unreserved(all []candidate) []candidate {
	ids, reserved := s.names().ids, s.reserved()
	some := preferred(all, func(f candidate) bool { return !reserved[ids[f.index]] })
	slices.SortStableFunc(some, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	return some
}

// Next draws a puzzle that a player has not tried, of about the wished level. Without a wish, beginners go through the
// course, and a player's first puzzle is never one to be saved. If they have tried all, the error is ErrNone.
func (s *Service) Next(ctx context.Context, p id.Player, w Wish) (puzzle.Puzzle, error) {
	one, _, err := s.Solver(ctx, p)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	tried, err := s.tried(ctx, p)
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	grades, err := s.grades(ctx, s.db.Read())
	if err != nil {
		return puzzle.Puzzle{}, err
	}
	aim := one.Rating.Value + float64(w.Harder)
	var fits []candidate
	for i, c := range s.all {
		if !c.Withdrawn && !tried[s.names().ids[i]] && (w.Theme == "" || slices.Contains(s.themes()[i], w.Theme)) {
			fits = append(fits, candidate{i, math.Abs(grades[i] - aim)})
		}
	}
	if len(fits) == 0 {
		return puzzle.Puzzle{}, ErrNone
	}
	if fits = s.unreserved(fits); len(tried) == 0 && w.Theme == "" {
		fits = preferred(fits, func(f candidate) bool { return s.all[f.index].Kind != puzzle.Save })
	}
	if w == (Wish{}) {
		fits = s.courseStep(fits, grades, one.Rating.Value, tried)
	}
	if w.Theme == "" && w.Harder != 0 {
		if fits, err = s.varied(ctx, p, fits, w.Harder); err != nil {
			return puzzle.Puzzle{}, err
		}
	}
	return s.all[fits[s.random(min(drawFrom, len(fits)))].index], nil
}

// Change is what a try did to a solver.
type Change struct {
	Before, After Solver
	Counted       bool // false for a later try, and for one with help
}

// maxGradingDeviation is the rating deviation from which a solver's tries do not change a puzzle's rating, because the
// solver's own rating is too uncertain.
const maxGradingDeviation = 230

// Try is how a try ended, and for whom it counts.
type Try struct {
	Result
	// rate the solver only: the puzzle of the day is rated later in one batch, see Learn, so that its many solvers do
	// not wait for each other's lock
	Alone bool
}

// First records a try if it is the solver's first one at a puzzle, and lets it count.
func (s *Service) First(ctx context.Context, player id.Player, p puzzle.Puzzle, t Try) (c Change, err error) {
	r := t.Result
	err = s.withPlayerLock(ctx, player, func(tx store.Tx) error {
		var known bool
		if c.Before, known, err = s.solver(ctx, tx.Conn, player); err != nil {
			return err
		}
		if !known {
			c.Before.Rating = rating.Newcomer()
		}
		c.After, c.Counted = c.Before, false
		fresh, err := s.insertTry(ctx, tx, player, p.ID(), r)
		if err != nil || !fresh {
			return err
		}
		if r == Helped {
			c.After.Streak = 0
			s.save(ctx, tx, player, c.After)
			return nil
		}
		grade, err := s.grade(ctx, tx.Conn, p)
		if err != nil {
			return err
		}
		if r == Failed {
			remember(ctx, tx, player, p.ID(), 0)
		}
		c.Counted = true
		c.After = updateSolver(c.Before, grade, r)
		if !t.Alone && c.Before.Rating.Deviation < maxGradingDeviation {
			if err := s.regrade(ctx, tx, p, []rating.Result{puzzleResult(c.Before.Rating, r)}); err != nil {
				return err
			}
		}
		s.save(ctx, tx, player, c.After)
		return nil
	})
	return c, err
}

// Tried reports whether a player has tried a puzzle or may have seen its solution, so that another try does not count.
func (s *Service) Tried(ctx context.Context, p id.Player, name string) (bool, error) {
	n, err := store.Value[int](s.db.Read().Row(ctx, `SELECT COUNT(*) FROM puzzle_tries WHERE player = ? AND puzzle = ?`,
		string(p), name))
	return n > 0, err
}

// MarkSeen records that a player may have seen a puzzle's solution: it is not drawn for them, and a later try does not
// count.
func (s *Service) MarkSeen(ctx context.Context, p id.Player, name string) error {
	return s.withPlayerLock(ctx, p, func(tx store.Tx) error {
		_, err := s.insertTry(ctx, tx, p, name, Shown)
		return err
	})
}

// maxFirstLoss is the maximum loss of rating points by one puzzle while the solver's rating is provisional: with so
// high a deviation Glicko-2 overrates a slip at an easy puzzle.
const maxFirstLoss = 100

// updateSolver returns the solver's rating and streaks after a try at a puzzle of a rating. Losses of a provisional
// rating are limited.
func updateSolver(one Solver, grade rating.Rating, r Result) Solver {
	score := 0.0
	if one.Streak++; r == Solved {
		score = 1
	} else {
		one.Streak = 0
	}
	one.BestStreak = max(one.BestStreak, one.Streak)
	updated := rating.Club().Update(one.Rating, []rating.Result{{Opponent: grade, Score: score}}, 1)
	if one.Rating.Provisional() {
		updated.Value = max(updated.Value, one.Rating.Value-maxFirstLoss)
	}
	one.Rating = rating.LimitLossIfNew(one.Rating, updated)
	return one
}
