package engine

import (
	"context"

	"yeye/ai/flipped"
	"yeye/ai/flipped/luck"
	"yeye/bot/match/fairplay"
	"yeye/game"
	"yeye/game/jieqi"
)

// LuckReport splits a game into luck and choice; LuckTurn is one of its moves.
type (
	LuckReport = luck.Report
	LuckTurn   = luck.Ply
)

// Luck splits a finished game of flipped chess, with open captures or without, into luck and choice. It is a question
// like that of Suggest: [ErrAlreadyAsked].
func (e *Engine) Luck(ctx context.Context, p fairplay.Permit, deal jieqi.Deal, moves []game.Move, open bool) (
	report *LuckReport, err error) {
	if err := p.Granted(); err != nil {
		return nil, err
	}
	err = e.ask(ctx, p, func(ctx context.Context) error {
		return e.flipped.Use(func(one *flipped.Engine) (err error) {
			report, err = luck.Split(ctx, one, deal, moves, open, luck.Nodes)
			return err
		})
	})
	return report, err
}
