package ai

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"yeye/ai/character"
	"yeye/game"
)

// Character is how the engine plays an opponent. Nodes, not time, limit its strength, so it is the same on any machine.
type Character struct {
	Level character.Level

	Nodes uint64 // nodes searched per move; 0 means any legal move
	// Variation is the factor by which Nodes varies from game to game, up or down, so that a player does not lose to
	// the next character every time. 0 and 1 mean no variation; 4 means from a quarter to four times.
	Variation  int
	Depth      int // maximum depth in plies, 0 means no limit
	Evaluation Evaluation
	Noise      int // added to the evaluation, in units of Options.Noise
	Blind      int // chance of overlooking a move, in units of Options.Blind
	// NeverMates is the number of games in 256 in which it avoids mating (see withoutMates).
	NeverMates int
	Verifies   bool // search again before leaving a rook en prise

	// It considers Breadth moves and plays one that is at most Spread worse than the best, better ones with a higher
	// probability. In the first Opening plies it considers at least OpeningBreadth moves within OpeningSpread, so that
	// games differ from the start.
	Breadth        int
	Spread         Score
	Opening        int
	OpeningBreadth int
	OpeningSpread  Score
	Taste          Taste
	School         School
	// BookPlies is the last ply that it plays from a book. It sometimes leaves the book earlier, so that it is not
	// predictable.
	BookPlies int

	// MaxTime ends a search after that time whatever its nodes, so that players do not wait for a slow machine; 0 means
	// defaultMaxTime. On one core of an ordinary machine only the Immortal comes near it, and Grandpa in games with
	// many nodes.
	MaxTime time.Duration
}

// Taste is what a character prefers among moves that are about equally good: bonuses in Score, negative for what it
// avoids. It matters only if the character considers several moves.
type Taste struct {
	Cannons Score // cannon moves in the opening
	Horses  Score // horse moves in the opening
	Trades  Score // captures that can be recaptured; negative for a character that keeps its pieces
	Attack  Score // moves across the river, and checks; negative for a character that waits
}

// characters holds the settings of every character.
var characters = [character.Count]Character{
	character.Newborn: {},
	// The Kid captures whatever it sees and misses what is far away. In two games of five it mates only a bare king, so
	// that a beginner can keep playing.
	character.Kid: {Nodes: 700, Depth: 3, Evaluation: Classic, Noise: 12, Blind: 30, NeverMates: 106,
		Breadth: 4, Spread: 45, Opening: 8, OpeningBreadth: 6, OpeningSpread: 120,
		Taste: Taste{Trades: 20, Attack: 15}, School: School{Plies: 3, Likes: game.Cannon}},
	character.Xiaoqing: {Nodes: 1000, Depth: 4, Evaluation: Classic, Noise: 10, Verifies: true,
		Breadth: 3, Spread: 30, Opening: 10, OpeningBreadth: 5, OpeningSpread: 60,
		Taste: Taste{Horses: 15, Trades: -12}, School: School{Plies: 6, Likes: game.Elephant}},
	character.Uncle: {Nodes: 380, Variation: 3, Noise: 10, Verifies: true,
		Breadth: 2, Spread: 15, Opening: 10, OpeningBreadth: 4, OpeningSpread: 40,
		Taste: Taste{Cannons: 15, Trades: 10}, School: School{Plies: 6, Likes: game.Cannon}},
	character.ParkMaster: {Nodes: 2600, Variation: 5, Noise: 3, Verifies: true,
		Breadth: 2, Spread: 8, Opening: 12, OpeningBreadth: 4, OpeningSpread: 30,
		Taste: Taste{Attack: 8}, School: School{Plies: 8, Likes: game.Pawn}, BookPlies: 6},
	character.Grandpa: {Nodes: 28_000, Variation: 32, Noise: 1, Verifies: true,
		Opening: 12, OpeningBreadth: 4, OpeningSpread: 20,
		Taste: Taste{Horses: 4, Attack: -4}, School: School{Plies: 8, Likes: game.Horse, Until: 1975}, BookPlies: 10},
	character.Immortal: {Nodes: 1_000_000, Verifies: true, MaxTime: 4500 * time.Millisecond,
		Opening: 8, OpeningBreadth: 3, OpeningSpread: 12, BookPlies: 14},
}

// defaultMaxTime limits the search of a character without MaxTime.
const defaultMaxTime = 1800 * time.Millisecond

// CharacterAt returns the character of a level, false if there is none.
func CharacterAt(l character.Level) (Character, bool) {
	if !l.Valid() {
		return Character{}, false
	}
	c := characters[l]
	c.Level = l
	return c, true
}

// Within returns c with at most d per move, for games with a clock.
func (c Character) Within(d time.Duration) Character {
	c.MaxTime = min(c.maxTime(), d)
	return c
}

// maxTime returns the limit of c's search.
func (c Character) maxTime() time.Duration {
	if c.MaxTime == 0 {
		return defaultMaxTime
	}
	return c.MaxTime
}

// options returns the options of an engine that plays as c. It uses one thread, because threads share the node limit
// and each would search fewer.
func (c Character) options(o Options, seed uint64) Options {
	o.Threads = 1
	o.Evaluation, o.Noise, o.Blind, o.Seed = c.Evaluation, c.Noise, c.Blind, seed
	return o
}

// Choose returns c's move in g, found with e, whose options it changes. The same seed and engine state give the same
// move. Each game should get another seed.
func (c Character) Choose(ctx context.Context, e *Engine, g *game.Game, seed uint64) (game.Move, error) {
	m, _, _, err := c.choose(ctx, e, g, seed)
	return m, err
}

// choose is Choose that also returns the score of the best line. known is false if there was no
// search.
func (c Character) choose(ctx context.Context, e *Engine, g *game.Game,
	seed uint64) (m game.Move, score Score, known bool, err error) {
	p := g.Position()
	c = c.atFullStrength(p)
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
	lim := Limits{Nodes: c.nodes(g, seed), Depth: c.Depth, MoveTime: c.maxTime(), MultiPV: breadth}
	if c.avoidsMate(g, seed) {
		lim.SearchMoves = withoutMates(p)
	}
	lines, err := e.Lines(ctx, g, lim)
	if err != nil {
		return game.NoMove, 0, false, err
	}
	m = c.prefer(g, lines, spread, random)
	if c.Verifies && (lim.Nodes < c.verifyNodes() || len(lines) > 1) && hangsRook(p, m) {
		if lim.MoveTime -= time.Since(began); lim.MoveTime > 0 {
			m = c.verify(ctx, e, g, m, lim)
		}
	}
	return m, lines[0].Score, true, nil
}

// prefer chooses one of the lines, which are sorted best first, within spread.
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
		gap -= c.bonus(g, l.Move())
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

// bonus returns the bonus of a move by c's taste.
func (c Character) bonus(g *game.Game, m game.Move) (bonus Score) {
	p := g.Position()
	us, role := p.Turn(), p.At(m.From()).Role()
	if g.Ply() < 12 {
		switch role {
		case game.Cannon:
			bonus += c.Taste.Cannons
		case game.Horse:
			bonus += c.Taste.Horses
		}
	}
	if p.At(m.To()) != game.NoPiece {
		if p.Attackers(m.To(), us.Other(), p.Occupied()).Any() {
			bonus += c.Taste.Trades
		}
	}
	if m.To().Crossed(us) {
		bonus += c.Taste.Attack
		if p.GivesCheck(m) {
			bonus += c.Taste.Attack
		}
	}
	return
}
