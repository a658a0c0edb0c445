package game

// A kill is a threat to mate with the next move, or with a few consecutive checks, if the opponent does not react.

const (
	// killDepth is the number of consecutive checks searched for a mate.
	killDepth = 3
	// killNodes limits the search: a threat that is harder to see does not count. In 46 577
	// positions of random games the maximum was 324 and the median 1.
	killNodes = 1000
)

// kills reports whether the move from before to after makes such a threat. A threat that could have
// been carried out instead of the move is not new.
func kills(before, after *Position) bool {
	next := *after
	next.DoNull()
	nodes := killNodes
	if !next.mates(killDepth, &nodes) {
		return false
	}
	now := *before
	nodes = killNodes
	return !now.mates(killDepth, &nodes)
}

// mates reports whether the side to move mates by at most n consecutive checks.
func (p *Position) mates(n int, nodes *int) bool {
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if !p.GivesCheck(m) {
			continue
		}
		if *nodes--; *nodes < 0 {
			return false
		}
		u := p.Do(m)
		mated := p.mated(n-1, nodes)
		p.Undo(m, u)
		if mated {
			return true
		}
	}
	return false
}

// mated reports whether the side to move, in check, is mated within n further checks whatever it does.
func (p *Position) mated(n int, nodes *int) bool {
	if n == 0 {
		return !p.HasLegal()
	}
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		u := p.Do(m)
		lost := p.mates(n, nodes)
		p.Undo(m, u)
		if !lost {
			return false
		}
	}
	return true
}
