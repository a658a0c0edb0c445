package jieqi

import "yeye/game"

// MaxMoves exceeds the number of moves in any position. There are more than in xiangqi, because face-down pieces move
// as rooks, cannons and horses besides the open ones. Eight rooks and cannons have at most 17 moves each, four horses
// 8, the king 4, and the other three pieces 4 each: 184.
const MaxMoves = 192

// Palace and river do not bind open advisors and elephants. Their attacks are symmetric: they attack a square from
// where they could go from it.
var openAdvisor, openElephant = openMoves()

// leap is an elephant's move over its eye.
type leap struct{ eye, to game.Square }

func openMoves() (advisor [game.Squares]game.Bitboard, elephant [game.Squares][]leap) {
	for s := range game.Square(game.Squares) {
		for _, d := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			one, two := game.SquareAt(s.File()+d[0], s.Rank()+d[1]), game.SquareAt(s.File()+2*d[0], s.Rank()+2*d[1])
			if one != game.NoSquare {
				advisor[s] = advisor[s].Or(game.BB(one))
			}
			if two != game.NoSquare {
				elephant[s] = append(elephant[s], leap{one, two})
			}
		}
	}
	return
}

// openElephantMoves returns the targets of an open elephant on s, which are also the squares from which one attacks s:
// two steps diagonally across an empty square.
func openElephantMoves(s game.Square, occ game.Bitboard) (to game.Bitboard) {
	for _, l := range openElephant[s] {
		if !occ.Has(l.eye) {
			to = to.Or(game.BB(l.to))
		}
	}
	return
}

// Reach returns the targets of a piece of side c on s that moves as role r, face down if dark, if occ is occupied. It
// ignores the king's safety and does not exclude own pieces.
func Reach(c game.Color, r game.Role, dark bool, s game.Square, occ game.Bitboard) game.Bitboard {
	switch r {
	case game.King:
		return game.KingMoves(c, s)
	case game.Advisor:
		if dark {
			return game.AdvisorMoves(c, s)
		}
		return openAdvisor[s]
	case game.Elephant:
		if dark {
			return game.ElephantMoves(s, occ)
		}
		return openElephantMoves(s, occ)
	case game.Horse:
		return game.HorseMoves(s, occ)
	case game.Rook:
		return game.RookAttacks(s, occ)
	case game.Cannon:
		return game.RookAttacks(s, occ).Minus(occ).Or(game.CannonCaptures(s, occ))
	case game.Pawn:
		return game.PawnMoves(c, s)
	}
	return game.Bitboard{}
}

// Attackers returns which pieces of side c, given by the role they move as, attack s if occ is occupied. It leaves out
// the king, and face-down advisors and elephants, which attack nothing beyond their own half.
func Attackers(pieces *[8]game.Bitboard, c game.Color, s game.Square, occ, dark game.Bitboard) game.Bitboard {
	a := pieces[game.Rook].And(game.RookAttacks(s, occ))
	a = a.Or(pieces[game.Cannon].And(game.CannonCaptures(s, occ)))
	a = a.Or(pieces[game.Horse].And(game.HorseAttackers(s, occ)))
	a = a.Or(pieces[game.Pawn].And(game.PawnAttackers(c, s)))
	a = a.Or(pieces[game.Advisor].And(openAdvisor[s]).Minus(dark))
	if open := pieces[game.Elephant].Minus(dark); open.Any() {
		a = a.Or(open.And(openElephantMoves(s, occ)))
	}
	return a
}

// Checkers returns which pieces of side by, given by the role they move as, attack the enemy king on k if occ is
// occupied. Kings attack each other on an open file.
func Checkers(pieces *[8]game.Bitboard, by game.Color, k game.Square, occ, dark game.Bitboard) game.Bitboard {
	return Attackers(pieces, by, k, occ, dark).Or(pieces[game.King].And(game.RookAttacks(k, occ)))
}

// reach returns the pseudo-legal targets of the piece on s, of the side to move.
func (p *Position) reach(s game.Square, occ game.Bitboard) game.Bitboard {
	return Reach(p.turn, p.board[s].Role(), p.dark.Has(s), s, occ).Minus(p.byRole[p.turn][0])
}

// attackers returns the pieces of a side, except gone, that attack the enemy king on k given occ.
func (p *Position) attackers(k game.Square, by game.Color, occ, gone game.Bitboard) game.Bitboard {
	return Checkers(&p.byRole[by], by, k, occ, p.dark).Minus(gone)
}

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() game.Bitboard {
	return p.attackers(p.kings[p.turn], p.turn.Other(), p.Occupied(), game.Bitboard{})
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers().Any() }

// safe reports whether the king of the side to move is safe after the pseudo-legal move m. The identity of a piece
// turned over does not matter, because it blocks in any case.
func (p *Position) safe(m game.Move) bool { return p.threats(m).Empty() }

// threats returns the enemies that attack the king of the side to move after the pseudo-legal move m.
func (p *Position) threats(m game.Move) game.Bitboard {
	from, to := game.BB(m.From()), game.BB(m.To())
	k := p.kings[p.turn]
	if m.From() == k {
		k = m.To()
	}
	return p.attackers(k, p.turn.Other(), p.Occupied().Minus(from).Or(to), to)
}

// LegalMoves appends every legal move to dst. [MaxMoves] is more than any position has.
func (p *Position) LegalMoves(dst []game.Move) []game.Move {
	occ := p.Occupied()
	for own := p.byRole[p.turn][0]; own.Any(); {
		s := own.PopFirst()
		for to := p.reach(s, occ); to.Any(); {
			if m := game.NewMove(s, to.PopFirst()); p.safe(m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// HasLegal reports whether there is any legal move at all.
func (p *Position) HasLegal() bool {
	occ := p.Occupied()
	for own := p.byRole[p.turn][0]; own.Any(); {
		s := own.PopFirst()
		for to := p.reach(s, occ); to.Any(); {
			if p.safe(game.NewMove(s, to.PopFirst())) {
				return true
			}
		}
	}
	return false
}

// IsLegal reports whether m, which may be any value, is a legal move here.
func (p *Position) IsLegal(m game.Move) bool {
	from, to := m.From(), m.To()
	if !from.Valid() || !to.Valid() {
		return false
	}
	piece := p.board[from]
	return piece != game.NoPiece && piece.Color() == p.turn && p.reach(from, p.Occupied()).Has(to) && p.safe(m)
}

// Perft counts the leaves of the tree of legal moves to the given depth, with the pieces of deal d.
func (p *Position) Perft(d *Deal, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [MaxMoves]game.Move
	moves := p.LegalMoves(buf[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		u := p.Do(m, d.At(m.From()))
		n += p.Perft(d, depth-1)
		p.Undo(m, u)
	}
	return n
}
