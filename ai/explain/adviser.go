package explain

import (
	"context"

	"yeye/ai"
	"yeye/game"
)

// Hint is a good move and the reasons for it.
type Hint struct {
	Move    game.Move
	Reasons []Reason    // at least one, most important first
	Line    []game.Move // the expected continuation, Move first
	Score   ai.Score    // for the side to move
}

// Adviser gives hints. Nodes is the limit of its searches; 0 means [DefaultNodes].
type Adviser struct {
	Engine ai.Liner
	Nodes  uint64
}

// DefaultNodes is the node limit of a hint's search, about a second.
const DefaultNodes = 600_000

// Suggest returns the best move of g's position and its reasons. g is only read. The error is the
// engine's: [ai.ErrOver] if there is no legal move.
func (a *Adviser) Suggest(ctx context.Context, g *game.Game) (Hint, error) {
	nodes := a.Nodes
	if nodes == 0 {
		nodes = DefaultNodes
	}
	lines, err := a.Engine.Lines(ctx, g, ai.Limits{Nodes: nodes})
	if err != nil {
		return Hint{}, err
	}
	if len(lines) == 0 || lines[0].Move() == game.NoMove {
		return Hint{}, ai.ErrOver
	}
	best := lines[0]
	line, alternatives, err := ExtendLines(ctx, a.Engine, g, best.PV, best.Score, nodes)
	if err != nil {
		return Hint{}, err
	}
	return Hint{
		Move:    best.Move(),
		Reasons: Move(g, line, best.Score, alternatives...),
		Line:    line,
		Score:   best.Score,
	}, nil
}
