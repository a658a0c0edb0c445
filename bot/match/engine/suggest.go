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
	// ErrAlreadyAsked means that the player already waits for an analysis.
	ErrAlreadyAsked = errors.New("you have asked for a hint already")
)

// suggestTimeout bounds the wait for an analyst and an engine.
const suggestTimeout = 2 * time.Minute

// Suggest asks the analyst about the last position of a game, for a player. The errors are [ErrNoAnalyst] and
// [ErrAlreadyAsked].
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

// ask runs a search for which a player waits. It returns [ErrAlreadyAsked] if they wait for another. Its time is
// charged to the player; beyond the hour's engine time the answer is delayed. It calls [fairplay.Permit.Pay] once
// there is an answer.
func (e *Engine) ask(ctx context.Context, p fairplay.Permit, search func(context.Context) error) error {
	player := p.Player()
	if _, asks := e.waitingPlayers.LoadOrStore(player, true); asks {
		return ErrAlreadyAsked
	}
	defer e.waitingPlayers.Delete(player)
	ctx, cancel := context.WithTimeout(ctx, suggestTimeout)
	defer cancel()
	over, err := e.charge(ctx, player, func() error { return search(ctx) })
	if err != nil {
		return err
	}
	if err := scheduler.SleepOutsidePool(ctx, e.penalty(over)); err != nil {
		return err
	}
	return p.Pay(ctx)
}
