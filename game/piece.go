package game

// Color is one of the two sides. Red moves first.
type Color uint8

const (
	Red Color = iota
	Black
)

// Other is the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String is "red" or "black".
func (c Color) String() string {
	if c == Red {
		return "red"
	}
	return "black"
}

// Role is a kind of piece. The zero Role is none.
type Role uint8

const (
	NoRole Role = iota
	King
	Advisor
	Elephant
	Horse
	Rook
	Cannon
	Pawn
)

const roleLetters = ".KABNRCP"

var roleNames = [8]string{"none", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"}

// String is the English name, in lower case.
func (r Role) String() string { return roleNames[r&7] }

// Letter is the upper-case FEN letter, K A B N R C P, or '.' for NoRole.
func (r Role) Letter() byte { return roleLetters[r&7] }

// Piece is a Role with a Color. The zero Piece is an empty point.
type Piece uint8

// NoPiece is the content of an empty point.
const NoPiece Piece = 0

// NewPiece is the piece of role r on side c.
func NewPiece(c Color, r Role) Piece { return Piece(c)<<3 | Piece(r) }

// Color is the side of the piece; meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3) }

// Role is the kind of the piece, NoRole for NoPiece.
func (p Piece) Role() Role { return Role(p & 7) }

// Letter is the FEN letter: upper case for Red, lower case for Black, '.' for
// an empty point.
func (p Piece) Letter() byte {
	l := p.Role().Letter()
	if p != NoPiece && p.Color() == Black {
		l += 'a' - 'A'
	}
	return l
}

// String is like "red horse", or "none".
func (p Piece) String() string {
	if p == NoPiece {
		return "none"
	}
	return p.Color().String() + " " + p.Role().String()
}

// PieceOfLetter reads a FEN letter; false if it is none. E and H are other programs' B and N.
func PieceOfLetter(l byte) (Piece, bool) {
	c := Red
	if l >= 'a' && l <= 'z' {
		c, l = Black, l-'a'+'A'
	}
	switch l {
	case 'E':
		l = 'B'
	case 'H':
		l = 'N'
	}
	for r := King; r <= Pawn; r++ {
		if roleLetters[r] == l {
			return NewPiece(c, r), true
		}
	}
	return NoPiece, false
}
