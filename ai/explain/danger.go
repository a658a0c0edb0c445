package explain

import "yeye/game"

// InDanger returns the pieces of the side to move that the other side could capture now with a gain of
// at least a piece, both sides recapturing there. It is empty in check: then only the check counts.
func InDanger(p *game.Position) (pieces game.Bitboard) {
	after, ok := passed(*p)
	if !ok {
		return
	}
	return Takeable(&after)
}

// Takeable returns the pieces that the side to move can capture now with a gain of at least a
// piece, both sides recapturing there.
func Takeable(p *game.Position) (pieces game.Bitboard) {
	for s, t := range takes(p) {
		if t.gain >= LeastGain {
			pieces = pieces.Or(game.BB(game.Square(s)))
		}
	}
	return
}
