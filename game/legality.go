package game

// Legality holds the constraints that the safety of one king puts on its pieces,
// computed once per position so that no move has to be made to find out whether it
// is legal. A search keeps it with the position: [Position.Legality] fills it, and
// it is valid for that position until a move is made.
//
// Every enemy that attacks or could attack the king (a rook, cannon or king on its
// file or rank, a horse a leap away, a pawn next to it) ties the defender's pieces:
// those that block the attack may only go where they still do ("held"), all others
// where an attack is parried or at least none is created ("rest"). A move is legal
// if it satisfies every tie.
type Legality struct {
	king Square
	occ  Bitboard
	rest Bitboard // targets of a piece that is not held
	held Bitboard // the pieces with ties of their own
	n    int
	ties [16]tie // at most 2 rooks, 2 cannons, 2 horses, 5 pawns and a king
}

type tie struct{ held, heldTo, restTo Bitboard }

var everywhere = Bitboard{halfMask, halfMask}

func (l *Legality) tie(held, heldTo, restTo Bitboard) {
	l.ties[l.n&15] = tie{held, heldTo, restTo}
	l.n++
	l.held = l.held.Or(held)
	l.rest = l.rest.And(restTo)
}

// targets returns where the piece on s, which is not the king, may go.
func (l *Legality) targets(s Square) Bitboard {
	b := BB(s)
	if !l.held.Meets(b) {
		return l.rest
	}
	to := everywhere
	for i := range l.ties[:l.n] {
		if t := &l.ties[i]; t.held.Meets(b) {
			to = to.And(t.heldTo)
		} else {
			to = to.And(t.restTo)
		}
	}
	return to
}

// Legality fills l for the side to move.
func (p *Position) Legality(l *Legality) {
	us := p.turn & 1
	own, enemy := &p.pieces[us][NoRole], &p.pieces[us^1]
	k := p.kings[us]
	l.king, l.occ, l.rest, l.held, l.n = k, p.Occupied(), everywhere, Bitboard{}, 0

	line := &lines[k]
	for b := enemy[Rook].Or(enemy[King]).And(*line); b.Any(); {
		e := b.PopFirst()
		path := between[k][e]
		switch pieces := path.And(l.occ); {
		case pieces.Empty():
			l.tie(Bitboard{}, Bitboard{}, path.Or(BB(e)))
		case pieces.Several():
		case pieces.Meets(*own):
			l.tie(pieces, path.Or(BB(e)), everywhere)
		}
	}
	for b := enemy[Cannon].And(*line); b.Any(); {
		e := b.PopFirst()
		path := between[k][e]
		pieces := path.And(l.occ)
		switch pieces.Count() {
		case 0: // a piece that moves between becomes the screen
			if path.Any() {
				l.tie(Bitboard{}, Bitboard{}, path.Not())
			}
		case 1: // add a second screen, take the cannon, or remove an own screen
			l.tie(pieces.And(*own), path.Not(), path.Minus(pieces).Or(BB(e)))
		case 2: // neither may leave, and neither may take the other
			if held := pieces.And(*own); held.Any() {
				l.tie(held, path.Minus(pieces).Or(BB(e)), everywhere)
			}
		}
	}
	for b := enemy[Horse].And(horseSources[k].reach[0]); b.Any(); {
		e := b.PopFirst()
		leg := BB(horseLeg[e][k])
		switch {
		case !leg.Meets(l.occ):
			l.tie(Bitboard{}, Bitboard{}, leg.Or(BB(e)))
		case leg.Meets(*own):
			l.tie(leg, BB(e), everywhere)
		}
	}
	for b := enemy[Pawn].And(pawnSources[us^1][k]); b.Any(); {
		l.tie(Bitboard{}, Bitboard{}, BB(b.PopFirst()))
	}
}

// KingTargets returns where in a set of points the king may go.
func (p *Position) KingTargets(l *Legality, where Bitboard) (to Bitboard) {
	us := p.turn & 1
	without := l.occ.Minus(BB(l.king))
	for b := kingMoves[us][l.king].Minus(p.pieces[us][NoRole]).And(where); b.Any(); {
		s := b.PopFirst()
		if p.ChecksOn(s, us^1, without).Empty() {
			to = to.Or(BB(s))
		}
	}
	return
}
