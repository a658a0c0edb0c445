package accuracy

import (
	"math"

	"yeye/ai"
)

// Slope is the k of the fit in the package comment.
const Slope = 0.0034

// decided is the score beyond which nothing is left to lose: mates and wins by
// the repetition rule count as much, and so a slower mate costs nothing.
const decided ai.Score = 1000

// Chance is the points that the side to move may expect of a game worth s to it,
// in percent: 50 is even. It lies between 3 and 97, for nobody resigns by
// formula.
func Chance(s ai.Score) float64 {
	s = max(-decided, min(decided, s))
	return 100 / (1 + math.Exp(-Slope*float64(s)))
}

// Points of winning chance that a move loses, from which it gets its verdict.
const (
	InaccuracyFrom = 5.0
	MistakeFrom    = 10.0
	BlunderFrom    = 15.0
)

// Verdict is how bad a move was.
type Verdict uint8

const (
	Fine Verdict = iota
	Inaccuracy
	Mistake
	Blunder
)

// String is the key of its word.
func (v Verdict) String() string {
	return [...]string{"fine", "inaccuracy", "mistake", "blunder"}[min(v, Blunder)]
}

// Scores from which a mate let in or let go weighs less, because the game was
// as good as over.
const (
	nearlyOver  ai.Score = 700
	asGoodAsWon ai.Score = 999
)

// Judge is the verdict on a move that turned a position worth before into one
// worth after, both for the side that moved. Mates are judged by whether they
// came or went, not by their length; a win by the repetition rule is like a mate.
func Judge(before, after ai.Score) Verdict {
	had, has := before >= ai.RuleBound, after >= ai.RuleBound
	was, is := before <= -ai.RuleBound, after <= -ai.RuleBound
	switch {
	case is && !was:
		return weigh(-before)
	case had && !has:
		return weigh(after)
	case had || has || was || is:
		return Fine
	}
	switch lost := Chance(before) - Chance(after); {
	case lost >= BlunderFrom:
		return Blunder
	case lost >= MistakeFrom:
		return Mistake
	case lost >= InaccuracyFrom:
		return Inaccuracy
	}
	return Fine
}

// weigh is the verdict on a mate let in or let go where the score was, or still
// is, so far from even.
func weigh(s ai.Score) Verdict {
	switch {
	case s > asGoodAsWon && s < ai.RuleBound:
		return Inaccuracy
	case s > nearlyOver && s < ai.RuleBound:
		return Mistake
	}
	return Blunder
}
