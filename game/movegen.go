package game

// MaxMoves exceeds the number of legal moves in any position: a slice of this capacity never grows.
const MaxMoves = 128

// pseudoLegal returns the pseudo-legal targets of a piece of role r of the side to move on s, given occ.
func (p *Position) pseudoLegal(r Role, s Square, occ Bitboard) Bitboard {
	return p.pseudoLegalOf(p.turn, r, s, occ)
}

// pseudoLegalOf is pseudoLegal for either side.
func (p *Position) pseudoLegalOf(us Color, r Role, s Square, occ Bitboard) Bitboard {
	us &= 1
	var to Bitboard
	switch r {
	case King:
		to = kingMoves[us][s]
	case Advisor:
		to = advisorMoves[us][s]
	case Elephant:
		to = elephantLeaps[s].destinations(&occ)
	case Horse:
		to = horseLeaps[s].destinations(&occ)
	case Rook:
		to = RookAttacks(s, occ)
	case Cannon:
		to = cannonMoves(s, occ)
	case Pawn:
		to = pawnMoves[us][s]
	}
	return to.Minus(p.pieces[us][NoRole])
}

func addMoves(dst []Move, from Square, to Bitboard) []Move {
	for to.Any() {
		dst = append(dst, NewMove(from, to.PopFirst()))
	}
	return dst
}

// Source is a piece of the side to move with its legal targets.
type Source struct {
	From Square
	To   Bitboard
}

// MaxSources exceeds the number of pieces of a side: a slice of this capacity never grows.
const MaxSources = 16

// Sources appends every piece except the king that has a legal move, by role, then square. l is the legality of p.
// Together with [Position.KingTargets] these are all legal moves, as bitboards of targets, so that a search can pick
// captures first.
func (p *Position) Sources(dst []Source, l *Legality) []Source {
	pieces := &p.pieces[p.turn&1]
	for r := Advisor; r <= Pawn; r++ {
		for b := pieces[r]; b.Any(); {
			s := b.PopFirst()
			if to := p.pseudoLegal(r, s, l.occ).And(l.targets(s)); to.Any() {
				dst = append(dst, Source{s, to})
			}
		}
	}
	return dst
}

// appendLegal appends the legal moves whose target is in mask.
func (p *Position) appendLegal(dst []Move, mask Bitboard) []Move {
	var l Legality
	p.Legality(&l)
	pieces := &p.pieces[p.turn&1]
	dst = addMoves(dst, l.king, p.KingTargets(&l, mask))
	for r := Advisor; r <= Pawn; r++ {
		for b := pieces[r]; b.Any(); {
			s := b.PopFirst()
			dst = addMoves(dst, s, p.pseudoLegal(r, s, l.occ).And(l.targets(s)).And(mask))
		}
	}
	return dst
}

// LegalMoves appends every legal move to dst. It does not allocate if dst has room for MaxMoves.
// The moves are ordered by role, then square; the order has no meaning.
func (p *Position) LegalMoves(dst []Move) []Move { return p.appendLegal(dst, allSquares) }

// LegalCaptures appends the legal captures.
func (p *Position) LegalCaptures(dst []Move) []Move {
	return p.appendLegal(dst, p.pieces[p.turn&1^1][NoRole])
}

// LegalQuiets appends the legal moves that capture nothing.
func (p *Position) LegalQuiets(dst []Move) []Move {
	return p.appendLegal(dst, p.pieces[p.turn&1^1][NoRole].Not())
}

// CountLegal returns the number of legal moves.
func (p *Position) CountLegal() (n int) {
	var l Legality
	p.Legality(&l)
	pieces := &p.pieces[p.turn&1]
	n = p.KingTargets(&l, allSquares).Count()
	for r := Advisor; r <= Pawn; r++ {
		for b := pieces[r]; b.Any(); {
			s := b.PopFirst()
			n += p.pseudoLegal(r, s, l.occ).And(l.targets(s)).Count()
		}
	}
	return
}

// HasLegal reports whether there is a legal move.
func (p *Position) HasLegal() bool {
	var l Legality
	p.Legality(&l)
	pieces := &p.pieces[p.turn&1]
	for _, r := range [...]Role{Rook, Cannon, Horse, Pawn, Advisor, Elephant} {
		for b := pieces[r]; b.Any(); {
			s := b.PopFirst()
			if p.pseudoLegal(r, s, l.occ).Intersects(l.targets(s)) {
				return true
			}
		}
	}
	return p.KingTargets(&l, allSquares).Any()
}

// IsLegal reports whether m, which may be any value, is a legal move here.
func (p *Position) IsLegal(m Move) bool {
	if !p.isPseudoLegal(m) {
		return false
	}
	var l Legality
	p.Legality(&l)
	return p.keepsKingSafe(m, &l)
}

// Allows is [Position.IsLegal] for callers that already have l, the legality of p.
func (p *Position) Allows(m Move, l *Legality) bool {
	return p.isPseudoLegal(m) && p.keepsKingSafe(m, l)
}

// isPseudoLegal reports whether m, which may be any value, is pseudo-legal.
func (p *Position) isPseudoLegal(m Move) bool {
	from, to := m.From(), m.To()
	if !from.Valid() || !to.Valid() {
		return false
	}
	piece := p.board[from]
	return piece != NoPiece && piece.Color() == p.turn && p.pseudoLegal(piece.Role(), from, p.Occupied()).Has(to)
}

// keepsKingSafe reports whether a pseudo-legal move leaves the king safe.
func (p *Position) keepsKingSafe(m Move, l *Legality) bool {
	if m.From() == l.king {
		return p.KingTargets(l, BB(m.To())).Any()
	}
	return l.targets(m.From()).Has(m.To())
}

// Perft counts the leaves of the tree of legal moves to the given depth. The last ply is counted, not played. It is the
// standard test of move generators.
func (p *Position) Perft(depth int) uint64 {
	switch depth {
	case 0:
		return 1
	case 1:
		return uint64(p.CountLegal())
	}
	var buf [MaxMoves]Move
	var n uint64
	for _, m := range p.LegalMoves(buf[:0]) {
		u := p.Do(m)
		n += p.Perft(depth - 1)
		p.Undo(m, u)
	}
	return n
}
