package judge

import (
	"context"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// claim is a statement about the side to move in p that a line of the other engine may show to be true.
type claim func(p *game.Position, line []game.Move, score ai.Score) bool

// claimed returns the claim of a fact, nil if replaying the line decides it.
func claimed(r explain.Reason) claim {
	switch r.Kind {
	case explain.Mates, explain.Stalemates:
		return mates(r.N)
	case explain.Forces:
		return mates(maxMate)
	case explain.Wins:
		return wins(r.At)
	case explain.WinsFor:
		return winsFor(r.At, r.OtherAt)
	case explain.WinsMaterial:
		return profits
	case explain.Traps:
		return takesFor(r.At, -even)
	}
	return nil
}

// maxMate is more than the length of any mate.
const maxMate = 1000

// mates claims a forced mate in at most n moves.
func mates(n int) claim {
	return func(_ *game.Position, _ []game.Move, s ai.Score) bool {
		moves, mate := s.Mate()
		return mate && moves > 0 && moves <= n
	}
}

// even is the largest difference in value of an even exchange, in the units of [tactics.Value].
const even = 61

// wins claims that the piece on s is captured within eight plies and not paid for at the next quiet point.
func wins(s game.Square) claim { return winsFor(s) }

// winsFor claims that the piece on s is captured for the own pieces on given.
func winsFor(s game.Square, given ...game.Square) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		worth := tactics.Value(p.At(s), s)
		for _, own := range given {
			worth -= tactics.Value(p.At(own), own)
		}
		net, ok := explain.NetOnceTaken(p, line, append([]game.Square{s}, given...)...)
		return ok && net >= max(tactics.LeastGain, worth-tactics.Slack)
	}
}

// takesFor claims that the piece on s is captured, and the other side has captured less before.
func takesFor(s game.Square, had int) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		net, ok := explain.NetOnceTaken(p, line, s)
		return ok && net > had
	}
}

// profits claims a gain of more than a pawn from some quiet point on, whatever is exchanged.
func profits(p *game.Position, line []game.Move, _ ai.Score) bool { return explain.Profits(p, line) }

// missed claims that the piece on s could have been won: for another piece, if the better move wins it that way.
func (a *asked) missed(s game.Square) claim {
	for _, r := range a.t.Why {
		if r.Kind == explain.WinsFor && r.At == s {
			return claimed(r)
		}
	}
	return wins(s)
}

// held says whether a claim holds, and whether it does on the line that the other engine chooses.
type held struct{ holds, own bool }

var no = held{}

func own(ok bool) held { return held{ok, ok} }

// on judges a claim about the side to move in v on the other engine's line, or else after the move
// that the report names, if the other engine scores that nearly as good.
func (a *asked) on(ctx context.Context, v *view, named game.Move, c claim) (held, error) {
	if shown, err := a.shows(ctx, v, c); err != nil || shown {
		return own(shown), err
	}
	next, legal, err := a.through(ctx, v, named)
	if err != nil || !legal || next.chance() < v.chance()-asGood {
		return no, err
	}
	shown, err := a.shows(ctx, &next, c)
	return held{holds: shown}, err
}

// through returns the view after m: the engine's line and its value, seen from v.
func (a *asked) through(ctx context.Context, v *view, m game.Move) (next view, legal bool, err error) {
	g := v.g.Clone()
	if !g.Position().IsLegal(m) || g.PlayOn(m) != nil {
		return view{}, false, nil
	}
	there, err := a.look(ctx, g)
	if err != nil {
		return view{}, false, err
	}
	next = view{g: v.g, info: ai.Info{Score: earlier(-there.info.Score), PV: append([]game.Move{m}, there.info.PV...)}}
	return next, true, nil
}

// earlier converts a score to the previous ply: a mate is one move further for the side that mates.
func earlier(s ai.Score) ai.Score {
	if n, mate := s.Mate(); mate && n >= 0 {
		return ai.MateIn(n + 1)
	}
	return s
}

// shows reports whether the engine's line shows a claim. A line that is too short to judge material
// is extended first.
func (a *asked) shows(ctx context.Context, v *view, c claim) (bool, error) {
	p := v.g.Position()
	if c(p, v.info.PV, v.info.Score) {
		return true, nil
	}
	line, err := a.longer(ctx, v)
	return err == nil && c(p, line, v.info.Score), err
}

// whole is how many plies a line needs to judge material by it: the eight in which a piece must be
// captured, and some for exchanges to end. An engine's table often cuts lines short.
const whole = 14

// longer extends the line of v by the engine's line from its end.
func (a *asked) longer(ctx context.Context, v *view) (line []game.Move, err error) {
	at, line := v.g.Clone(), v.info.PV
	for played := 0; ; {
		for ; played < len(line); played++ {
			if at.PlayOn(line[played]) != nil {
				return line[:played], nil
			}
		}
		if len(line) >= whole || !at.Position().HasLegal() {
			return line, nil
		}
		rest, err := a.look(ctx, at)
		if err != nil || len(rest.info.PV) == 0 {
			return line, err
		}
		line = append(line[:played:played], rest.info.PV...)
	}
}
