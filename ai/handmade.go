package ai

import "yeye/game"

// weight is the weight of a term on a full and on a bare board, in Score.
type weight struct{ full, bare int }

// handmade holds the weight of each term of the hand-crafted evaluation, and the piece-square
// tables by piece and square.
var handmade = func() (h struct {
	terms  [terms]pair
	pieces *[16][game.Squares]pair
}) {
	for i, v := range weights {
		h.terms[i] = makePair(v.full, v.bare)
	}
	h.pieces = piecesTable(func(m game.Piece, s game.Square) pair {
		return h.terms[termPieces+int(m.Role())*halfBoard+int(halfPoint[m.Color()&1][s])]
	})
	return h
}()
