package judge

import (
	"context"
	"fmt"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/ai/explain"
	"yeye/ai/report"
	"yeye/ai/tactics"
	"yeye/game"
)

// Oracle is another engine. Line returns its best line in g, with the score for the side to move in
// our engine's units. g is only read.
type Oracle interface {
	Line(ctx context.Context, g *game.Game) (ai.Info, error)
}

// Points of winning chance.
const (
	minTurnLoss  = 10.0 // least loss of a turning point by the other engine
	minWonChance = 90.0 // least chance of a side that the report calls winning by the rules
	maxGap       = 5.0  // how much worse than the other engine's best an accepted move may be
)

// Finding is the verdict on a claim.
type Finding struct {
	// "turn", "dearest", "verdict", the name of a fault, "why-" and the name of a reason, or "mistake-" and the name of
	// a fault
	Kind  string `json:"kind"`
	Holds bool   `json:"holds"`
	// Own is set if the claim holds on the line that the other engine chooses, not only after the move that the report
	// names and the engine accepts.
	Own    bool   `json:"own"`
	FEN    string `json:"fen"`
	Played string `json:"played"`
	Note   string `json:"note"`
}

// SentenceCheck compares the sentence about a move with what the other engine shows.
type SentenceCheck struct {
	Shown bool // the engine's line mates or wins a piece
	Says  bool // the sentence says so
	Close bool // the sentence mentions at least mate or material
}

// view is a position with the other engine's line.
type view struct {
	g    *game.Game
	info ai.Info
}

func (v *view) chance() float64 { return accuracy.Chance(v.info.Score) }

// examination is the check of one move of a report.
type examination struct {
	Oracle
	t             *report.TurningPoint
	before, after view
	captured      int // value of what the move captured
	found         []Finding
}

// JudgeTurningPoint judges the turning point t, which was played in before: its cost, the fault and each reason.
func JudgeTurningPoint(
	ctx context.Context,
	o Oracle,
	before *game.Game,
	t *report.TurningPoint,
) ([]Finding, SentenceCheck, error) {
	a, err := newExamination(ctx, o, before, t)
	if err != nil {
		return nil, SentenceCheck{}, err
	}
	kind := "turn"
	if t.Costliest {
		kind = "dearest"
	}
	a.judgeLoss(kind)
	if err := a.judgeFault(ctx); err != nil {
		return nil, SentenceCheck{}, err
	}
	for _, r := range t.Why {
		held, err := a.judgeReason(ctx, r)
		if err != nil {
			return nil, SentenceCheck{}, err
		}
		a.add("why-"+r.Kind.String(), held, fmt.Sprintf("%v %s; line %v", t.Line[0], describe(r), t.Line))
	}
	return a.found, a.compareSentence(), nil
}

// JudgeMistake judges t's move, which is not a turning point and was played in before: its cost, if it is called a
// mistake or a blunder, and the fault, which is nil if none is known.
func JudgeMistake(ctx context.Context, o Oracle, before *game.Game, t *report.TurningPoint, fault *report.Fault) (
	[]Finding, error) {
	a, err := newExamination(ctx, o, before, t)
	if err != nil {
		return nil, err
	}
	if t.Verdict >= accuracy.Mistake {
		a.judgeLoss("verdict")
	}
	if fault != nil {
		t.Fault = *fault
		if err := a.judgeFault(ctx); err != nil {
			return nil, err
		}
		f := &a.found[len(a.found)-1]
		f.Kind = "mistake-" + f.Kind
	}
	return a.found, nil
}

// newExamination searches the positions before and after the move of t.
func newExamination(ctx context.Context, o Oracle, before *game.Game, t *report.TurningPoint) (*examination, error) {
	a := &examination{Oracle: o, t: t}
	var err error
	if a.before, err = a.search(ctx, before); err != nil {
		return nil, err
	}
	after := before.Clone()
	if err := after.PlayOn(t.Played); err != nil {
		return nil, err
	}
	if a.after, err = a.search(ctx, after); err != nil {
		return nil, err
	}
	a.captured = tactics.Value(before.Position().At(t.Played.To()), t.Played.To())
	return a, nil
}

func (a *examination) search(ctx context.Context, g *game.Game) (view, error) {
	v := view{g: g}
	if !g.Position().HasLegal() {
		v.info.Score = ai.MateIn(0)
		return v, nil
	}
	var err error
	v.info, err = a.Line(ctx, g)
	return v, err
}

func (a *examination) add(kind string, h verdict, note string) {
	a.found = append(a.found, Finding{Kind: kind, Holds: h.holds, Own: h.ownLine, FEN: a.before.g.Position().FEN(),
		Played: a.t.Played.String(),
		Note: fmt.Sprintf("%s; theirs before %v %v, after %v %v", note, a.before.info.Score, a.before.info.PV,
			a.after.info.Score, a.after.info.PV)})
}

// judgeLoss checks the loss of the move, for a finding of that kind.
func (a *examination) judgeLoss(kind string) {
	loss := a.before.chance() - (100 - a.after.chance())
	same := a.before.info.Move() == a.t.Played
	a.add(kind, onOwnLine(!same && loss >= a.minLoss()), fmt.Sprintf("ours %.0f points, theirs %.0f", a.t.Loss(), loss))
}

// minLoss returns the least loss at which the move is confirmed, in points of winning chance.
func (a *examination) minLoss() float64 {
	if a.t.Costliest {
		return a.t.Loss() / 2
	}
	return minTurnLoss
}

// judgeFault judges the fault of the move played.
func (a *examination) judgeFault(ctx context.Context) (err error) {
	f, h := &a.t.Fault, refuted
	reply := game.NoMove
	if len(a.t.Reply) > 0 {
		reply = a.t.Reply[0]
	}
	better := a.t.Better()
	switch f.Kind {
	case report.AllowsMate, report.AllowsStalemate:
		h, err = a.judgeClaim(ctx, &a.after, reply, mates(f.N))
	case report.MissesMate, report.MissesStalemate:
		h, err = a.judgeClaim(ctx, &a.before, better, mates(f.N))
	case report.AllowsForced:
		h, err = a.judgeClaim(ctx, &a.after, reply, mates(maxMate))
	case report.MissesForced:
		if h, err = a.judgeClaim(ctx, &a.before, better, mates(maxMate)); err == nil && !h.holds {
			h = onOwnLine(report.WinsByRepetitionRule(a.before.g, better))
		}
	case report.AllowsWinByRule:
		h, err = a.judgeFact(ctx, &a.after, a.t.Reply, explain.Reason{Kind: explain.WinsByRule})
	case report.MissesWinByRule:
		h, err = a.judgeFact(ctx, &a.before, a.t.Line, explain.Reason{Kind: explain.WinsByRule})
	case report.BreaksRule:
		loser, lost := a.after.g.Outcome().Loser()
		h = onOwnLine(lost && loser == a.t.By || report.WinsByRepetitionRule(a.after.g, reply))
	case report.Hangs, report.Unguards, report.LeavesHanging, report.Exposes, report.LosesLater:
		h, err = a.judgeClaim(ctx, &a.after, reply, wins(f.At))
	case report.LosesInTrade:
		h, err = a.judgeClaim(ctx, &a.after, reply, winsFor(f.At, f.OtherAt))
	case report.LosesMaterial:
		h, err = a.judgeClaim(ctx, &a.after, reply, winsMaterial)
	case report.Overpays:
		h, err = a.judgeClaim(ctx, &a.after, reply, recaptures(f.At, a.captured))
	case report.AllowsFork:
		h = onOwnLine(explain.Holds(a.after.g, a.t.Reply, fork(f)))
	case report.MissesFork:
		h = onOwnLine(explain.Holds(a.before.g, a.t.Line, fork(f)))
	case report.MissesMateThreat:
		h = onOwnLine(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.ThreatensMate, N: f.N}))
	case report.MissesHollowCannon:
		h = onOwnLine(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.HollowCannon, Piece: f.Piece,
			At: f.At}))
	case report.MissesWin:
		if f.At != a.t.Played.To() { // otherwise it was not missed
			h, err = a.judgeClaim(ctx, &a.before, better, a.missedGain(f.At))
		}
	case report.MissesGain:
		h, err = a.judgeClaim(ctx, &a.before, better, winsMaterial)
	case report.MissesRecapture:
		h = onOwnLine(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.Recaptures, Piece: f.Piece,
			At: f.At}))
	case report.EvenTrade:
		h = onOwnLine(explain.Holds(a.after.g, a.t.Reply, explain.Reason{Kind: explain.Recaptures, Piece: f.Piece,
			At: f.At}))
	case report.MissesIdea:
		h, err = a.judgeFact(ctx, &a.before, a.t.Line, f.Achieves)
	case report.AllowsReply, report.SameReply:
		h, err = a.judgeReply(ctx, f)
	}
	a.add(f.Kind.String(), h, fmt.Sprintf("%s N %d %v on %v, %v on %v, reply %v %s; line %v", f.Kind, f.N, f.Piece,
		f.At, f.Other, f.OtherAt, f.Reply, describe(f.Achieves), a.t.Reply))
	return err
}

func fork(f *report.Fault) explain.Reason {
	r := explain.Reason{Kind: explain.Fork, Piece: f.Piece, At: f.At, Other: f.Other, OtherAt: f.OtherAt}
	if f.Other == game.NoPiece {
		r.Kind = explain.CheckFork
	}
	return r
}

// judgeReply checks the named reply and what it achieves. The reply must be the other engine's best or nearly as good,
// or keep the loss of the move at least at minLoss.
func (a *examination) judgeReply(ctx context.Context, f *report.Fault) (verdict, error) {
	if f.Reply == game.NoMove {
		return onOwnLine(a.after.g.Outcome().Over()), nil
	}
	if a.after.info.Move() == f.Reply {
		return a.judgeFact(ctx, &a.after, a.t.Reply, f.Achieves)
	}
	next, legal, err := a.viewAfter(ctx, &a.after, f.Reply)
	if err != nil || !legal {
		return refuted, err
	}
	if next.chance() < a.after.chance()-maxGap && a.before.chance()-(100-next.chance()) < a.minLoss() {
		return refuted, nil
	}
	if c := claimOf(f.Achieves); c != nil {
		shown, err := a.lineShows(ctx, &next, c)
		return verdict{holds: shown}, err
	}
	does, err := a.judgeFact(ctx, &a.after, a.t.Reply, f.Achieves)
	return verdict{holds: does.holds}, err
}

// judgeReason judges a reason for the better move.
func (a *examination) judgeReason(ctx context.Context, r explain.Reason) (verdict, error) {
	return a.judgeFact(ctx, &a.before, a.t.Line, r)
}

// judgeFact judges a fact about line[0] in v.
func (a *examination) judgeFact(ctx context.Context, v *view, line []game.Move, r explain.Reason) (verdict, error) {
	if c := claimOf(r); c != nil {
		return a.judgeClaim(ctx, v, line[0], c)
	}
	switch r.Kind {
	case explain.DelaysMate:
		n, mate := v.info.Score.Mate()
		return onOwnLine(mate && n <= 0 && -n <= r.N), nil
	case explain.WinsByRule:
		return onOwnLine(explain.Holds(v.g, line, r) && v.chance() >= minWonChance), nil
	}
	return onOwnLine(explain.Holds(v.g, line, r)), nil
}

func describe(r explain.Reason) string {
	return fmt.Sprintf("%v N %d %v on %v, %v on %v", r.Kind, r.N, r.Piece, r.At, r.Other, r.OtherAt)
}

// minPieceLoss is the least loss that counts as a piece, in the units of [tactics.Value]: less than a horse, more than
// an elephant.
const minPieceLoss = 300

// compareSentence compares what the other engine shows after the move with the fault. A fault about a missed chance
// counts if the other engine showed the chance before the move.
func (a *examination) compareSentence() SentenceCheck {
	mated, lost := a.threatens(&a.after, a.captured)
	missedMate, missedPiece := a.threatens(&a.before, 0)
	s := SentenceCheck{Shown: mated || lost}
	switch a.t.Fault.Kind {
	case report.AllowsMate, report.AllowsStalemate, report.AllowsForced, report.AllowsWinByRule:
		s.Says, s.Close = true, true
	case report.Hangs,
		report.Unguards,
		report.LeavesHanging,
		report.Exposes,
		report.LosesLater,
		report.AllowsFork,
		report.LosesMaterial,
		report.LosesInTrade,
		report.Overpays:
		s.Says, s.Close = lost || !mated, true
	case report.AllowsReply:
		switch a.t.Fault.Achieves.Kind {
		case explain.Wins,
			explain.WinsFor,
			explain.WinsMaterial,
			explain.TrapsPiece,
			explain.Recaptures,
			explain.Captures,
			explain.Fork,
			explain.CheckFork:
			s.Says, s.Close = lost || !mated, true
		}
	case report.MissesMate, report.MissesStalemate, report.MissesForced, report.MissesWinByRule:
		s.Says, s.Close = missedMate, true
	case report.MissesWin, report.MissesGain, report.MissesFork:
		s.Says, s.Close = missedPiece || missedMate, true
	}
	s.Says, s.Close = s.Says && s.Shown, s.Close && s.Shown
	return s
}

// threatens reports whether the other engine's line from v mates, or captures a piece within eight
// plies and is a piece ahead at the next quiet point, not counting given.
func (a *examination) threatens(v *view, given int) (mate, piece bool) {
	n, decided := v.info.Score.Mate()
	p := v.g.Position()
	for s := range p.All(p.Turn().Other()).Squares() {
		net, ok := explain.NetAfterCapture(p, v.info.PV, s)
		if piece = ok && tactics.Value(p.At(s), s) >= minPieceLoss && net-given >= minPieceLoss; piece {
			break
		}
	}
	return decided && n > 0, piece
}
