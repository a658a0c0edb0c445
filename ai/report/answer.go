package report

import (
	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// answered names the opponent's reply and what it achieves. If that is little, it names what the
// better move achieves.
func (m *mistake) answered() Fault {
	f := Fault{Kind: Answered}
	if len(m.next.Line) == 0 {
		return f
	}
	f.Reply, f.Does = m.next.Line[0], does(m.replies)
	if m.slight(&f) && m.gains() {
		f.Does = explain.Reason{Kind: explain.WinsMaterial}
		if p := m.after.Position(); tactics.Exchange(p, f.Reply) > tactics.Minor {
			f.Does = explain.Bare(p, f.Reply)
		}
	}
	back := f.Does.Kind == explain.TakesBack
	if passed, ok := m.passesUp(); ok && (back || little(f.Does.Kind)) {
		return passed
	}
	if forgone, ok := m.forgoes(); ok &&
		(little(f.Does.Kind) || f.Does.Kind == explain.Wins && tactics.Value(f.Does.Piece,
			f.Does.At) < forgone.worth()) {
		return forgone
	}
	if back && m.got > 0 && f.Does.At == m.played.To() {
		return Fault{Kind: Trades, Piece: f.Does.Piece, At: f.Does.At, Other: m.before.Position().At(m.played.To())}
	}
	if len(m.here.Line) > 1 && m.here.Line[1] == f.Reply && (little(f.Does.Kind) || place(f.Does.Kind)) {
		f.Kind = Unready
	}
	return f
}

// explained returns the fault of a move that is no turning point, nil if there is nothing to say. A
// reply that achieves little, or that works after the better move too, is not the fault; then the
// fault is to miss what the better move achieves.
func (m *mistake) explained(f Fault) *Fault {
	if f.Kind == Unready || f.Kind == Answered && f.Reply != game.NoMove &&
		(f.Does.Kind == explain.Plain || little(f.Does.Kind) || m.comesAnyway(&f)) {
		var ok bool
		if f, ok = m.neglects(); !ok {
			return nil
		}
	}
	return &f
}

// comesAnyway reports whether a reply achieves the same after the better move.
func (m *mistake) comesAnyway(f *Fault) bool {
	g := m.before.Clone()
	return g.PlayOn(m.here.Line[0]) == nil && explain.Holds(g, Line{f.Reply}, f.Does)
}

// neglects finds what the better move achieves and the move played does not.
func (m *mistake) neglects() (Fault, bool) {
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

// forgoes finds the piece that has just captured and that only the better move recaptures.
func (m *mistake) forgoes() (Fault, bool) {
	for _, r := range m.better {
		if r.Kind == explain.TakesBack && m.played.To() != r.At &&
			!explain.Falls(m.after.Position(), m.next.Line, r.At) {
			return Fault{Kind: Forgoes, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// worth returns the value of the piece that a fault names.
func (f *Fault) worth() int { return tactics.Value(f.Piece, f.At) }

// slight reports whether what a reply achieves says less than that it wins material, such as a
// threat that also exists after the better move.
func (m *mistake) slight(f *Fault) bool {
	switch k := f.Does.Kind; k {
	case explain.Threatens, explain.Saves:
		return true
	case explain.ThreatensMate:
		return len(m.here.Line) > 1 && m.here.Line[1] == f.Reply
	default:
		return little(k)
	}
}

// aHorse is the value of a horse or a cannon in scores. A move must cost that much for exchanges to
// be named that win material in nearly all lines only.
const aHorse ai.Score = 300

// gains reports whether the reply wins material by exchanges according to the scores.
func (m *mistake) gains() bool {
	line, also := m.next.lines()
	return m.here.Score+m.next.Score >= aHorse && explain.Likely(m.after.Position(), line, also...)
}

// little reports whether a fact of that kind says neither what is lost nor what is threatened.
func little(k explain.Kind) bool {
	switch k {
	case explain.Plain, explain.Exchanges, explain.Centers, explain.Crosses, explain.Develops, explain.Frees,
		explain.OpensFile, explain.Activates, explain.Protects:
		return true
	}
	return false
}

// place reports whether a fact of that kind says only where a piece goes.
func place(k explain.Kind) bool {
	return k == explain.Invades || k == explain.Approaches || k == explain.GivesCheck || k == explain.Takes
}

// passesUp finds a piece that the better move wins and that is not captured after the move played,
// or material that it wins, or a bare cannon.
func (m *mistake) passesUp() (Fault, bool) {
	for _, r := range m.better {
		switch {
		case r.Kind == explain.Wins && m.played.To() != r.At && !explain.Falls(m.after.Position(), m.next.Line, r.At):
			return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case r.Kind == explain.WinsMaterial && m.theirs-m.got+m.ours >= tactics.Pawn:
			return Fault{Kind: MissesGain}, true
		case r.Kind == explain.BareCannon && !explain.Holds(m.before, Line{m.played}, r):
			return Fault{Kind: MissesBare, Piece: r.Piece, At: r.At}, true
		}
	}
	return Fault{}, false
}

// does returns what a reply achieves. It prefers a threat of mate to winning a pawn.
func does(replies []explain.Reason) (f explain.Reason) {
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
