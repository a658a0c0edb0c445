package mine

import (
	"slices"
	"strings"

	"yeye/ai/puzzle"
)

// Limits of the share of a kind of puzzle in a set, in percent, applied once the set has countFrom puzzles.
const (
	countFrom    = 100
	maxMateInOne = 10
	maxPerFinish = 15 // share of each mating pattern among the mates
)

// trivialBelow is the rating below which a Win or Save needs a tactical theme to be a puzzle: otherwise it is just a
// free capture. It is the rating that Grade finds by letting the characters solve the puzzle; a puzzle's own Rating is
// adjusted to people.
const trivialBelow = 700

// Set is a growing collection without repeated puzzles or positions.
type Set struct {
	ids       map[string]bool
	positions map[uint64]bool
	themes    map[puzzle.Theme]int
	n, mates  int
}

// NewSet returns a set of puzzles.
func NewSet(all []puzzle.Puzzle) *Set {
	s := &Set{ids: make(map[string]bool), positions: make(map[uint64]bool), themes: make(map[puzzle.Theme]int)}
	for _, p := range all {
		s.Add(p)
	}
	return s
}

// Accepts reports whether a puzzle is new: no puzzle of the set starts with the same move or passes through one of its
// positions, and the set does not have too many of its kind.
func (s *Set) Accepts(p puzzle.Puzzle) bool {
	if s.ids[p.ID()] {
		return false
	}
	for _, k := range positionKeys(p) {
		if s.positions[k] {
			return false
		}
	}
	if s.n < countFrom {
		return true
	}
	for _, t := range p.Themes() {
		switch {
		case t == "mate1" && 100*s.themes[t] >= maxMateInOne*s.n:
			return false
		case isFinish(t) && 100*s.themes[t] >= maxPerFinish*s.mates:
			return false
		}
	}
	return true
}

// Add adds a puzzle.
func (s *Set) Add(p puzzle.Puzzle) {
	s.ids[p.ID()] = true
	for _, k := range positionKeys(p) {
		s.positions[k] = true
	}
	for _, t := range p.Themes() {
		s.themes[t]++
	}
	s.n++
	if p.Kind == puzzle.Mate {
		s.mates++
	}
}

// isFinish reports whether a theme is a mating pattern.
func isFinish(t puzzle.Theme) bool { return strings.HasPrefix(string(t), "finish.") }

// Trivial reports whether a graded puzzle is too easy: no mate, a low rating and no tactics.
func Trivial(p puzzle.Puzzle) bool {
	limit := p
	limit.Rating = trivialBelow
	if p.Kind == puzzle.Mate || p.Rating >= humanRating(limit) {
		return false
	}
	for _, t := range p.Themes() {
		if puzzle.IsTactical(t) {
			return false
		}
	}
	return true
}

// Ratings and lengths, in moves, of daily puzzles: interesting for strong players, and solvable by most people in a few
// minutes.
const (
	dailyMinRating, dailyMaxRating = 900, 2000
	dailyMinMoves, dailyMaxMoves   = 2, 4
)

// FitsDaily reports whether a puzzle can be a daily puzzle: medium rating, not long, and with a tactical theme.
func FitsDaily(p puzzle.Puzzle) bool {
	if p.Withdrawn || p.Rating < dailyMinRating || p.Rating > dailyMaxRating ||
		p.Moves() < dailyMinMoves || p.Moves() > dailyMaxMoves {
		return false
	}
	return slices.ContainsFunc(p.Themes(), puzzle.IsTactical)
}
