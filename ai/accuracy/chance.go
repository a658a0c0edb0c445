package accuracy

import (
	"math"

	"yeye/ai"
)

// Slope is the k of the fit in the package comment.
const Slope = 0.0034

// maxScore is where scores are cut off. Mates and wins by the repetition rule count the same, so a slower mate costs
// nothing.
const maxScore ai.Score = 1000

// Chance returns the winning chance of the side to move at score s, in percent: its expected points, so 50 is even. It
// is between 3 and 97, because no score is certain.
func Chance(s ai.Score) float64 {
	s = max(-maxScore, min(maxScore, s))
	return 100 / (1 + math.Exp(-Slope*float64(s)))
}

// Loss of winning chance, in points, from which a move gets each verdict.
const (
	InaccuracyFrom = 5.0
	MistakeFrom    = 10.0
	BlunderFrom    = 15.0
)

// Verdict grades a move by how much it lost.
type Verdict uint8

const (
	Fine Verdict = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the key of the verdict in the catalogs.
func (v Verdict) String() string {
	return [...]string{"fine", "inaccuracy", "mistake", "blunder"}[min(v, Blunder)]
}

// Scores from which allowing or missing a mate counts less, because the game was nearly decided.
const (
	nearlyOver  ai.Score = 700
	asGoodAsWon ai.Score = 999
)

// Judge returns the verdict on a move that changed the score from before to after, both for the
// side that moved. Mates are judged by whether they appeared or disappeared, not by their length. A
// win by the repetition rule counts as a mate.
func Judge(before, after ai.Score) Verdict {
	winsBefore, winsAfter := before >= ai.RuleBound, after >= ai.RuleBound
	losesBefore, losesAfter := before <= -ai.RuleBound, after <= -ai.RuleBound
	switch {
	case losesAfter && !losesBefore:
		return mateVerdict(-before)
	case winsBefore && !winsAfter:
		return mateVerdict(after)
	case winsBefore || winsAfter || losesBefore || losesAfter:
		return Fine
	}
	return OfLoss(Chance(before) - Chance(after))
}

// OfLoss returns the verdict on a move that lost so much winning chance, in points.
func OfLoss(lost float64) Verdict {
	switch {
	case lost >= BlunderFrom:
		return Blunder
	case lost >= MistakeFrom:
		return Mistake
	case lost >= InaccuracyFrom:
		return Inaccuracy
	}
	return Fine
}

// mateVerdict returns the verdict on allowing or missing a mate. s is the score of the side that mates: before the move
// if it allowed the mate, after the move if it missed it.
func mateVerdict(s ai.Score) Verdict {
	switch {
	case s > asGoodAsWon && s < ai.RuleBound:
		return Inaccuracy
	case s > nearlyOver && s < ai.RuleBound:
		return Mistake
	}
	return Blunder
}
