package report

import (
	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// faultByReply names the opponent's reply and what it achieves, or what the better move achieves if that says more.
func (m *mistake) faultByReply() Fault {
	f := Fault{Kind: Answered}
	if len(m.next.Line) == 0 {
		return f
	}
	f.Reply, f.Does = m.next.Line[0], mainFact(m.replies)
	if m.isMinor(&f) && m.replyGains() {
		f.Does = explain.Reason{Kind: explain.WinsMaterial}
		if p := m.after.Position(); tactics.Exchange(p, f.Reply) > tactics.Minor {
			f.Does = explain.Bare(p, f.Reply)
		}
	}
	back := f.Does.Kind == explain.TakesBack
	if passed, ok := m.missedWin(); ok && (back || isTrivial(f.Does.Kind)) {
		return passed
	}
	if forgone, ok := m.missedRecapture(); ok &&
		(isTrivial(f.Does.Kind) || f.Does.Kind == explain.Wins && tactics.Value(f.Does.Piece,
			f.Does.At) < forgone.pieceValue()) {
		return forgone
	}
	if back && m.captured > 0 && f.Does.At == m.played.To() {
		return Fault{Kind: Trades, Piece: f.Does.Piece, At: f.Does.At, Other: m.before.Position().At(m.played.To())}
	}
	if len(m.here.Line) > 1 && m.here.Line[1] == f.Reply && (isTrivial(f.Does.Kind) || isPlacement(f.Does.Kind)) {
		f.Kind = Unready
	}
	return f
}

// certainFault returns the fault of a move that is no turning point, nil if there is none. If the reply achieves little
// or also works after the better move, the fault is what the better move would have achieved.
func (m *mistake) certainFault(f Fault) *Fault {
	if f.Kind == Unready || f.Kind == Answered && f.Reply != game.NoMove &&
		(f.Does.Kind == explain.Plain || isTrivial(f.Does.Kind) || m.replyWorksAnyway(&f)) {
		var ok bool
		if f, ok = m.missedFact(); !ok {
			return nil
		}
	}
	return &f
}

// replyWorksAnyway reports whether a reply achieves the same after the better move.
func (m *mistake) replyWorksAnyway(f *Fault) bool {
	g := m.before.Clone()
	return g.PlayOn(m.here.Line[0]) == nil && explain.Holds(g, Line{f.Reply}, f.Does)
}

// missedFact finds what the better move achieves and the move played does not.
func (m *mistake) missedFact() (Fault, bool) {
	for _, r := range m.better {
		switch r.Kind {
		case explain.Plain, explain.OnlyMove, explain.DelaysMate, explain.LosesByRule, explain.ThreatensMate,
			explain.WinsMaterial:
			continue // nothing, or it was not missed
		case explain.Wins, explain.WinsFor, explain.Traps, explain.TakesBack, explain.Takes:
			if r.At == m.played.To() || explain.Falls(m.after.Position(), m.next.Line, r.At) {
				continue
			}
		}
		if !explain.Holds(m.before, append(Line{m.played}, m.next.Line...), r) {
			return Fault{Kind: Neglects, Reply: m.here.Line[0], Does: r}, true
		}
	}
	return Fault{}, false
}

// missedRecapture finds the piece that has just captured and that only the better move recaptures.
func (m *mistake) missedRecapture() (Fault, bool) {
	for _, r := range m.better {
		if r.Kind == explain.TakesBack && m.played.To() != r.At &&
			!explain.Falls(m.after.Position(), m.next.Line, r.At) {
			return Fault{Kind: Forgoes, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// pieceValue returns the value of the piece that a fault names.
func (f *Fault) pieceValue() int { return tactics.Value(f.Piece, f.At) }

// isMinor reports whether what a reply achieves is less than winning material, such as a threat that also exists after
// the better move.
func (m *mistake) isMinor(f *Fault) bool {
	switch k := f.Does.Kind; k {
	case explain.Threatens, explain.Saves:
		return true
	case explain.ThreatensMate:
		return len(m.here.Line) > 1 && m.here.Line[1] == f.Reply
	default:
		return isTrivial(k)
	}
}

// horseScore is the value of a horse or cannon in centipawns: the least loss of a move for which a likely gain by
// exchanges is named.
const horseScore ai.Score = 300

// replyGains reports whether the reply wins material by exchanges according to the scores.
func (m *mistake) replyGains() bool {
	line, also := m.next.lines()
	return m.here.Score+m.next.Score >= horseScore && explain.Likely(m.after.Position(), line, also...)
}

// isTrivial reports whether facts of a kind name neither a loss nor a threat.
func isTrivial(k explain.Kind) bool {
	switch k {
	case explain.Plain, explain.Exchanges, explain.Centers, explain.Crosses, explain.Develops, explain.Frees,
		explain.OpensFile, explain.Activates, explain.Protects:
		return true
	}
	return false
}

// isPlacement reports whether facts of a kind only say where a piece goes.
func isPlacement(k explain.Kind) bool {
	return k == explain.Invades || k == explain.Approaches || k == explain.GivesCheck || k == explain.Takes
}

// missedWin finds a piece that the better move wins and that is not captured after the move played,
// or material that it wins, or a bare cannon.
func (m *mistake) missedWin() (Fault, bool) {
	for _, r := range m.better {
		switch {
		case r.Kind == explain.Wins && m.played.To() != r.At && !explain.Falls(m.after.Position(), m.next.Line, r.At):
			return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case r.Kind == explain.WinsMaterial && m.replyGain-m.captured+m.betterGain >= tactics.Pawn:
			return Fault{Kind: MissesGain}, true
		case r.Kind == explain.BareCannon && !explain.Holds(m.before, Line{m.played}, r):
			return Fault{Kind: MissesBare, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// mainFact returns what a reply achieves above all. A mate threat ranks above winning a pawn.
func mainFact(replies []explain.Reason) (f explain.Reason) {
	for _, r := range replies {
		switch r.Kind {
		case explain.Plain, explain.OnlyMove, explain.DelaysMate, explain.LosesByRule:
			continue
		case explain.ThreatensMate:
			if f.Kind == explain.Wins && tactics.Value(f.Piece, f.At) <= tactics.Minor {
				f = r
			}
		}
		if f.Kind == explain.Plain {
			f = r
		}
	}
	return f
}
