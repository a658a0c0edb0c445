package game

import "fmt"

// Fault is the reason why a text or placement is not a position.
type Fault uint8

// The faults of a text and, from NoKing on, of a placement of pieces.
const (
	TooLong Fault = iota
	Empty
	WrongRows     // N rows, not ten
	WrongRow      // the row Text has N points, not nine
	NotAPiece     // Text is not the letter of a piece
	WrongTail     // Text, after the placement, is not a field of a FEN
	NoKing        // Side has none
	TwoKings      // Side has more than one
	KingOutside   // Side's king on At is not in its palace
	TooMany       // Side has N pieces of Role, more than at the start
	CannotBeThere // Side's piece of Role can never stand on At
	KingsFacing   // the kings face each other on an open file
	LeftInCheck   // Side is to move and could capture the king
	UpsideDown    // each king is in the other's palace
	NoBoard       // there are no rows at all, as in ordinary text
	faults
)

// Faults is the number of kinds.
const Faults = int(faults)

// String returns the name of a fault as one word.
func (f Fault) String() string {
	if f >= faults {
		return "unknown"
	}
	return [faults]string{"toolong", "empty", "rows", "row", "notapiece", "tail", "noking", "twokings", "kingoutside",
		"toomany", "neverthere", "kingsfacing", "leftincheck", "upsidedown", "noboard"}[f]
}

// FENError says why text or a setup is not a position. Reason is plain English. Fault says which of the other fields
// are used.
type FENError struct {
	Reason string
	Fault  Fault
	Side   Color
	Role   Role
	At     Square
	N      int
	Text   string
}

func (e *FENError) Error() string { return "not a xiangqi position: " + e.Reason }

func badFEN(f Fault, reason string) (Position, error) {
	return Position{}, &FENError{Fault: f, Reason: reason}
}

func notAPiece(ch rune) (Position, error) {
	return Position{}, &FENError{Fault: NotAPiece, Text: string(ch), Reason: fmt.Sprintf("%q is not a piece", ch)}
}

func twoKings(c Color) error {
	return &FENError{Fault: TwoKings, Side: c, Reason: fmt.Sprintf("%s has two kings", c)}
}

// badField returns the error for a field after the placement; reason has a %q for it.
func badField(text, reason string) error {
	return &FENError{Fault: WrongTail, Text: text, Reason: fmt.Sprintf(reason, text)}
}
