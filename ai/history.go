package ai

import "yeye/game"

// A move that refutes one node often refutes nodes nearby. The histories count how often a move
// caused a cutoff, with more or less context. They order the quiet moves, and so decide how much of
// the tree is never searched.

const historyLimit = 16384

// updateHistory moves a history entry towards ±historyLimit, more slowly the nearer it is.
func updateHistory(h *int16, bonus int) {
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

// butterfly says how good each move was, by its two points.
type butterfly [1 << moveBits]int16

// of returns the entry of a move.
func (b *butterfly) of(m game.Move) *int16 { return &b[m&moveMask] }

// continuation says how good each piece×target was after one particular piece×target.
type continuation [pieceTo]int16

type histories struct {
	quiet                  [2]butterfly                                // side, move
	capture                [pieceTo][8]int16                           // piece×target, victim's role
	continuation           [pieceTo]continuation                       // previous piece×target
	counter                [pieceTo]game.Move                          // reply that refuted piece×target
	correction             [2][structureKinds][correctionEntries]int16 // side, kind of structure, hash of it
	continuationCorrection [pieceTo]continuation                       // correction after two certain piece×targets
}

func (h *histories) clear() { *h = histories{} }

// clearCorrections clears the correction histories, which belong to one evaluation.
func (h *histories) clearCorrections() {
	clear(h.correction[:])
	clear(h.continuationCorrection[:])
}

// The evaluation makes similar errors in similar structures. The errors that the search found in
// positions with these pawns (or defenders, or attackers) correct the static value of other such
// positions. So do the errors found after the same two moves.
const (
	correctPawns = iota
	correctDefenders
	correctFighters
	structureKinds
	correctContinuation = structureKinds
	correctKinds        = structureKinds + 1
)

// structureOf gives the kind of structure that a piece belongs to, by role.
var structureOf = [8]uint8{
	game.Pawn: correctPawns,
	game.King: correctDefenders, game.Advisor: correctDefenders, game.Elephant: correctDefenders,
	game.Horse: correctFighters, game.Rook: correctFighters, game.Cannon: correctFighters,
}

// structures holds a Zobrist key for each kind of structure, over the pieces of that kind.
type structures [structureKinds]uint64

// structureKeys holds the Zobrist numbers, by piece and point.
var structureKeys = func() (t [pieceTo]uint64) {
	next := game.SplitMix(0)
	for i := range t {
		t[i] = next()
	}
	return
}()

func structuresOf(p *game.Position) (keys structures) {
	for b := p.Occupied(); b.Any(); {
		s := b.PopFirst()
		keys.toggle(p.At(s), s)
	}
	return
}

// toggle adds a piece on a point to its key, or removes it.
func (k *structures) toggle(piece game.Piece, s game.Square) {
	k[structureOf[piece.Role()]] ^= structureKeys[pieceToIndex(piece, s)]
}

// moved returns the keys after piece moves and captures what is on its target.
func (k *structures) moved(piece, taken game.Piece, m game.Move) structures {
	keys := *k
	row := structureKeys[pieceToIndex(piece, 0):][:game.Squares]
	keys[structureOf[piece.Role()]] ^= row[m.From()] ^ row[m.To()]
	if taken != game.NoPiece {
		keys.toggle(taken, m.To())
	}
	return keys
}

// correctionSlots returns the correction entries for the position of f, the current one.
func (w *worker) correctionSlots(f *frame) (slots [correctKinds]*int16) {
	h := &w.hist.correction[w.pos.Turn()&1]
	for k := range structureKinds {
		slots[k] = &h[k][f.structures[k]%correctionEntries]
	}
	slots[correctContinuation] = &w.hist.continuationCorrection[w.ancestor(2).index][w.ancestor(1).index]
	return
}

// corrected returns the static value plus the learned corrections.
func (w *worker) corrected(raw Score, slots *[correctKinds]*int16) Score {
	if w.off.Correction {
		return raw
	}
	sum := 0
	for _, s := range slots {
		sum += int(*s)
	}
	v := raw + Score(sum/(structureKinds*correctionGrain/2))
	return max(-RuleBound+1, min(RuleBound-1, v))
}

const (
	correctionGrain   = 128     // units of a correction history per unit of Score
	correctionEntries = 1 << 14 // of a side and a kind of structure
)

func (w *worker) updateCorrections(slots *[correctKinds]*int16, diff Score, depth int) {
	bonus := max(-historyLimit/4, min(historyLimit/4, int(diff)*depth*correctionGrain/64))
	for _, s := range slots {
		updateHistory(s, bonus)
	}
}
