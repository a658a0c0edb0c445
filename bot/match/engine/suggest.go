package engine

import (
	"context"
	"errors"
	"time"

	"yeye/ai/explain"
	"yeye/bot/match/fairplay"
	"yeye/bot/store/scheduler"
)

var (
	// ErrNoAnalyst means that this bot has no analyst.
	ErrNoAnalyst = errors.New("there are no hints here")
	// ErrAsking means that the player already waits for an analysis.
	ErrAsking = errors.New("you have asked for a hint already")
)

// patience bounds the wait for an analyst: under load an engine must first be free.
const patience = 2 * time.Minute

// Suggest asks the analyst about the last position of a game, for a player: [ErrNoAnalyst] or [ErrAsking].
func (e *Engine) Suggest(ctx context.Context, p fairplay.Permit) (h explain.Hint, err error) {
	if e.Analyst == nil {
		return h, ErrNoAnalyst
	}
	g, err := p.Last()
	if err != nil {
		return h, err
	}
	err = e.ask(ctx, p, func(ctx context.Context) (err error) {
		h, err = e.Analyst.Suggest(ctx, g)
		return err
	})
	return h, err
}

// ask runs a search for which a player waits: [ErrAsking] if they wait for another. Its time counts as the player's,
// like that of their characters: beyond the hour's engine time the answer is held back. It charges the price of the
// permission once there is an answer.
func (e *Engine) ask(ctx context.Context, p fairplay.Permit, search func(context.Context) error) error {
	player := p.Player()
	if _, asks := e.asking.LoadOrStore(player, true); asks {
		return ErrAsking
	}
	defer e.asking.Delete(player)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	over, err := e.spend(ctx, player, func() error { return search(ctx) })
	if err != nil {
		return err
	}
	if err := scheduler.SleepOutsidePool(ctx, e.penalty(over)); err != nil {
		return err
	}
	return p.Pay(ctx)
}
