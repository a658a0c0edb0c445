package ai

import "math"

// Margins holds the numbers by which the search prunes moves and positions, reduces depth,
// and learns. They are in Score unless stated otherwise, so margins that suit one
// evaluation may not suit another.
type Margins struct {
	// Distance from the bound at which a position is pruned.
	RazorBase, RazorSlope           int // slope by the square of the depth
	ReverseSlope                    int // by depth
	NullBase, NullSlope, NullSpread int // slope by depth; spread is the margin per additional ply of reduction
	ProbCut                         int

	// The same for a single move.
	FutilityBase, FutilitySlope               int // by depth left
	CaptureFutilityBase, CaptureFutilitySlope int
	CaptureSEE, QuietSEE                      int // by depth, by the square of depth left
	BadHistory                                int // in units of the histories, by depth
	DeltaMargin                               int // in quiescence, added to the value of the captured piece

	// How much less deep a late move is searched: hundredths of a ply, and the divisor of
	// the product of both logarithms, in hundredths.
	ReductionBase, ReductionSpread int
	QuietHistory, CaptureHistory   int // units of a history that change the depth by a ply
	Deeper, Shallower              int // above the best so far, for a ply more or less

	// How much better than all others a move must be, in 64ths by depth, to be searched
	// deeper, and how much more for two plies: less if it is quiet, more on the principal
	// variation.
	Singular, SingularDouble, SingularQuiet, SingularPV int

	// The depth falls by a ply where the static values before and after a reduced move, each
	// for its side to move, add up to more than this.
	Hindsight int

	// What a refutation adds to the histories: slope × depth − offset, at most max.
	BonusSlope, BonusOffset, BonusMax int
	MalusSlope, MalusOffset, MalusMax int
	// A node that fails low this far below its static value, or below that of the previous
	// node, rewards the move that led to it more.
	BelowStatic, BelowEarlier int

	// Half the window around the last score; the divisor of that score for what it adds to the
	// half, and the most that it adds; and the width from which the window is given up.
	Aspiration, AspirationDivisor, AspirationMax, AspirationEnd int

	// Depths up to or from which a node is pruned, reduced or extended, in plies.
	RazorDepth, ReverseDepth, NullDepth, VerifyDepth int // up to, up to, from, from
	ProbCutDepth, IIRDepth, SingularDepth            int // from; IIR is internal iterative reduction
	AspirationDepth                                  int // from
	RaisedFrom, RaisedTo                             int // reduced after a move that raised alpha

	// The same for a single move, up to, in plies left where that is known.
	CaptureFutilityDepth, CaptureSEEDepth, BadHistoryDepth, FutilityDepth, QuietSEEDepth int

	// How much less deep the test of a null move and of ProbCut is: plies, the depth for
	// another one, and the most for NullSpread.
	NullReduction, NullDivisor, NullSpreadMax int
	ProbCutReduction                          int

	MoveCount                                    int // quiet moves at depth 0, if the position improves
	CaptureFutilityHistory, QuietFutilityHistory int // units of a history for a point, for a ply left

	SingularDoubles                int // how often a line is extended by two plies
	HindsightDeeper, HindsightLess int // reduction of the move before, in plies
	Cutoffs                        int // replies that cause one, above which a move is reduced more

	// In quiescence: moves tried that are no captures in check, and captures that are no
	// checks otherwise; and what a capture may lose.
	QSearchEvasions, QSearchCaptures, QSearchLoss int

	// Number in the order up to which a refuted move is penalized, and above which one that
	// succeeded is rewarded more.
	EarlyMove, LateMove int
}

// handMargins suit the hand-made evaluation. The characters that use it were measured with
// them, so they must not change.
var handMargins = Margins{
	RazorBase: 350, RazorSlope: 260,
	ReverseSlope: 65,
	NullBase:     160, NullSlope: 18, NullSpread: 180,
	ProbCut:      190,
	FutilityBase: 110, FutilitySlope: 75,
	CaptureFutilityBase: 260, CaptureFutilitySlope: 210,
	CaptureSEE: 175, QuietSEE: 24,
	BadHistory:    4200,
	DeltaMargin:   180,
	ReductionBase: 80, ReductionSpread: 190,
	QuietHistory: 8000, CaptureHistory: 9000,
	Deeper: 60, Shallower: 10,
	Singular: 64, SingularDouble: 25, SingularQuiet: 15, SingularPV: 120,
	Hindsight:  100,
	BonusSlope: 170, BonusOffset: 90, BonusMax: 1700,
	MalusSlope: 300, MalusOffset: 120, MalusMax: 1500,
	BelowStatic: 80, BelowEarlier: 60,
	Aspiration: 14, AspirationDivisor: 60, AspirationMax: 30, AspirationEnd: 500,

	RazorDepth: 4, ReverseDepth: 8, NullDepth: 2, VerifyDepth: 12,
	ProbCutDepth: 5, IIRDepth: 5, SingularDepth: 6,
	AspirationDepth: 4,
	RaisedFrom:      3, RaisedTo: 12,
	CaptureFutilityDepth: 6, CaptureSEEDepth: 8, BadHistoryDepth: 5, FutilityDepth: 9, QuietSEEDepth: 9,
	NullReduction: 4, NullDivisor: 3, NullSpreadMax: 4,
	ProbCutReduction:       4,
	MoveCount:              8,
	CaptureFutilityHistory: 80, QuietFutilityHistory: 6500,
	SingularDoubles: 8,
	HindsightDeeper: 3, HindsightLess: 2,
	Cutoffs:         3,
	QSearchEvasions: 2, QSearchCaptures: 3, QSearchLoss: 40,
	EarlyMove: 3, LateMove: 8,
}

// netMargins are for the network. So far they are the same: in matches of 240 to 400 games
// tighter ones gained at 5000 nodes, and at 20 000 and more nothing that could be
// distinguished from chance.
var netMargins = handMargins

// MarginsFor returns the margins that the engine uses where its options set none.
func MarginsFor(e Evaluation) Margins {
	if e == Net {
		return netMargins
	}
	return handMargins
}

// reductions[depth][number of the move] is how many plies less deep a late quiet move is
// searched. Moves are ordered so well that the tenth rarely is the best, and the twentieth
// hardly ever; both logarithms grow slowly, because an error deep in the tree
// costs the whole branch.
func (m *Margins) reductions() *[64][64]int8 {
	t := new([64][64]int8)
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(float64(m.ReductionBase)/100 + math.Log(float64(d))*math.Log(float64(n))/(float64(m.ReductionSpread)/100))
		}
	}
	return t
}

// reductionsFor holds the reductions of the margins that suit each evaluation.
var reductionsFor = [...]*[64][64]int8{Net: netMargins.reductions(), Handmade: handMargins.reductions(), Classic: handMargins.reductions()}

// bonus returns what a refutation at this depth adds to a history.
func (m *Margins) bonus(depth int) int { return min(m.BonusSlope*depth-m.BonusOffset, m.BonusMax) }

// moveCountLimit returns how many moves are tried at a depth before the remaining quiet
// ones are considered hopeless.
func (m *Margins) moveCountLimit(depth int, improving bool) int {
	if improving {
		return m.MoveCount + depth*depth
	}
	return (m.MoveCount + depth*depth) / 2
}

func (m *Margins) malus(depth int) int { return min(m.MalusSlope*depth-m.MalusOffset, m.MalusMax) }

// doubleMargin returns how far below the mark all moves except the table's must be for that move
// to be searched two plies deeper.
func (m *Margins) doubleMargin(n *node) Score {
	v := m.SingularDouble
	if !n.tableCapture {
		v -= m.SingularQuiet
	}
	if n.pv {
		v += m.SingularPV
	}
	return Score(v)
}
