package rating

import (
	"yeye/game"
)

// RedAdvantage is the value of the first move in rating points: it is added to Red's rating for the expected score.
// In 2264 games between characters it was 6, between -13 and 24 (lab ladder), so lichess's value for chess fits just
// as well.
const RedAdvantage = 11.78

// minPlies is how long a game must be to count: a player who leaves before both have
// moved has not played.
const minPlies = 2

// Counts reports whether a rated game with this outcome moves the ratings. One that was
// abandoned has no result.
func Counts(o game.Outcome, plies int) bool {
	return plies >= minPlies && o.Over() && o.Method != game.NoMethod
}

// RateGame returns both players' ratings after a rated game of so many plies between them, by color.
func (s System) RateGame(before [2]Rating, result game.Result, plies int) (after [2]Rating) {
	score := result.For(game.Red).Points()
	red, black := before[game.Red], before[game.Black]
	after[game.Red] = s.Update(red, []Result{{black, score, RedAdvantage}}, 1)
	after[game.Black] = s.Update(black, []Result{{red, 1 - score, -RedAdvantage}}, 1)
	if winner, won := result.Winner(); won {
		loser := winner.Other()
		if LimitsGain(before[loser], plies) {
			after[winner] = limitGain(before[winner], after[winner])
		}
		if LimitsLoss(before[loser], plies) {
			after[loser] = limitLoss(before[loser], after[loser])
		}
	}
	return after
}

// periodsPerDay is how many periods pass in a day without a game: a deviation of 60 grows
// to 110 in a year.
const periodsPerDay = 0.21436

// idleVolatility is the volatility with which the deviations of players who do not play grow, whatever their own.
const idleVolatility = 0.06

// Aged returns r for display after days without a game. It is a preview: the stored
// rating is unchanged, and the next game starts from it.
func (s System) Aged(r Rating, days float64) Rating {
	if days <= 0 {
		return r
	}
	volatility := r.Volatility
	r.Volatility = idleVolatility
	aged := s.Update(r, nil, days*periodsPerDay)
	aged.Volatility = volatility
	return aged
}
