package rating

import (
	"yeye/game"
)

// RedEdge is the value of the first move in points, to Red and against Black. In 2264
// games between characters it was 6, between -13 and 24 (lab ladder), so lichess's value
// for chess fits just as well.
const RedEdge = 11.78

// minPlies is how long a game must be to count: a player who leaves before both have
// moved has not played.
const minPlies = 2

// Counts reports whether a rated game with this outcome moves the ratings. One that was
// abandoned has no result.
func Counts(o game.Outcome, plies int) bool {
	return plies >= minPlies && o.Over() && o.Method != game.NoMethod
}

// Game returns both players' ratings after a rated game of so many plies between them, by color.
func (s System) Game(before [2]Rating, result game.Result, plies int) (after [2]Rating) {
	score := result.For(game.Red).Points()
	red, black := before[game.Red], before[game.Black]
	after[game.Red] = s.Update(red, []Result{{black, score, RedEdge}}, 1)
	after[game.Black] = s.Update(black, []Result{{red, 1 - score, -RedEdge}}, 1)
	if winner, won := result.Winner(); won {
		loser := winner.Other()
		if Limited(before[loser], plies) {
			after[winner] = limit(before[winner], after[winner])
		}
		if Spared(before[loser], plies) {
			after[loser] = spare(before[loser], after[loser])
		}
	}
	return after
}

// periodsADay is how many periods pass in a day without a game: a deviation of 60 grows
// to 110 in a year.
const periodsADay = 0.21436

// idle is the volatility with which deviations grow, whatever a player's own.
const idle = 0.06

// Aged returns r for display after days without a game. It is a preview: the stored
// rating is unchanged, and the next game starts from it.
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
