package newcomer

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// leastGain is the least gain of a capture that counts, in hundredths of a pawn: an even exchange gains less.
const minGain = 90

// capture is a capture and what it gains.
type capture struct {
	move game.Move
	gain int
}

// free returns the captures that gain something for the side to move, after which the other side can neither win at
// once nor take something for nothing; the dearest first.
func safeCaptures(p *game.Position) (all []capture) {
	for _, m := range p.LegalCaptures(nil) {
		gain := tactics.Exchange(p, m)
		if gain < minGain {
			continue
		}
		after := p.After(m)
		if !after.HasLegal() || tactics.MateInOne(&after) == game.NoMove && tactics.Takeable(&after).Empty() {
			all = append(all, capture{m, gain})
		}
	}
	slices.SortStableFunc(all, func(a, b capture) int { return b.gain - a.gain })
	return all
}
