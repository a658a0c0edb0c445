package engine

import (
	"context"
	"time"

	"yeye/ai/flipped"
	"yeye/ai/flipped/luck"
	"yeye/bot/id"
	"yeye/game"
	"yeye/game/jieqi"
)

// LuckReport is a game parted into luck and choice, and LuckTurn one of its moves.
type (
	LuckReport = luck.Report
	LuckTurn   = luck.Turn
)

// Luck parts a finished game of flipped chess into luck and choice, for a player who asks, when it is their turn at the engine: [ErrAsking]
// to one who waits already.
func (e *Engine) Luck(ctx context.Context, who id.Player, deal jieqi.Deal, moves []game.Move) (report *LuckReport, err error) {
	if !e.asking.begin(who) {
		return nil, ErrAsking
	}
	defer e.asking.end(who)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := e.queue.take(ctx, who); err != nil {
		return nil, err
	}
	begun := time.Now()
	defer func() { e.queue.give(who, time.Since(begun)) }()
	err = e.flipped.Use(func(one *flipped.Engine) error {
		report, err = luck.Split(ctx, one, deal, moves, luck.Nodes)
		return err
	})
	return report, err
}
