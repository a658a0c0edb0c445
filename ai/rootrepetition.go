package ai

import "yeye/game"

// avoidRepetition removes root moves that lose by repetition at once or after the opponent's next move, while any other
// move is left. The search knows the rule, but its table does not know how a position was reached: it may hold a good
// score from the position's first occurrence.
func avoidRepetition(g *game.Game, roots []rootMove) []rootMove {
	if g.Rules() == game.NoRepetition || !occurredTwice(g) {
		return roots
	}
	us := g.Position().Turn()
	kept := make([]rootMove, 0, len(roots))
	for _, r := range roots {
		if loser, lost := g.Risk(r.move).Loser(); (!lost || loser != us) && !forcesRepetition(g, r.move) {
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 {
		return roots
	}
	return kept
}

// forcesRepetition reports whether after m some check leaves only moves that lose by repetition.
func forcesRepetition(g *game.Game, m game.Move) bool {
	after := g.Clone()
	if after.Play(m) != nil {
		return false
	}
	us := g.Position().Turn()
	for _, check := range after.Position().LegalMoves(nil) {
		if !after.Position().GivesCheck(check) || after.Play(check) != nil {
			continue
		}
		answers := after.Position().LegalMoves(nil)
		lost := len(answers) > 0
		for _, a := range answers {
			loser, loses := after.Would(a).Loser()
			lost = lost && loses && loser == us
		}
		after.Takeback()
		if lost {
			return true
		}
	}
	return false
}

// occurredTwice reports whether some position since the last capture has occurred twice. If not, none can occur for the
// third time within the next moves.
func occurredTwice(g *game.Game) bool {
	quiet := min(g.Position().HalfMoves(), g.Ply())
	if quiet < 4 {
		return false
	}
	p, moves := g.Start(), g.Moves()
	first := len(moves) - quiet
	seen := make(map[uint64]bool, quiet+1)
	for i := 0; ; i++ {
		if i >= first {
			if seen[p.Key()] {
				return true
			}
			seen[p.Key()] = true
		}
		if i == len(moves) {
			return false
		}
		p.Do(moves[i])
	}
}
