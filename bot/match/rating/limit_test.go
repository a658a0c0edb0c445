package rating_test

import (
	"testing"

	"yeye/bot/match/rating"
	"yeye/game"
)

// What a win gains by how long it took and by what is known of the opponent, and what the loss costs by what is known of the loser.
func TestLimitedGain(t *testing.T) {
	s := rating.Club()
	settled := rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.06}
	for name, c := range map[string]struct {
		winner, loser rating.Rating
		plies         int
		limited       bool
		spared        bool
	}{
		"a newcomer, short":          {rating.Newcomer(), rating.Newcomer(), rating.ShortPlies - 1, true, true},
		"a newcomer, long":           {rating.Newcomer(), rating.Newcomer(), rating.ShortPlies, false, false},
		"a settled opponent, short":  {rating.Newcomer(), settled, 2, false, false},
		"a settled winner, short":    {settled, rating.Newcomer(), 2, true, true},
		"just settled, short":        {settled, rating.Rating{Value: 1500, Deviation: rating.ProvisionalFrom - 1, Volatility: 0.06}, 2, false, false},
		"just not settled, short":    {settled, rating.Rating{Value: 2500, Deviation: rating.ProvisionalFrom, Volatility: 0.06}, 2, true, false},
		"little to be gained anyway": {rating.Rating{Value: 2400, Deviation: 60, Volatility: 0.06}, rating.Newcomer(), 2, true, true},
	} {
		for _, winner := range []game.Color{game.Red, game.Black} {
			var before [2]rating.Rating
			before[winner], before[winner.Other()] = c.winner, c.loser
			after, full := s.RateGame(before, game.WinFor(winner), c.plies), s.RateGame(before, game.WinFor(winner), rating.ShortPlies)
			lost, want := after[winner.Other()], full[winner.Other()]
			if c.spared {
				want.Value = max(want.Value, c.loser.Value-rating.ShortGain)
			}
			if lost != want {
				t.Errorf("%s: the loser has %+v, not %+v", name, lost, want)
			}
			gain, most := after[winner].Value-c.winner.Value, full[winner].Value-c.winner.Value
			if !c.limited && after != full || c.limited && (gain != min(most, rating.ShortGain) || after[winner].Deviation != c.winner.Deviation) {
				t.Errorf("%s: the winner has %+v, gaining %v of %v", name, after[winner], gain, most)
			}
		}
	}
}

// A newcomer's first games can be lost early for little. After them every loss costs what it costs anybody, however short: nobody leaves
// bad openings for long, and an accomplice has hardly more to give than one who loses in full from the first game on.
func TestSparedAtFirst(t *testing.T) {
	for name, c := range map[string]struct {
		winner rating.Rating
		spared int
	}{"to a settled player": {rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.06}, 1}, "to a newcomer": {rating.Newcomer(), 4}} {
		lose := func(fresh rating.Rating, plies int) (loser rating.Rating, given float64, cheap int) {
			loser, winner := fresh, c.winner
			for n := range 30 {
				after := rating.Club().RateGame([2]rating.Rating{loser, winner}, game.BlackWins, 2)
				if cheap == n && loser.Value-after[game.Red].Value <= rating.ShortGain {
					cheap++
				}
				if plies >= rating.ShortPlies {
					after[game.Red] = rating.Club().RateGame([2]rating.Rating{loser, winner}, game.BlackWins, plies)[game.Red]
				}
				given += after[game.Black].Value - winner.Value
				loser, winner = after[game.Red], after[game.Black]
			}
			return loser, given, cheap
		}
		full, most, _ := lose(rating.Newcomer(), rating.ShortPlies)
		spared, given, cheap := lose(rating.Newcomer(), 2)
		if cheap != c.spared || spared.Value > full.Value+250 || given > most+3*rating.ShortGain {
			t.Errorf("%s: %d losses cost little, then %+v instead of %+v; given %.0f instead of %.0f", name, cheap, spared, full, given, most)
		}
	}
}
