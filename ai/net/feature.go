package net

import "yeye/game"

const (
	// Features is the number of features of a side: its own 7 kinds of piece on 90 squares, and the other's.
	Features = 2 * 7 * game.Squares
	// Buckets is the number of rows of output weights.
	Buckets = 8
)

// Feature returns the index of a piece on a square, seen from side c.
func Feature(c game.Color, p game.Piece, at game.Square) int {
	side := 0
	if p.Color() != c {
		side = 1
	}
	if c == game.Black {
		at = at.Turned()
	}
	return (side*7+int(p.Role())-1)*game.Squares + int(at)
}

// Bucket returns the row of output weights for a number of pieces on the board.
func Bucket(pieces int) int { return min(max(pieces-1, 0)/4, Buckets-1) }

// featureOf is Feature as a table by side, piece and square.
var featureOf = func() (t [2][16][game.Squares]uint16) {
	for c := range t {
		for p := range t[c] {
			if game.Piece(p).Role() == game.NoRole {
				continue
			}
			for s := range game.Square(game.Squares) {
				t[c][p][s] = uint16(Feature(game.Color(c), game.Piece(p), s))
			}
		}
	}
	return
}()
