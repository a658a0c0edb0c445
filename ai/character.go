package ai

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"yeye/game"
)

// Level is the strength of an opponent, from 0 to 6.
type Level int

const (
	Newborn Level = iota
	Kid
	Xiaoqing
	Uncle
	ParkMaster
	Grandpa
	Immortal
)

// Character is an opponent. Its strength is limited by the nodes it searches, not
// by time, so that it is the same on any machine.
type Character struct {
	Level      Level
	Name       string // English
	Chinese    string
	Vietnamese string

	Nodes uint64 // positions it looks at for a move
	// Form is the factor by which its nodes vary from game to game, up or down:
	// nobody plays equally well every day, and so nobody loses to the next level
	// every time. 0 and 1 mean no variation; 4 means a quarter to four times.
	Form       int
	Depth      int // plies it looks ahead at most, 0 means no limit
	Evaluation Evaluation
	Noise      int // in its evaluation, units of Options.Noise
	Blind      int // moves it overlooks, units of Options.Blind
	// Dreams is the number of games in 256 in which it never plays the move that
	// ends the game: a child takes pieces and lets the king go.
	Dreams int

	// It considers Breadth moves and plays any that is at most Spread worse than
	// the best, better ones more likely. In the first Opening plies it considers at
	// least OpeningBreadth moves within OpeningSpread, so that no two games begin
	// alike.
	Breadth        int
	Spread         Score
	Opening        int
	OpeningBreadth int
	OpeningSpread  Score
	Taste          Taste
	// Heart is the ply up to which it plays from a book, if there is one; now and
	// then it thinks for itself earlier, so that it cannot be predicted.
	Heart int

	// Patience ends a search whatever its nodes: a slow machine must not keep a
	// person waiting. On one core of an ordinary machine only Grandpa's best days
	// and the Immortal come near it.
	Patience time.Duration
}

// Taste says what a character prefers among moves that are about as good, where it
// considers several: bonuses in Score, negative for what it avoids.
type Taste struct {
	Cannons Score // cannon moves in the opening
	Horses  Score // horse moves in the opening
	Trades  Score // captures that can be taken back; a character that avoids them keeps its pieces
	Attack  Score // moves into the enemy half, and checks; a character that avoids them waits
}

// characters is the one table of every character's strength.
var characters = [...]Character{
	{Level: Newborn, Name: "Newborn", Chinese: "小宝", Vietnamese: "Bé"},
	// The Kid takes whatever it sees, misses what is far away, and in two games of
	// five never ends the game: that, not weakness, is how a random mover gets half
	// a point against it.
	{Level: Kid, Name: "Kid", Chinese: "小孩", Vietnamese: "Cậu nhóc",
		Nodes: 700, Depth: 3, Evaluation: Classic, Noise: 12, Blind: 30, Dreams: 106,
		Breadth: 4, Spread: 45, Opening: 8, OpeningBreadth: 6, OpeningSpread: 120,
		Taste: Taste{Trades: 20, Attack: 15}},
	{Level: Xiaoqing, Name: "Xiaoqing", Chinese: "小青", Vietnamese: "Tiểu Thanh",
		Nodes: 1000, Depth: 4, Evaluation: Classic, Noise: 10,
		Breadth: 3, Spread: 30, Opening: 10, OpeningBreadth: 5, OpeningSpread: 60,
		Taste: Taste{Horses: 15, Trades: -12}},
	{Level: Uncle, Name: "Uncle", Chinese: "大叔", Vietnamese: "Chú",
		Nodes: 740, Form: 3, Evaluation: Handmade, Noise: 5,
		Breadth: 2, Spread: 15, Opening: 10, OpeningBreadth: 4, OpeningSpread: 40,
		Taste: Taste{Cannons: 15, Trades: 10}},
	{Level: ParkMaster, Name: "Park Master", Chinese: "公园大爷", Vietnamese: "Cụ công viên",
		Nodes: 3700, Form: 5, Evaluation: Handmade, Noise: 2,
		Breadth: 2, Spread: 8, Opening: 12, OpeningBreadth: 4, OpeningSpread: 30,
		Taste: Taste{Attack: 8}, Heart: 6},
	{Level: Grandpa, Name: "Grandpa", Chinese: "爷爷", Vietnamese: "Ông nội",
		Nodes: 28_000, Form: 32, Noise: 1,
		Opening: 12, OpeningBreadth: 4, OpeningSpread: 20,
		Taste: Taste{Horses: 4, Attack: -4}, Heart: 10},
	{Level: Immortal, Name: "Immortal", Chinese: "棋仙", Vietnamese: "Kỳ tiên",
		Nodes: 1_000_000, Patience: 4500 * time.Millisecond,
		Opening: 8, OpeningBreadth: 3, OpeningSpread: 12, Heart: 14},
}

// patience is the longest a character thinks where its entry names no limit.
const patience = 1800 * time.Millisecond

// Characters returns all characters, weakest first: the index is the level.
func Characters() []Character { return append([]Character(nil), characters[:]...) }

// CharacterAt returns the character of a level, false if there is none.
func CharacterAt(level int) (Character, bool) {
	if level < 0 || level >= len(characters) {
		return Character{}, false
	}
	return characters[level], true
}

// Within returns c with no more patience than d for a move, for games by a clock.
func (c Character) Within(d time.Duration) Character {
	c.Patience = min(c.longest(), d)
	return c
}

// longest returns the longest that c thinks.
func (c Character) longest() time.Duration {
	if c.Patience == 0 {
		return patience
	}
	return c.Patience
}

// options returns the options of an engine that plays as c: of one thread, for several
// divide its nodes and see less by them.
func (c Character) options(o Options, seed uint64) Options {
	o.Threads = 1
	o.Evaluation, o.Noise, o.Blind, o.Seed = c.Evaluation, c.Noise, c.Blind, seed
	return o
}

// Choose returns c's move in g, found with e, whose options it changes. The same
// seed and engine state give the same move; a program gives each game its own seed.
func (c Character) Choose(ctx context.Context, e *Engine, g *game.Game, seed uint64) (game.Move, error) {
	m, _, _, err := c.weigh(ctx, e, g, seed)
	return m, err
}

// weigh is Choose that also returns the score of the best line, if there was a
// search.
func (c Character) weigh(ctx context.Context, e *Engine, g *game.Game, seed uint64) (m game.Move, score Score, known bool, err error) {
	p := g.Position()
	random := rand.New(rand.NewPCG(seed, p.Key()+uint64(g.Ply())))
	if c.Nodes == 0 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return game.NoMove, 0, false, ErrOver
		}
		return moves[random.IntN(len(moves))], 0, false, nil
	}
	e.Configure(c.options(e.Options(), seed))
	breadth, spread := max(c.Breadth, 1), c.Spread
	if g.Ply() < c.Opening {
		breadth, spread = max(breadth, c.OpeningBreadth), max(spread, c.OpeningSpread)
	}
	began := time.Now()
	lim := Limits{Nodes: c.today(g, seed), Depth: c.Depth, MoveTime: c.longest(), MultiPV: breadth}
	if c.dreaming(g, seed) {
		lim.SearchMoves = goingOn(p)
	}
	lines, err := e.Lines(ctx, g, lim)
	if err != nil {
		return game.NoMove, 0, false, err
	}
	m = c.prefer(g, lines, spread, random)
	if c.Level > Kid && (lim.Nodes < c.looksTwice() || len(lines) > 1) && rookAtStake(p, m) {
		if lim.MoveTime -= time.Since(began); lim.MoveTime > 0 {
			m = c.again(ctx, e, g, m, lim)
		}
	}
	return m, lines[0].Score, true, nil
}

// prefer chooses among lines, best first, within spread.
func (c Character) prefer(g *game.Game, lines []Info, spread Score, random *rand.Rand) game.Move {
	best := lines[0]
	if best.Score.decided() || len(lines) == 1 || spread <= 0 {
		return best.Move()
	}
	us := g.Position().Turn()
	weights := make([]float64, len(lines))
	var sum float64
	for i, l := range lines {
		gap := best.Score - l.Score
		if gap > spread || l.Score.decided() {
			continue
		}
		if loser, lost := g.Would(l.Move()).Loser(); lost && loser == us {
			continue
		}
		gap -= c.liking(g, l.Move())
		weights[i] = math.Exp(-2 * float64(gap) / float64(spread))
		sum += weights[i]
	}
	pick := random.Float64() * sum
	for i, x := range weights {
		if pick -= x; pick < 0 {
			return lines[i].Move()
		}
	}
	return best.Move()
}

func (c Character) liking(g *game.Game, m game.Move) (likes Score) {
	p := g.Position()
	us, role := p.Turn(), p.At(m.From()).Role()
	if g.Ply() < 12 {
		switch role {
		case game.Cannon:
			likes += c.Taste.Cannons
		case game.Horse:
			likes += c.Taste.Horses
		}
	}
	if p.At(m.To()) != game.NoPiece {
		if p.Attackers(m.To(), us.Other(), p.Occupied()).Any() {
			likes += c.Taste.Trades
		}
	}
	if m.To().Crossed(us) {
		likes += c.Taste.Attack
		if p.GivesCheck(m) {
			likes += c.Taste.Attack
		}
	}
	return
}

// String is the level's English name.
func (l Level) String() string {
	if c, ok := CharacterAt(int(l)); ok {
		return c.Name
	}
	return fmt.Sprintf("level %d", int(l))
}
