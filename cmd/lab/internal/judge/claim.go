package judge

import (
	"context"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/game"
)

// claim is something said of the side to move in p that a line of the other engine shows, or not.
type claim func(p *game.Position, line []game.Move, score ai.Score) bool

// claimed returns the claim that a fact makes, nil if it is one to be judged by replay.
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

// maxMate is more moves than any mate takes.
const maxMate = 1000

// mates is a forced mate in n moves or sooner.
func mates(n int) claim {
	return func(_ *game.Position, _ []game.Move, s ai.Score) bool {
		moves, mate := s.Mate()
		return mate && moves > 0 && moves <= n
	}
}

// even is by more than which pieces of like worth do not differ, in the units of [explain.PieceValue].
const even = 61

// wins is the fall of the piece on s within eight plies: it must not be paid for once nothing hangs.
func wins(s game.Square) claim { return winsFor(s) }

// winsFor is the fall of the piece on s for the own pieces on given.
func winsFor(s game.Square, given ...game.Square) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		worth := explain.PieceValue(p.At(s), s)
		for _, own := range given {
			worth -= explain.PieceValue(p.At(own), own)
		}
		net, ok := explain.NetOnceTaken(p, line, append([]game.Square{s}, given...)...)
		return ok && net >= max(explain.LeastGain, worth-explain.Slack)
	}
}

// takesFor is the fall of the piece on s, for which the other side has had less.
func takesFor(s game.Square, had int) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		net, ok := explain.NetOnceTaken(p, line, s)
		return ok && net > had
	}
}

// profits is a gain of more than a pawn, whatever is exchanged, once nothing hangs and from then on.
func profits(p *game.Position, line []game.Move, _ ai.Score) bool { return explain.Profits(p, line) }

// missed is what is said to have been missed, the fall of the piece on s: for another one, if the better move wins it so.
func (a *asked) missed(s game.Square) claim {
	for _, r := range a.t.Why {
		if r.Kind == explain.WinsFor && r.At == s {
			return claimed(r)
		}
	}
	return wins(s)
}

// held is whether a claim holds, and on the line that the other engine chooses.
type held struct{ holds, own bool }

var no = held{}

func own(ok bool) held { return held{ok, ok} }

// on judges a claim about the side to move in v on the other engine's own line, or after the move that the report
// names, if that engine holds it for nearly as good.
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

// through returns what v is if m is played there: the engine's line after it, and what that is worth in v.
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

// earlier returns the score a ply before: a mate is a move further for the side that gives it.
func earlier(s ai.Score) ai.Score {
	if n, mate := s.Mate(); mate && n >= 0 {
		return ai.MateIn(n + 1)
	}
	return s
}

// shows reports whether the engine's line shows a claim. A line too short to judge material by is continued first.
func (a *asked) shows(ctx context.Context, v *view, c claim) (bool, error) {
	p := v.g.Position()
	if c(p, v.info.PV, v.info.Score) {
		return true, nil
	}
	line, err := a.longer(ctx, v)
	return err == nil && c(p, line, v.info.Score), err
}

// whole is how long a line should be, in plies, to judge material by it: the eight in which a piece must fall, and some in which
// exchanges come to their end. An engine's table often cuts it short.
const whole = 14

// longer continues the line of v by what the engine plays at its end.
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
