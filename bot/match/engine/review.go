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

// Review runs low-priority searches, such as those of the analysis of a game. They start while no move waits for the
// engine, and are aborted and repeated when one arrives. Their time is charged to the player. Results are shown only
// with a [fairplay.Permit]. It is not safe for concurrent use.
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

// lowPriorityTries is how often a search may be preempted. Then it queues like a move, so that it ends even if moves
// arrive often. One search takes well under a second.
const lowPriorityTries = 3

// Lines returns the best lines of g within the limits, from a complete search.
func (r *Review) Lines(ctx context.Context, g *game.Game, lim ai.Limits) (lines []ai.Info, err error) {
	for range lowPriorityTries {
		if lines, err = r.search(ctx, g, lim); !errors.Is(err, errPreempted) {
			return lines, err
		}
	}
	r.over, err = r.e.charge(ctx, r.player, func() (err error) {
		lines, err = r.e.Reviewer.Lines(ctx, g, lim)
		return err
	})
	return lines, err
}

// search is one try. The results of an aborted search are not used.
func (r *Review) search(ctx context.Context, g *game.Game, lim ai.Limits) (lines []ai.Info, err error) {
	mine, turn, err := r.e.queue.acquireLowPriority(ctx, r.player)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	defer func() { r.over = r.e.queue.releaseLowPriority(turn, time.Since(started)) }() // after a panic, too
	lines, err = r.e.Reviewer.Lines(mine, g, lim)
	if cut := context.Cause(mine); cut != nil {
		return nil, cut
	}
	return lines, err
}

// Pause returns how long to delay the next search: positive if the player has exceeded the hour's engine time.
func (r *Review) Pause() time.Duration { return r.e.penalty(r.over) }
