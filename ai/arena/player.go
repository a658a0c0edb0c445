package arena

import (
	"context"
	"time"

	"yeye/ai"
	"yeye/game"
)

// Budget is what a player may spend on one move. Zero fields do not limit.
type Budget struct {
	Nodes    uint64
	Depth    int
	MoveTime time.Duration
	// The clock of a game, by Color, when the match has one.
	Time, Increment [2]time.Duration
}

func (b Budget) limits() ai.Limits {
	return ai.Limits{Nodes: b.Nodes, Depth: b.Depth, MoveTime: b.MoveTime, Time: b.Time, Increment: b.Increment}
}

// Answer is a player's move and what it thought.
type Answer struct {
	Move   game.Move
	Score  ai.Score // for the side to move
	Scored bool     // whether it gave a score
	Depth  int
	Nodes  uint64
}

// Player is one side of a match. It plays one game at a time.
type Player interface {
	Name() string
	// NewGame makes it forget the game before. Seed is what chance it may have.
	NewGame(ctx context.Context, seed uint64) error
	// Move answers in g, which it only reads. An error is a crash: the game is
	// lost for it and it is not asked again before the next NewGame.
	Move(ctx context.Context, g *game.Game, b Budget) (Answer, error)
	Close() error
}

// Own is a player by this program's own engine.
func Own(name string, o ai.Options) Player {
	return &own{name: name, engine: ai.New(o)}
}

type own struct {
	name   string
	engine *ai.Engine
}

func (p *own) Name() string { return p.name }
func (p *own) Close() error { return nil }

func (p *own) NewGame(context.Context, uint64) error {
	p.engine.Clear()
	return nil
}

func (p *own) Move(ctx context.Context, g *game.Game, b Budget) (Answer, error) {
	info, err := p.engine.Search(ctx, g, b.limits(), nil)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Move: info.Move(), Score: info.Score, Scored: true, Depth: info.Depth, Nodes: info.Nodes}, nil
}

// Playing is a player by a character. The budget does not concern it: its
// strength is its own.
func Playing(c ai.Character) Player {
	return &character{c: c, engine: ai.New(ai.Options{})}
}

type character struct {
	c      ai.Character
	engine *ai.Engine
	seed   uint64
}

func (p *character) Name() string { return p.c.Name }
func (p *character) Close() error { return nil }

func (p *character) NewGame(_ context.Context, seed uint64) error {
	p.seed = seed
	p.engine.Clear()
	return nil
}

func (p *character) Move(ctx context.Context, g *game.Game, _ Budget) (Answer, error) {
	m, err := p.c.Choose(ctx, p.engine, g, p.seed)
	return Answer{Move: m}, err
}
