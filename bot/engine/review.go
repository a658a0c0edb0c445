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

// Review runs searches that may wait, such as those of the analysis of a game. They begin while no move waits for the engine, and
// are aborted and restarted when one arrives. Their time counts as the player's, like that of their characters. It is for one
// goroutine.
type Review struct {
	e      *Engine
	player id.Player
	over   time.Duration
}

// Review searches on behalf of a player; [ErrNoAnalyst] if nothing can be searched.
func (e *Engine) Review(player id.Player) (*Review, error) {
	if !e.Reviews() {
		return nil, ErrNoAnalyst
	}
	return &Review{e: e, player: player}, nil
}

// Reviews reports whether positions can be searched here.
func (e *Engine) Reviews() bool { return e.Reviewer != nil }

// minNodes is the limit down to which a search is shortened that is aborted again and again.
const minNodes = 50_000

// Lines returns the best lines of g within the limits, from a search that was not interrupted. Each time that it is aborted the
// next search is shorter, else it would never end where moves arrive often; the results so far stay in the engine's memory.
func (r *Review) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	for {
		lines, err := r.search(ctx, g, lim)
		if !errors.Is(err, errInterrupted) {
			return lines, err
		}
		lim.Nodes = min(lim.Nodes, max(lim.Nodes/2, minNodes))
	}
}

// search is one try. The results of an aborted search are not used.
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

// Pause returns how long to delay the next search: positive if the player has exceeded the hour's engine time.
func (r *Review) Pause() time.Duration { return r.e.penalty(r.over) }
