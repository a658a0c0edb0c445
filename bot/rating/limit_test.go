package rating_test

import (
	"testing"

	"yeye/bot/rating"
	"yeye/game"
)

// What a win gains by how long it took and by what is known of the opponent; the loser always loses in full.
func TestLimitedGain(t *testing.T) {
	s := rating.Club()
	settled := rating.Rating{Value: 1500, Deviation: 60, Volatility: 0.06}
	for name, c := range map[string]struct {
		winner, loser rating.Rating
		plies         int
		limited       bool
	}{
		"a newcomer, short":          {rating.Newcomer(), rating.Newcomer(), rating.ShortPlies - 1, true},
		"a newcomer, long":           {rating.Newcomer(), rating.Newcomer(), rating.ShortPlies, false},
		"a settled opponent, short":  {rating.Newcomer(), settled, 2, false},
		"a settled winner, short":    {settled, rating.Newcomer(), 2, true},
		"just settled, short":        {settled, rating.Rating{Value: 1500, Deviation: rating.ProvisionalFrom - 1, Volatility: 0.06}, 2, false},
		"just not settled, short":    {settled, rating.Rating{Value: 2500, Deviation: rating.ProvisionalFrom, Volatility: 0.06}, 2, true},
		"little to be gained anyway": {rating.Rating{Value: 2400, Deviation: 60, Volatility: 0.06}, rating.Newcomer(), 2, true},
	} {
		for _, winner := range []game.Color{game.Red, game.Black} {
			var before [2]rating.Rating
			before[winner], before[winner.Other()] = c.winner, c.loser
			after, full := s.Game(before, game.WinFor(winner), c.plies), s.Game(before, game.WinFor(winner), rating.ShortPlies)
			if after[winner.Other()] != full[winner.Other()] {
				t.Errorf("%s: the loser has %+v, not %+v", name, after[winner.Other()], full[winner.Other()])
			}
			gain, most := after[winner].Value-c.winner.Value, full[winner].Value-c.winner.Value
			if !c.limited && after != full || c.limited && (gain != min(most, rating.ShortGain) || after[winner].Deviation != c.winner.Deviation) {
				t.Errorf("%s: the winner has %+v, gaining %v of %v", name, after[winner], gain, most)
			}
		}
	}
}
