package record

import (
	"errors"
	"fmt"

	"yeye/game"
)

// Limits of reading.
const (
	MaxSize  = 8 << 20 // bytes of a file
	MaxPlies = 250000  // moves in all lines together: the largest book seen has 226 491
	MaxDepth = 256     // of variations within variations
	maxName  = 120     // code points of a name
	maxNote  = 20000   // code points of a comment: the longest seen has 18 600
	maxTags  = 500     // tags before the moves of PGN
)

var (
	// ErrTooBig is returned for a file beyond one of these limits.
	ErrTooBig = errors.New("the game is too long to read")
	// ErrNoGame is returned for text without a game.
	ErrNoGame = errors.New("there is no game in this text")
	// ErrUnclosed is returned for unbalanced brackets of comments or variations.
	ErrUnclosed = errors.New("a comment or variation of the file is not closed where it should be")
	// ErrHeading is returned for an entry of a library that is the heading of a chapter: it has neither kings nor
	// moves.
	ErrHeading = errors.New("this entry of the library is a heading without a game")
	// ErrWesternChess is returned for a game of western chess.
	ErrWesternChess = errors.New("this is a game of western chess")
	// ErrNumerals, in a [*MoveError], means that a move has the other side's numerals, in a file that uses 一二三 for Red
	// and 123 for Black throughout.
	ErrNumerals = errors.New("the numerals are those of the other side's moves")
	// ErrMissing, in a [*MoveError], means that dots replace one of Black's moves and the game continues after them.
	ErrMissing = errors.New("this move is missing")
	// ErrTruncated, in a [*MoveError], means that the list of moves ends within a move.
	ErrTruncated = errors.New("the list of moves breaks off within this one")
)

// MoveError says which move of a file cannot be read or played.
type MoveError struct {
	Ply    int        // from 1, along its line
	Number int        // the full move number
	Turn   game.Color // side to move
	Text   string     // as written
	Err    error
}

// newMoveError returns the error for a move that cannot be read or played in p, as ply number ply.
func newMoveError(p *game.Position, ply int, text string, err error) error {
	return &MoveError{ply, p.MoveNumber(), p.Turn(), text, err}
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("half-move %d, %q: %v", e.Ply, e.Text, e.Err)
}

func (e *MoveError) Unwrap() error { return e.Err }

// SeveralError is the error for a text with several positions or games, if only one is wanted.
type SeveralError struct{ Count int }

func (e *SeveralError) Error() string {
	return fmt.Sprintf("there are %d positions or games in this text, not one", e.Count)
}

// Damaged is the error for a file of a known format that is truncated or inconsistent at byte At, so that not even its
// start position can be read.
type Damaged struct {
	Format Format
	At     int
}

func (e *Damaged) Error() string {
	return fmt.Sprintf("the %s file is damaged at byte %d", e.Format, e.At)
}

// Unsupported is the error for a version of a known format that cannot be read. Version is 0 if the format has none.
type Unsupported struct {
	Format  Format
	Version int
}

func (e *Unsupported) Error() string {
	if e.Version == 0 {
		return fmt.Sprintf("this kind of %s file cannot be read", e.Format)
	}
	return fmt.Sprintf("version %d of %s files cannot be read", e.Version, e.Format)
}

// Foreign is the error for a binary file that is not a game. Kind is its format ("ZIP", "PDF"), or "" if unknown.
type Foreign struct{ Kind string }

func (e *Foreign) Error() string {
	if e.Kind == "" {
		return "this is a binary file of a kind that holds no games"
	}
	return fmt.Sprintf("this is a %s file, not a game", e.Kind)
}
