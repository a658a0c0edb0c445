package game

// The Chinese rules have one offense: attacking with every move. A check, a threat of mate (kill) and a chase of any
// piece are attacks, and a side may alternate between them.

// attackKinds is the set of ways in which a move attacks.
type attackKinds uint8

const (
	attackCheck attackKinds = 1 << iota
	attackKill
	attackChase
)

// judgeAttacks rules on a repetition in which no side checked with every move. p is the position before and
// after the moves of span. If both sides attacked throughout, or the rules do not name the case, it is a draw.
func judgeAttacks(p Position, span []Move) Outcome {
	common := [2]attackKinds{^attackKinds(0), ^attackKinds(0)} // common to all moves of a side
	alwaysAttacked := [2]bool{true, true}
	for _, m := range span {
		by := p.turn
		before := p
		p.Do(m)
		if !alwaysAttacked[by] {
			continue
		}
		kinds := before.attackKindsOf(&p, m)
		common[by] &= kinds
		if kinds == 0 {
			if alwaysAttacked[by] = false; !alwaysAttacked[by.Other()] {
				break
			}
		}
	}
	switch {
	case alwaysAttacked[Red] && alwaysAttacked[Black]:
		if common[Red]&common[Black]&attackChase != 0 {
			return Outcome{Draw, MutualChase}
		}
		return Outcome{Draw, MutualAttack}
	case alwaysAttacked[Red]:
		return Outcome{WinFor(Black), common[Red].method()}
	case alwaysAttacked[Black]:
		return Outcome{WinFor(Red), common[Black].method()}
	}
	return Outcome{Draw, Repetition}
}

// method returns the offense of a side whose moves all attack in these ways.
func (a attackKinds) method() Method {
	switch {
	case a&attackChase != 0:
		return PerpetualChase
	case a&attackKill != 0:
		return PerpetualKill
	}
	return PerpetualAttack
}

// attackKindsOf returns how the move m from p to after attacks. A checking move is not examined for mate threats.
func (p *Position) attackKindsOf(after *Position, m Move) (kinds attackKinds) {
	if after.InCheck() {
		kinds |= attackCheck
	}
	if p.chases(after, m) {
		kinds |= attackChase
	}
	if kinds&attackCheck == 0 && createsMateThreat(p, after) {
		kinds |= attackKill
	}
	return kinds
}

// chases reports whether the move m from p to after threatens a piece that its attacker did not threaten before.
func (p *Position) chases(after *Position, m Move) bool {
	threatsBefore, threatsAfter := p.threats(p.turn), after.threats(p.turn)
	for i := range threatsAfter.count {
		squareBefore := threatsAfter.by[i]
		if squareBefore == m.To() {
			squareBefore = m.From()
		}
		if threatsAfter.victims[i].Minus(threatsBefore.victimsOf(squareBefore)).Any() {
			return true
		}
	}
	return false
}
