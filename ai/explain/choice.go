package explain

import (
	"yeye/ai/tactics"
	"yeye/game"
)

// HasChoice reports whether there is more than one reasonable move, judged by what can be captured at once. There is no
// choice if all moves but one lose a piece or miss the capture of one.
func HasChoice(p *game.Position) bool {
	var buf [game.MaxMoves]game.Move
	const nothing = -1 << 20
	best, second := nothing, nothing
	for _, m := range p.LegalMoves(buf[:0]) {
		v := tactics.Value(p.At(m.To()), m.To())
		after := p.After(m)
		if !after.HasLegal() {
			return false // there is only one legal move, or none
		}
		all := tactics.Captures(&after)
		switch v -= tactics.Best(&all).Gain; {
		case v > best:
			best, second = v, best
		case v > second:
			second = v
		}
	}
	return second > nothing && second >= best-tactics.Threat
}
