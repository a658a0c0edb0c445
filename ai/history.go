package ai

import "yeye/game"

// A move that refutes one node often refutes nodes nearby. The histories count how often a move caused a cutoff, with
// more or less context. They order the quiet moves, and so decide how much of the tree is never searched.

const historyLimit = 16384

// updateHistory moves a history entry towards ±historyLimit, more slowly the nearer it is (gravity).
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

const pieceTo = 16 * game.Squares // entries of a table indexed by piece and target square

func pieceToIndex(piece game.Piece, to game.Square) int { return int(piece&15)*game.Squares + int(to) }

// butterfly is the history of moves by origin and target.
type butterfly [1 << moveBits]int16

// of returns a pointer to the entry of a move.
func (b *butterfly) of(m game.Move) *int16 { return &b[m&moveMask] }

// continuation is the history of piece×target after one particular piece×target.
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

// clearCorrections clears the correction histories, which are specific to an evaluation.
func (h *histories) clearCorrections() {
	clear(h.correction[:])
	clear(h.continuationCorrection[:])
}

// The evaluation makes similar errors in similar structures. The errors that the search found in positions with these
// pawns (or defenders, or attackers) correct the static evaluation of other such positions. So do the errors found
// after the same two moves.
const (
	correctPawns = iota
	correctDefenders
	correctFighters
	structureKinds
	correctContinuation = structureKinds
	correctKinds        = structureKinds + 1
)

// structureOf is the kind of structure that a piece belongs to, by role.
var structureOf = [8]uint8{
	game.Pawn: correctPawns,
	game.King: correctDefenders, game.Advisor: correctDefenders, game.Elephant: correctDefenders,
	game.Horse: correctFighters, game.Rook: correctFighters, game.Cannon: correctFighters,
}

// structures holds a Zobrist key for each kind of structure, over the pieces of that kind.
type structures [structureKinds]uint64

// structureKeys holds the Zobrist numbers, by piece and square.
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

// toggle adds a piece on a square to its key, or removes it.
func (k *structures) toggle(piece game.Piece, s game.Square) {
	k[structureOf[piece.Role()]] ^= structureKeys[pieceToIndex(piece, s)]
}

// moved returns the keys after piece moves and captures taken on its target.
func (k *structures) moved(piece, taken game.Piece, m game.Move) structures {
	keys := *k
	row := structureKeys[pieceToIndex(piece, 0):][:game.Squares]
	keys[structureOf[piece.Role()]] ^= row[m.From()] ^ row[m.To()]
	if taken != game.NoPiece {
		keys.toggle(taken, m.To())
	}
	return keys
}

// correctionSlots returns pointers to the correction entries of the current position, whose frame is f.
func (w *worker) correctionSlots(f *frame) (slots [correctKinds]*int16) {
	h := &w.hist.correction[w.pos.Turn()&1]
	for k := range structureKinds {
		slots[k] = &h[k][f.structures[k]%correctionEntries]
	}
	slots[correctContinuation] = &w.hist.continuationCorrection[w.ancestor(2).index][w.ancestor(1).index]
	return
}

// corrected returns the static evaluation plus the corrections.
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
	correctionGrain   = 128     // units of a correction history per point of Score
	correctionEntries = 1 << 14 // per side and kind of structure
)

func (w *worker) updateCorrections(slots *[correctKinds]*int16, diff Score, depth int) {
	bonus := max(-historyLimit/4, min(historyLimit/4, int(diff)*depth*correctionGrain/64))
	for _, s := range slots {
		updateHistory(s, bonus)
	}
}
