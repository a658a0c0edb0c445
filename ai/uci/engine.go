package uci

import (
	"context"
	"math/rand/v2"

	"yeye/ai"
	"yeye/game"
)

// Engine is the part of an engine that the protocol needs.
type Engine interface {
	Configure(ai.Options)
	Clear()
	Search(ctx context.Context, g *game.Game, lim ai.Limits, progress func(ai.Info)) (ai.Info, error)
	// Choose returns a character's move; it may change the options.
	Choose(ctx context.Context, c ai.Character, g *game.Game, seed uint64) (game.Move, error)
}

// engineAdapter adapts [ai.Engine] to Engine.
type engineAdapter struct{ *ai.Engine }

func (t engineAdapter) Choose(ctx context.Context, c ai.Character, g *game.Game, seed uint64) (game.Move, error) {
	return c.Choose(ctx, t.Engine, g, seed)
}

// Option changes how Run works.
type Option func(*session)

// WithBook sets the book of the option OwnBook.
func WithBook(b ai.Book) Option { return func(c *session) { c.book = b } }

// WithVersion sets the version in the greeting.
func WithVersion(v string) Option { return func(c *session) { c.version = v } }

// WithSeed makes the moves of characters and book repeatable.
func WithSeed(seed uint64) Option {
	return func(c *session) { c.random = rand.New(rand.NewPCG(seed, seed)) }
}
