package hint_test

import (
	"context"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/engine"
	"yeye/bot/internal/desk"
	"yeye/game"
)

// analyst suggests the first legal move.
type analyst struct{}

func (analyst) Suggest(_ context.Context, g *game.Game) (explain.Hint, error) {
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0], Reasons: []explain.Reason{{}}}, nil
}

// A player who has as much work in progress as may be is refused a hint, and gets one once there is less.
func TestHintAfterTooMuchWork(t *testing.T) {
	d := desk.OpenWith(t, engine.Options{Analyst: analyst{}}, "play", "hint")
	d.Play(`
		mei: /play side=red => card versus
		mei: /hint          => private A hint means help … [Show the hint]`)
	free := d.Occupy("mei")
	d.Play(`mei: [Show the hint] => private Too much is going on here`)
	free()
	d.Play(`mei: [Show the hint] => private **Hint: `)
}
