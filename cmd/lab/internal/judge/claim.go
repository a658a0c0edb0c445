package judge

import (
	"context"

	"yeye/ai"
	"yeye/ai/explain"
	"yeye/ai/tactics"
	"yeye/game"
)

// claim is a predicate: whether a line of the other engine proves a statement about the side to move in p.
type claim func(p *game.Position, line []game.Move, score ai.Score) bool

// claimOf returns the claim of a fact, nil if replaying the line decides it.
func claimOf(r explain.Reason) claim {
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
		return winsMaterial
	case explain.TrapsPiece:
		return recaptures(r.At, -evenExchange)
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

// evenExchange is the largest difference in value of an even exchange, in the units of [tactics.Value].
const evenExchange = 61

// wins claims that the piece on s is captured within eight plies without compensation at the next quiet position.
func wins(s game.Square) claim { return winsFor(s) }

// winsFor claims that the piece on s is captured in exchange for the own pieces on given.
func winsFor(s game.Square, given ...game.Square) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		gain := tactics.Value(p.At(s), s)
		for _, own := range given {
			gain -= tactics.Value(p.At(own), own)
		}
		net, ok := explain.NetAfterCapture(p, line, append([]game.Square{s}, given...)...)
		return ok && net >= max(tactics.MinGain, gain-tactics.MaxShortfall)
	}
}

// recaptures claims that the piece on s is captured with a net gain of more than captured.
func recaptures(s game.Square, captured int) claim {
	return func(p *game.Position, line []game.Move, _ ai.Score) bool {
		net, ok := explain.NetAfterCapture(p, line, s)
		return ok && net > captured
	}
}

// winsMaterial claims a lasting gain of more than a pawn, whatever is exchanged.
func winsMaterial(p *game.Position, line []game.Move, _ ai.Score) bool {
	return explain.WinsMoreThanPawn(p, line)
}

// missedGain claims that the piece on s could have been won, in exchange for another if that is the report's reason.
func (a *examination) missedGain(s game.Square) claim {
	for _, r := range a.t.Why {
		if r.Kind == explain.WinsFor && r.At == s {
			return claimOf(r)
		}
	}
	return wins(s)
}

// verdict says whether a claim is confirmed, and whether on the line that the other engine prefers.
type verdict struct{ holds, ownLine bool }

var refuted = verdict{}

func onOwnLine(ok bool) verdict { return verdict{ok, ok} }

// judgeClaim tests a claim about the side to move in v on the other engine's line, else on the line after the named
// move if the other engine scores that nearly as good.
func (a *examination) judgeClaim(ctx context.Context, v *view, named game.Move, c claim) (verdict, error) {
	if shown, err := a.lineShows(ctx, v, c); err != nil || shown {
		return onOwnLine(shown), err
	}
	next, legal, err := a.viewAfter(ctx, v, named)
	if err != nil || !legal || next.chance() < v.chance()-maxGap {
		return refuted, err
	}
	shown, err := a.lineShows(ctx, &next, c)
	return verdict{holds: shown}, err
}

// viewAfter returns the engine's line after m, with m prepended and the score for the side to move in v.
func (a *examination) viewAfter(ctx context.Context, v *view, m game.Move) (next view, legal bool, err error) {
	g := v.g.Clone()
	if !g.Position().IsLegal(m) || g.PlayOn(m) != nil {
		return view{}, false, nil
	}
	there, err := a.search(ctx, g)
	if err != nil {
		return view{}, false, err
	}
	next = view{g: v.g, info: ai.Info{Score: mateOnePlyEarlier(-there.info.Score), PV: append([]game.Move{m},
		there.info.PV...)}}
	return next, true, nil
}

// mateOnePlyEarlier converts a score to the previous ply: a mate gets one move longer for the side that mates.
func mateOnePlyEarlier(s ai.Score) ai.Score {
	if n, mate := s.Mate(); mate && n >= 0 {
		return ai.MateIn(n + 1)
	}
	return s
}

// lineShows reports whether the engine's line proves a claim. It extends a line that is too short to count material.
func (a *examination) lineShows(ctx context.Context, v *view, c claim) (bool, error) {
	p := v.g.Position()
	if c(p, v.info.PV, v.info.Score) {
		return true, nil
	}
	line, err := a.extendedLine(ctx, v)
	return err == nil && c(p, line, v.info.Score), err
}

// minLinePlies is the length of a line on which material is counted: eight plies for the capture, and the rest for
// exchanges. Principal variations are often cut short by the transposition table.
const minLinePlies = 14

// extendedLine extends the line of v by the engine's line from its end.
func (a *examination) extendedLine(ctx context.Context, v *view) (line []game.Move, err error) {
	at, line := v.g.Clone(), v.info.PV
	for played := 0; ; {
		for ; played < len(line); played++ {
			if at.PlayOn(line[played]) != nil {
				return line[:played], nil
			}
		}
		if len(line) >= minLinePlies || !at.Position().HasLegal() {
			return line, nil
		}
		rest, err := a.search(ctx, at)
		if err != nil || len(rest.info.PV) == 0 {
			return line, err
		}
		line = append(line[:played:played], rest.info.PV...)
	}
}
