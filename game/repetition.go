package game

// RuledOccurrences is how many times a position must occur, with the same side to move, for a ruling on the repetition.
// A search may pass 2 inside its tree, because a draw can be repeated. A loss may still become a draw by the third
// time.
const RuledOccurrences = 3

// JudgeRepetition rules on the repetition completed by the last of moves, if there is one. now is the
// position after all moves, undos are the results of Do for each of them. occurrences is how many
// times now must have occurred, the current one included ([RuledOccurrences] in a game, 2 in a search tree).
//
// Captures make earlier positions unreachable, so only plies since the last capture count. The
// history also ends at a NoMove (a search's null move) and starts with the first of moves. The zero
// Outcome means that there is nothing to rule on. JudgeRepetition does not allocate, and unless a
// position did repeat it costs one comparison per two plies.
//
// Under Asian the verdicts are those of the Asian rules (AXF 2017, WXF 2018) in a form that a program
// can decide: a side loses if all its moves check; otherwise a side loses if all its moves chase the
// same piece; if both sides do, or neither, it is a draw. [Rules] says how the others differ.
func JudgeRepetition(now *Position, moves []Move, undos []Undo, rules Rules, occurrences int) Outcome {
	if rules == NoRepetition {
		return Outcome{}
	}
	first := cycleStart(now, moves, undos, occurrences)
	if first < 0 {
		return Outcome{}
	}
	span := moves[first:]
	p := *now
	for i := len(moves) - 1; i >= first; i-- {
		p.Undo(moves[i], undos[i])
	}
	switch checks := perpetualChecks(p, span); {
	case checks[Red] && checks[Black]:
		return Outcome{Draw, MutualCheck}
	case checks[Red]:
		return Outcome{WinFor(Black), PerpetualCheck}
	case checks[Black]:
		return Outcome{WinFor(Red), PerpetualCheck}
	}
	switch rules {
	case NoChase:
		return Outcome{Draw, Repetition}
	case Chinese:
		return judgeAttacks(p, span)
	}
	return judgeChase(p, span)
}

// cycleStart returns the index of the move before the first occurrence of now, if now has occurred at least that many
// times; -1 if not.
func cycleStart(now *Position, moves []Move, undos []Undo, occurrences int) int {
	for i := len(moves) - 1; i >= 0; i-- {
		if moves[i] == NoMove || undos[i].captured != NoPiece {
			break
		}
		if undos[i].key != now.key {
			continue
		}
		if occurrences--; occurrences == 1 {
			return i
		}
	}
	return -1
}

// perpetualChecks reports for each side whether all its moves give check.
func perpetualChecks(p Position, span []Move) [2]bool {
	always := [2]bool{true, true}
	for _, m := range span {
		mover := p.turn
		p.Do(m)
		if always[mover] && !p.InCheck() {
			always[mover] = false
			if !always[mover.Other()] {
				break
			}
		}
	}
	return always
}

// Warning returns the ruling that would follow if both sides continued as they have since the current
// position last occurred, so that players can be warned at its second occurrence. The zero Outcome
// means that nothing is repeating. If one side would lose ([Outcome.Loser]), that side must deviate.
func (g *Game) Warning() Outcome {
	if g.outcome.Over() || g.rules == NoRepetition {
		return Outcome{}
	}
	first := cycleStart(&g.now, g.moves, g.undos, RuledOccurrences-1)
	if first < 0 {
		return Outcome{}
	}
	// Play the cycle once more. Two pieces of one kind may have swapped places in it, so judging one cycle is not
	// enough.
	extended := g.Clone()
	for _, m := range g.moves[first:] {
		extended.undos = append(extended.undos, extended.now.Do(m))
		extended.moves = append(extended.moves, m)
	}
	return JudgeRepetition(&extended.now, extended.moves, extended.undos, g.rules, RuledOccurrences)
}

// Would returns the outcome that would follow at once if m were played, by mate, repetition or a limit; the zero
// Outcome if the game would continue or m is not legal. Callers can use it to ask players before they play a losing
// repetition.
func (g *Game) Would(m Move) Outcome {
	if g.outcome.Over() || !g.now.IsLegal(m) {
		return Outcome{}
	}
	p := g.now
	u := p.Do(m)
	n := len(g.moves)
	return judge(&p, append(g.moves[:n:n], m), append(g.undos[:n:n], u), g.rules)
}

// Risk returns what [Game.Would] returns, or else the loss by repetition that the opponent could bring about with the
// next move: the third occurrence often comes with a move of the side that benefits. The zero Outcome means that m does
// not lose by repetition yet.
func (g *Game) Risk(m Move) Outcome {
	o := g.Would(m)
	if o.Over() || g.rules == NoRepetition || !g.now.IsLegal(m) {
		return o
	}
	p := g.now
	by := p.turn
	n := len(g.moves)
	undos := append(g.undos[:n:n], p.Do(m))
	moves := append(g.moves[:n:n], m)
	var buf [MaxMoves]Move
	for _, reply := range p.LegalQuiets(buf[:0]) {
		u := p.Do(reply)
		o := JudgeRepetition(&p, append(moves, reply), append(undos, u), g.rules, RuledOccurrences)
		p.Undo(reply, u)
		if loser, lost := o.Loser(); lost && loser == by {
			return o
		}
	}
	return Outcome{}
}
