package explain

import (
	"yeye/ai/tactics"
	"yeye/game"
)

// traps finds a piece that every line captures with the second move, never for a more valuable one, and in at least one
// line for nothing; otherwise it would be a trade. No other reply may save it.
func (e *explainer) traps() (Reason, bool) {
	const ply = 2
	if len(e.lines) == 1 || len(e.lines[0]) <= ply {
		return Reason{}, false
	}
	s, ok := origin(e.lines[0], ply)
	piece := e.before.At(s)
	if !ok || piece == game.NoPiece || piece.Color() == e.before.Turn() ||
		tactics.Value(piece, s) < tactics.HorseForPawn {
		return Reason{}, false
	}
	won := false
	for _, line := range e.lines {
		if !e.isLost(line, ply, s) {
			return Reason{}, false
		}
		net, quiet := NetAfterCapture(&e.before, line, s)
		won = won || quiet && net >= tactics.HorseForPawn
	}
	return Reason{Kind: TrapsPiece, Piece: piece, At: s}, won && e.inescapable(s)
}

// inescapable reports whether no reply without check saves the piece on s at a reasonable price: after each, it or an
// equally valuable piece can be captured, and neither what the reply captures nor what can be captured in return
// elsewhere makes up for it.
func (e *explainer) inescapable(s game.Square) bool {
	var buf [game.MaxMoves]game.Move
	minValue := tactics.Value(e.after.At(s), s) - tactics.Similar
	for _, a := range e.after.LegalMoves(buf[:0]) {
		at, p := s, e.after.After(a)
		if p.InCheck() {
			continue // the lines contain the checks that make sense
		}
		if a.From() == s {
			at = a.To()
		}
		all := tactics.Captures(&p)
		t, compensation := all[at], tactics.Value(e.after.At(a.To()), a.To())
		if tactics.Best(&all).Gain >= minValue+compensation {
			t = tactics.Best(&all)
		}
		if t.Gain < tactics.MinGain {
			return false
		}
		next := p.After(t.Move)
		returns := tactics.Captures(&next)
		returns[t.Move.To()] = tactics.Capture{} // already counted in t.Gain
		if t.Gain-compensation-tactics.Best(&returns).Gain < -tactics.Similar {
			return false
		}
	}
	return true
}

// isLost reports whether the piece on s is captured at that ply of the line, not for a more valuable one, or could be
// captured there for nothing.
func (e *explainer) isLost(line []game.Move, ply int, s game.Square) bool {
	if capturePly(e.before, line, s) == ply {
		net, quiet := NetAfterCapture(&e.before, line, s)
		return quiet && net >= -tactics.Similar
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
	all := tactics.Captures(&p)
	return len(line) >= ply && all[s].Gain >= tactics.MinGain
}

// origin returns where the piece that moves at a ply of the line stood before the line.
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
