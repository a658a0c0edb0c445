package study_test

import (
	"context"
	"testing"

	"yeye/ai"
	"yeye/bot/engine"
	"yeye/bot/internal/desk"
	"yeye/game"
)

// searcher returns the first legal move as the best line.
type searcher struct{}

func (searcher) Lines(_ context.Context, g *game.Game, _ ai.Limits) ([]ai.Info, error) {
	return []ai.Info{{PV: g.Position().LegalMoves(nil)[:1]}}, nil
}

// A player who has as much work in progress as may be is refused the engine's lines, and gets them once there is less.
func TestLinesAfterTooMuchWork(t *testing.T) {
	d := desk.OpenWith(t, desk.Options{Engine: engine.Options{Searcher: searcher{}}}, "study")
	d.Play(`mei: /study => private … [Evaluate]`)
	free := d.Occupy("mei")
	d.Play(`mei: [Evaluate] => private Too much is going on here`)
	free()
	d.Play(`mei: [Evaluate] => edit … %`)
}
