package voice

import (
	"math"
	"math/rand/v2"
	"time"

	"yeye/ai/character"
	"yeye/game"
)

// Pace is the input of [Delay].
type Pace struct {
	Level   character.Level
	Game    *game.Game // before Answer
	Answer  game.Move
	Thought time.Duration // time of the search
	Seed    uint64
	// Left is the time left on the clock, which shortens the delay; 0 without a clock.
	Left time.Duration
	// Before and Now are the scores of the previous and the current search, in centipawns, known if Valued is set. A
	// large change means a difficult position.
	Before, Now int
	Valued      bool
}

// Bounds of the delay after the search.
const (
	shortest = 500 * time.Millisecond
	longest  = 3 * time.Second
	// totalLimit limits search and delay together, unless the search alone takes longer.
	totalLimit = 4 * time.Second
)

// clockShare limits a delay to 1/clockShare of the time left on the clock.
const clockShare = 40

// tempos lists the usual delay of each character for an ordinary move, and the standard deviation of its logarithm.
var tempos = [character.Count]struct {
	usual time.Duration
	vary  float64
}{
	character.Newborn:    {900 * time.Millisecond, 0.5},   // reaches for anything
	character.Kid:        {700 * time.Millisecond, 0.2},   // cannot wait
	character.Xiaoqing:   {1200 * time.Millisecond, 0.25}, // calm
	character.Uncle:      {1500 * time.Millisecond, 0.45}, // has theories
	character.ParkMaster: {1100 * time.Millisecond, 0.4},  // bangs them down, or grumbles
	character.Grandpa:    {1700 * time.Millisecond, 0.2},  // takes his time
	character.Immortal:   {1000 * time.Millisecond, 0.05}, // like a clock
}

// Delay returns how long after the search the answer is to be shown. It does not block.
func Delay(p Pace) time.Duration {
	tempo := tempos[max(0, min(p.Level, character.Immortal))]
	random := rand.New(rand.NewPCG(p.Seed, uint64(p.Game.Ply())))
	wait := shortest
	if !obvious(p.Game, p.Answer) {
		factor := math.Exp(tempo.vary * random.NormFloat64())
		wait = time.Duration(float64(tempo.usual) * factor * difficulty(&p))
	} else {
		wait += time.Duration(random.Int64N(int64(200 * time.Millisecond)))
	}
	// A third of the search time counts as delay.
	wait -= p.Thought / 3
	wait = max(shortest, min(wait, longest, totalLimit-p.Thought))
	if p.Left > 0 {
		wait = min(wait, p.Left/clockShare)
	}
	return wait
}

// obvious reports whether an answer is the only legal move or a recapture.
func obvious(g *game.Game, answer game.Move) bool {
	if p := g.Position(); p.CountLegal() == 1 {
		return true
	}
	moves := g.Moves()
	if len(moves) == 0 || moves[len(moves)-1].To() != answer.To() {
		return false
	}
	before := g.Clone()
	before.Takeback()
	return before.Position().At(answer.To()) != game.NoPiece
}

// difficulty returns a factor for the delay: 1 in an ordinary position, up to 2 in a difficult one, less in the first
// moves.
func difficulty(p *Pace) float64 {
	hard := 1.0
	if p.Game.Ply() < 6 {
		hard = 0.8
	}
	if p.Game.Position().InCheck() {
		hard += 0.2
	}
	if p.Valued {
		change := math.Abs(float64(p.Now - p.Before))
		hard += min(change/400, 0.8)
	}
	return hard
}
