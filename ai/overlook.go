package ai

import "yeye/game"

// Weak players do not move at random. They overlook moves that are long, go backwards, or jump. [Options.Blind] makes
// the search do the same: it leaves out some such moves, its own and the opponent's. It never leaves out a capture by a
// piece next to its victim nor, below a Blind of 128, the capture of a rook.

// overlooks reports whether the search overlooks m in the current position. The chance is Blind 256ths for the hardest
// moves, a quarter of that for each point of difficulty. The same seed overlooks the same moves of a position.
func (w *worker) overlooks(m game.Move) bool {
	hard := difficulty(&w.pos, m)
	if hard == 0 || w.blind < 128 && w.pos.At(m.To()).Role() == game.Rook {
		return false
	}
	h := (w.pos.Key() ^ w.blindSeed ^ uint64(m)<<40) * 0x9e3779b97f4a7c15
	return int(h>>56)*4 < w.blind*hard
}

// notOverlooked returns the root moves that are not overlooked. It returns all if none is left, or in check.
func (w *worker) notOverlooked(roots []rootMove) []rootMove {
	if w.blind == 0 || w.frame().checked {
		return roots
	}
	seen := make([]rootMove, 0, len(roots))
	for _, r := range roots {
		if !w.overlooks(r.move) {
			seen = append(seen, r)
		}
	}
	if len(seen) == 0 {
		return roots
	}
	return seen
}

// difficulty returns how hard a move is to see, 0 (easy) to 4.
func difficulty(p *game.Position, m game.Move) (hard int) {
	from, to := m.From(), m.To()
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	far := max(abs(df), abs(dr))
	if far >= 4 {
		hard += 2
	} else if far >= 3 {
		hard++
	}
	if (dr < 0) == (p.Turn() == game.Red) && dr != 0 {
		hard++
	}
	switch p.At(from).Role() {
	case game.Cannon:
		if p.At(to) != game.NoPiece {
			hard++
		}
	case game.Horse:
		hard++
	}
	if p.At(to) != game.NoPiece && far <= 1 {
		return 0
	}
	return min(hard, 4)
}
