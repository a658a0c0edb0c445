package game

// A move chases a piece when it makes a new threat to capture it with profit. Pieces are identified by
// their squares at the start of the repetition: since nothing is captured in it, no piece disappears.

// threats says who threatens whom: by[i] threatens the pieces victims[i]. Both are squares of the
// current board, and after rename squares at the start of the repetition.
type threats struct {
	n       int
	by      [16]Square
	victims [16]Bitboard
}

// chase is what the moves of one side have in common.
type chase struct {
	victims   Bitboard // pieces newly threatened by every move
	genuine   Bitboard // victims that could not be captured at all before any of the moves
	shielding Bitboard // victims that are rooks and after every move blocked a horse that would otherwise give check
}

// judgeChase rules on a repetition without perpetual check. p is the position before and after the moves of span.
func judgeChase(p Position, span []Move) Outcome {
	chases := [2]chase{
		{everywhere, everywhere, everywhere},
		{everywhere, everywhere, everywhere},
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
		was := before.threats(by)
		is := p.threats(by)
		was.rename(&origin)
		origin[m.To()] = origin[m.From()]
		c.intersect(&before, &p, m, &was, &is, &origin)
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

// intersect intersects c with what the move m of side by, from before to after, chases. was has been
// renamed, is has not.
func (c *chase) intersect(before, after *Position, m Move, was, is *threats, origin *[Squares]Square) {
	by := before.turn
	king := after.kings[by.Other()]
	var victims, genuine, held Bitboard
	for i := range is.n {
		at := is.by[i]
		known := was.of(origin[at])
		stood := at // before m
		if at == m.To() {
			stood = m.From()
		}
		reached := before.captures(stood)
		for b := is.victims[i]; b.Any(); {
			v := b.PopFirst()
			id := BB(origin[v])
			if known.Meets(id) {
				continue
			}
			victims = victims.Or(id)
			if !reached.Has(v) {
				genuine = genuine.Or(id)
			}
			if after.board[v].Role() == Rook && after.blocksHorse(v, by, king) {
				held = held.Or(id)
			}
		}
	}
	c.victims = c.victims.And(victims)
	c.genuine = c.genuine.And(genuine)
	c.shielding = c.shielding.And(held)
}

// blocksHorse reports whether the piece on s blocks a horse of side by that would otherwise give check to the king.
func (p *Position) blocksHorse(s Square, by Color, king Square) bool {
	for b := p.pieces[by][Horse].And(horseSources[king].reach[0]); b.Any(); {
		if horseLeg[b.PopFirst()][king] == s {
			return true
		}
	}
	return false
}

func (t *threats) rename(origin *[Squares]Square) {
	for i := range t.n {
		t.by[i] = origin[t.by[i]]
		var pieces Bitboard
		for b := t.victims[i]; b.Any(); {
			pieces = pieces.Or(BB(origin[b.PopFirst()]))
		}
		t.victims[i] = pieces
	}
}

func (t *threats) of(piece Square) Bitboard {
	for i := range t.n {
		if t.by[i] == piece {
			return t.victims[i]
		}
	}
	return Bitboard{}
}

// captures returns the pieces that the piece on s could capture if it were its side's turn,
// ignoring the safety of kings.
func (p *Position) captures(s Square) Bitboard {
	m := p.board[s]
	return p.reachOf(m.Color(), m.Role(), s, p.Occupied()).And(p.pieces[m.Color()&1^1][NoRole])
}

// threats returns every threat of side by to capture with profit, whichever side is to move: by
// rook, horse, cannon, advisor or elephant, of anything except the king and uncrossed pawns.
func (p *Position) threats(by Color) (t threats) {
	enemy := &p.pieces[by.Other()]
	prey := enemy[NoRole].Minus(enemy[King])
	for b := enemy[Pawn]; b.Any(); {
		if s := b.PopFirst(); !s.Crossed(by.Other()) {
			prey = prey.Minus(BB(s))
		}
	}
	pieces := &p.pieces[by]
	for b := pieces[NoRole].Minus(pieces[King]).Minus(pieces[Pawn]); b.Any(); {
		s := b.PopFirst()
		var victims Bitboard
		for v := p.captures(s).And(prey); v.Any(); {
			to := v.PopFirst()
			if p.threatens(s, to) {
				victims = victims.Or(BB(to))
			}
		}
		if victims.Any() {
			t.by[t.n], t.victims[t.n] = s, victims
			t.n++
		}
	}
	return
}

// threatens reports whether capturing the piece on to with the piece on from is a threat: the
// capture is possible, and either the victim is more valuable anyway, or it is unprotected and the
// two do not merely offer an exchange.
func (p *Position) threatens(from, to Square) bool {
	hunter, victim := p.board[from], p.board[to]
	by := hunter.Color()
	after := *p
	after.turn = by
	after.Do(NewMove(from, to))
	if after.exposed(by, p) {
		return false
	}
	switch hunter.Role() {
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
		again := after
		again.Do(NewMove(b.PopFirst(), to))
		if !again.exposed(defender, p) {
			return false
		}
	}
	if hunter.Role() == victim.Role() && p.captures(to).Has(from) {
		back := *p
		back.turn = defender
		back.Do(NewMove(to, from))
		if !back.exposed(defender, p) {
			return false
		}
	}
	return true
}

// exposed reports whether the king of c is attacked by a piece that did not already attack it in
// before. Without this exception every piece of a side in check would seem unprotected.
func (p *Position) exposed(c Color, before *Position) bool {
	by := p.kingAttackers(c, p.Occupied())
	if by.Empty() {
		return false
	}
	return by.Minus(before.kingAttackers(c, before.Occupied())).Any()
}
