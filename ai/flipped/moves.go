package flipped

import (
	"yeye/game"
	"yeye/game/jieqi"
)

func (b *board) occupied() game.Bitboard { return b.byRole[0][0].Or(b.byRole[1][0]) }

// reach returns the pseudo-legal targets of a piece of the side to move.
func (b *board) reach(s game.Square, occ game.Bitboard) game.Bitboard {
	return jieqi.Reach(b.turn, b.at[s].role(), b.dark.Has(s), s, occ).Minus(b.byRole[b.turn][0])
}

// checkers returns the pieces of side by, except gone, that attack a king on k if occ is occupied.
func (b *board) checkers(k game.Square, by game.Color, occ, gone game.Bitboard) game.Bitboard {
	return jieqi.Checkers(&b.byRole[by], by, k, occ, b.dark).Minus(gone)
}

func (b *board) inCheck() bool {
	return b.checkers(b.kings[b.turn], b.turn.Other(), b.occupied(), game.Bitboard{}).Any()
}

// legal reports whether m, a move of [board.moves], is legal: the king of the side to move is not attacked after it.
func (b *board) legal(m game.Move) bool {
	k := b.kings[b.turn]
	if m.From() == k {
		k = m.To()
	}
	to := game.BB(m.To())
	return b.checkers(k, b.turn.Other(), b.occupied().Minus(game.BB(m.From())).Or(to), to).Empty()
}

// guarded reports whether side by could recapture on the target of the capture m.
func (b *board) guarded(m game.Move, by game.Color) bool {
	s := m.To()
	occ := b.occupied().Minus(game.BB(m.From()))
	to := game.BB(s)
	if jieqi.Attackers(&b.byRole[by], by, s, occ, b.dark).Minus(to).Any() ||
		b.byRole[by][game.King].And(game.KingMoves(by, s)).Any() {
		return true
	}
	dark := b.dark.And(b.byRole[by][0]).Minus(to)
	return dark.And(b.byRole[by][game.Advisor]).And(game.AdvisorMoves(by, s)).Any() ||
		dark.And(b.byRole[by][game.Elephant]).And(game.ElephantMoves(s, occ)).Any()
}

// moves appends the pseudo-legal moves of the side to move whose targets are in within.
func (b *board) moves(dst []game.Move, within game.Bitboard) []game.Move {
	occ := b.occupied()
	for own := b.byRole[b.turn][0]; own.Any(); {
		s := own.PopFirst()
		for to := b.reach(s, occ).And(within); to.Any(); {
			dst = append(dst, game.NewMove(s, to.PopFirst()))
		}
	}
	return dst
}

// allSquares is the set of all squares.
var allSquares = game.Bitboard{}.Not()
