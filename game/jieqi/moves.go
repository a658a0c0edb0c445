package jieqi

import "yeye/game"

// Steps of open advisors and elephants, which palace and river do not bind, and where pawns attack from.
var (
	diagonals = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

	openAdvisor = func() (t [game.Squares]game.Bitboard) {
		for s := range t {
			for _, d := range diagonals {
				if to := step(game.Square(s), d, 1); to != game.NoSquare {
					t[s] = t[s].Or(game.BB(to))
				}
			}
		}
		return
	}()

	// pawnSources[c][s] holds the points from which a pawn of c attacks s.
	pawnSources = func() (t [2][game.Squares]game.Bitboard) {
		for c := range t {
			for from := range game.Square(game.Squares) {
				for to := game.PawnMoves(game.Color(c), from); to.Any(); {
					s := to.PopFirst()
					t[c][s] = t[c][s].Or(game.BB(from))
				}
			}
		}
		return
	}()
)

func step(s game.Square, d [2]int, n int) game.Square {
	return game.SquareAt(s.File()+n*d[0], s.Rank()+n*d[1])
}

// openElephant returns where an open elephant on s can go, and from where one attacks s: two points diagonally, over an empty
// point.
func openElephant(s game.Square, occ game.Bitboard) (to game.Bitboard) {
	for _, d := range diagonals {
		if t := step(s, d, 2); t != game.NoSquare && !occ.Has(step(s, d, 1)) {
			to = to.Or(game.BB(t))
		}
	}
	return
}

// reach returns where the piece of the side to move on s could go, ignoring the king's safety.
func (p *Position) reach(s game.Square, occ game.Bitboard) (to game.Bitboard) {
	us := p.turn
	switch p.board[s].Role() {
	case game.King:
		to = game.KingMoves(us, s)
	case game.Advisor:
		if to = openAdvisor[s]; p.dark.Has(s) {
			to = game.AdvisorMoves(us, s)
		}
	case game.Elephant:
		if p.dark.Has(s) {
			to = game.ElephantMoves(s, occ)
		} else {
			to = openElephant(s, occ)
		}
	case game.Horse:
		to = game.HorseMoves(s, occ)
	case game.Rook:
		to = game.RookAttacks(s, occ)
	case game.Cannon:
		to = game.RookAttacks(s, occ).Minus(occ).Or(game.CannonCaptures(s, occ))
	case game.Pawn:
		to = game.PawnMoves(us, s)
	}
	return to.Minus(p.sets[us][0])
}

// attackers returns the pieces of a side that attack the enemy king on k when the points of occ are occupied, as far as they
// are not gone. Face-down advisors and elephants never do: they cannot leave their own half.
func (p *Position) attackers(k game.Square, by game.Color, occ, gone game.Bitboard) game.Bitboard {
	enemy := &p.sets[by]
	a := enemy[game.Rook].Or(enemy[game.King]).And(game.RookAttacks(k, occ))
	a = a.Or(enemy[game.Cannon].And(game.CannonCaptures(k, occ)))
	a = a.Or(enemy[game.Horse].And(game.HorseAttackers(k, occ)))
	a = a.Or(enemy[game.Pawn].And(pawnSources[by][k]))
	a = a.Or(enemy[game.Advisor].And(openAdvisor[k]).Minus(p.dark))
	if open := enemy[game.Elephant].Minus(p.dark); open.Any() {
		a = a.Or(open.And(openElephant(k, occ)))
	}
	return a.Minus(gone)
}

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() game.Bitboard {
	return p.attackers(p.kings[p.turn], p.turn.Other(), p.Occupied(), game.Bitboard{})
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers().Any() }

// safe reports whether m, a move that its piece could make, leaves the own king safe. What the piece turns out to be does
// not matter: it stands in the way all the same.
func (p *Position) safe(m game.Move) bool { return p.threats(m).Empty() }

// threats returns the enemies that attack the own king after m, a move that its piece could make.
func (p *Position) threats(m game.Move) game.Bitboard {
	from, to := game.BB(m.From()), game.BB(m.To())
	k := p.kings[p.turn]
	if m.From() == k {
		k = m.To()
	}
	return p.attackers(k, p.turn.Other(), p.Occupied().Minus(from).Or(to), to)
}

// LegalMoves appends every legal move to dst. [game.MaxMoves] is more than any position has.
func (p *Position) LegalMoves(dst []game.Move) []game.Move {
	occ := p.Occupied()
	for own := p.sets[p.turn][0]; own.Any(); {
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
	for own := p.sets[p.turn][0]; own.Any(); {
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

// Perft counts the leaves of the tree of legal moves of the given depth when the pieces lie as dealt.
func (p *Position) Perft(d *Deal, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [game.MaxMoves]game.Move
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
