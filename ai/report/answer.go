package report

import (
	"slices"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// faultByReply names the opponent's reply and what it achieves, or what was missed if that says more.
func (m *mistake) faultByReply() Fault {
	f := Fault{Kind: AllowsReply}
	if len(m.entryAfter.Line) == 0 {
		return f
	}
	f.Reply, f.Achieves = m.entryAfter.Line[0], mainFact(m.replyFacts)
	if m.isMinor(&f) && m.replyWinsByExchanges() {
		f.Achieves = explain.Reason{Kind: explain.WinsMaterial}
		if p := m.after.Position(); tactics.Exchange(p, f.Reply) > tactics.Minor {
			f.Achieves = explain.DefaultReason(p, f.Reply)
		}
	}
	recaptures := f.Achieves.Kind == explain.Recaptures
	if missed, ok := m.missedWin(); ok && (recaptures || isTrivial(f.Achieves.Kind)) {
		return missed
	}
	if recapture, ok := m.missedRecapture(); ok &&
		(isTrivial(f.Achieves.Kind) || f.Achieves.Kind == explain.Wins && tactics.Value(f.Achieves.Piece,
			f.Achieves.At) < recapture.pieceValue()) {
		return recapture
	}
	if recaptures && m.captured > 0 && f.Achieves.At == m.played.To() {
		return Fault{
			Kind:  EvenTrade,
			Piece: f.Achieves.Piece,
			At:    f.Achieves.At,
			Other: m.before.Position().At(m.played.To()),
		}
	}
	if len(m.entryBefore.Line) > 1 && m.entryBefore.Line[1] == f.Reply &&
		(isTrivial(f.Achieves.Kind) || isPlacement(f.Achieves.Kind)) {
		f.Kind = SameReply
	}
	return f
}

// certainFault returns the fault of a move that is not a turning point, nil if there is none. If the reply achieves
// little or also works after the better move, the fault is what the better move would have achieved. So it is if the
// reply only saves or traps a piece or makes a threat: without a long search, another reply may be best. If a piece
// falls only later, no more is certain than that material is won, because the opponent may give something else.
func (m *mistake) certainFault(f Fault) *Fault {
	switch {
	case f.Kind == LosesLater:
		return &Fault{Kind: LosesMaterial}
	case f.Kind == MissesWin && f.N > 1:
		return &Fault{Kind: MissesGain}
	case f.Kind != SameReply && (f.Kind != AllowsReply || f.Reply == game.NoMove):
		return &f
	}
	missed, ok := m.missedFact()
	switch {
	case f.Kind == SameReply, f.Achieves.Kind == explain.NoFact, isTrivial(f.Achieves.Kind), m.replyWorksAnyway(&f):
		if !ok {
			return nil
		}
		return &missed
	case ok && slices.Contains([]explain.Kind{explain.Saves, explain.Threatens, explain.TrapsPiece}, f.Achieves.Kind):
		return &missed
	}
	return &f
}

// replyWorksAnyway reports whether a reply achieves the same after the better move.
func (m *mistake) replyWorksAnyway(f *Fault) bool {
	g := m.before.Clone()
	return g.PlayOn(m.entryBefore.Line[0]) == nil && explain.Holds(g, Line{f.Reply}, f.Achieves)
}

// missedFact finds what the better move achieves and the move played does not.
func (m *mistake) missedFact() (Fault, bool) {
	for _, r := range m.betterFacts {
		switch r.Kind {
		case explain.NoFact, explain.OnlyMove, explain.DelaysMate, explain.LosesByRule, explain.ThreatensMate,
			explain.WinsMaterial:
			continue // states no gain, or was not missed
		case explain.Wins, explain.WinsFor, explain.TrapsPiece, explain.Recaptures, explain.Captures:
			if r.At == m.played.To() || explain.IsCaptured(m.after.Position(), m.entryAfter.Line, r.At) {
				continue
			}
		}
		if !explain.Holds(m.before, append(Line{m.played}, m.entryAfter.Line...), r) {
			return Fault{Kind: MissesIdea, Reply: m.entryBefore.Line[0], Achieves: r}, true
		}
	}
	return Fault{}, false
}

// missedRecapture reports a recapture of the piece that has just captured, if only the better move makes it.
func (m *mistake) missedRecapture() (Fault, bool) {
	for _, r := range m.betterFacts {
		if r.Kind == explain.Recaptures && m.played.To() != r.At &&
			!explain.IsCaptured(m.after.Position(), m.entryAfter.Line, r.At) {
			return Fault{Kind: MissesRecapture, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// pieceValue returns the value of the piece that a fault names.
func (f *Fault) pieceValue() int { return tactics.Value(f.Piece, f.At) }

// isMinor reports whether what the reply achieves is less than winning material, such as a threat that the opponent
// also has after the better move.
func (m *mistake) isMinor(f *Fault) bool {
	switch k := f.Achieves.Kind; k {
	case explain.Threatens, explain.Saves:
		return true
	case explain.ThreatensMate:
		return len(m.entryBefore.Line) > 1 && m.entryBefore.Line[1] == f.Reply
	default:
		return isTrivial(k)
	}
}

// horseScore is the value of a horse or cannon in centipawns. A move must lose at least this for a likely gain by
// exchanges to be named.
const horseScore ai.Score = 300

// replyWinsByExchanges reports whether the scores say that the reply wins material by exchanges.
func (m *mistake) replyWinsByExchanges() bool {
	line, alternatives := m.entryAfter.lines()
	return m.entryBefore.Score+m.entryAfter.Score >= horseScore &&
		explain.Likely(m.after.Position(), line, alternatives...)
}

// isTrivial reports whether facts of a kind name neither a loss nor a threat.
func isTrivial(k explain.Kind) bool {
	switch k {
	case explain.NoFact, explain.Exchanges, explain.Centers, explain.Crosses, explain.Develops, explain.Frees,
		explain.OpensFile, explain.Activates, explain.Protects:
		return true
	}
	return false
}

// isPlacement reports whether facts of a kind only say where a piece moves.
func isPlacement(k explain.Kind) bool {
	return k == explain.Invades || k == explain.Approaches || k == explain.GivesCheck || k == explain.Captures
}

// missedWin finds what only the better move wins: a piece, material, or a hollow cannon.
func (m *mistake) missedWin() (Fault, bool) {
	for _, r := range m.betterFacts {
		switch {
		case r.Kind == explain.Wins && m.played.To() != r.At &&
			!explain.IsCaptured(m.after.Position(), m.entryAfter.Line, r.At):
			return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case r.Kind == explain.WinsMaterial && m.replyGain-m.captured+m.betterGain >= tactics.Pawn:
			return Fault{Kind: MissesGain}, true
		case r.Kind == explain.HollowCannon && !explain.Holds(m.before, Line{m.played}, r):
			return Fault{Kind: MissesHollowCannon, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// mainFact returns the most important fact about a reply. A mate threat ranks above winning a pawn.
func mainFact(replies []explain.Reason) (f explain.Reason) {
	for _, r := range replies {
		switch r.Kind {
		case explain.NoFact, explain.OnlyMove, explain.DelaysMate, explain.LosesByRule:
			continue
		case explain.ThreatensMate:
			if f.Kind == explain.Wins && tactics.Value(f.Piece, f.At) <= tactics.Minor {
				f = r
			}
		}
		if f.Kind == explain.NoFact {
			f = r
		}
	}
	return f
}
