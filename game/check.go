package game

// Attackers is the men of side by that could capture on s, whatever stands
// there, if the set of occupied points were occ. Men outside occ still count as
// attackers: mask the answer where that matters. Kings facing each other are
// not capturers.
func (p *Position) Attackers(s Square, by Color, occ Bitboard) Bitboard {
	men := &p.men[by&1]
	b := p.kingAttackersOf(s, by, occ).Minus(men[King])
	b = b.Or(kingMoves[by&1][s].And(men[King]))
	b = b.Or(advisorMoves[by&1][s].And(men[Advisor]))
	return b.Or(ElephantMoves(s, occ).And(men[Elephant]))
}

// kingAttackersOf is the men of side by that would give check to a king on s,
// the other king on an open file among them.
func (p *Position) kingAttackersOf(s Square, by Color, occ Bitboard) Bitboard {
	men := &p.men[by&1]
	b := pawnSources[by&1][s].And(men[Pawn])
	b = b.Or(horseSources[s].moves(&occ).And(men[Horse]))
	line := &lines[s]
	if sliders := men[Rook].Or(men[King]); line.Meets(sliders) {
		b = b.Or(RookAttacks(s, occ).And(sliders))
	}
	if line.Meets(men[Cannon]) {
		b = b.Or(CannonCaptures(s, occ).And(men[Cannon]))
	}
	return b
}

// kingAttackers is the enemies that attack the king of c.
func (p *Position) kingAttackers(c Color, occ Bitboard) Bitboard {
	return p.kingAttackersOf(p.kings[c&1], c.Other(), occ)
}

// Checkers is the men that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.kingAttackers(p.turn, p.Occupied()) }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers().Any() }
