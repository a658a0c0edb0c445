package notation

import (
	"errors"
	"fmt"
	"strings"

	"yeye/game"
)

// ErrNotMove is the error for text that does not look like a move: conversation.
var ErrNotMove = errors.New("this is not a move like h2e2, C2=5 or 炮二平五")

// MaxLength is the largest number of code points of a move, decoration included.
const MaxLength = 64

// TooLong is the error for text of more than [MaxLength] code points.
type TooLong struct{ Length int }

func (e *TooLong) Error() string {
	return fmt.Sprintf("no move has %d characters; at most %d are read", e.Length, MaxLength)
}

// LookAlike is the error for a move with a letter of another alphabet that looks like the right one: Found was typed,
// Like was meant.
type LookAlike struct{ Found, Like rune }

func (e *LookAlike) Error() string {
	return fmt.Sprintf("%q only looks like %q; please type the Latin letter", e.Found, e.Like)
}

// Ambiguous is the error for text that fits several legal moves. Candidates are ordered by squares.
type Ambiguous struct{ Candidates []game.Move }

func (e *Ambiguous) Error() string {
	names := make([]string, len(e.Candidates))
	for i, m := range e.Candidates {
		names[i] = m.String()
	}
	return "this could be " + strings.Join(names, " or ")
}

// Suggestion is the error for coordinates that are a legal move only if ranks count from 1 to 10, as in
// some programs. Here they count from 0 to 9. Move is what was probably meant, and the player must
// confirm it. Why says why the text as written is not a legal move; it is nil if the text has a rank 10.
type Suggestion struct {
	Move game.Move
	Why  error
}

func (e *Suggestion) Error() string {
	return fmt.Sprintf("ranks are counted from 0 to 9 here; did you mean %s?", e.Move)
}

// NoSuchPiece is the error for a move of a piece that does not exist. File is the number of the file, counted from the
// right of the side that moves, or 0. At is the named square, or NoSquare. Files are the files of the pieces, if the
// text asks for one of two on a file and no two are on one.
type NoSuchPiece struct {
	Piece game.Piece
	File  int
	At    game.Square
	Files []int
}

func (e *NoSuchPiece) Error() string {
	switch {
	case e.At != game.NoSquare:
		return fmt.Sprintf("there is no %s on %s", e.Piece, e.At)
	case e.File != 0:
		return fmt.Sprintf("there is no such %s on file %d", e.Piece, e.File)
	case len(e.Files) > 0:
		return fmt.Sprintf("there is no such %s: no two are on one file, but on %v", e.Piece, e.Files)
	}
	return fmt.Sprintf("there is no such %s", e.Piece)
}

// NoTarget is the error for a move without a target: off the board, or in a way that the piece never moves (a horse
// sideways).
type NoTarget struct {
	Piece    game.Piece
	From     game.Square
	OffBoard bool
}

func (e *NoTarget) Error() string {
	if e.OffBoard {
		return fmt.Sprintf("that would lead the %s on %s off the board", e.Piece.Role(), e.From)
	}
	return fmt.Sprintf("the %s on %s does not move like that", e.Piece.Role(), e.From)
}

// Contradiction is the error for a label whose parts mean different moves.
type Contradiction struct{}

func (e *Contradiction) Error() string { return "the parts of this are different moves" }

// OtherSide is the error for a move that names the side that is not to move.
type OtherSide struct{ Named game.Color }

func (e *OtherSide) Error() string { return fmt.Sprintf("this is not a move of %s", e.Named) }
