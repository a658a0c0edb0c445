package notation

import "yeye/game"

// query is one possible meaning of a text, independent of any board.
type query struct {
	family Family
	form   form
	role   game.Role
	file   int  // 1–9 from the mover's right
	mark   mark // which of several pieces on a file
	index  int  // which of them, counted from 1

	action action
	number int // steps along a file, else the file of the target

	from, to point // coordinates only
}

// form says how the query names its piece.
type form uint8

const (
	byFile      form = iota + 1 // 炮二, C2
	byMark                      // 前炮, C+
	byMarkFile                  // 前兵四, 4+
	byIndex                     // 二兵, Pb
	byIndexFile                 // Fairy-Stockfish's 24, 二兵四
	byDouble                    // 33: the middle one of three on file 3
	byPoint                     // h2, Ch2, Che2, Ce2
	byBoardSide                 // 右马: the one of two on different files, on that side of the board
	byRole                      // 中炮: any of the role that is not on the target's file yet
)

// mark says which of the pieces of a kind on one file is meant.
type mark uint8

const (
	unmarked mark = iota
	first         // nearest to the enemy
	last
	middle
	plus // WXF's + and -: the second and the last but one of four or five
	minus
	second
	lastButOne
	rightmost // from their owner's view
	leftmost
)

type action uint8

const (
	forward action = iota + 1
	backward
	sideways
)

// point is a square as typed: file 0–8, rank as written. Either is -1 if missing.
type point struct{ file, rank int }

var anywhere = point{-1, -1}

// square returns the square if ranks start with lowest (0 or 1), NoSquare if it is off the board or incomplete.
func (t point) square(lowest int) game.Square { return game.SquareAt(t.file, t.rank-lowest) }
