package engine

import (
	"context"
	"errors"
	"time"

	"yeye/ai"
	"yeye/bot/id"
	"yeye/game"
)

// Searcher searches positions with the engine's full strength: ai.Pool.
type Searcher interface {
	Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error)
}

// Review is searching for what may wait, as the analysis of a game. Its searches begin where no move waits for the engine, and are
// broken off and begun again when one comes. The time they take is the player's, like that of their characters. It is for one
// goroutine.
type Review struct {
	e      *Engine
	player id.Player
	over   time.Duration
}

// Review searches on behalf of a player: [ErrNoAnalyst] where nothing can be searched.
func (e *Engine) Review(player id.Player) (*Review, error) {
	if !e.Reviews() {
		return nil, ErrNoAnalyst
	}
	return &Review{e: e, player: player}, nil
}

// Reviews reports whether positions can be searched here.
func (e *Engine) Reviews() bool { return e.Reviewer != nil }

// leastNodes is down to what a search is shortened that is broken off again and again.
const leastNodes = 50_000

// Lines is the best lines of g within the limits, searched without an interruption. Each time that it is broken off the search
// becomes shorter, else it would never end where moves come often; what it has found so far is in the engine's memory.
func (r *Review) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	for {
		lines, err := r.search(ctx, g, lim)
		if !errors.Is(err, errInterrupted) {
			return lines, err
		}
		lim.Nodes = min(lim.Nodes, max(lim.Nodes/2, leastNodes))
	}
}

// search is one try. What a search has found by the time it is broken off is no answer.
func (r *Review) search(ctx context.Context, g *game.Game, lim ai.Limits) (lines []ai.Info, err error) {
	mine, turn, err := r.e.queue.takePatiently(ctx, r.player)
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	defer func() { r.over = r.e.queue.givePatiently(turn, time.Since(begun)) }() // after a panic, too
	lines, err = r.e.Reviewer.Lines(mine, g, lim)
	if cut := context.Cause(mine); cut != nil {
		return nil, cut
	}
	return lines, err
}

// Pause is how long the next search is to be put off: beyond the hour's engine time of the player. Zero is not at all.
func (r *Review) Pause() time.Duration { return r.e.penalty(r.over) }
