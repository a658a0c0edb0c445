package newcomer

import (
	"slices"

	"yeye/ai/tactics"
	"yeye/game"
)

// minGain is the minimum gain of a capture, in centipawns. Even exchanges gain less.
const minGain = 90

// capture is a capture with its gain in centipawns.
type capture struct {
	move game.Move
	gain int
}

// safeCaptures returns the captures that gain at least minGain and after which the other side has neither a mate in one
// nor a hanging piece to take; the largest gain first.
func safeCaptures(p *game.Position) (all []capture) {
	for _, m := range p.LegalCaptures(nil) {
		gain := tactics.Exchange(p, m)
		if gain < minGain {
			continue
		}
		after := p.After(m)
		if !after.HasLegal() || tactics.MateInOne(&after) == game.NoMove && tactics.Capturable(&after).Empty() {
			all = append(all, capture{m, gain})
		}
	}
	slices.SortStableFunc(all, func(a, b capture) int { return b.gain - a.gain })
	return all
}
