package mine

import "yeye/game"

// mateFinder finds mates by search alone, within a number of positions. A side without a legal move
// has lost, in check or not.
type mateFinder struct {
	checks bool // the attacker only gives check
	left   int  // positions that may still be visited
}

// matingMoves returns the moves that force mate in at most n moves; it stops after the second. known is
// false if the search was too large.
func (f *mateFinder) matingMoves(p *game.Position, n int) (all []game.Move, known bool) {
	var buf [game.MaxMoves]game.Move
	at := *p
	for _, m := range at.LegalMoves(buf[:0]) {
		if f.checks && !at.GivesCheck(m) {
			continue
		}
		u := at.Do(m)
		lost := f.isMated(&at, n-1)
		at.Undo(m, u)
		if f.left < 0 {
			return nil, false
		}
		if lost {
			if all = append(all, m); len(all) == 2 {
				break
			}
		}
	}
	return all, true
}

// isMated reports whether the side to move is mated within n moves of the other side.
func (f *mateFinder) isMated(p *game.Position, n int) bool {
	if f.left--; f.left < 0 {
		return false
	}
	if n == 0 {
		return !p.HasLegal()
	}
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		u := p.Do(m)
		mated := f.canMate(p, n)
		p.Undo(m, u)
		if !mated {
			return false
		}
	}
	return true
}

func (f *mateFinder) canMate(p *game.Position, n int) bool {
	var buf [game.MaxMoves]game.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if f.checks && !p.GivesCheck(m) {
			continue
		}
		u := p.Do(m)
		lost := f.isMated(p, n-1)
		p.Undo(m, u)
		if lost {
			return true
		}
	}
	return false
}

// mateByChecks returns the length of the fastest mate by consecutive checks, 0 if none is found in a
// few positions, and its first moves, at most two.
func mateByChecks(p *game.Position, longest int) (moves int, first []game.Move) {
	f := mateFinder{checks: true, left: checkPositions}
	for n := 1; n <= longest; n++ {
		switch first, known := f.matingMoves(p, n); {
		case !known:
			return 0, nil
		case len(first) > 0:
			return n, first
		}
	}
	return 0, nil
}

// shortestMate returns the length of the fastest mate of at most exactMoves moves, 0 if there is none,
// and its first moves, at most two. known is false if the search was too large.
func shortestMate(p *game.Position) (moves int, first []game.Move, known bool) {
	f := mateFinder{left: exactPositions}
	for n := 1; n <= exactMoves; n++ {
		if first, known = f.matingMoves(p, n); !known || len(first) > 0 {
			return n, first, known
		}
	}
	return 0, nil, true
}

// longestDefences returns the answers that delay a mate in at most n more moves for longest.
func longestDefences(p *game.Position, n int) (answers []game.Move) {
	for _, m := range p.LegalMoves(nil) {
		after := p.After(m)
		f := mateFinder{left: exactPositions}
		if n == 1 || !f.canMate(&after, n-1) && f.left >= 0 {
			answers = append(answers, m)
		}
	}
	return answers
}
