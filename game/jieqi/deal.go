package jieqi

import (
	"fmt"
	"strings"

	"yeye/game"
)

// piecesPerSide is the number of face-down pieces of a side at the start.
const piecesPerSide = 15

// points holds the squares where the pieces of a side lie face down, in the order of a [Deal]: by rank from the side's
// back rank, then from file a.
var points = func() (t [2][piecesPerSide]game.Square) {
	for i, name := range strings.Fields("a0 b0 c0 d0 f0 g0 h0 i0 b2 h2 a3 c3 e3 g3 i3") {
		s, err := game.ParseSquare(name)
		if err != nil {
			panic(err)
		}
		t[game.Red][i] = s
		t[game.Black][i] = game.SquareAt(s.File(), game.Ranks-1-s.Rank())
	}
	return
}()

// Points returns the squares where the pieces of a side lie face down at the start, in the order of a [Deal].
func Points(c game.Color) []game.Square { return points[c][:] }

// roleOf holds, by square, the role of the piece that starts there; NoRole for other squares and the kings'.
var roleOf = func() (t [game.Squares]game.Role) {
	start := game.Start()
	for _, side := range points {
		for _, s := range side {
			t[s] = start.At(s).Role()
		}
	}
	return
}()

// RoleOf returns the role as which a face-down piece on s moves, NoRole if none can lie there.
func RoleOf(s game.Square) game.Role { return roleOf[s] }

// fullPool is the pool of a side at the start.
var fullPool = Pool{game.Advisor: 2, game.Elephant: 2, game.Horse: 2, game.Rook: 2, game.Cannon: 2, game.Pawn: 5}

// Pool counts pieces by role.
type Pool [8]uint8

// FullPool returns the fifteen pieces that a side has face down at the start.
func FullPool() Pool { return fullPool }

// Count is the number of pieces.
func (p Pool) Count() (n int) {
	for _, k := range p {
		n += int(k)
	}
	return
}

// Deal says which piece lies on each square, by side and in the order of [Points].
type Deal [2][piecesPerSide]game.Role

// Identity is the deal in which every piece lies where it starts in xiangqi.
func Identity() (d Deal) {
	for c := range d {
		for i, s := range points[c] {
			d[c][i] = roleOf[s]
		}
	}
	return
}

// At returns the piece that lies on s at the start, NoRole if none does.
func (d *Deal) At(s game.Square) game.Role {
	c := game.Red
	if s.Rank() >= 5 {
		c = game.Black
	}
	for i, p := range points[c] {
		if p == s {
			return d[c][i]
		}
	}
	return game.NoRole
}

// Valid reports whether each side has its fifteen pieces.
func (d *Deal) Valid() bool {
	for _, side := range d {
		var p Pool
		for _, r := range side {
			p[r&7]++
		}
		if p != fullPool {
			return false
		}
	}
	return true
}

// String writes Red's pieces in the order of [Points], a slash, and Black's in lower case:
// "NRPCNAPCPPBRPAB/pbbacrnpapprcnp".
func (d Deal) String() string {
	b := make([]byte, 0, 2*piecesPerSide+1)
	for c, side := range d {
		if c > 0 {
			b = append(b, '/')
		}
		for _, r := range side {
			b = append(b, game.NewPiece(game.Color(c), r).Letter())
		}
	}
	return string(b)
}

// ParseDeal reads what String writes.
func ParseDeal(text string) (Deal, error) {
	var d Deal
	red, black, ok := strings.Cut(text, "/")
	if !ok || len(red) != piecesPerSide || len(black) != piecesPerSide || strings.ToUpper(red) != red ||
		strings.ToLower(black) != black {
		return d, fmt.Errorf("%q is not a deal of 15 letters, a slash and 15 letters", text)
	}
	for c, side := range [...]string{red, black} {
		for i := range piecesPerSide {
			r := RoleOfLetter(side[i])
			if r == game.NoRole {
				return d, fmt.Errorf("%q is not a face-down piece", side[i:i+1])
			}
			d[c][i] = r
		}
	}
	if !d.Valid() {
		return d, fmt.Errorf("in %q a side does not have its fifteen pieces", text)
	}
	return d, nil
}

// RoleOfLetter returns the role of a FEN letter in either case, NoRole for the king and for other letters.
func RoleOfLetter(l byte) game.Role {
	if m, ok := game.PieceOfLetter(l); ok && m.Role() != game.King {
		return m.Role()
	}
	return game.NoRole
}
