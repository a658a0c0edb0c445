package game

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseFEN reads a position: placement from Black's back rank down, side to move, and optionally the other fields of
// the six. E and H mean B and N, r means w, a missing side is Red, and blanks may be written as in a URL (_ + %20). It
// returns a [*FENError] for what is not a position: kings missing, outside their palace or facing each other, pieces on
// points they can never reach, too many pieces, the side that has just moved left in check. A position without legal
// moves is a finished game, not an error.
func ParseFEN(text string) (Position, error) {
	if len(text) > 200 {
		return badFEN(TooLong, "it is longer than any position")
	}
	if !strings.ContainsAny(text, " \t") {
		text = strings.NewReplacer("_", " ", "+", " ", "%20", " ").Replace(text)
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return badFEN(Empty, "it is empty")
	}
	p, err := parsePlacement(strings.TrimSuffix(fields[0], "[]"))
	if err != nil {
		return Position{}, err
	}
	if err := p.parseFields(fields[1:]); err != nil {
		return Position{}, err
	}
	p.key = p.keyFromScratch()
	if err := p.validate(); err != nil {
		return Position{}, err
	}
	return p, nil
}

// ParseProgramFEN is ParseFEN, except that it accepts the move number 0, which some programs write.
func ParseProgramFEN(text string) (Position, error) {
	if fields := strings.Fields(text); len(fields) == 6 && fields[5] == "0" {
		fields[5] = "1"
		text = strings.Join(fields, " ")
	}
	return ParseFEN(text)
}

func parsePlacement(text string) (Position, error) {
	var p Position
	rows := strings.Split(text, "/")
	if len(rows) == 1 {
		return Position{}, &FENError{Fault: NoBoard, Reason: "there is no board in it"}
	}
	if len(rows) != Ranks {
		return Position{}, &FENError{Fault: WrongRows, N: len(rows),
			Reason: fmt.Sprintf("the board has %d rows, not 10", len(rows))}
	}
	p.kings = [2]Square{NoSquare, NoSquare}
	for i, row := range rows {
		rank, file := Ranks-1-i, 0
		for _, ch := range row {
			switch {
			case ch >= '1' && ch <= '9':
				file += int(ch - '0')
			case ch > 'z':
				return notAPiece(ch)
			default:
				m, ok := PieceOfLetter(byte(ch))
				if !ok {
					return notAPiece(ch)
				}
				if file < Files {
					if m.Role() == King && p.kings[m.Color()] != NoSquare {
						return Position{}, twoKings(m.Color())
					}
					p.put(SquareAt(file, rank), m)
				}
				file++
			}
		}
		if file != Files {
			return Position{}, &FENError{Fault: WrongRow, Text: row, N: file,
				Reason: fmt.Sprintf("row %d from the top (%q) has %d points, not 9", i+1, row, file)}
		}
	}
	return p, nil
}

// maxCounter caps the counters of a parsed position, so that the counters of a game that continues from it fit into 16
// bits.
const maxCounter = 1<<15 - 1

func (p *Position) parseFields(fields []string) error {
	p.fullmoveNumber = 1
	if len(fields) == 0 {
		return nil
	}
	switch fields[0] {
	case "w", "r", "W", "R":
	case "b", "B":
		p.turn = Black
	default:
		return badField(fields[0], "the side to move is %q, not w or b")
	}
	if len(fields) > 5 {
		return badField(strings.Join(fields[5:], " "), "%q stands after its end")
	}
	for i, f := range fields[1:] {
		if f == "-" {
			continue
		}
		n, err := strconv.ParseUint(f, 10, 16)
		n = min(n, maxCounter)
		switch {
		case i < 2:
			return badField(f, "%q stands where xiangqi has only a dash")
		case err != nil:
			return badField(f, "%q is not a count of moves")
		case i == 2:
			p.halfmoveClock = uint16(n)
		case n == 0:
			return &FENError{Fault: WrongTail, Text: f, Reason: "moves are numbered from 1"}
		default:
			p.fullmoveNumber = uint16(n)
		}
	}
	return nil
}

// maxPieces is the number of pieces of each role at the start.
var maxPieces = [8]int{King: 1, Advisor: 2, Elephant: 2, Horse: 2, Rook: 2, Cannon: 2, Pawn: 5}

func (p *Position) validate() error {
	if red, black := p.kings[Red], p.kings[Black]; red != NoSquare && black != NoSquare && red.InPalace(Black) &&
		black.InPalace(Red) {
		return &FENError{Fault: UpsideDown, Reason: "the board is upside down: each king is in the other's palace"}
	}
	for _, c := range [2]Color{Red, Black} {
		k := p.kings[c]
		switch {
		case k == NoSquare:
			return &FENError{Fault: NoKing, Side: c, Reason: fmt.Sprintf("%s has no king", c)}
		case p.pieces[c][King].MoreThanOne():
			return twoKings(c)
		case !k.InPalace(c):
			return &FENError{Fault: KingOutside, Side: c, Role: King, At: k,
				Reason: fmt.Sprintf("the %s king on %s is outside its palace", c, k)}
		}
		for r := Advisor; r <= Pawn; r++ {
			pieces := p.pieces[c][r]
			if n := pieces.Count(); n > maxPieces[r] {
				return &FENError{Fault: TooMany, Side: c, Role: r, N: n,
					Reason: fmt.Sprintf("%s has %d %ss, at most %d are possible", c, n, r, maxPieces[r])}
			}
			if misplaced := pieces.Minus(PointsOf(NewPiece(c, r))); misplaced.Any() {
				at := misplaced.First()
				return &FENError{Fault: CannotBeThere, Side: c, Role: r, At: at,
					Reason: fmt.Sprintf("a %s %s can never stand on %s", c, r, at)}
			}
		}
	}
	if p.kings[Red].File() == p.kings[Black].File() && !Between(p.kings[Red], p.kings[Black]).Intersects(p.Occupied()) {
		return &FENError{Fault: KingsFacing, Reason: "the two kings face each other on an open file"}
	}
	if by := p.turn; p.kingAttackers(by.Other(), p.Occupied()).Any() {
		return &FENError{Fault: LeftInCheck, Side: by,
			Reason: fmt.Sprintf("it is %s's turn while the %s king is in check", by, by.Other())}
	}
	return nil
}

// FEN writes the position with all six fields.
func (p *Position) FEN() string {
	var b strings.Builder
	for rank := Ranks - 1; rank >= 0; rank-- {
		gap := 0
		for file := range Files {
			m := p.board[SquareAt(file, rank)]
			if m == NoPiece {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteByte(byte('0' + gap))
				gap = 0
			}
			b.WriteByte(m.Letter())
		}
		if gap > 0 {
			b.WriteByte(byte('0' + gap))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c - - %d %d", "wb"[p.turn], p.halfmoveClock, p.fullmoveNumber)
	return b.String()
}
