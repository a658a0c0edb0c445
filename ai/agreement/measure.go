package agreement

import (
	"context"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

const (
	// Nodes is the node limit of the search of each position, as in the reference table.
	Nodes = 60_000
	// openingPlies are skipped, because people play them from memory.
	openingPlies = 12
	// undecided is the largest score of an undecided game, in centipawns. Beyond it many moves are as good as the first
	// choice.
	undecided ai.Score = 600
)

// Sample is a side's result in one game or in several.
type Sample struct {
	Moves    int     `json:"moves"` // moves that count
	Agreed   int     `json:"agreed"`
	Accuracy float64 `json:"accuracy"` // mean over these moves, 0 to 100
}

// result is the engine's result for a position.
type result struct {
	best  game.Move
	score ai.Score // for the side to move
}

// Positions returns the number of positions of g that Measure searches.
func Positions(g *game.Game) int { return max(0, g.Ply()-openingPlies+1) }

// Measure searches the game g backwards, because the engine's table of later positions helps with earlier ones. It
// returns each side's sample. each, which may be nil, is called after each position.
func Measure(ctx context.Context, engine ai.Liner, g *game.Game,
	each func(done, total int)) (sides [2]Sample, err error) {
	moves := g.Moves()
	all := make([]result, len(moves)+1)
	at := g.Clone()
	for ply := len(moves); ply >= openingPlies; ply-- {
		if at.Position().HasLegal() && !at.Outcome().Over() {
			lines, err := engine.Lines(ctx, at, ai.Limits{Nodes: Nodes})
			if err == nil {
				err = context.Cause(ctx) // a search that was cut short is no result
			}
			if err != nil {
				return sides, err
			}
			if len(lines) > 0 {
				all[ply] = result{lines[0].Move(), lines[0].Score}
			}
		}
		if each != nil {
			each(len(moves)-ply+1, Positions(g))
		}
		at.Takeback()
	}
	start := g.Start()
	return count(start, moves, all), nil
}

// count compares the moves of a game with the engine's results before and after each.
func count(at game.Position, moves []game.Move, all []result) (sides [2]Sample) {
	var buf [game.MaxMoves]game.Move
	for ply, m := range moves {
		before, by := all[ply], at.Turn()
		hasChoice := len(at.LegalMoves(buf[:0])) > 1
		at.Do(m)
		after := all[ply+1]
		if ply < openingPlies || !hasChoice || before.best == game.NoMove || after.best == game.NoMove ||
			max(before.score, -before.score) > undecided {
			continue
		}
		s := &sides[by]
		s.Moves++
		if m == before.best {
			s.Agreed++
		}
		s.Accuracy += accuracy.OfMove(accuracy.Chance(before.score), accuracy.Chance(-after.score))
	}
	for c := range sides {
		if n := sides[c].Moves; n > 0 {
			sides[c].Accuracy /= float64(n)
		}
	}
	return sides
}

// Sum adds up the samples of several games.
func Sum(games []Sample) (all Sample) {
	for _, s := range games {
		all.Moves += s.Moves
		all.Agreed += s.Agreed
		all.Accuracy += s.Accuracy * float64(s.Moves)
	}
	if all.Moves > 0 {
		all.Accuracy /= float64(all.Moves)
	}
	return all
}

// Rate returns the share of the moves that were the engine's first choice, 0 to 1.
func (s Sample) Rate() float64 {
	if s.Moves == 0 {
		return 0
	}
	return float64(s.Agreed) / float64(s.Moves)
}
