package mine

import (
	"slices"
	"strings"

	"yeye/ai/puzzle"
)

// Shares that no kind of puzzle may exceed in a set, in percent, once it has so many.
const (
	countFrom    = 100
	maxMateInOne = 10
	maxOfFinish  = 15 // of the mates
)

// trivialBelow is the rating by characters below which a win or a save is no puzzle unless it has a
// theme of tactics: something is simply there to be taken.
const trivialBelow = 700

// Set is a collection that grows, without repeating positions or itself.
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

// Wants reports whether a puzzle is new to the set: no puzzle of it begins with the same
// move or runs through one of its positions; and the set has not too many of its kind.
func (s *Set) Wants(p puzzle.Puzzle) bool {
	if s.ids[p.ID()] {
		return false
	}
	for _, k := range keys(p) {
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
		case isFinish(t) && 100*s.themes[t] >= maxOfFinish*s.mates:
			return false
		}
	}
	return true
}

// Add adds a puzzle.
func (s *Set) Add(p puzzle.Puzzle) {
	s.ids[p.ID()] = true
	for _, k := range keys(p) {
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

func isFinish(t puzzle.Theme) bool { return strings.HasPrefix(string(t), "finish.") }

// Trivial reports whether a graded puzzle is too plain: no mate, easy and without tactics.
func Trivial(p puzzle.Puzzle) bool {
	plain := p
	plain.Rating = trivialBelow
	if p.Kind == puzzle.Mate || p.Rating >= human(plain) {
		return false
	}
	for _, t := range p.Themes() {
		if puzzle.Telling(t) {
			return false
		}
	}
	return true
}

// Grades and lengths of puzzles of the day: for nobody too easy, and found by most in a few minutes.
const (
	dayFrom, dayTo          = 900, 2000
	dayShortest, dayLongest = 2, 4
)

// ForDay reports whether a puzzle can be the puzzle of the day: of a middling grade, not long, and about something that has a name.
func ForDay(p puzzle.Puzzle) bool {
	if p.Withdrawn || p.Rating < dayFrom || p.Rating > dayTo || p.Moves() < dayShortest || p.Moves() > dayLongest {
		return false
	}
	return slices.ContainsFunc(p.Themes(), puzzle.Telling)
}
