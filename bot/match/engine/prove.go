package engine

import (
	"context"

	"yeye/ai/puzzle"
	"yeye/ai/puzzle/mine"
	"yeye/bot/id"
	"yeye/game"
)

// Prove returns the puzzle of g's position in which its side to move mates or wins, by the criteria of the collection;
// false if it is none. It is a low-priority search charged to the player, see [Review].
func (e *Engine) Prove(ctx context.Context, player id.Player, g *game.Game) (p puzzle.Puzzle, ok bool, err error) {
	review, err := e.Review(player)
	if err != nil {
		return p, false, err
	}
	for _, kind := range []puzzle.Kind{puzzle.Mate, puzzle.Win} {
		p, decision, err := mine.Prover{Engine: review}.Prove(ctx, g, kind)
		if err != nil {
			return p, false, err
		}
		if decision == mine.Accepted {
			return p, true, nil
		}
	}
	return puzzle.Puzzle{}, false, nil
}
