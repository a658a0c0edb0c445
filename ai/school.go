package ai

import (
	"math"
	"math/rand/v2"

	"yeye/ai/masters"
	"yeye/game"
)

// School is what a character plays in openings from masters' practice, in its own taste. It goes no further than the
// character could go on by itself.
type School struct {
	Plies int       // the last ply that may be played from practice; 0 for none
	Likes game.Role // moves with this piece are likelier
	// the character learned by this year: it knows no move that masters began to play later; 0 for all moves
	Until int
}

const (
	// soundGames and soundShare say which moves are in every school: so many games of masters have them, and so many
	// percent of the games at their position. What few masters tried is often bad.
	soundGames = 30
	soundShare = 1
	// flat is the power of a move's games by which it is likelier. Masters' own games all begin alike.
	flat = 0.3
	// liked is by how much a move in the character's taste is likelier.
	liked = 4
)

// move draws a move of masters in a position. Frequent moves are likelier, but less than among masters. In a symmetric
// position it is a move or its mirror image. False means that the character thinks for itself, which is as likely as
// an average move: where masters all play the same, games would be alike, so it often tries something else.
func (s School) move(p *game.Position, random *rand.Rand) (game.Move, bool) {
	known := masters.At(p)
	reached := masters.Reached(known)
	weights := make([]float64, len(known))
	sum, options := 0.0, 0.0
	for i, m := range known {
		if m.Games < soundGames || 100*m.Games < soundShare*reached || s.Until > 0 && m.First > s.Until {
			continue
		}
		weights[i] = math.Pow(float64(m.Games), flat)
		if p.At(m.From()).Role() == s.Likes {
			weights[i] *= liked
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
