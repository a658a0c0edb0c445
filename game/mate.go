package game

// MateSearch finds forced mates by brute force, within a number of positions. A side without a legal move has lost, in
// check or not.
type MateSearch struct {
	Checks bool // the attacker only gives check
	Budget int  // positions that may still be visited; negative if the search was too large and gave up
}

// Shortest returns the length in moves of the fastest mate, at most longest, and its first moves, at most two; 0 if
// there is none, or if the search was too large.
func (s *MateSearch) Shortest(p *Position, longest int) (moves int, first []Move) {
	at, found := *p, [2]Move{}
	for n := 1; n <= longest; n++ {
		switch first = s.moves(&at, n, found[:0]); {
		case s.Budget < 0:
			return 0, nil
		case len(first) > 0:
			return n, first
		}
	}
	return 0, nil
}

// CanMate reports whether the side to move forces mate in at most n moves. It makes moves in p and unmakes them.
func (s *MateSearch) CanMate(p *Position, n int) bool {
	var found [1]Move
	return len(s.moves(p, n, found[:0])) > 0
}

// moves appends moves that force mate in at most n moves, until dst is full.
func (s *MateSearch) moves(p *Position, n int, dst []Move) []Move {
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if s.Checks && !p.GivesCheck(m) {
			continue
		}
		u := p.Do(m)
		mated := s.IsMated(p, n-1)
		p.Undo(m, u)
		if mated {
			if dst = append(dst, m); len(dst) == cap(dst) {
				break
			}
		}
	}
	return dst
}

// IsMated reports whether the side to move is mated within n moves of the other side, whatever it plays. It makes moves
// in p and unmakes them.
func (s *MateSearch) IsMated(p *Position, n int) bool {
	if s.Budget--; s.Budget < 0 {
		return false
	}
	if n == 0 {
		return !p.HasLegal()
	}
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		u := p.Do(m)
		mated := s.CanMate(p, n)
		p.Undo(m, u)
		if !mated {
			return false
		}
	}
	return true
}
