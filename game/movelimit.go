package game

const (
	// MoveLimitPlies is the number of plies without a capture, 60 moves by each side, after which a game is drawn.
	MoveLimitPlies = 120
	// MoveLimitWarnPlies is the number of plies without a capture after which players should be warned.
	MoveLimitWarnPlies = 100
	// MaxCountedChecks is the number of a side's checks that count towards the limit. Further checks, and the replies
	// to them, do not count.
	MaxCountedChecks = 10
)

// CountedPlies returns how many plies count towards the move limit: all since the last capture, including pawn moves,
// except each side's checks after the first [MaxCountedChecks] and the replies to those. It counts from the halfmove
// clock of now. Of the plies before moves[0] only that clock is known, so they count in full, and so do those before a
// search's null move.
func CountedPlies(now *Position, moves []Move, undos []Undo) int {
	n := now.HalfMoves()
	first := len(moves)
	for first > 0 && moves[first-1] != NoMove && undos[first-1].captured == NoPiece {
		first--
	}
	p := *now
	for i := len(moves) - 1; i >= first; i-- {
		p.Undo(moves[i], undos[i])
	}
	var checks [2]int
	uncountedCheck := false // the last ply is a check that does not count
	for _, m := range moves[first:] {
		mover := p.turn
		p.Do(m)
		uncountedReply := uncountedCheck
		uncountedCheck = false
		if p.InCheck() {
			checks[mover]++
			uncountedCheck = checks[mover] > MaxCountedChecks
		}
		if uncountedCheck || uncountedReply {
			n--
		}
	}
	return n
}

// MoveLimitReached reports whether [MoveLimitPlies] is reached. It calls [CountedPlies] only if the halfmove clock has
// reached the limit.
func MoveLimitReached(now *Position, moves []Move, undos []Undo) bool {
	return now.HalfMoves() >= MoveLimitPlies && CountedPlies(now, moves, undos) >= MoveLimitPlies
}

// CountedPlies returns how many plies of the game count towards [MoveLimitPlies].
func (g *Game) CountedPlies() int { return CountedPlies(&g.now, g.moves, g.undos) }

// CanWin reports whether a side has a rook, horse, cannon or pawn left; without one it cannot win.
func (p *Position) CanWin(c Color) bool {
	for _, r := range [...]Role{Horse, Rook, Cannon, Pawn} {
		if p.pieces[c][r].Any() {
			return true
		}
	}
	return false
}

// InsufficientMaterial reports whether neither side has pieces that can win.
func (p *Position) InsufficientMaterial() bool { return !p.CanWin(Red) && !p.CanWin(Black) }
