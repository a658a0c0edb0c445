package desk

import (
	"context"

	"yeye/ai"
	"yeye/bot/match/engine"
	"yeye/bot/store"
	"yeye/game"
)

// Lost is a game in which Mei gives a cannon away to the Kid and resigns.
const Lost = `
	clock 1m
	mei: /play side=red => card versus
	mei: h2e2           => card versus
	character: h9g7
	mei: e2e6           => card versus
	character: g7e6
	mei: /resign        => private
	mei: [Yes, resign]  => edit
`

// Hasty returns a searcher for analyses that looks at few nodes.
func Hasty() engine.Searcher { return hasty{ai.NewPool(ai.PoolOptions{Workers: 1, HashMB: 4})} }

type hasty struct{ *ai.Pool }

func (s hasty) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	lim.Nodes = min(lim.Nodes, 3000)
	return s.Pool.Lines(ctx, g, lim)
}

// Count returns the number that a query selects.
func (d *Desk) Count(query string, args ...any) int {
	d.t.Helper()
	n, err := store.Value[int](d.DB.Read().Row(d.t.Context(), query, args...))
	d.must(err)
	return n
}
