package report

import (
	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// FaultKind is a kind of mistake.
type FaultKind uint8

const (
	AllowsReply     FaultKind = iota // nothing concrete is lost: Reply answers the move and achieves Achieves
	AllowsMate                       // the opponent mates in N
	MissesMate                       // there was a mate in N
	AllowsStalemate                  // the opponent leaves no legal move in N, which wins
	MissesStalemate                  // there was such a win in N
	AllowsForced                     // the opponent forces mate or stalemate, in too many moves to count
	// there was such a win, or a move that would have won by the repetition rules
	MissesForced
	AllowsWinByRule // the opponent wins by force: only a forbidden repetition delays mate
	MissesWinByRule // there was such a win
	BreaksRule      // it repeats a position in a forbidden way, which loses at once or after the opponent's reply
	Hangs           // the Piece that moved, now on At, is captured at once
	Unguards        // Piece on At, which the piece that moved had protected, is captured at once
	LeavesHanging   // Piece on At was already attacked, was left there, and is captured at once
	Exposes         // Piece on At could not be captured before, and is captured at once
	LosesLater      // Piece on At is captured with the opponent's move N, N > 1
	// Piece on At and Other on OtherAt are attacked at once, and one is lost. Other is empty if check is the second
	// threat
	AllowsFork
	LosesMaterial      // more is lost than gained, over several pieces
	LosesInTrade       // Piece on At is lost, and only the opponent's Other on OtherAt is gained for it
	Overpays           // the Piece that moved, now on At, is recaptured, and only Other was gained for it
	MissesWin          // Piece on At, the opponent's, could be won with move N
	MissesGain         // the better line wins more than it loses, over several pieces
	MissesFork         // of the opponent's Piece on At and Other on OtherAt; Other is empty for a check
	MissesMateThreat   // the better move threatens mate in N, and the move played threatens none as short
	MissesHollowCannon // the better move brings the own Piece from At to the king's open file: a hollow cannon
	MissesRecapture    // Piece on At, which has just captured, is not recaptured
	SameReply          // Reply answers the better move too, and achieves little
	EvenTrade          // the Piece that moved, now on At, is recaptured for Other of similar value
	MissesIdea         // the better move, Reply, achieves Achieves, and the move played does not
)

var faultNames = [...]string{"answered", "allowsmate", "missesmate", "allowsstalemate", "missesstalemate",
	"allowsforced", "missesforced", "allowsruling", "missesruling", "breaksrule", "hangs", "unguards",
	"ignores", "exposes", "falls", "allowsfork", "loses", "losesfor", "overpays", "misseswin", "missesgain",
	"missesfork",
	"missesmating", "missesbare", "forgoes", "unready", "trades", "neglects"}

// Faults is the number of kinds of faults.
const Faults = len(faultNames)

// String returns the key of the kind's sentence.
func (k FaultKind) String() string {
	if int(k) < len(faultNames) {
		return faultNames[k]
	}
	return "unknown"
}

// Fault says what was wrong with a move. Squares refer to the position after the move; for MissesWin, MissesFork,
// MissesHollowCannon and MissesIdea, to the one before it. Kind says which fields are used.
type Fault struct {
	Kind         FaultKind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, OtherAt  game.Square
	Reply        game.Move      // of the opponent, or the better move
	Achieves     explain.Reason // what Reply achieves, for the side that makes it
}

// turningPoint returns the turning point at move i.
func (c *scoredGame) turningPoint(i int) TurningPoint {
	before, after, played := c.game.Upto(i), c.game.Upto(i+1), c.moves[i]
	here, next := &c.Entries[i], &c.Entries[i+1]
	was := Chance(c.scores[i])
	t := TurningPoint{
		Ply: i, By: c.turnAt(i), Played: played,
		Line: untilGameEnd(before, here.Line), Reply: untilGameEnd(after, next.Line),
		Before: was, After: was - c.loss(i), Verdict: c.verdict(i),
		Why: provenFacts(before, here, searchedLoss(here, next) >= TurningFrom),
	}
	t.Fault = fault(before, after, played, here, next)
	return t
}

// untilGameEnd returns the line up to the move that ends the game, which may be by the repetition rules. The rest of
// the engine's line cannot be played.
func untilGameEnd(g *game.Game, line Line) Line {
	at := g.Clone()
	for i, m := range line {
		if i > 0 && at.Outcome().Over() || at.PlayOn(m) != nil {
			return line[:i]
		}
	}
	return line
}

// searchedLoss returns the winning chance, in points, that the move between two entries lost by their own searches.
func searchedLoss(here, next *Entry) float64 {
	return accuracy.Chance(here.Score) - accuracy.Chance(-next.Score)
}

// provenFault returns the fault of move i, which is not a turning point, nil if it is not certain. If no other replies
// were searched, the fault must be a mate, or visible on the board at once.
func (c *scoredGame) provenFault(i int) *Fault {
	here, next := &c.Entries[i], &c.Entries[i+1]
	if c.isExcluded(i) || c.isExcluded(i+1) || len(here.Line) == 0 || here.Line[0] == c.moves[i] ||
		onlyRepeatsChecks(c.positions[i], here.Line) {
		return nil
	}
	before, after := c.game.Upto(i), c.game.Upto(i+1)
	m := newMistake(before, after, c.moves[i], here, next)
	f := m.fault()
	switch {
	case f.Kind == AllowsMate, f.Kind == MissesMate, f.Kind == AllowsStalemate, f.Kind == MissesStalemate:
		return &f // a mate found by a quick search is proven
	case here.Pass < Deep || next.Pass < Deep:
		return nil
	case here.repliesTried() && next.repliesTried():
		return m.certainFault(f)
	}
	switch f.Kind {
	case BreaksRule:
		return &f
	case Hangs, Unguards, LeavesHanging, Exposes:
		if winsPiece(after.Position(), next.Line[0], f.At) {
			return &f
		}
	case Overpays:
		if tactics.Exchange(before.Position(), c.moves[i]) <= -tactics.MinGain {
			return &f
		}
	case MissesRecapture:
		return &f
	case MissesWin:
		if f.N == 1 && winsPiece(before.Position(), here.Line[0], f.At) {
			return &f
		}
	}
	return nil
}

// winsPiece reports whether a move captures the piece on s and the exchange there wins about its value.
func winsPiece(p *game.Position, m game.Move, s game.Square) bool {
	return m.To() == s && tactics.Exchange(p, m) >= max(tactics.MinGain, tactics.Value(p.At(s), s)-tactics.MaxShortfall)
}

// provenFacts returns the facts about the first move of an entry's lines that hold on all of them. A gain by exchanges
// counts only if the side stands better afterwards, or if the move in question was costly: in a dead ending the engine
// gives pieces away for nothing. Giving check and leaving check are not counted as facts.
func provenFacts(g *game.Game, p *Entry, costly bool) []explain.Reason {
	line, alternatives := p.lines()
	collect := func(score ai.Score) (all []explain.Reason) {
		for _, r := range explain.Move(g, line, score, alternatives...) {
			if r.Kind == explain.WinsMaterial && !costly && p.Score < minNamedScore || r.Kind == explain.GivesCheck ||
				r.Kind == explain.AnswersCheck {
				continue
			}
			if explain.Holds(g, line, r, alternatives...) {
				all = append(all, r)
			}
		}
		return all
	}
	all := collect(p.Score)
	if len(all) == 0 {
		all = collect(0) // a line that does not reach its mate is explained by its first moves
	}
	switch {
	case len(all) > 0:
		return all
	case len(line) > 0 && g.Position().IsLegal(line[0]):
		return []explain.Reason{explain.DefaultReason(g.Position(), line[0])}
	}
	return []explain.Reason{{Kind: explain.NoFact}}
}

// mistake is a bad move with the facts about the better move and about the opponent's reply.
type mistake struct {
	before, after           *game.Game
	played                  game.Move
	entryBefore, entryAfter *Entry
	costsMuch               bool // at least TurningFrom points of winning chance
	betterFacts, replyFacts []explain.Reason
	captured                int // value of what the move itself captured
	replyGain, betterGain   int // material that the reply and the better line win at least, in tactics units
}

// fault returns what was wrong with the move played between before and after. It first looks for what decides the game,
// then for what costs most, in the opponent's best reply and in what was missed.
func fault(before, after *game.Game, played game.Move, here, next *Entry) Fault {
	return newMistake(before, after, played, here, next).fault()
}

func newMistake(before, after *game.Game, played game.Move, here, next *Entry) *mistake {
	m := &mistake{
		before:      before,
		after:       after,
		played:      played,
		entryBefore: here,
		entryAfter:  next,
		costsMuch:   searchedLoss(here, next) >= TurningFrom,
	}
	m.betterFacts = provenFacts(before, here, m.costsMuch)
	m.captured = tactics.Value(before.Position().At(played.To()), played.To())
	m.betterGain = netGain(before, here)
	if len(next.Line) > 0 && !WinsByRepetitionRule(after, next.Line[0]) {
		m.replyFacts, m.replyGain = provenFacts(after, next, m.costsMuch), netGain(after, next)
	}
	return m
}

func (m *mistake) fault() Fault {
	if len(m.entryAfter.Line) == 0 {
		if m.entryAfter.Score >= ai.RuleBound && m.entryAfter.Score < ai.MateBound {
			return Fault{Kind: BreaksRule}
		}
	} else if WinsByRepetitionRule(m.after, m.entryAfter.Line[0]) {
		return Fault{Kind: BreaksRule}
	}
	for _, find := range []func() (Fault, bool){
		m.mateFault, m.pieceFault, m.forkFault, m.mateThreatFault, m.pawnFault,
	} {
		if f, ok := find(); ok {
			return f
		}
	}
	return m.faultByReply()
}

// WinsByRepetitionRule reports whether m ends g at once because the opponent of the side to move has made a forbidden
// repetition. The last occurrence of a position often comes with a move of the side that benefits.
func WinsByRepetitionRule(g *game.Game, m game.Move) bool {
	o := g.Would(m)
	loser, lost := o.Loser()
	return lost && loser != g.Position().Turn() && o.Method != game.Checkmate && o.Method != game.Stalemate
}

// netGain returns the material that an entry's lines win at least, in the units of package tactics; 0 if one of them
// never comes to a quiet position.
func netGain(g *game.Game, p *Entry) int {
	line, alternatives := p.lines()
	n, quiet := explain.NetGain(g.Position(), append([][]game.Move{line}, alternatives...)...)
	if !quiet {
		return 0
	}
	return n
}

// mateFault finds the mate that is allowed or missed, the shorter one if both.
func (m *mistake) mateFault() (Fault, bool) {
	allowed, allows := decisiveFault(m.replyFacts, AllowsMate, AllowsStalemate, AllowsForced, AllowsWinByRule)
	missed, misses := decisiveFault(m.betterFacts, MissesMate, MissesStalemate, MissesForced, MissesWinByRule)
	if misses && (!allows || missed.N > 0 && (missed.N < allowed.N || allowed.N == 0)) {
		if missed.Kind == MissesWinByRule && WinsByRepetitionRule(m.before, m.entryBefore.Line[0]) {
			missed.Kind = MissesForced // the move would have won at once: the opponent puts no mate off
		}
		return missed, true
	}
	return allowed, allows
}

func decisiveFault(facts []explain.Reason, mate, stalemate, forced, ruling FaultKind) (Fault, bool) {
	for _, r := range facts {
		switch r.Kind {
		case explain.Mates:
			return Fault{Kind: mate, N: r.N}, true
		case explain.Stalemates:
			return Fault{Kind: stalemate, N: r.N}, true
		case explain.Forces:
			return Fault{Kind: forced, N: r.N}, true
		case explain.WinsByRule:
			return Fault{Kind: ruling}, true
		}
	}
	return Fault{}, false
}

// pieceFault finds the piece that is lost or not won, the more valuable one if both.
func (m *mistake) pieceFault() (Fault, bool) { return m.materialFault(tactics.MaxShortfall) }

// pawnFault finds the pawn that is lost or not won.
func (m *mistake) pawnFault() (Fault, bool) { return m.materialFault(tactics.MinGain) }

func (m *mistake) materialFault(minSwing int) (Fault, bool) {
	swing := m.replyGain - m.captured + m.betterGain
	if swing < minSwing {
		return Fault{}, false
	}
	lost, loses := m.lossByReply(swing)
	missed, misses := m.missedGain(swing)
	if misses && (!loses || m.betterGain > m.replyGain-m.captured) {
		return missed, true
	}
	return lost, loses
}

// lossByReply finds what the reply wins because of the move played. swing is the material lost or missed by that move.
func (m *mistake) lossByReply(swing int) (Fault, bool) {
	for _, r := range m.replyFacts {
		if r.Kind == explain.Recaptures && m.overpays(r) {
			return Fault{Kind: Overpays, Piece: r.Piece, At: r.At, Other: m.before.Position().At(m.played.To())}, true
		}
		if targetValue(r) > swing+tactics.MaxShortfall && m.lostAnyway(r) {
			continue
		}
		switch r.Kind {
		case explain.WinsFor:
			return Fault{Kind: LosesInTrade, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		case explain.Wins:
			return Fault{Kind: m.lossCause(r), N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case explain.CheckFork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At}, true
		case explain.Fork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		}
	}
	if m.replyGain-m.captured >= tactics.HorseForPawn && swing >= tactics.MaxShortfall &&
		m.winsMaterial(m.entryAfter, m.after) {
		if f, ok := m.hangingPiece(); ok {
			return f, true
		}
		return Fault{Kind: LosesMaterial}, true
	}
	return Fault{}, false
}

// hangingPiece finds a piece that the reply simply captures: the expected line does not win it back, though other
// replies may win back a little.
func (m *mistake) hangingPiece() (Fault, bool) {
	p, reply := m.after.Position(), m.entryAfter.Line[0]
	r := explain.Reason{Kind: explain.Wins, N: 1, Piece: p.At(reply.To()), At: reply.To()}
	net, quiet := explain.NetAfterCapture(p, m.entryAfter.Line, r.At)
	if !quiet || net < targetValue(r)-tactics.MaxShortfall || targetValue(r) < tactics.HorseForPawn ||
		!winsPiece(p, reply, r.At) ||
		m.lostAnyway(r) {
		return Fault{}, false
	}
	return Fault{Kind: m.lossCause(r), N: 1, Piece: r.Piece, At: r.At}, true
}

// overpays reports whether the piece that is recaptured is worth more than what it captured, and its captor is not
// recaptured in turn.
func (m *mistake) overpays(r explain.Reason) bool {
	net, quiet := explain.NetAfterCapture(m.after.Position(), m.entryAfter.Line, r.At)
	return tactics.Value(r.Piece, r.At)-m.captured >= tactics.Pawn && quiet && net-m.captured >= tactics.Pawn
}

// lostAnyway reports whether what a reply wins is captured in the better line too.
func (m *mistake) lostAnyway(r explain.Reason) bool {
	squareBefore := func(s game.Square) game.Square {
		if s == m.played.To() {
			return m.played.From()
		}
		return s
	}
	p, line := m.before.Position(), m.entryBefore.Line
	return explain.IsCaptured(p, line, squareBefore(r.At)) ||
		r.Kind == explain.Fork && explain.IsCaptured(p, line, squareBefore(r.OtherAt))
}

// minNamedScore is the least score of a side, in centipawns, for which a gain by exchanges is named.
const minNamedScore ai.Score = 100

// winsMaterial reports whether the exchanges on the entry's line win something and leave the side to move better. After
// a costly move the side need not stand better: in a dead ending the engine gives pieces away for nothing.
func (m *mistake) winsMaterial(p *Entry, g *game.Game) bool {
	return (m.costsMuch || p.Score >= minNamedScore) && explain.WinsMoreThanPawn(g.Position(), p.Line)
}

// targetValue returns the value of the piece that a fact is about, for a fork the less valuable of the two.
func targetValue(r explain.Reason) int {
	value := tactics.Value(r.Piece, r.At)
	if r.Kind == explain.Fork {
		value = min(value, tactics.Value(r.Other, r.OtherAt))
	}
	return value
}

// lossCause returns why a piece that the reply wins is lost.
func (m *mistake) lossCause(r explain.Reason) FaultKind {
	before, after := m.before.Position(), m.after.Position()
	us := before.Turn()
	switch {
	case r.N > 1 || m.entryAfter.Line[0].To() != r.At:
		return LosesLater
	case r.At == m.played.To():
		return Hangs
	case tactics.InDanger(before).Has(r.At):
		return LeavesHanging
	case before.Attackers(r.At, us, before.Occupied()).Has(m.played.From()) &&
		!after.Attackers(r.At, us, after.Occupied()).Has(m.played.To()):
		return Unguards
	case before.InCheck() && m.attackedBefore(r.At):
		return LeavesHanging
	}
	return Exposes
}

// attackedBefore reports whether the reply's capture on s was already possible before the move, and the move added no
// attacker of s and removed no defender but the moved piece. It is for positions in check, where [tactics.InDanger] is
// empty.
func (m *mistake) attackedBefore(s game.Square) bool {
	before, after := *m.before.Position(), m.after.Position()
	us := before.Turn()
	defenders := before.Attackers(s, us, before.Occupied()).Minus(after.Attackers(s, us,
		after.Occupied())).Minus(game.BB(m.played.From()))
	attackers := after.Attackers(s, us.Other(),
		after.Occupied()).Minus(before.Attackers(s, us.Other(), before.Occupied()))
	before.DoNull() // ignores the check: only the capture on s counts
	return defenders.Empty() && attackers.Empty() && before.IsLegal(m.entryAfter.Line[0])
}

// missedGain finds what the better move would have won.
func (m *mistake) missedGain(swing int) (Fault, bool) {
	for _, r := range m.betterFacts {
		if r.At == m.played.To() && r.Kind != explain.Fork && r.Kind != explain.CheckFork {
			continue // the piece was captured
		}
		switch r.Kind {
		case explain.Wins, explain.WinsFor:
			if targetValue(r) <= swing+tactics.MaxShortfall ||
				!explain.IsCaptured(m.after.Position(), m.entryAfter.Line, r.At) {
				return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
			}
		case explain.Recaptures:
			if m.betterGain >= targetValue(r)-tactics.MaxShortfall &&
				!explain.IsCaptured(m.after.Position(), m.entryAfter.Line, r.At) {
				return Fault{Kind: MissesRecapture, Piece: r.Piece, At: r.At}, true
			}
		case explain.Fork, explain.CheckFork:
			return m.forkFault()
		}
	}
	if m.betterGain >= tactics.HorseForPawn && swing >= tactics.MaxShortfall &&
		m.winsMaterial(m.entryBefore, m.before) {
		return Fault{Kind: MissesGain}, true
	}
	return Fault{}, false
}

func (m *mistake) forkFault() (Fault, bool) {
	for _, r := range m.betterFacts {
		if r.Kind == explain.Fork || r.Kind == explain.CheckFork {
			return Fault{Kind: MissesFork, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		}
	}
	return Fault{}, false
}

func (m *mistake) mateThreatFault() (Fault, bool) {
	for _, r := range m.betterFacts {
		if r.Kind == explain.ThreatensMate && !threatens(m.before, m.played, r.N) {
			return Fault{Kind: MissesMateThreat, N: r.N}, true
		}
	}
	return Fault{}, false
}

// threatens reports whether a move threatens mate in n or sooner.
func threatens(g *game.Game, m game.Move, n int) bool {
	for i := 1; i <= n; i++ {
		if explain.Holds(g, Line{m}, explain.Reason{Kind: explain.ThreatensMate, N: i}) {
			return true
		}
	}
	return false
}
