package puzzles

import (
	"context"
	"math"
	"slices"

	"yeye/ai/puzzle"
	"yeye/bot/id"
	"yeye/bot/store"
)

// recentTries is the number of latest tries whose kinds the next puzzle should not repeat.
const recentTries = 3

// varied returns the candidates of the wished level, those nearer to it than to the solver's own rating, that differ in
// kind from the solver's latest tries. If there are none, it compares with fewer tries. If no puzzle has the level, it
// returns all.
func (s *Service) varied(ctx context.Context, p id.Player, all []candidate, harder int) ([]candidate, error) {
	var last []puzzle.Theme
	err := store.Each(ctx, s.db.Read(), func(r store.Row) error {
		var name string
		err := r.Scan(&name)
		if i, ok := s.names().byID[name]; ok {
			last = append(last, s.kind(i))
		}
		return err
	}, `SELECT puzzle FROM puzzle_tries WHERE player = ? ORDER BY at DESC, puzzle LIMIT ?`, string(p), recentTries)
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

// kind returns the theme by which solvers tell puzzles apart: a mate in a number of moves, a free piece, or a tactic.
func (s *Service) kind(i int) puzzle.Theme {
	themes := s.themes()[i]
	for _, t := range themes {
		if puzzle.IsTactical(t) || s.all[i].Kind == puzzle.Mate { // the first theme of a mate is its length
			return t
		}
	}
	return puzzle.Theme(s.all[i].Kind)
}
