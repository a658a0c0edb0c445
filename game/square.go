package game

import "fmt"

// Size of the board.
const (
	Files   = 9
	Ranks   = 10
	Squares = Files * Ranks
)

// Square is a point of the board: rank*9 + file, a0 = 0 to i9 = 89. File 0 is a, on Red's left; rank 0 is Red's back
// rank.
type Square int8

// NoSquare is no square.
const NoSquare Square = -1

// SquareAt is the square on the given file (0–8) and rank (0–9), or NoSquare if it is off the board.
func SquareAt(file, rank int) Square {
	if file < 0 || file >= Files || rank < 0 || rank >= Ranks {
		return NoSquare
	}
	return Square(rank*Files + file)
}

// File is 0 for a to 8 for i.
func (s Square) File() int { return int(s) % Files }

// Rank is 0 for Red's back rank to 9 for Black's.
func (s Square) Rank() int { return int(s) / Files }

// Valid reports whether s is on the board.
func (s Square) Valid() bool { return s >= 0 && s < Squares }

// Mirror is s reflected left to right.
func (s Square) Mirror() Square { return SquareAt(Files-1-s.File(), s.Rank()) }

// Turned is s seen from the other side of the board: rotated by 180 degrees.
func (s Square) Turned() Square { return Squares - 1 - s }

// String is like "e2", or "-" for NoSquare.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{byte('a' + s.File()), byte('0' + s.Rank())})
}

// ParseSquare reads "e2"; only lower case, ranks 0–9.
func ParseSquare(t string) (Square, error) {
	if len(t) != 2 || t[0] < 'a' || t[0] > 'i' || t[1] < '0' || t[1] > '9' {
		return NoSquare, fmt.Errorf("%q is not a point from a0 to i9", t)
	}
	return SquareAt(int(t[0]-'a'), int(t[1]-'0')), nil
}

// InPalace reports whether s lies in the palace of side c.
func (s Square) InPalace(c Color) bool { return palace[c].Has(s) }

// Crossed reports whether s lies beyond the river as side c sees it.
func (s Square) Crossed(c Color) bool { return (s.Rank() >= 5) == (c == Red) }
