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
	turns  = 10.0 // the least cost of a turning point for the other engine
	ruled  = 90.0 // the least chance of a side that, as the report says, wins by the rules
	asGood = 5.0  // how much worse than the other engine's choice a move may be to be accepted
)

// Found is the verdict on a claim.
type Found struct {
	// "turn", "dearest", the name of a fault, "why-" and the name of a reason, or "mistake-" and the name of a fault
	Kind  string `json:"kind"`
	Holds bool   `json:"holds"`
	// Own is set if the claim holds on the line that the other engine chooses, not only after the
	// move that the report names and the engine accepts.
	Own    bool   `json:"own"`
	FEN    string `json:"fen"`
	Played string `json:"played"`
	Note   string `json:"note"`
}

// Said says whether the sentence about a move names what the other engine shows.
type Said struct {
	Shown bool // mate, or a piece lost
	Says  bool // the sentence says that
	Close bool // it mentions at least mate or material
}

// view is a position with the other engine's line.
type view struct {
	g    *game.Game
	info ai.Info
}

func (v *view) chance() float64 { return accuracy.Chance(v.info.Score) }

// asked is a move under examination.
type asked struct {
	Oracle
	t             *report.TurningPoint
	before, after view
	got           int // value of what the move captured
	found         []Found
}

// Turn judges the turning point t, which was played in before: its cost, the fault and each reason.
func Turn(ctx context.Context, o Oracle, before *game.Game, t *report.TurningPoint) ([]Found, Said, error) {
	a, err := ask(ctx, o, before, t)
	if err != nil {
		return nil, Said{}, err
	}
	a.point()
	if err := a.fault(ctx); err != nil {
		return nil, Said{}, err
	}
	for _, r := range t.Why {
		held, err := a.reason(ctx, r)
		if err != nil {
			return nil, Said{}, err
		}
		a.add("why-"+r.Kind.String(), held, fmt.Sprintf("%v %s; line %v", t.Line[0], describe(r), t.Line))
	}
	return a.found, a.said(), nil
}

// Mistake judges only the fault of t's move, which is not a turning point and was played in before.
func Mistake(ctx context.Context, o Oracle, before *game.Game, t *report.TurningPoint) (Found, error) {
	a, err := ask(ctx, o, before, t)
	if err == nil {
		err = a.fault(ctx)
	}
	if err != nil {
		return Found{}, err
	}
	f := a.found[0]
	f.Kind = "mistake-" + f.Kind
	return f, nil
}

// ask queries the positions before and after the move of t.
func ask(ctx context.Context, o Oracle, before *game.Game, t *report.TurningPoint) (*asked, error) {
	a := &asked{Oracle: o, t: t}
	var err error
	if a.before, err = a.look(ctx, before); err != nil {
		return nil, err
	}
	after := before.Clone()
	if err := after.PlayOn(t.Played); err != nil {
		return nil, err
	}
	if a.after, err = a.look(ctx, after); err != nil {
		return nil, err
	}
	a.got = tactics.Value(before.Position().At(t.Played.To()), t.Played.To())
	return a, nil
}

func (a *asked) look(ctx context.Context, g *game.Game) (view, error) {
	v := view{g: g}
	if !g.Position().HasLegal() {
		v.info.Score = ai.MateIn(0)
		return v, nil
	}
	var err error
	v.info, err = a.Line(ctx, g)
	return v, err
}

func (a *asked) add(kind string, h held, note string) {
	a.found = append(a.found, Found{Kind: kind, Holds: h.holds, Own: h.own, FEN: a.before.g.Position().FEN(),
		Played: a.t.Played.String(),
		Note: fmt.Sprintf("%s; theirs before %v %v, after %v %v", note, a.before.info.Score, a.before.info.PV,
			a.after.info.Score, a.after.info.PV)})
}

// point judges whether the move cost what the report says.
func (a *asked) point() {
	loss := a.before.chance() - (100 - a.after.chance())
	same := a.before.info.Move() == a.t.Played
	kind := "turn"
	if a.t.Dearest {
		kind = "dearest"
	}
	a.add(kind, own(!same && loss >= a.dear()), fmt.Sprintf("ours %.0f points, theirs %.0f", a.t.Loss(), loss))
}

// dear returns the least cost of the move for the other engine.
func (a *asked) dear() float64 {
	if a.t.Dearest {
		return a.t.Loss() / 2
	}
	return turns
}

// fault judges the fault of the move played.
func (a *asked) fault(ctx context.Context) (err error) {
	f, h := &a.t.Fault, no
	reply := game.NoMove
	if len(a.t.Reply) > 0 {
		reply = a.t.Reply[0]
	}
	better := a.t.Better()
	switch f.Kind {
	case report.AllowsMate, report.AllowsStalemate:
		h, err = a.on(ctx, &a.after, reply, mates(f.N))
	case report.MissesMate, report.MissesStalemate:
		h, err = a.on(ctx, &a.before, better, mates(f.N))
	case report.AllowsForced:
		h, err = a.on(ctx, &a.after, reply, mates(maxMate))
	case report.MissesForced:
		if h, err = a.on(ctx, &a.before, better, mates(maxMate)); err == nil && !h.holds {
			h = own(report.WinsByRepeating(a.before.g, better))
		}
	case report.AllowsRuling:
		h, err = a.about(ctx, &a.after, a.t.Reply, explain.Reason{Kind: explain.WinsByRule})
	case report.MissesRuling:
		h, err = a.about(ctx, &a.before, a.t.Line, explain.Reason{Kind: explain.WinsByRule})
	case report.BreaksRule:
		loser, lost := a.after.g.Outcome().Loser()
		h = own(lost && loser == a.t.By || report.WinsByRepeating(a.after.g, reply))
	case report.Hangs, report.Unguards, report.Ignores, report.Exposes, report.Falls:
		h, err = a.on(ctx, &a.after, reply, wins(f.At))
	case report.LosesFor:
		h, err = a.on(ctx, &a.after, reply, winsFor(f.At, f.OtherAt))
	case report.Loses:
		h, err = a.on(ctx, &a.after, reply, profits)
	case report.Overpays:
		h, err = a.on(ctx, &a.after, reply, takesFor(f.At, a.got))
	case report.AllowsFork:
		h = own(explain.Holds(a.after.g, a.t.Reply, fork(f)))
	case report.MissesFork:
		h = own(explain.Holds(a.before.g, a.t.Line, fork(f)))
	case report.MissesMating:
		h = own(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.ThreatensMate, N: f.N}))
	case report.MissesBare:
		h = own(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.BareCannon, Piece: f.Piece, At: f.At}))
	case report.MissesWin:
		if f.At != a.t.Played.To() { // otherwise it was not missed
			h, err = a.on(ctx, &a.before, better, a.missed(f.At))
		}
	case report.MissesGain:
		h, err = a.on(ctx, &a.before, better, profits)
	case report.Forgoes:
		h = own(explain.Holds(a.before.g, a.t.Line, explain.Reason{Kind: explain.TakesBack, Piece: f.Piece, At: f.At}))
	case report.Trades:
		h = own(explain.Holds(a.after.g, a.t.Reply, explain.Reason{Kind: explain.TakesBack, Piece: f.Piece, At: f.At}))
	case report.Neglects:
		h, err = a.about(ctx, &a.before, a.t.Line, f.Does)
	case report.Answered, report.Unready:
		h, err = a.answered(ctx, f)
	}
	a.add(f.Kind.String(), h, fmt.Sprintf("%s N %d %v on %v, %v on %v, reply %v %s; line %v", f.Kind, f.N, f.Piece,
		f.At, f.Other, f.OtherAt, f.Reply, describe(f.Does), a.t.Reply))
	return err
}

func fork(f *report.Fault) explain.Reason {
	r := explain.Reason{Kind: explain.Fork, Piece: f.Piece, At: f.At, Other: f.Other, OtherAt: f.OtherAt}
	if f.Other == game.NoPiece {
		r.Kind = explain.CheckFork
	}
	return r
}

// answered judges the reply that is named, and what it is said to do. The reply must be the other
// engine's choice or nearly as good, or leave the move as costly as it must be.
func (a *asked) answered(ctx context.Context, f *report.Fault) (held, error) {
	if f.Reply == game.NoMove {
		return own(a.after.g.Outcome().Over()), nil
	}
	if a.after.info.Move() == f.Reply {
		return a.about(ctx, &a.after, a.t.Reply, f.Does)
	}
	next, legal, err := a.through(ctx, &a.after, f.Reply)
	if err != nil || !legal {
		return no, err
	}
	if next.chance() < a.after.chance()-asGood && a.before.chance()-(100-next.chance()) < a.dear() {
		return no, nil
	}
	if c := claimed(f.Does); c != nil {
		shown, err := a.shows(ctx, &next, c)
		return held{holds: shown}, err
	}
	does, err := a.about(ctx, &a.after, a.t.Reply, f.Does)
	return held{holds: does.holds}, err
}

// reason judges a reason for the better move.
func (a *asked) reason(ctx context.Context, r explain.Reason) (held, error) {
	return a.about(ctx, &a.before, a.t.Line, r)
}

// about judges a fact about line[0] in v.
func (a *asked) about(ctx context.Context, v *view, line []game.Move, r explain.Reason) (held, error) {
	if c := claimed(r); c != nil {
		return a.on(ctx, v, line[0], c)
	}
	switch r.Kind {
	case explain.DelaysMate:
		n, mate := v.info.Score.Mate()
		return own(mate && n <= 0 && -n <= r.N), nil
	case explain.WinsByRule:
		return own(explain.Holds(v.g, line, r) && v.chance() >= ruled), nil
	}
	return own(explain.Holds(v.g, line, r)), nil
}

func describe(r explain.Reason) string {
	return fmt.Sprintf("%v N %d %v on %v, %v on %v", r.Kind, r.N, r.Piece, r.At, r.Other, r.OtherAt)
}

// pieceFrom is the least loss that counts as a piece, in the units of [tactics.Value]: less
// than a horse, more than an elephant.
const pieceFrom = 300

// said compares what the other engine shows after the move with the fault. A fault about a missed
// chance counts if the other engine showed the chance before the move.
func (a *asked) said() Said {
	mated, lost := a.threatens(&a.after, a.got)
	missedMate, missedPiece := a.threatens(&a.before, 0)
	s := Said{Shown: mated || lost}
	switch a.t.Fault.Kind {
	case report.AllowsMate, report.AllowsStalemate, report.AllowsForced, report.AllowsRuling:
		s.Says, s.Close = true, true
	case report.Hangs, report.Unguards, report.Ignores, report.Exposes, report.Falls, report.AllowsFork, report.Loses,
		report.LosesFor, report.Overpays:
		s.Says, s.Close = lost || !mated, true
	case report.Answered:
		switch a.t.Fault.Does.Kind {
		case explain.Wins, explain.WinsFor, explain.WinsMaterial, explain.Traps, explain.TakesBack, explain.Takes,
			explain.Fork, explain.CheckFork:
			s.Says, s.Close = lost || !mated, true
		}
	case report.MissesMate, report.MissesStalemate, report.MissesForced, report.MissesRuling:
		s.Says, s.Close = missedMate, true
	case report.MissesWin, report.MissesGain, report.MissesFork:
		s.Says, s.Close = missedPiece || missedMate, true
	}
	s.Says, s.Close = s.Says && s.Shown, s.Close && s.Shown
	return s
}

// threatens reports whether the other engine's line from v mates, or captures a piece within eight
// plies and is a piece ahead at the next quiet point, not counting given.
func (a *asked) threatens(v *view, given int) (mate, piece bool) {
	n, decided := v.info.Score.Mate()
	p := v.g.Position()
	for theirs := p.All(p.Turn().Other()); theirs.Any() && !piece; {
		s := theirs.PopFirst()
		net, ok := explain.NetOnceTaken(p, v.info.PV, s)
		piece = ok && tactics.Value(p.At(s), s) >= pieceFrom && net-given >= pieceFrom
	}
	return decided && n > 0, piece
}
