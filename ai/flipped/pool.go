package flipped

import (
	"context"
	"sync"
	"time"

	"yeye/ai/character"
	"yeye/game"
	"yeye/game/jieqi"
)

// maxTime ends a search whatever its nodes, so that players do not wait for a slow machine.
const maxTime = 8 * time.Second

// Pool lends engines to goroutines. The zero Pool is ready for use.
type Pool struct{ engines sync.Pool }

// Use calls f with an engine that no other goroutine uses meanwhile.
func (p *Pool) Use(f func(*Engine) error) error {
	e, ok := p.engines.Get().(*Engine)
	if !ok {
		e = New()
	}
	defer p.engines.Put(e)
	return f(e)
}

// Think returns the move that the character of a level plays in the player's view v. value is its score for that
// player, in centipawns. known is false if the move was not searched.
func (p *Pool) Think(ctx context.Context, v *jieqi.View, level character.Level,
	seed uint64) (m game.Move, value int, known bool, err error) {
	c, ok := CharacterAt(level)
	if !ok {
		c, _ = CharacterAt(character.Grandpa)
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	err = p.Use(func(e *Engine) error {
		found, err := c.Choose(ctx, e, v, seed)
		m, value, known = found.Move, int(found.Value), !c.Random
		return err
	})
	return m, value, known, err
}
