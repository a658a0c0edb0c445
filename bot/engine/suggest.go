package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"yeye/ai/explain"
	"yeye/bot/id"
	"yeye/game"
)

var (
	// ErrNoAnalyst: this bot has no analyst.
	ErrNoAnalyst = errors.New("there are no hints here")
	// ErrAsking: the player already waits for an analysis.
	ErrAsking = errors.New("you have asked for a hint already")
)

// patience bounds the wait for an analyst: under load an engine must first be free.
const patience = 2 * time.Minute

// asking holds the players who wait for the analyst, one question each: games that wait for the same engines must not suffer from
// one player's impatience.
type asking struct {
	mu      sync.Mutex
	players map[id.Player]bool
}

func (a *asking) begin(p id.Player) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.players[p] {
		return false
	}
	if a.players == nil {
		a.players = make(map[id.Player]bool)
	}
	a.players[p] = true
	return true
}

func (a *asking) end(p id.Player) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.players, p)
}

// Suggest asks the analyst about g, which belongs to the analyst from now on, for a player: [ErrNoAnalyst] or [ErrAsking]. Its time
// counts as the player's, like that of their characters: beyond the hour's engine time the answer is held back.
func (e *Engine) Suggest(ctx context.Context, player id.Player, g *game.Game) (explain.Hint, error) {
	if e.Analyst == nil {
		return explain.Hint{}, ErrNoAnalyst
	}
	if !e.asking.begin(player) {
		return explain.Hint{}, ErrAsking
	}
	defer e.asking.end(player)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	h, over, err := e.suggest(ctx, player, g)
	if err != nil {
		return h, err
	}
	return h, e.hold(ctx, over)
}

// hold holds an answer back from a player who has exceeded the hour's engine time.
func (e *Engine) hold(ctx context.Context, over time.Duration) error {
	pause := e.penalty(over)
	if pause <= 0 {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

func (e *Engine) suggest(ctx context.Context, player id.Player, g *game.Game) (h explain.Hint, over time.Duration, err error) {
	if err = e.queue.take(ctx, player); err != nil {
		return h, 0, err
	}
	begun := time.Now()
	defer func() { over = e.queue.give(player, time.Since(begun)) }() // after a panic, too
	h, err = e.Analyst.Suggest(ctx, g)
	return h, 0, err
}
