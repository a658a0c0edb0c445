package notation

import (
	"errors"
	"fmt"
	"strings"

	"yeye/game"
)

// ErrNotMove is the answer to text that is not shaped like a move at all:
// conversation.
var ErrNotMove = errors.New("this is not a move like h2e2, C2=5 or 炮二平五")

// MaxLength is the most code points a move may have, decorations included.
const MaxLength = 64

// TooLong is the answer to text of more than [MaxLength] code points.
type TooLong struct{ Length int }

func (e *TooLong) Error() string {
	return fmt.Sprintf("no move has %d characters; at most %d are read", e.Length, MaxLength)
}

// LookAlike is the answer to a move written with a letter of another alphabet
// that looks like the right one: Found stands where Like was meant.
type LookAlike struct{ Found, Like rune }

func (e *LookAlike) Error() string {
	return fmt.Sprintf("%q only looks like %q; please type the Latin letter", e.Found, e.Like)
}

// Ambiguous is the answer to text that fits several legal moves. Candidates are
// in the order of their squares.
type Ambiguous struct{ Candidates []game.Move }

func (e *Ambiguous) Error() string {
	names := make([]string, len(e.Candidates))
	for i, m := range e.Candidates {
		names[i] = m.String()
	}
	return "this could be " + strings.Join(names, " or ")
}

// Suggestion is the answer to coordinates that are a legal move if ranks are
// counted from 1 to 10, as some programs do. Here they are counted 0 to 9: Move
// is what was probably meant, to be asked, not played. Why says why the text as it stands
// is no legal move; nil when it holds a rank 10.
type Suggestion struct {
	Move game.Move
	Why  error
}

func (e *Suggestion) Error() string {
	return fmt.Sprintf("ranks are counted from 0 to 9 here; did you mean %s?", e.Move)
}

// NoSuchPiece is the answer to a move of a piece that is not there. File is the
// number of the file, counted from the mover's right, or 0; At the point named,
// or NoSquare. When both are left open, no two such pieces share a file.
type NoSuchPiece struct {
	Piece game.Piece
	File  int
	At    game.Square
}

func (e *NoSuchPiece) Error() string {
	switch {
	case e.At != game.NoSquare:
		return fmt.Sprintf("there is no %s on %s", e.Piece, e.At)
	case e.File != 0:
		return fmt.Sprintf("there is no such %s on file %d", e.Piece, e.File)
	}
	return fmt.Sprintf("there is no such %s", e.Piece)
}

// NoTarget is the answer to a move that leads nowhere: off the board, or in a
// way that this piece never goes (a horse sideways).
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

// Contradiction is the answer to a label whose parts mean different moves.
type Contradiction struct{}

func (e *Contradiction) Error() string { return "the parts of this are different moves" }
