package ai

import (
	"fmt"

	"yeye/game"
)

// weight is the value of a term on a full and on a bare board, in Score.
type weight struct{ full, bare int }

// Weights holds the value of each term of the hand-made evaluation. Engines use
// others than the built-in ones while these are being fitted.
type Weights struct {
	terms    [terms]pair
	pieces   *[16][game.Squares]pair // the terms of termPieces once more, by piece and square
	checksum uint64
}

var builtIn = tabulate(weights)

// NewWeights makes weights from a list in the form of [Weights.List]: full and bare
// board, by term. It is an error if the list does not have one entry for each term.
func NewWeights(list [][2]int) (*Weights, error) {
	if len(list) != terms {
		return nil, fmt.Errorf("%d weights for %d terms", len(list), terms)
	}
	w := make([]weight, terms)
	for i, v := range list {
		w[i] = weight{v[0], v[1]}
	}
	return tabulate(w), nil
}

func tabulate(list []weight) *Weights {
	if len(list) != terms {
		panic("the weights do not fit the terms") // a file of weights from other terms
	}
	var w Weights
	for i, v := range list {
		w.terms[i] = makePair(v.full, v.bare)
		w.checksum = (w.checksum ^ uint64(uint32(w.terms[i]))) * 0x9e3779b97f4a7c15
	}
	w.pieces = piecesTable(func(m game.Piece, s game.Square) pair {
		return w.terms[termPieces+int(m.Role())*halfBoard+int(halfPoint[m.Color()&1][s])]
	})
	return &w
}

// BuiltIn returns the engine's built-in weights.
func BuiltIn() *Weights { return builtIn }

// FromClassic returns the weights with which the hand-made evaluation gives pieces
// their classic values and uses nothing else: the beginning of a fit from scratch.
func FromClassic() *Weights {
	list := make([]weight, terms)
	for r := game.Advisor; r <= game.Pawn; r++ {
		m := game.NewPiece(game.Red, r)
		for s := range game.Square(game.Squares) {
			v := classicPair(m, s) // the tables are the same left and right
			list[termPieces+int(r)*halfBoard+int(halfPoint[game.Red][s])] = weight{v.full(), v.bare()}
		}
	}
	return tabulate(list)
}

// List returns the weights by term: full and bare board, in Score.
func (w *Weights) List() [][2]int {
	list := make([][2]int, terms)
	for i, v := range w.terms {
		list[i] = [2]int{v.full(), v.bare()}
	}
	return list
}
