package jieqi

import "yeye/game"

// Position is the public state: a placement of pieces, open and face down, with a side to move. It is a value: a copy
// is independent. The zero Position is not legal; use [Start] or [ParseFEN].
type Position struct {
	board         [game.Squares]game.Piece // a face-down piece is the one that it moves as
	byRole        [2][8]game.Bitboard      // by color and by the role it moves as; role 0 holds all of the side
	dark          game.Bitboard            // the face-down pieces of both sides
	key           uint64
	kings         [2]game.Square
	turn          game.Color
	halfmoveClock uint16 // plies since the last capture or piece turned over
	number        uint16 // full move number, from 1
}

var start = func() Position {
	x := game.Start()
	p := Position{number: 1}
	for s := range game.Square(game.Squares) {
		if piece := x.At(s); piece != game.NoPiece {
			p.put(s, piece, piece.Role() != game.King)
		}
	}
	return p
}()

// Start is the start position: all pieces except the kings are face down.
func Start() Position { return start }

// Turn is the side to move.
func (p *Position) Turn() game.Color { return p.turn }

// At is the piece on s, or NoPiece. A face-down piece is the one it moves as.
func (p *Position) At(s game.Square) game.Piece { return p.board[s] }

// Dark reports whether the piece on s is face down.
func (p *Position) Dark(s game.Square) bool { return p.dark.Has(s) }

// FaceDown is the set of the face-down pieces of one side.
func (p *Position) FaceDown(c game.Color) game.Bitboard { return p.dark.And(p.byRole[c][0]) }

// Pieces is the set of the pieces of a side that move like the role, open and face down.
func (p *Position) Pieces(c game.Color, r game.Role) game.Bitboard { return p.byRole[c][r] }

// All is the set of all pieces of one side.
func (p *Position) All(c game.Color) game.Bitboard { return p.byRole[c][0] }

// Occupied is the set of all pieces.
func (p *Position) Occupied() game.Bitboard { return p.byRole[game.Red][0].Or(p.byRole[game.Black][0]) }

// King returns the point of the king of c.
func (p *Position) King(c game.Color) game.Square { return p.kings[c] }

// Key is a hash of placement, face-down pieces and side to move: equal positions have equal keys.
func (p *Position) Key() uint64 { return p.key }

// HalfMoves is the number of plies since the last capture or piece turned over.
func (p *Position) HalfMoves() int { return int(p.halfmoveClock) }

// MoveNumber is the number of the full move to be made, from 1.
func (p *Position) MoveNumber() int { return int(p.number) }

// keys holds the Zobrist numbers of pieces on points, face-down pieces on points, and Black to move.
var keys = func() (t struct {
	piece [16][game.Squares]uint64
	dark  [game.Squares]uint64
	black uint64
}) {
	next := game.SplitMix(0)
	for i := range t.piece {
		for s := range t.piece[i] {
			t.piece[i][s] = next()
		}
	}
	for s := range t.dark {
		t.dark[s] = next()
	}
	t.black = next()
	return
}()

// toggle puts a piece on an empty point, or removes it.
func (p *Position) toggle(s game.Square, piece game.Piece, dark bool) {
	b, c := game.BB(s), piece.Color()&1
	p.byRole[c][piece.Role()] = p.byRole[c][piece.Role()].Xor(b)
	p.byRole[c][0] = p.byRole[c][0].Xor(b)
	p.key ^= keys.piece[piece&15][s]
	if dark {
		p.dark = p.dark.Xor(b)
		p.key ^= keys.dark[s]
	}
}

func (p *Position) put(s game.Square, piece game.Piece, dark bool) {
	p.toggle(s, piece, dark)
	p.board[s] = piece
	if piece.Role() == game.King {
		p.kings[piece.Color()] = s
	}
}

// Undo holds the state that Position.Undo restores.
type Undo struct {
	key           uint64
	halfmoveClock uint16
	number        uint16
	moved         game.Piece // the piece as which it moved
	taken         game.Piece
	wasDark       bool // the piece that moved was face down
	takenDark     bool
}

// Captured returns the captured piece, as the one it moved as, or NoPiece, and whether it was face down.
func (u Undo) Captured() (piece game.Piece, dark bool) { return u.taken, u.takenDark }

// Turned reports whether the move turned a piece over.
func (u Undo) Turned() bool { return u.wasDark }

// Do plays m, which must be legal or at least pseudo-legal. A face-down piece that moves is turned
// over and becomes a piece of role turned; otherwise turned is ignored.
func (p *Position) Do(m game.Move, turned game.Role) Undo {
	from, to := m.From(), m.To()
	u := Undo{key: p.key, halfmoveClock: p.halfmoveClock, number: p.number, moved: p.board[from], taken: p.board[to],
		wasDark: p.dark.Has(from), takenDark: p.dark.Has(to)}
	if p.halfmoveClock++; u.wasDark || u.taken != game.NoPiece {
		p.halfmoveClock = 0
	}
	if u.taken != game.NoPiece {
		p.toggle(to, u.taken, u.takenDark)
	}
	p.toggle(from, u.moved, u.wasDark)
	p.board[from] = game.NoPiece
	piece := u.moved
	if u.wasDark {
		piece = game.NewPiece(p.turn, turned)
	}
	p.put(to, piece, false)
	p.number += uint16(p.turn)
	p.turn = p.turn.Other()
	p.key ^= keys.black
	return u
}

// Undo unmakes m, the move for which Do returned u.
func (p *Position) Undo(m game.Move, u Undo) {
	from, to := m.From(), m.To()
	p.turn = p.turn.Other()
	p.toggle(to, p.board[to], false)
	p.put(from, u.moved, u.wasDark)
	if p.board[to] = u.taken; u.taken != game.NoPiece {
		p.toggle(to, u.taken, u.takenDark)
	}
	p.key, p.halfmoveClock, p.number = u.key, u.halfmoveClock, u.number
}
