package ai

import "yeye/game"

// What worked in one place of the tree often works next door. The histories
// remember, by ever less context, how often a move refuted another; they order
// the quiet moves, which captures' values cannot order, and so decide how much
// of the tree is never looked at.

const historyLimit = 16384

// learn moves a history towards ±historyLimit, slower the nearer it is.
func learn(h *int16, bonus int) {
	b := max(-historyLimit, min(historyLimit, bonus))
	*h += int16(b - int(*h)*abs(b)/historyLimit)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

const pieceTo = 16 * game.Squares // indices of piece × target

func pieceToIndex(piece game.Piece, to game.Square) int { return int(piece&15)*game.Squares + int(to) }

// continuation is how good each piece×target was after one certain piece×target.
type continuation [pieceTo]int16

type histories struct {
	quiet        [2][1 << 14]int16     // side, move
	capture      [pieceTo][8]int16     // piece×target, victim's role
	continuation [pieceTo]continuation // earlier piece×target
	counter      [pieceTo]game.Move    // reply that refuted piece×target
	correction   [2][3][1 << 14]int16  // side, kind of structure, hash of it
}

func (h *histories) clear() { *h = histories{} }

// forgetErrors forgets how an evaluation erred: another one errs elsewhere.
func (h *histories) forgetErrors() { clear(h.correction[:]) }

// historyBonus is what a refutation at this depth is worth.
func historyBonus(depth int) int { return min(170*depth-90, 1700) }

func historyMalus(depth int) int { return min(300*depth-120, 1500) }

// The evaluation errs alike where the structure is alike: whatever the search
// found out about positions with these pawns (or defenders, or fighting pieces)
// corrects the static value of the next one.
const (
	correctPawns = iota
	correctDefenders
	correctFighters
	correctKinds
)

func mix(a game.Bitboard, h uint64) uint64 {
	h = (h ^ a.Lo) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29 ^ a.Hi) * 0xbf58476d1ce4e5b9
	return h ^ h>>31
}

func (w *worker) correctionSlots() (slots [correctKinds]*int16) {
	p := &w.pos
	var keys [correctKinds]uint64
	for _, c := range [2]game.Color{game.Red, game.Black} {
		keys[correctPawns] = mix(p.Pieces(c, game.Pawn), keys[correctPawns]+1)
		keys[correctDefenders] = mix(p.Pieces(c, game.Advisor).Or(p.Pieces(c, game.Elephant)).Or(p.Pieces(c, game.King)), keys[correctDefenders]+1)
		keys[correctFighters] = mix(p.Pieces(c, game.Rook), mix(p.Pieces(c, game.Horse), mix(p.Pieces(c, game.Cannon), keys[correctFighters]+1)))
	}
	for k := range slots {
		slots[k] = &w.hist.correction[p.Turn()&1][k][keys[k]&(1<<14-1)]
	}
	return
}

// corrected is the static value mended by what was learnt.
func (w *worker) corrected(raw Score, slots *[correctKinds]*int16) Score {
	if w.off.Correction {
		return raw
	}
	sum := 0
	for _, s := range slots {
		sum += int(*s)
	}
	v := raw + Score(sum/(correctKinds*correctionGrain/2))
	return max(-RuleBound+1, min(RuleBound-1, v))
}

const correctionGrain = 128 // units of a correction history in one of Score

func (w *worker) learnCorrection(slots *[correctKinds]*int16, diff Score, depth int) {
	bonus := max(-historyLimit/4, min(historyLimit/4, int(diff)*depth*correctionGrain/64))
	for _, s := range slots {
		learn(s, bonus)
	}
}
