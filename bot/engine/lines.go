package engine

import (
	"context"
	"time"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/report"
	"yeye/bot/id"
	"yeye/game"
)

// linesNodes limits the search for the best lines of a position: a second or two for three of them.
const linesNodes = 600_000

// Lines returns the best moves in g, best first and at most most of them, each with its value and the expected continuation. g
// belongs to the engine from now on. A player has one question at a time, this or Suggest, and its time counts as theirs:
// [ErrNoAnalyst] or [ErrAsking].
func (e *Engine) Lines(ctx context.Context, player id.Player, g *game.Game, most int) ([]report.Position, error) {
	if e.Searcher == nil {
		return nil, ErrNoAnalyst
	}
	if !e.asking.begin(player) {
		return nil, ErrAsking
	}
	defer e.asking.end(player)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found, over, err := e.lines(ctx, player, g, most)
	if err == nil {
		err = e.hold(ctx, over)
	}
	if err != nil {
		return nil, err
	}
	turn := g.Position().Turn()
	var all []report.Position
	for _, i := range found {
		score := i.Score
		if turn == game.Black {
			score = -score
		}
		all = append(all, report.Position{Turn: turn, Score: score, Chance: accuracy.Chance(score), Line: i.PV})
	}
	return all, nil
}

func (e *Engine) lines(ctx context.Context, player id.Player, g *game.Game, most int) (found []ai.Info, over time.Duration, err error) {
	if err = e.queue.take(ctx, player); err != nil {
		return nil, 0, err
	}
	begun := time.Now()
	defer func() { over = e.queue.give(player, time.Since(begun)) }() // after a panic, too
	found, err = e.Searcher.Lines(ctx, g, ai.Limits{Nodes: linesNodes, MultiPV: most})
	return found, 0, err
}
