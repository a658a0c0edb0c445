package game

// Legality holds the check mask and pins of the side to move. It is computed once per position, so that legality is
// tested without making moves. [Position.Legality] fills it; it is valid until the next move. A search keeps it with
// the position.
//
// Every enemy that attacks or could attack the king (a rook, cannon or king on its file or rank, a
// horse a leap away, a pawn next to it) constrains the defender's pieces. Pieces that block the
// attack are pinned: they may only go where the attack stays blocked. All others may only go where
// the attack is parried, or at least none is created: the check mask. A move is legal if it
// satisfies every constraint.
type Legality struct {
	king        Square
	occ         Bitboard
	checkMask   Bitboard // targets of a piece that is not pinned
	pinned      Bitboard // the pieces with constraints
	n           int
	constraints [16]constraint // at most 2 rooks, 2 cannons, 2 horses, 5 pawns and a king
}

type constraint struct{ pinned, pinnedTo, othersTo Bitboard }

var allSquares = Bitboard{halfMask, halfMask}

func (l *Legality) add(pinned, pinnedTo, othersTo Bitboard) {
	l.constraints[l.n&15] = constraint{pinned, pinnedTo, othersTo}
	l.n++
	l.pinned = l.pinned.Or(pinned)
	l.checkMask = l.checkMask.And(othersTo)
}

// targets returns the legal targets of the piece on s, which is not the king.
func (l *Legality) targets(s Square) Bitboard {
	b := BB(s)
	if !l.pinned.Intersects(b) {
		return l.checkMask
	}
	to := allSquares
	for i := range l.constraints[:l.n] {
		if t := &l.constraints[i]; t.pinned.Intersects(b) {
			to = to.And(t.pinnedTo)
		} else {
			to = to.And(t.othersTo)
		}
	}
	return to
}

// Legality fills l for the side to move.
func (p *Position) Legality(l *Legality) {
	us := p.turn & 1
	own, enemy := &p.pieces[us][NoRole], &p.pieces[us^1]
	k := p.kings[us]
	l.king, l.occ, l.checkMask, l.pinned, l.n = k, p.Occupied(), allSquares, Bitboard{}, 0

	line := &lines[k]
	for b := enemy[Rook].Or(enemy[King]).And(*line); b.Any(); {
		e := b.PopFirst()
		path := between[k][e]
		switch pieces := path.And(l.occ); {
		case pieces.Empty():
			l.add(Bitboard{}, Bitboard{}, path.Or(BB(e)))
		case pieces.MoreThanOne():
		case pieces.Intersects(*own):
			l.add(pieces, path.Or(BB(e)), allSquares)
		}
	}
	for b := enemy[Cannon].And(*line); b.Any(); {
		e := b.PopFirst()
		path := between[k][e]
		pieces := path.And(l.occ)
		switch pieces.Count() {
		case 0: // a piece that moves between becomes a cannon mount
			if path.Any() {
				l.add(Bitboard{}, Bitboard{}, path.Not())
			}
		case 1: // interpose a second mount, capture the cannon, or remove an own mount
			l.add(pieces.And(*own), path.Not(), path.Minus(pieces).Or(BB(e)))
		case 2: // neither may leave, and neither may capture the other
			if pinned := pieces.And(*own); pinned.Any() {
				l.add(pinned, path.Minus(pieces).Or(BB(e)), allSquares)
			}
		}
	}
	for b := enemy[Horse].And(horseSources[k].targets[0]); b.Any(); {
		e := b.PopFirst()
		leg := BB(horseLeg[e][k])
		switch {
		case !leg.Intersects(l.occ):
			l.add(Bitboard{}, Bitboard{}, leg.Or(BB(e)))
		case leg.Intersects(*own):
			l.add(leg, BB(e), allSquares)
		}
	}
	for b := enemy[Pawn].And(pawnSources[us^1][k]); b.Any(); {
		l.add(Bitboard{}, Bitboard{}, BB(b.PopFirst()))
	}
}

// KingTargets returns the king's legal targets within mask.
func (p *Position) KingTargets(l *Legality, mask Bitboard) (to Bitboard) {
	us := p.turn & 1
	occ := l.occ.Minus(BB(l.king))
	for b := kingMoves[us][l.king].Minus(p.pieces[us][NoRole]).And(mask); b.Any(); {
		s := b.PopFirst()
		if p.ChecksOn(s, us^1, occ).Empty() {
			to = to.Or(BB(s))
		}
	}
	return
}
