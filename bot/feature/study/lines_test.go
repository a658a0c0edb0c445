package study_test

import (
	"context"
	"sync"
	"testing"

	"yeye/ai"
	"yeye/bot/interaction"
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
	d := desk.Open(t)
	d.Engine.Searcher, d.Engine.Reviewer = searcher{}, searcher{}
	d.Play(`mei: /study => private … [Value and lines]`)
	mei := &interaction.Request{Player: desk.People["mei"]}
	var working sync.WaitGroup
	begun, end := make(chan struct{}), make(chan struct{})
	for range 3 {
		working.Go(func() {
			d.Router.Finish(mei, interaction.Response{Waits: true, Work: func(context.Context) (interaction.Response, error) {
				begun <- struct{}{}
				<-end
				return interaction.Response{}, nil
			}})
		})
		<-begun
	}
	d.Play(`mei: [Value and lines] => private Too much is going on here`)
	close(end)
	working.Wait()
	d.Play(`mei: [Value and lines] => edit … %`)
}
