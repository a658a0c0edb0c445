package jieqi

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"yeye/game"
)

// StartFEN is the start position as programs write it: X and x are face-down pieces, and the pool
// says what they may be.
const StartFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 - 0 1"

// poolOrder is the order of the roles in programs' pools.
var poolOrder = [...]game.Role{game.Rook, game.Advisor, game.Cannon, game.Pawn, game.Horse, game.Elephant}

// FEN writes what the viewer knows in the form of Pikafish's jieqi branch, with the field that
// JieqiBox adds: placement, side to move, the pieces not yet seen, the pieces captured face down
// that the viewer knows, plies, move number.
func (w *View) FEN() string {
	var known [2]Pool
	by := w.firstMover()
	for _, ply := range w.Moves {
		if ply.Dark && ply.Taken != game.NoRole {
			known[by.Other()][ply.Taken]++
		}
		by = by.Other()
	}
	taken := poolText(known, false)
	if taken == "" {
		taken = "-"
	}
	p := &w.Position
	side := "w"
	if p.turn == game.Black {
		side = "b"
	}
	return fmt.Sprintf("%s %s %s %s %d %d", p.placement(), side, poolText(w.Hidden, true), taken, p.halfmoveClock,
		p.number)
}

// firstMover returns the side that made the first of the view's moves.
func (w *View) firstMover() game.Color {
	if len(w.Moves)%2 == 0 {
		return w.Position.turn
	}
	return w.Position.turn.Other()
}

func (p *Position) placement() string {
	var b strings.Builder
	for rank := game.Ranks - 1; rank >= 0; rank-- {
		empty := 0
		for file := range game.Files {
			s := game.SquareAt(file, rank)
			piece := p.board[s]
			if piece == game.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte(byte('0' + empty))
				empty = 0
			}
			switch {
			case !p.dark.Has(s):
				b.WriteByte(piece.Letter())
			case piece.Color() == game.Red:
				b.WriteByte('X')
			default:
				b.WriteByte('x')
			}
		}
		if empty > 0 {
			b.WriteByte(byte('0' + empty))
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// poolText writes both pools. If zeros is set, it includes the roles with no pieces.
func poolText(pools [2]Pool, zeros bool) string {
	var b strings.Builder
	for c, pool := range pools {
		for _, r := range poolOrder {
			if n := pool[r]; n > 0 || zeros {
				b.WriteByte(game.NewPiece(game.Color(c), r).Letter())
				b.WriteByte('0' + n)
			}
		}
	}
	return b.String()
}

// Setup is a position from outside, with each side's pieces that may be face down or were captured face down and not
// seen.
type Setup struct {
	Position Position
	Hidden   [2]Pool
}

// ParseFEN reads a position as programs write it: Pikafish's jieqi branch and JieqiBox in the new
// order (side before pool) and the old one (side after pool), pychess (a tilde after face-down
// pieces), and chessprogramming.org (captured open pieces in brackets). Without a pool, every piece
// that is neither open on the board nor captured may be face down. An impossible position is
// refused with a [*game.FENError].
func ParseFEN(text string) (Setup, error) {
	if len(text) > 300 {
		return refuse(game.TooLong, "", "it is longer than any position")
	}
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return refuse(game.Empty, "", "it is empty")
	}
	board, captured, bracketed := strings.Cut(fields[0], "[")
	p, err := parseBoard(board)
	if err != nil {
		return Setup{}, err
	}
	s := Setup{Position: p}
	gone, ok := parsePool(strings.TrimSuffix(captured, "]"))
	if bracketed && !ok {
		return refuse(game.WrongTail, captured, fmt.Sprintf("%q are no captured pieces", captured))
	}
	pool := ""
	rest := fields[1:]
	if len(rest) > 1 && rest[0] != "w" && rest[0] != "b" && rest[0] != "r" { // the old order
		pool, rest = rest[0], rest[1:]
	}
	s.Position.number = 1
	if len(rest) > 0 {
		switch rest[0] {
		case "w", "r":
		case "b":
			s.Position.turn = game.Black
			s.Position.key ^= keys.black
		default:
			return refuse(game.WrongTail, rest[0], fmt.Sprintf("%q is no side to move", rest[0]))
		}
		rest = rest[1:]
	}
	if pool == "" && len(rest) > 0 && strings.ContainsAny(rest[0], "RNCBAPrncbap") {
		pool, rest = rest[0], rest[1:]
	}
	var counters []int
	for _, f := range rest {
		if n, err := strconv.Atoi(f); err == nil {
			counters = append(counters, n)
		}
	}
	if n := len(counters); n >= 2 {
		if counters[n-2] < 0 || counters[n-2] > MoveLimitPlies*2 || counters[n-1] < 0 ||
			counters[n-1] > math.MaxUint16 {
			return refuse(game.WrongTail, strings.Join(rest, " "), "its counters are out of range")
		}
		s.Position.halfmoveClock, s.Position.number = uint16(counters[n-2]),
			uint16(min(max(1, counters[n-1]), maxMoveNumber))
	}
	if pool != "" {
		if s.Hidden, ok = parsePool(pool); !ok {
			return refuse(game.WrongTail, pool, fmt.Sprintf("%q is no pool of pieces", pool))
		}
	} else {
		s.Hidden = hiddenPool(&s.Position, gone)
	}
	return s, s.validate()
}

// FEN writes the setup as [View.FEN] does.
func (s *Setup) FEN() string {
	w := View{Position: s.Position, Hidden: s.Hidden}
	return w.FEN()
}

// maxMoveNumber is the highest move number of a parsed position, so that the numbers of a game that continues from
// there fit into 16 bits. Higher numbers are capped, as in [game.ParseFEN].
const maxMoveNumber = 1<<15 - 1

func refuse(f game.Fault, text, reason string) (Setup, error) {
	return Setup{}, &game.FENError{Fault: f, Text: text, Reason: reason}
}

func parseBoard(text string) (p Position, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != game.Ranks {
		return p, &game.FENError{Fault: game.WrongRows, N: len(rows),
			Reason: fmt.Sprintf("the board has %d rows, not 10", len(rows))}
	}
	p.kings = [2]game.Square{game.NoSquare, game.NoSquare}
	for i, row := range rows {
		rank, file := game.Ranks-1-i, 0
		for j := 0; j < len(row); j++ {
			ch := row[j]
			if ch >= '1' && ch <= '9' {
				file += int(ch - '0')
				continue
			}
			s := game.SquareAt(file, rank)
			file++
			if s == game.NoSquare {
				continue // counted below
			}
			tilde := j+1 < len(row) && row[j+1] == '~'
			if tilde {
				j++
			}
			if err := p.putLetter(s, ch, tilde); err != nil {
				return p, err
			}
		}
		if file != game.Files {
			return p, &game.FENError{Fault: game.WrongRow, Text: row, N: file,
				Reason: fmt.Sprintf("row %d from the top (%q) has %d points, not 9", i+1, row, file)}
		}
	}
	return p, nil
}

// putLetter puts the piece that a letter of a placement names on a point.
func (p *Position) putLetter(s game.Square, ch byte, tilde bool) error {
	side, upper := game.Red, ch
	if ch >= 'a' {
		side, upper = game.Black, ch-'a'+'A'
	}
	role := RoleOfLetter(ch)
	dark := upper == 'X' || tilde
	switch {
	case upper == 'K' && !tilde:
		if p.kings[side] != game.NoSquare {
			return &game.FENError{Fault: game.TwoKings, Side: side, Reason: fmt.Sprintf("%s has two kings", side)}
		}
		p.put(s, game.NewPiece(side, game.King), false)
		return nil
	case dark:
		if own := s.Rank() < 5 == (side == game.Red); !own || roleOf[s] == game.NoRole || tilde && role != roleOf[s] {
			return &game.FENError{Fault: game.CannotBeThere, Side: side, Role: role, At: s,
				Reason: fmt.Sprintf("no piece of %s lies face down on %s", side, s)}
		}
		p.put(s, game.NewPiece(side, roleOf[s]), true)
		return nil
	case role == game.NoRole:
		return &game.FENError{Fault: game.NotAPiece, Text: string(rune(ch)),
			Reason: fmt.Sprintf("%q is not a piece", ch)}
	}
	p.put(s, game.NewPiece(side, role), false)
	return nil
}

// parsePool reads letters with their counts, like R2A2. "-" and "" are empty pools.
func parsePool(text string) (pools [2]Pool, ok bool) {
	if text == "-" {
		return pools, true
	}
	for i := 0; i < len(text); i += 2 {
		if i+1 >= len(text) || text[i+1] < '0' || text[i+1] > '9' {
			return pools, false
		}
		m, ok := game.PieceOfLetter(text[i])
		if !ok || m.Role() == game.King {
			return pools, false
		}
		pools[m.Color()][m.Role()] = text[i+1] - '0'
	}
	return pools, true
}

// hiddenPool returns what may be face down or captured unseen, given the board and captured open pieces.
func hiddenPool(p *Position, gone [2]Pool) (hidden [2]Pool) {
	for c := range hidden {
		hidden[c] = fullPool
		for r := game.Advisor; r <= game.Pawn; r++ {
			seen := p.byRole[c][r].Minus(p.dark).Count() + int(gone[c][r])
			hidden[c][r] -= min(hidden[c][r], uint8(seen))
		}
	}
	return
}

// validate refuses an impossible position.
func (s *Setup) validate() error {
	p := &s.Position
	for _, c := range [...]game.Color{game.Red, game.Black} {
		k := p.kings[c]
		if k == game.NoSquare {
			return &game.FENError{Fault: game.NoKing, Side: c, Reason: fmt.Sprintf("%s has no king", c)}
		}
		if !k.InPalace(c) {
			return &game.FENError{Fault: game.KingOutside, Side: c, At: k,
				Reason: fmt.Sprintf("the king on %s is outside its palace", k)}
		}
		for r := game.Advisor; r <= game.Pawn; r++ {
			if n := p.byRole[c][r].Minus(p.dark).Count() + int(s.Hidden[c][r]); n > int(fullPool[r]) {
				return &game.FENError{Fault: game.TooMany, Side: c, Role: r, N: n,
					Reason: fmt.Sprintf("%s has %d pieces of kind %s, open and unseen", c, n, r)}
			}
		}
		if n := p.FaceDown(c).Count(); n > s.Hidden[c].Count() {
			return &game.FENError{Fault: game.TooMany, Side: c, N: n,
				Reason: fmt.Sprintf("%s has %d pieces face down, but fewer are unseen", c, n)}
		}
	}
	attackers := p.attackers(p.kings[p.turn.Other()], p.turn, p.Occupied(), game.Bitboard{})
	switch {
	case attackers.Empty():
		return nil
	case attackers.Has(p.kings[p.turn]):
		return &game.FENError{Fault: game.KingsFacing, Reason: "the kings face each other"}
	}
	return &game.FENError{Fault: game.LeftInCheck, Side: p.turn,
		Reason: fmt.Sprintf("%s is to move and could take the king", p.turn)}
}
