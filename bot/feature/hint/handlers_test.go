package hint_test

import (
	"context"
	"sync"
	"testing"

	"yeye/ai/analysis"
	"yeye/bot/interaction"
	"yeye/bot/internal/desk"
	"yeye/game"
)

// analyst suggests the first legal move.
type analyst struct{}

func (analyst) Suggest(_ context.Context, g *game.Game) (analysis.Hint, error) {
	return analysis.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []analysis.Reason{{}}}, nil
}

// A player who has as much work in progress as may be is refused a hint, and gets one once there is less.
func TestHintAfterTooMuchWork(t *testing.T) {
	d := desk.Open(t)
	d.Engine.Analyst = analyst{}
	d.Play(`
		mei: /play side=red => card versus
		mei: /hint          => private A hint means help … [Show the hint]`)
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
	d.Play(`mei: [Show the hint] => private Too much is going on here`)
	close(end)
	working.Wait()
	d.Play(`mei: [Show the hint] => private **Hint: `)
}
