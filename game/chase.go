package game

// threats lists attackers and what they threaten: by[i] threatens victims[i]. Both are squares of the current board,
// or, after toOrigins, squares at the start of the repetition.

// threats lists attackers and what they threaten: by[i] threatens victims[i]. Both are squares of the current board,
// after toOrigins squares at the start of the repetition.
type threats struct {
	count   int
	by      [16]Square
	victims [16]Bitboard
}

// commonChase is the intersection of what all moves of one side chase.
type commonChase struct {
	victims   Bitboard // pieces newly threatened by every move
	genuine   Bitboard // victims that could not be captured at all before any of the moves
	shielding Bitboard // victims that are rooks and after every move blocked a horse that would otherwise give check
}

// judgeChase rules on a repetition without perpetual check. p is the position before and after the moves of span.
func judgeChase(p Position, span []Move) Outcome {
	chases := [2]commonChase{
		{allSquares, allSquares, allSquares},
		{allSquares, allSquares, allSquares},
	}
	var origin [Squares]Square // by square: where its piece was at the start
	for s := range origin {
		origin[s] = Square(s)
	}
	for _, m := range span {
		by := p.turn
		c := &chases[by]
		if c.victims.Empty() { // this side chases nothing
			p.Do(m)
			origin[m.To()] = origin[m.From()]
			if chases[by.Other()].victims.Empty() {
				break
			}
			continue
		}
		before := p
		p.Do(m)
		threatsBefore := before.threats(by)
		threatsAfter := p.threats(by)
		threatsBefore.toOrigins(&origin)
		origin[m.To()] = origin[m.From()]
		c.intersect(&before, &p, m, &threatsBefore, &threatsAfter, &origin)
	}
	red, black := &chases[Red], &chases[Black]
	switch {
	case red.victims.Any() && black.victims.Any():
		switch {
		case red.shielding.Any() != black.shielding.Any():
			return loses(red.shielding.Any())
		case red.genuine.Any() != black.genuine.Any():
			return loses(red.genuine.Any())
		}
		return Outcome{Draw, MutualChase}
	case red.victims.Any() || black.victims.Any():
		return loses(red.victims.Any())
	}
	return Outcome{Draw, Repetition}
}

func loses(red bool) Outcome {
	if red {
		return Outcome{WinFor(Black), PerpetualChase}
	}
	return Outcome{WinFor(Red), PerpetualChase}
}

// intersect intersects c with what the move m, from before to after, chases. threatsBefore uses squares at the start of
// the repetition, threatsAfter current squares.
func (c *commonChase) intersect(before, after *Position, m Move, threatsBefore, threatsAfter *threats,
	origin *[Squares]Square) {
	by := before.turn
	king := after.kings[by.Other()]
	var victims, genuine, shielding Bitboard
	for i := range threatsAfter.count {
		at := threatsAfter.by[i]
		alreadyThreatened := threatsBefore.victimsOf(origin[at])
		squareBefore := at // before m
		if at == m.To() {
			squareBefore = m.From()
		}
		capturableBefore := before.capturable(squareBefore)
		for b := threatsAfter.victims[i]; b.Any(); {
			v := b.PopFirst()
			id := BB(origin[v])
			if alreadyThreatened.Intersects(id) {
				continue
			}
			victims = victims.Or(id)
			if !capturableBefore.Has(v) {
				genuine = genuine.Or(id)
			}
			if after.board[v].Role() == Rook && after.blocksHorse(v, by, king) {
				shielding = shielding.Or(id)
			}
		}
	}
	c.victims = c.victims.And(victims)
	c.genuine = c.genuine.And(genuine)
	c.shielding = c.shielding.And(shielding)
}

// blocksHorse reports whether the piece on s blocks a horse of side by that would otherwise give check to the king.
func (p *Position) blocksHorse(s Square, by Color, king Square) bool {
	for b := p.pieces[by][Horse].And(horseSources[king].targets[0]); b.Any(); {
		if horseLeg[b.PopFirst()][king] == s {
			return true
		}
	}
	return false
}

func (t *threats) toOrigins(origin *[Squares]Square) {
	for i := range t.count {
		t.by[i] = origin[t.by[i]]
		var pieces Bitboard
		for b := t.victims[i]; b.Any(); {
			pieces = pieces.Or(BB(origin[b.PopFirst()]))
		}
		t.victims[i] = pieces
	}
}

func (t *threats) victimsOf(piece Square) Bitboard {
	for i := range t.count {
		if t.by[i] == piece {
			return t.victims[i]
		}
	}
	return Bitboard{}
}

// capturable returns the pieces that the piece on s could capture if it were its side's turn,
// ignoring the safety of kings.
func (p *Position) capturable(s Square) Bitboard {
	m := p.board[s]
	return p.pseudoLegalOf(m.Color(), m.Role(), s, p.Occupied()).And(p.pieces[m.Color()&1^1][NoRole])
}

// threats returns every threat of side by to capture with profit, whichever side is to move: by
// rook, horse, cannon, advisor or elephant, of anything except the king and uncrossed pawns.
func (p *Position) threats(by Color) (t threats) {
	enemy := &p.pieces[by.Other()]
	targets := enemy[NoRole].Minus(enemy[King])
	for b := enemy[Pawn]; b.Any(); {
		if s := b.PopFirst(); !s.Crossed(by.Other()) {
			targets = targets.Minus(BB(s))
		}
	}
	pieces := &p.pieces[by]
	for b := pieces[NoRole].Minus(pieces[King]).Minus(pieces[Pawn]); b.Any(); {
		s := b.PopFirst()
		var victims Bitboard
		for v := p.capturable(s).And(targets); v.Any(); {
			to := v.PopFirst()
			if p.threatens(s, to) {
				victims = victims.Or(BB(to))
			}
		}
		if victims.Any() {
			t.by[t.count], t.victims[t.count] = s, victims
			t.count++
		}
	}
	return
}

// threatens reports whether capturing the piece on to with the piece on from is a threat: the capture is legal, and the
// victim is worth more, or is unprotected and does not attack its attacker in turn.
func (p *Position) threatens(from, to Square) bool {
	attacker, victim := p.board[from], p.board[to]
	by := attacker.Color()
	after := *p
	after.turn = by
	after.Do(NewMove(from, to))
	if after.kingNewlyAttacked(by, p) {
		return false
	}
	switch attacker.Role() {
	case Horse, Cannon:
		if victim.Role() == Rook {
			return true
		}
	case Advisor, Elephant:
		if r := victim.Role(); r == Rook || r == Cannon || r == Horse {
			return true
		}
	}
	defender := by.Other()
	for b := after.Attackers(to, defender, after.Occupied()); b.Any(); {
		recaptured := after
		recaptured.Do(NewMove(b.PopFirst(), to))
		if !recaptured.kingNewlyAttacked(defender, p) {
			return false
		}
	}
	if attacker.Role() == victim.Role() && p.capturable(to).Has(from) {
		back := *p
		back.turn = defender
		back.Do(NewMove(to, from))
		if !back.kingNewlyAttacked(defender, p) {
			return false
		}
	}
	return true
}

// kingNewlyAttacked reports whether the king of c is attacked by a piece that did not already attack it in before:
// otherwise every piece of a side in check would count as unprotected.
func (p *Position) kingNewlyAttacked(c Color, before *Position) bool {
	by := p.kingAttackers(c, p.Occupied())
	if by.Empty() {
		return false
	}
	return by.Minus(before.kingAttackers(c, before.Occupied())).Any()
}
