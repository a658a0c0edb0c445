package ai

import (
	"math"
	"math/rand/v2"

	"yeye/ai/masters"
	"yeye/game"
)

// School is the opening repertoire of a character: moves from masters' games, weighted by its preferences. It covers no
// more plies than the character could find good moves for itself.
type School struct {
	Plies int       // the last ply that may be played from practice; 0 for none
	Likes game.Role // moves with this piece are more likely
	// the character knows no move that masters first played after this year; 0 for all moves
	Until int
}

const (
	// A move is in every school if at least soundGames games of masters have it, and at least soundShare percent of
	// their games with the position. What few masters tried is often bad.
	soundGames = 30
	soundShare = 1
	// gamesExponent is the exponent of a move's number of games in its weight. Below 1 it makes rare moves more likely,
	// because masters' games start much alike.
	gamesExponent = 0.3
	// likedFactor is the factor of the weight of moves with the piece that the character likes.
	likedFactor = 4
)

// move draws a move of masters in a position. Frequent moves are more likely, but less so than among masters. In a
// symmetric position it is a move or its mirror image. False means that the character searches instead, which has the
// weight of an average move: otherwise games would be alike where masters all play the same.
func (s School) move(p *game.Position, random *rand.Rand) (game.Move, bool) {
	known := masters.At(p)
	reached := masters.TotalGames(known)
	weights := make([]float64, len(known))
	sum, options := 0.0, 0.0
	for i, m := range known {
		if m.Games < soundGames || 100*m.Games < soundShare*reached || s.Until > 0 && m.First > s.Until {
			continue
		}
		weights[i] = math.Pow(float64(m.Games), gamesExponent)
		if p.At(m.From()).Role() == s.Likes {
			weights[i] *= likedFactor
		}
		sum += weights[i]
		options++
	}
	pick := random.Float64() * (sum + sum/max(options, 1))
	for i, m := range known {
		if pick -= weights[i]; pick < 0 {
			if random.IntN(2) == 1 && p.IsLegal(m.Mirror()) && masters.Same(p, m.Move, m.Mirror()) {
				return m.Mirror(), true
			}
			return m.Move, true
		}
	}
	return game.NoMove, false
}
