package ai

import (
	"yeye/ai/net"
	"yeye/game"
)

// scaleByWinnable scales v, for the side to move, down if the side that is ahead can hardly win.
func scaleByWinnable(v int, p *game.Position) int {
	strong := p.Turn()
	if v < 0 {
		strong = strong.Other()
	}
	return v * winnable(p, strong) / allWinnable
}

// resetStack prepares the accumulator stack for a line from the current ply.
func (w *worker) resetStack() {
	n := w.eval.net
	if n == nil {
		w.stack = nil
		return
	}
	if w.stack == nil || w.stack.Net() != n {
		w.stack = net.NewStack(n, len(w.frames)-stackOffset)
	}
	w.stack.Reset(w.ply, &w.pos)
}
