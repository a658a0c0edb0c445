package notation

import "yeye/game"

// Board is a position in which moves are read and written: of xiangqi, or of flipped chess, where a face-down piece has
// the role as which it moves.
type Board interface {
	// Turn is the side to move.
	Turn() game.Color
	// At is the piece on a point, NoPiece if there is none.
	At(game.Square) game.Piece
	// Pieces is the set of the pieces of a side that move like the role.
	Pieces(game.Color, game.Role) game.Bitboard
	// LegalMoves appends every legal move to dst.
	LegalMoves(dst []game.Move) []game.Move
	// IsLegal reports whether a move, which may be any value, is legal.
	IsLegal(game.Move) bool
	// Explain returns nil for a legal move, else the [*game.IllegalMove] that says why it is not.
	Explain(game.Move) error
	// InCheck reports whether the side to move is in check.
	InCheck() bool
}
