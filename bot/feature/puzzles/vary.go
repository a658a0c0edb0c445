package puzzles

import (
	"context"
	"math"
	"slices"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/store"
)

// lastTried is of how many tries the next puzzle repeats no kind, if it can.
const lastTried = 3

// varied returns the puzzles of the wished level, those nearer to it than to the solver's own, that differ in kind from
// the solver's last ones: from as many of them as possible while puzzles remain. If no puzzle has the level it returns
// all.
func (s *Service) varied(ctx context.Context, p id.Player, all []candidate, harder int) ([]candidate, error) {
	var last []puzzle.Theme
	err := store.Each(ctx, s.db.Read(), func(r store.Row) error {
		var name string
		err := r.Scan(&name)
		if i, ok := s.names().byID[name]; ok {
			last = append(last, s.kind(i))
		}
		return err
	}, `SELECT puzzle FROM puzzle_tries WHERE player = ? ORDER BY at DESC, puzzle LIMIT ?`, string(p), lastTried)
	if err != nil {
		return nil, err
	}
	for ; len(last) > 0; last = last[:len(last)-1] {
		others := func(f candidate) bool {
			return f.distance < math.Abs(float64(harder))/2 && !slices.Contains(last, s.kind(f.index))
		}
		if slices.ContainsFunc(all, others) {
			return preferred(all, others), nil
		}
	}
	return all, nil
}

// kind returns what a puzzle is about in the eyes of who solves it: a mate in so many moves, a piece for nothing, a
// tactic.
func (s *Service) kind(i int) puzzle.Theme {
	themes := s.themes()[i]
	for _, t := range themes {
		if puzzle.IsTactical(t) || s.all[i].Kind == puzzle.Mate { // those of a mate begin with its length
			return t
		}
	}
	return puzzle.Theme(s.all[i].Kind)
}
