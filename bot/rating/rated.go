package rating

import (
	"math"

	"yeye/game"
)

// RedEdge is what the first move is worth in points, to Red and against Black. In
// 2264 games between characters it came to 6, between -13 and 24 (lab ladder), so
// that of chess as lichess has it is as good.
const RedEdge = 11.78

// leastPlies is how long a game must be to count: who leaves before both have
// moved has not played.
const leastPlies = 2

// Counts reports whether a rated game that ended so moves the ratings. One that
// was broken off has no result.
func Counts(o game.Outcome, plies int) bool {
	return plies >= leastPlies && o.Over() && o.Method != game.NoMethod
}

// Game is both players' ratings after a rated game of theirs, by color.
func (s System) Game(before [2]Rating, result game.Result) (after [2]Rating) {
	score := 0.5
	if w, ok := result.Winner(); ok {
		score = 0
		if w == game.Red {
			score = 1
		}
	}
	red, black := before[game.Red], before[game.Black]
	after[game.Red] = s.Update(red, []Result{{black, score, RedEdge}}, 1)
	after[game.Black] = s.Update(black, []Result{{red, 1 - score, -RedEdge}}, 1)
	return after
}

// Expect is the points, 0 to 1, that Red may expect of a game.
func Expect(red, black Rating) float64 {
	return expected(g(math.Hypot(red.Deviation, black.Deviation)/unit), red.Value-black.Value+RedEdge)
}

// periodsADay is how many periods pass in a day without a game: a deviation of
// 60 grows to 110 in a year.
const periodsADay = 0.21436

// idle is the volatility by which knowledge fades, whatever a player's own.
const idle = 0.06

// Aged is r as it is to be shown after so many days without a game. It is a
// preview: the stored rating stays what it was, and the next game begins from it.
func (s System) Aged(r Rating, days float64) Rating {
	if days <= 0 {
		return r
	}
	volatility := r.Volatility
	r.Volatility = idle
	aged := s.Update(r, nil, days*periodsADay)
	aged.Volatility = volatility
	return aged
}
