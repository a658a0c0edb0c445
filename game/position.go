package game

// Position is a placement of pieces with a side to move. It is a value: a copy is
// independent. The zero Position is not a legal one; take [Start] or
// [ParseFEN].
type Position struct {
	board          [Squares]Piece
	pieces         [2][8]Bitboard // by color and role; role 0 holds all of that side
	key            uint64
	kings          [2]Square
	turn           Color
	halfmoveClock  uint16 // plies since the last capture
	fullmoveNumber uint16 // full move number, from 1
}

// StartFEN is the start position of every game.
const StartFEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

var start = func() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err)
	}
	return p
}()

// Start returns the start position of every game.
func Start() Position { return start }

// Turn is the side to move.
func (p *Position) Turn() Color { return p.turn }

// At is the piece on s, or NoPiece.
func (p *Position) At(s Square) Piece { return p.board[s] }

// Key is the Zobrist key of placement and side to move: equal positions have equal keys.
func (p *Position) Key() uint64 { return p.key }

// King returns the square of the king of c.
func (p *Position) King(c Color) Square { return p.kings[c] }

// Pieces is the set of pieces of that side and role.
func (p *Position) Pieces(c Color, r Role) Bitboard { return p.pieces[c][r] }

// All is the set of all pieces of one side.
func (p *Position) All(c Color) Bitboard { return p.pieces[c][NoRole] }

// Occupied is the set of all pieces.
func (p *Position) Occupied() Bitboard { return p.pieces[Red][NoRole].Or(p.pieces[Black][NoRole]) }

// HalfMoves is the number of plies since the last capture. Pawn moves do not
// reset it.
func (p *Position) HalfMoves() int { return int(p.halfmoveClock) }

// MoveNumber is the number of the full move to be made, from 1.
func (p *Position) MoveNumber() int { return int(p.fullmoveNumber) }

// Same reports whether both have the same placement and side to move. The
// counters are not compared.
func (p *Position) Same(q *Position) bool {
	return p.key == q.key && p.turn == q.turn && p.board == q.board
}

func (p *Position) put(s Square, m Piece) {
	b := BB(s)
	c, r := m.Color()&1, m.Role()
	p.board[s] = m
	p.pieces[c][r] = p.pieces[c][r].Or(b)
	p.pieces[c][NoRole] = p.pieces[c][NoRole].Or(b)
	p.key ^= zobrist[m&15][s]
	if r == King {
		p.kings[c] = s
	}
}

// Undo holds what Do overwrote and Position.Undo needs to take a move back.
type Undo struct {
	key            uint64
	halfmoveClock  uint16
	fullmoveNumber uint16
	captured       Piece
}

// Captured is the captured piece, or NoPiece.
func (u Undo) Captured() Piece { return u.captured }

// Do plays m, which must be legal or at least pseudo-legal.
func (p *Position) Do(m Move) Undo {
	from, to := m.From(), m.To()
	piece, captured := p.board[from], p.board[to]
	u := Undo{p.key, p.halfmoveClock, p.fullmoveNumber, captured}
	us := p.turn & 1
	both := squareBB[from].Or(squareBB[to])
	all, own := &p.pieces[us][NoRole], &p.pieces[us][piece&7]
	*all, *own = all.Xor(both), own.Xor(both)
	p.board[from], p.board[to] = NoPiece, piece
	p.key ^= zobrist[piece&15][from] ^ zobrist[piece&15][to] ^ blackToMove
	if captured != NoPiece {
		b := squareBB[to]
		all, theirs := &p.pieces[us^1][NoRole], &p.pieces[us^1][captured&7]
		*all, *theirs = all.Xor(b), theirs.Xor(b)
		p.key ^= zobrist[captured&15][to]
		p.halfmoveClock = 0
	} else {
		p.halfmoveClock++
	}
	if piece.Role() == King {
		p.kings[us] = to
	}
	p.fullmoveNumber += uint16(us)
	p.turn = us ^ 1
	return u
}

// KeyAfter is the Key that the position will have after m, which must be legal or at
// least pseudo-legal.
func (p *Position) KeyAfter(m Move) uint64 {
	from, to := m.From(), m.To()
	piece, captured := p.board[from], p.board[to]
	key := p.key ^ zobrist[piece&15][from] ^ zobrist[piece&15][to] ^ blackToMove
	if captured != NoPiece {
		key ^= zobrist[captured&15][to]
	}
	return key
}

// Undo unmakes m, the move for which Do returned u.
func (p *Position) Undo(m Move, u Undo) {
	from, to := m.From(), m.To()
	piece := p.board[to]
	p.turn ^= 1
	us := p.turn & 1
	both := squareBB[from].Or(squareBB[to])
	all, own := &p.pieces[us][NoRole], &p.pieces[us][piece&7]
	*all, *own = all.Xor(both), own.Xor(both)
	p.board[from], p.board[to] = piece, u.captured
	if u.captured != NoPiece {
		b := squareBB[to]
		all, theirs := &p.pieces[us^1][NoRole], &p.pieces[us^1][u.captured&7]
		*all, *theirs = all.Xor(b), theirs.Xor(b)
	}
	if piece.Role() == King {
		p.kings[us] = from
	}
	p.key, p.halfmoveClock, p.fullmoveNumber = u.key, u.halfmoveClock, u.fullmoveNumber
}

// DoNull makes a null move, for a search.
func (p *Position) DoNull() Undo {
	u := Undo{p.key, p.halfmoveClock, p.fullmoveNumber, NoPiece}
	p.key ^= blackToMove
	p.turn ^= 1
	p.halfmoveClock++
	return u
}

// UndoNull unmakes a DoNull.
func (p *Position) UndoNull(u Undo) {
	p.turn ^= 1
	p.key, p.halfmoveClock, p.fullmoveNumber = u.key, u.halfmoveClock, u.fullmoveNumber
}

// After returns the position after m, which must be legal.
func (p Position) After(m Move) Position {
	p.Do(m)
	return p
}
