package analysis

import "yeye/game"

// InDanger is the pieces of the side to move that the other side could take now, and
// gain a piece's worth by when both go on taking there. In check it is empty: only
// the check counts then.
func InDanger(p *game.Position) (pieces game.Bitboard) {
	after, ok := passed(*p)
	if !ok {
		return
	}
	return Takeable(&after)
}

// Takeable is the pieces that the side to move can take now and gain a piece's
// worth by, when both go on taking there.
func Takeable(p *game.Position) (pieces game.Bitboard) {
	for s, t := range takes(p) {
		if t.gain >= aPiece {
			pieces = pieces.Or(game.BB(game.Square(s)))
		}
	}
	return
}
