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
	Answered        FaultKind = iota // nothing concrete is lost: the opponent answers Reply, which achieves Does
	AllowsMate                       // the opponent mates in N
	MissesMate                       // there was a mate in N
	AllowsStalemate                  // the opponent leaves no legal move in N, which wins
	MissesStalemate                  // there was such a win in N
	AllowsForced                     // the opponent forces mate or stalemate, in many moves
	// there was such a win, or a move that would have ended the game by the rules on repetition
	MissesForced
	AllowsRuling // the opponent wins by force: only repetition that the rules forbid puts mate off
	MissesRuling // there was such a win
	BreaksRule   // it repeats what is forbidden, which loses at once or with the opponent's reply
	Hangs        // the Piece that moved, now on At, is captured at once
	Unguards     // Piece on At, which the piece that moved had protected, is captured at once
	Ignores      // Piece on At was already attacked, and is captured at once
	Exposes      // Piece on At could not be captured before, and is captured at once
	Falls        // Piece on At is captured with the opponent's move N, N > 1
	// Piece on At and Other on OtherAt are attacked at once, and one is lost; Other may be none: with a check
	AllowsFork
	Loses        // more is lost than gained, several pieces
	LosesFor     // Piece on At is lost, and only the opponent's Other on OtherAt is gained for it
	Overpays     // the Piece that moved, now on At, is recaptured, and only Other was gained for it
	MissesWin    // Piece on At, the opponent's, could be won with move N
	MissesGain   // the better line wins more than it gives, several pieces
	MissesFork   // of the opponent's Piece on At and Other on OtherAt; Other may be none: with a check
	MissesMating // the better move threatens mate in N, and the move played does not threaten one as short
	MissesBare   // the better move brings the own Piece on At, a cannon, to the king's file with nothing between
	Forgoes      // Piece on At, which has just captured, is not recaptured
	Unready      // Reply answers the better move too, and achieves little
	Trades       // the Piece that moved, now on At, is recaptured for Other of similar value, and what is left is worse
	Neglects     // the better move, Reply, achieves Does, and the move played does not
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

// Fault says what was wrong with a move. Points are those after the move; for MissesWin, MissesFork
// and Neglects, before it. Kind says which fields are used.
type Fault struct {
	Kind         FaultKind
	N            int // moves of the side that mates or wins
	Piece, Other game.Piece
	At, OtherAt  game.Square
	Reply        game.Move      // of the opponent, or the better move
	Does         explain.Reason // what Reply achieves, for the side that makes it
}

// turningPoint returns the turning point at move i.
func (c *gameCourse) turningPoint(i int) TurningPoint {
	before, after, played := c.game.Upto(i), c.game.Upto(i+1), c.moves[i]
	here, next := &c.Places[i], &c.Places[i+1]
	was, is := c.scores[i], -c.scores[i+1]
	t := TurningPoint{
		Ply: i, By: c.turnAt(i), Played: played, Line: untilOver(before, here.Line), Reply: untilOver(after, next.Line),
		Before: Chance(was), After: Chance(is), Verdict: accuracy.Judge(was, is),
		Why: provenFacts(before, here, costsMuch(here, next)),
	}
	t.Fault = fault(before, after, played, here, next)
	return t
}

// untilOver returns the line up to the move with which the game ends, also by the rules on
// repetition. The rest of the engine's line cannot be played.
func untilOver(g *game.Game, line Line) Line {
	at := g.Clone()
	for i, m := range line {
		if i > 0 && at.Outcome().Over() || at.PlayOn(m) != nil {
			return line[:i]
		}
	}
	return line
}

// costsMuch reports whether the move between two places lost at least TurningFrom points.
func costsMuch(here, next *Place) bool {
	return accuracy.Chance(here.Score)-accuracy.Chance(-next.Score) >= TurningFrom
}

// provenFault returns the fault of move i, which is no turning point, nil if it is not certain. If no
// other answers were searched, the fault must be a mate, or visible on the board at once.
func (c *gameCourse) provenFault(i int) *Fault {
	here, next := &c.Places[i], &c.Places[i+1]
	if c.isWithheld(i) || c.isWithheld(i+1) || len(here.Line) == 0 || here.Line[0] == c.moves[i] ||
		onlyRepeatsChecks(c.positions[i], here.Line) {
		return nil
	}
	before, after := c.game.Upto(i), c.game.Upto(i+1)
	m := newMistake(before, after, c.moves[i], here, next)
	f := m.fault()
	switch {
	case f.Kind == AllowsMate, f.Kind == MissesMate, f.Kind == AllowsStalemate, f.Kind == MissesStalemate:
		return &f // if a quick search finds it, that proves it
	case here.Pass < Deep || next.Pass < Deep:
		return nil
	case here.repliesTried() && next.repliesTried():
		return m.certainFault(f)
	}
	switch f.Kind {
	case BreaksRule:
		return &f
	case Hangs, Unguards, Ignores, Exposes:
		if winsPiece(after.Position(), next.Line[0], f.At) {
			return &f
		}
	case Overpays:
		if tactics.Exchange(before.Position(), c.moves[i]) <= -tactics.LeastGain {
			return &f
		}
	case Forgoes:
		return &f
	case MissesWin:
		if f.N == 1 && winsPiece(before.Position(), here.Line[0], f.At) {
			return &f
		}
	}
	return nil
}

// winsPiece reports whether a move captures the piece on s and exchanges there leave about its value to
// the side that starts them.
func winsPiece(p *game.Position, m game.Move, s game.Square) bool {
	return m.To() == s && tactics.Exchange(p, m) >= max(tactics.LeastGain, tactics.Value(p.At(s), s)-tactics.Slack)
}

// provenFacts returns the facts about the first move of a place's lines that hold on all of them. A gain
// by exchanges is a fact only if the side stands better afterwards, or if sharp says that the move
// at issue cost much: in a dead ending pieces are given away for nothing. A check alone achieves
// nothing, and leaving a check is not a choice.
func provenFacts(g *game.Game, p *Place, sharp bool) []explain.Reason {
	line, also := p.lines()
	collect := func(score ai.Score) (all []explain.Reason) {
		for _, r := range explain.Move(g, line, score, also...) {
			if r.Kind == explain.WinsMaterial && !sharp && p.Score < betterFrom || r.Kind == explain.GivesCheck ||
				r.Kind == explain.AnswersCheck {
				continue
			}
			if explain.Holds(g, line, r, also...) {
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
		return []explain.Reason{explain.Bare(g.Position(), line[0])}
	}
	return []explain.Reason{{Kind: explain.Plain}}
}

// mistake is a bad move with the lines of the better move and of the opponent's replies.
type mistake struct {
	before, after         *game.Game
	played                game.Move
	here, next            *Place
	costsMuch             bool // the move cost much
	better, replies       []explain.Reason
	captured              int // value of what the move itself captured
	replyGain, betterGain int // what the reply and the better line win at least
}

// fault returns what the move played between before and after did wrong, judged by the opponent's
// best reply, or else by what was missed: first what decides the game, then what costs most.
func fault(before, after *game.Game, played game.Move, here, next *Place) Fault {
	return newMistake(before, after, played, here, next).fault()
}

func newMistake(before, after *game.Game, played game.Move, here, next *Place) *mistake {
	m := &mistake{before: before, after: after, played: played, here: here, next: next, costsMuch: costsMuch(here,
		next)}
	m.better = provenFacts(before, here, m.costsMuch)
	m.captured = tactics.Value(before.Position().At(played.To()), played.To())
	m.betterGain = netGain(before, here)
	if len(next.Line) > 0 && !WinsByRepeating(after, next.Line[0]) {
		m.replies, m.replyGain = provenFacts(after, next, m.costsMuch), netGain(after, next)
	}
	return m
}

func (m *mistake) fault() Fault {
	if len(m.next.Line) == 0 {
		if m.next.Score >= ai.RuleBound && m.next.Score < ai.MateBound {
			return Fault{Kind: BreaksRule}
		}
	} else if WinsByRepeating(m.after, m.next.Line[0]) {
		return Fault{Kind: BreaksRule}
	}
	for _, find := range []func() (Fault, bool){m.mateFault, m.material, m.missesFork, m.missesMating, m.pawnFault} {
		if f, ok := find(); ok {
			return f
		}
	}
	return m.faultByReply()
}

// WinsByRepeating reports whether m ends g at once because the opponent of the side to move has repeated
// what is forbidden. The last occurrence of a position often comes with a move of the side that benefits.
func WinsByRepeating(g *game.Game, m game.Move) bool {
	o := g.Would(m)
	loser, lost := o.Loser()
	return lost && loser != g.Position().Turn() && o.Method != game.Checkmate && o.Method != game.Stalemate
}

func netGain(g *game.Game, p *Place) int {
	line, also := p.lines()
	n, quiet := explain.NetGain(g.Position(), append([][]game.Move{line}, also...)...)
	if !quiet {
		return 0
	}
	return n
}

// mateFault finds the mate that is allowed or missed, whichever is shorter.
func (m *mistake) mateFault() (Fault, bool) {
	allowed, allows := decisiveFault(m.replies, AllowsMate, AllowsStalemate, AllowsForced, AllowsRuling)
	missed, misses := decisiveFault(m.better, MissesMate, MissesStalemate, MissesForced, MissesRuling)
	if misses && (!allows || missed.N > 0 && (missed.N < allowed.N || allowed.N == 0)) {
		if missed.Kind == MissesRuling && WinsByRepeating(m.before, m.here.Line[0]) {
			missed.Kind = MissesForced // no short mate is missed
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

// material finds the piece that is lost or not won, whichever is more valuable.
func (m *mistake) material() (Fault, bool) { return m.materialFault(tactics.Slack) }

// pawnFault finds the pawn that is lost or not won.
func (m *mistake) pawnFault() (Fault, bool) { return m.materialFault(tactics.LeastGain) }

func (m *mistake) materialFault(least int) (Fault, bool) {
	costs := m.replyGain - m.captured + m.betterGain
	if costs < least {
		return Fault{}, false
	}
	lost, loses := m.lossByReply(costs)
	missed, misses := m.missedGain(costs)
	if misses && (!loses || m.betterGain > m.replyGain-m.captured) {
		return missed, true
	}
	return lost, loses
}

// lossByReply finds what the reply wins because of the move played. costs is the material that the move lost or missed.
func (m *mistake) lossByReply(costs int) (Fault, bool) {
	for _, r := range m.replies {
		if r.Kind == explain.TakesBack && m.overpays(r) {
			return Fault{Kind: Overpays, Piece: r.Piece, At: r.At, Other: m.before.Position().At(m.played.To())}, true
		}
		if targetValue(r) > costs+tactics.Slack && m.lostAnyway(r) {
			continue
		}
		switch r.Kind {
		case explain.WinsFor:
			return Fault{Kind: LosesFor, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		case explain.Wins:
			return Fault{Kind: m.lossCause(r), N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
		case explain.CheckFork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At}, true
		case explain.Fork:
			return Fault{Kind: AllowsFork, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		}
	}
	if m.replyGain-m.captured >= tactics.HorseForPawn && costs >= tactics.Slack && m.profits(m.next, m.after) {
		if f, ok := m.hangingPiece(); ok {
			return f, true
		}
		return Fault{Kind: Loses}, true
	}
	return Fault{}, false
}

// hangingPiece finds a piece that the reply simply captures: it is not paid for in the expected line,
// however little of it other answers win back.
func (m *mistake) hangingPiece() (Fault, bool) {
	p, reply := m.after.Position(), m.next.Line[0]
	r := explain.Reason{Kind: explain.Wins, N: 1, Piece: p.At(reply.To()), At: reply.To()}
	net, quiet := explain.NetOnceTaken(p, m.next.Line, r.At)
	if !quiet || net < targetValue(r)-tactics.Slack || targetValue(r) < tactics.HorseForPawn ||
		!winsPiece(p, reply, r.At) ||
		m.lostAnyway(r) {
		return Fault{}, false
	}
	return Fault{Kind: m.lossCause(r), N: 1, Piece: r.Piece, At: r.At}, true
}

// overpays reports whether the piece that is recaptured is more valuable than what it captured, and
// is not recaptured in turn.
func (m *mistake) overpays(r explain.Reason) bool {
	net, quiet := explain.NetOnceTaken(m.after.Position(), m.next.Line, r.At)
	return tactics.Value(r.Piece, r.At)-m.captured >= tactics.Pawn && quiet && net-m.captured >= tactics.Pawn
}

// lostAnyway reports whether what a reply wins is captured in the better line too.
func (m *mistake) lostAnyway(r explain.Reason) bool {
	from := func(s game.Square) game.Square {
		if s == m.played.To() {
			return m.played.From()
		}
		return s
	}
	p, line := m.before.Position(), m.here.Line
	return explain.Falls(p, line, from(r.At)) || r.Kind == explain.Fork && explain.Falls(p, line, from(r.OtherAt))
}

// betterFrom is the least score of a side for which a gain by exchanges is named.
const betterFrom ai.Score = 100

// profits reports whether the exchanges on the place's line win something and leave the side to move
// better. After a costly move the latter is not needed: in a dead ending pieces are given away for nothing.
func (m *mistake) profits(p *Place, g *game.Game) bool {
	return (m.costsMuch || p.Score >= betterFrom) && explain.Profits(g.Position(), p.Line)
}

// targetValue returns the value of the piece that a fact is about, for a fork the less valuable one.
func targetValue(r explain.Reason) int {
	w := tactics.Value(r.Piece, r.At)
	if r.Kind == explain.Fork {
		w = min(w, tactics.Value(r.Other, r.OtherAt))
	}
	return w
}

// lossCause returns why a piece that the reply wins is lost.
func (m *mistake) lossCause(r explain.Reason) FaultKind {
	before, after := m.before.Position(), m.after.Position()
	us := before.Turn()
	switch {
	case r.N > 1 || m.next.Line[0].To() != r.At:
		return Falls
	case r.At == m.played.To():
		return Hangs
	case tactics.InDanger(before).Has(r.At):
		return Ignores
	case before.Attackers(r.At, us, before.Occupied()).Has(m.played.From()) &&
		!after.Attackers(r.At, us, after.Occupied()).Has(m.played.To()):
		return Unguards
	case before.InCheck() && m.attackedBefore(r.At):
		return Ignores
	}
	return Exposes
}

// attackedBefore reports whether the reply could already have captured the piece on s before the move,
// which changed neither its attackers nor its defenders. In check, [explain.InDanger] does not tell.
func (m *mistake) attackedBefore(s game.Square) bool {
	before, after := *m.before.Position(), m.after.Position()
	us := before.Turn()
	guards := before.Attackers(s, us, before.Occupied()).Minus(after.Attackers(s, us,
		after.Occupied())).Minus(game.BB(m.played.From()))
	attackers := after.Attackers(s, us.Other(),
		after.Occupied()).Minus(before.Attackers(s, us.Other(), before.Occupied()))
	before.DoNull() // only the capture counts, not one of the king
	return guards.Empty() && attackers.Empty() && before.IsLegal(m.next.Line[0])
}

// missedGain finds what the better move would have won.
func (m *mistake) missedGain(costs int) (Fault, bool) {
	for _, r := range m.better {
		if r.At == m.played.To() && r.Kind != explain.Fork && r.Kind != explain.CheckFork {
			continue // the piece was captured
		}
		switch r.Kind {
		case explain.Wins, explain.WinsFor:
			if targetValue(r) <= costs+tactics.Slack || !explain.Falls(m.after.Position(), m.next.Line, r.At) {
				return Fault{Kind: MissesWin, N: max(r.N, 1), Piece: r.Piece, At: r.At}, true
			}
		case explain.TakesBack:
			if m.betterGain >= targetValue(r)-tactics.Slack && !explain.Falls(m.after.Position(), m.next.Line, r.At) {
				return Fault{Kind: Forgoes, Piece: r.Piece, At: r.At}, true
			}
		case explain.Fork, explain.CheckFork:
			return m.missesFork()
		}
	}
	if m.betterGain >= tactics.HorseForPawn && costs >= tactics.Slack && m.profits(m.here, m.before) {
		return Fault{Kind: MissesGain}, true
	}
	return Fault{}, false
}

func (m *mistake) missesFork() (Fault, bool) {
	for _, r := range m.better {
		if r.Kind == explain.Fork || r.Kind == explain.CheckFork {
			return Fault{Kind: MissesFork, Piece: r.Piece, At: r.At, Other: r.Other, OtherAt: r.OtherAt}, true
		}
	}
	return Fault{}, false
}

func (m *mistake) missesMating() (Fault, bool) {
	for _, r := range m.better {
		if r.Kind == explain.ThreatensMate && !threatens(m.before, m.played, r.N) {
			return Fault{Kind: MissesMating, N: r.N}, true
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
