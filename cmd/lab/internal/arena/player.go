package arena

import (
	"context"
	"time"

	"yeye/ai"
	"yeye/game"
)

// Budget limits the time, nodes or depth of a move. Zero fields do not limit.
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

// Answer is a player's move with score and statistics.
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
	// NewGame makes the player forget the previous game. Its random choices depend only on the seed.
	NewGame(ctx context.Context, seed uint64) error
	// Move returns a move for g, which is only read. An error is a crash: the player loses the game
	// and is not called again before the next NewGame.
	Move(ctx context.Context, g *game.Game, b Budget) (Answer, error)
	Close() error
}

// NewInternal returns a player that uses this program's engine.
func NewInternal(name string, o ai.Options) Player {
	return &internalEngine{name: name, engine: ai.New(o)}
}

type internalEngine struct {
	name   string
	engine *ai.Engine
}

func (p *internalEngine) Name() string { return p.name }
func (p *internalEngine) Close() error { return nil }

func (p *internalEngine) NewGame(context.Context, uint64) error {
	p.engine.Clear()
	return nil
}

func (p *internalEngine) Move(ctx context.Context, g *game.Game, b Budget) (Answer, error) {
	info, err := p.engine.Search(ctx, g, b.limits(), nil)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Move: info.Move(), Score: info.Score, Scored: true, Depth: info.Depth, Nodes: info.Nodes}, nil
}

// NewCharacter returns a player that plays as a character, with its openings if there is a book. It ignores the budget:
// a character has its own node limit.
func NewCharacter(c ai.Character, b ai.Book) Player {
	return &characterPlayer{c: c, book: b, engine: ai.New(ai.Options{})}
}

type characterPlayer struct {
	c      ai.Character
	book   ai.Book
	engine *ai.Engine
	seed   uint64
}

func (p *characterPlayer) Name() string { return p.c.Level.String() }
func (p *characterPlayer) Close() error { return nil }

func (p *characterPlayer) NewGame(_ context.Context, seed uint64) error {
	p.seed = seed
	p.engine.Clear()
	return nil
}

func (p *characterPlayer) Move(ctx context.Context, g *game.Game, _ Budget) (Answer, error) {
	if m, ok := p.c.BookMove(p.book, g, p.seed); ok {
		return Answer{Move: m}, nil
	}
	m, err := p.c.Choose(ctx, p.engine, g, p.seed)
	return Answer{Move: m}, err
}
