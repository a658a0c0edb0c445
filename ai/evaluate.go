package ai

import (
	"yeye/ai/net"
	"yeye/game"
)

// evaluator evaluates positions. Each worker has one; it allocates nothing.
type evaluator struct {
	net   *net.Net // nil for the classic evaluation
	noise uint64
	seed  uint64
}

func (e *evaluator) configure(o *Options) {
	e.net = nil
	if o.Evaluation == Net {
		if e.net = o.Network; e.net == nil {
			e.net = net.BuiltIn()
		}
	}
	e.noise, e.seed = uint64(max(o.Noise, 0)), o.Seed
}

// evaluate returns the static evaluation of the current position for the side to move.
func (w *worker) evaluate(f *frame) Score {
	e, p := &w.eval, &w.pos
	var v int
	switch {
	case e.net != nil:
		v = scaleByQuiet(scaleByWinnable(w.stack.Value(w.ply, p), p), p)
	case p.Turn() == game.Red:
		v = int(f.classic)
	default:
		v = -int(f.classic)
	}
	if n := e.noise; n > 0 {
		h := (p.Key() ^ e.seed) * 0x9e3779b97f4a7c15
		v += int((h>>32)*n>>32) * classicScale / 100
	}
	return Score(max(-int(RuleBound)+1, min(int(RuleBound)-1, v)))
}

// QuietScale is the number of plies without a capture at which the evaluation would become zero. At least a quarter of
// it remains, for games with other move limits.
const QuietScale = 240

// scaleByQuiet scales v down by the number of plies since the last capture: positions without captures for long tend to
// stay so.
func scaleByQuiet(v int, p *game.Position) int {
	return v * max(QuietScale/4, QuietScale-p.HalfMoves()) / QuietScale
}
