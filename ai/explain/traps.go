package explain

import "yeye/game"

// traps finds a piece that is taken with the second move in every line, and not for a dearer one; in one of them for nothing, or it
// would be a trade.
func (e *explainer) traps() (Reason, bool) {
	const ply = 2
	if len(e.lines) == 1 || len(e.lines[0]) <= ply {
		return Reason{}, false
	}
	s, ok := origin(e.lines[0], ply)
	piece := e.before.At(s)
	if !ok || piece == game.NoPiece || piece.Color() == e.before.Turn() || worth(piece, s) < aMinor {
		return Reason{}, false
	}
	won := false
	for _, line := range e.lines {
		if !e.falls(line, ply, s) {
			return Reason{}, false
		}
		net, quiet := NetOnceTaken(&e.before, line, s)
		won = won || quiet && net >= aMinor
	}
	return Reason{Kind: Traps, Piece: piece, At: s}, won
}

// falls reports whether the piece on s is taken at a ply of the line and not for a dearer one, or could be taken there for nothing.
func (e *explainer) falls(line []game.Move, ply int, s game.Square) bool {
	if takenOn(e.before, line, s) == ply {
		net, quiet := NetOnceTaken(&e.before, line, s)
		return quiet && net >= -similar
	}
	p := e.before
	for _, m := range line[:min(ply, len(line))] {
		if m.To() == s {
			return false
		}
		if m.From() == s {
			s = m.To()
		}
		p.Do(m)
	}
	all := takes(&p)
	return len(line) >= ply && all[s].gain >= aPiece
}

// origin returns where the piece stood before the line that its move at a ply takes.
func origin(line []game.Move, ply int) (game.Square, bool) {
	s := line[ply].To()
	for i := ply - 1; i >= 0; i-- {
		if line[i].To() == s {
			if s = line[i].From(); i%2 == 0 {
				return s, false
			}
		}
	}
	return s, true
}
