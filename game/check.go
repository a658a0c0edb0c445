package game

// Attackers returns the pieces of side by that could capture on s, whatever is there, if the
// occupied points were occ. Pieces outside occ still count as attackers: mask the result if that
// matters. Kings facing each other are not attackers.
func (p *Position) Attackers(s Square, by Color, occ Bitboard) Bitboard {
	pieces := &p.pieces[by&1]
	b := p.ChecksOn(s, by, occ).Minus(pieces[King])
	b = b.Or(kingMoves[by&1][s].And(pieces[King]))
	b = b.Or(advisorMoves[by&1][s].And(pieces[Advisor]))
	return b.Or(ElephantMoves(s, occ).And(pieces[Elephant]))
}

// ChecksOn returns the pieces of side by that would give check to a king on s if the occupied points
// were occ, including the other king on an open file. Mask the result like that of [Position.Attackers].
func (p *Position) ChecksOn(s Square, by Color, occ Bitboard) Bitboard {
	pieces := &p.pieces[by&1]
	b := pawnSources[by&1][s].And(pieces[Pawn])
	b = b.Or(horseSources[s].destinations(&occ).And(pieces[Horse]))
	line := &lines[s]
	if sliders := pieces[Rook].Or(pieces[King]); line.Intersects(sliders) {
		b = b.Or(RookAttacks(s, occ).And(sliders))
	}
	if line.Intersects(pieces[Cannon]) {
		b = b.Or(CannonCaptures(s, occ).And(pieces[Cannon]))
	}
	return b
}

// kingAttackers returns the enemies that attack the king of c.
func (p *Position) kingAttackers(c Color, occ Bitboard) Bitboard {
	return p.ChecksOn(p.kings[c&1], c.Other(), occ)
}

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.kingAttackers(p.turn, p.Occupied()) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers().Any() }
