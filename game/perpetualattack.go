package game

// The Chinese rules know one offense: attacking with every move. A check, a threat of mate (kill)
// and a chase of any piece are attacks, and a side may alternate between them.

// attacks is the set of ways in which a move attacks.
type attacks uint8

const (
	attackCheck attacks = 1 << iota
	attackKill
	attackChase
)

// judgeAttacks rules on a repetition in which no side checked with every move. p is the position before and
// after the moves of span. If both sides attacked throughout, or the rules do not name the case, it is a draw.
func judgeAttacks(p Position, span []Move) Outcome {
	same := [2]attacks{^attacks(0), ^attacks(0)} // common to all moves of a side
	always := [2]bool{true, true}
	for _, m := range span {
		by := p.turn
		before := p
		p.Do(m)
		if !always[by] {
			continue
		}
		how := before.attacks(&p, m)
		same[by] &= how
		if how == 0 {
			if always[by] = false; !always[by.Other()] {
				break
			}
		}
	}
	switch {
	case always[Red] && always[Black]:
		if same[Red]&same[Black]&attackChase != 0 {
			return Outcome{Draw, MutualChase}
		}
		return Outcome{Draw, MutualAttack}
	case always[Red]:
		return Outcome{WinFor(Black), same[Red].method()}
	case always[Black]:
		return Outcome{WinFor(Red), same[Black].method()}
	}
	return Outcome{Draw, Repetition}
}

// method returns the offense of moves that all attack in these ways.
func (a attacks) method() Method {
	switch {
	case a&attackChase != 0:
		return PerpetualChase
	case a&attackKill != 0:
		return PerpetualKill
	}
	return PerpetualAttack
}

// attacks returns how the move m from p to after attacks. A move that gives check is not examined for other threats.
func (p *Position) attacks(after *Position, m Move) (how attacks) {
	if after.InCheck() {
		how |= attackCheck
	}
	if p.chases(after, m) {
		how |= attackChase
	}
	if how&attackCheck == 0 && kills(p, after) {
		how |= attackKill
	}
	return how
}

// chases reports whether the move m from p to after threatens a piece that its attacker did not threaten before.
func (p *Position) chases(after *Position, m Move) bool {
	was, is := p.threats(p.turn), after.threats(p.turn)
	for i := range is.n {
		stood := is.by[i]
		if stood == m.To() {
			stood = m.From()
		}
		if is.victims[i].Minus(was.of(stood)).Any() {
			return true
		}
	}
	return false
}
