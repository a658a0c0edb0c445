package flipped

import "yeye/game"

// steps holds where open advisors and elephants can go, and the eyes of the latter, and from where pawns attack a point.
var steps = func() (t struct {
	advisor  [game.Squares]game.Bitboard
	elephant [game.Squares][4]struct{ eye, to game.Square } // ends with eye == to
	pawn     [2][game.Squares]game.Bitboard
}) {
	for s := range game.Square(game.Squares) {
		n := 0
		for _, d := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			one := game.SquareAt(s.File()+d[0], s.Rank()+d[1])
			two := game.SquareAt(s.File()+2*d[0], s.Rank()+2*d[1])
			if one != game.NoSquare {
				t.advisor[s] = t.advisor[s].Or(game.BB(one))
			}
			if two != game.NoSquare {
				t.elephant[s][n].eye, t.elephant[s][n].to = one, two
				n++
			}
		}
		for c := range t.pawn {
			for to := game.PawnMoves(game.Color(c), s); to.Any(); {
				at := to.PopFirst()
				t.pawn[c][at] = t.pawn[c][at].Or(game.BB(s))
			}
		}
	}
	return
}()

// elephantMoves returns where an open elephant can go, and from where one attacks a point.
func elephantMoves(s game.Square, occ game.Bitboard) (to game.Bitboard) {
	for i := range steps.elephant[s] {
		e := &steps.elephant[s][i]
		if e.eye == e.to {
			break
		}
		if !occ.Has(e.eye) {
			to = to.Or(game.BB(e.to))
		}
	}
	return to
}

func (b *board) occupied() game.Bitboard { return b.sets[0][0].Or(b.sets[1][0]) }

// reach returns where a piece of the side to move could go, ignoring its king's safety.
func (b *board) reach(s game.Square, occ game.Bitboard) (to game.Bitboard) {
	us := b.turn
	switch b.at[s].role() {
	case game.King:
		to = game.KingMoves(us, s)
	case game.Advisor:
		if to = steps.advisor[s]; b.dark.Has(s) {
			to = game.AdvisorMoves(us, s)
		}
	case game.Elephant:
		if b.dark.Has(s) {
			to = game.ElephantMoves(s, occ)
		} else {
			to = elephantMoves(s, occ)
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
	return to.Minus(b.sets[us][0])
}

// attackers returns the pieces of a side that attack a point when those of occ are occupied, as far as they are not gone.
func (b *board) attackers(s game.Square, by game.Color, occ, gone game.Bitboard) game.Bitboard {
	set := &b.sets[by]
	a := set[game.Rook].And(game.RookAttacks(s, occ))
	a = a.Or(set[game.Cannon].And(game.CannonCaptures(s, occ)))
	a = a.Or(set[game.Horse].And(game.HorseAttackers(s, occ)))
	a = a.Or(set[game.Pawn].And(steps.pawn[by][s]))
	a = a.Or(set[game.Advisor].And(steps.advisor[s]).Minus(b.dark))
	if open := set[game.Elephant].Minus(b.dark); open.Any() {
		a = a.Or(open.And(elephantMoves(s, occ)))
	}
	return a.Minus(gone)
}

// checkers returns the pieces of the other side that attack a king on k.
func (b *board) checkers(k game.Square, by game.Color, occ, gone game.Bitboard) game.Bitboard {
	a := b.attackers(k, by, occ, gone)
	if king := b.sets[by][game.King]; king.And(game.RookAttacks(k, occ)).Any() && b.kings[by].File() == k.File() {
		a = a.Or(king)
	}
	return a
}

func (b *board) inCheck() bool {
	return b.checkers(b.kings[b.turn], b.turn.Other(), b.occupied(), game.Bitboard{}).Any()
}

// safe reports whether m leaves the own king safe.
func (b *board) safe(m game.Move) bool {
	k := b.kings[b.turn]
	if m.From() == k {
		k = m.To()
	}
	to := game.BB(m.To())
	return b.checkers(k, b.turn.Other(), b.occupied().Minus(game.BB(m.From())).Or(to), to).Empty()
}

// guarded reports whether a point is guarded by a side against m, which takes something there.
func (b *board) guarded(m game.Move, by game.Color) bool {
	s := m.To()
	occ := b.occupied().Minus(game.BB(m.From()))
	to := game.BB(s)
	if b.attackers(s, by, occ, to).Any() || b.sets[by][game.King].And(game.KingMoves(by, s)).Any() {
		return true
	}
	dark := b.dark.And(b.sets[by][0]).Minus(to)
	return dark.And(b.sets[by][game.Advisor]).And(game.AdvisorMoves(by, s)).Any() ||
		dark.And(b.sets[by][game.Elephant]).And(game.ElephantMoves(s, occ)).Any()
}

// moves appends the moves of the side to move to points of a set, without regard to its king's safety.
func (b *board) moves(dst []game.Move, within game.Bitboard) []game.Move {
	occ := b.occupied()
	for own := b.sets[b.turn][0]; own.Any(); {
		s := own.PopFirst()
		for to := b.reach(s, occ).And(within); to.Any(); {
			dst = append(dst, game.NewMove(s, to.PopFirst()))
		}
	}
	return dst
}

// board90 is the set of all points.
var board90 = func() (b game.Bitboard) {
	for s := range game.Square(game.Squares) {
		b = b.Or(game.BB(s))
	}
	return
}()
