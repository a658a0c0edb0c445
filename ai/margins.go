package ai

import "math"

// Margins holds the numbers by which the search prunes, reduces and updates histories. They are in Score unless stated
// otherwise, so margins that suit one evaluation may not suit another.
type Margins struct {
	// Distance from alpha or beta from which a node is pruned.
	RazorBase, RazorSlope           int // slope by the square of the depth
	ReverseSlope                    int // per depth
	NullBase, NullSlope, NullSpread int // slope per depth; spread is the margin for one more ply of reduction
	ProbCut                         int

	// The same for a move.
	FutilityBase, FutilitySlope               int // by depth left
	CaptureFutilityBase, CaptureFutilitySlope int
	CaptureSEE, QuietSEE                      int // per depth, per square of the depth left
	BadHistory                                int // in units of the histories, per depth
	// delta pruning in quiescence, added to the value of the captured piece
	DeltaMargin int

	// Reduction of late moves: a base in hundredths of a ply, and the divisor of the product of both logarithms, in
	// hundredths.
	ReductionBase, ReductionSpread int
	QuietHistory, CaptureHistory   int // units of a history that change the depth by a ply
	Deeper, Shallower              int // above the best score so far, for one ply more or less

	// How much better than all others a move must be for a singular extension, in 64ths of a point per depth, and how
	// much more for a double one: less for a quiet move, more on the principal variation.
	Singular, SingularDouble, SingularQuiet, SingularPV int

	// Hindsight reduces the depth by a ply after a reduced move if the static values before and
	// after it, each for its side to move, add up to more than this.
	Hindsight int

	// History bonus of a refutation: slope × depth − offset, at most max.
	BonusSlope, BonusOffset, BonusMax int
	MalusSlope, MalusOffset, MalusMax int
	// A node that fails low this far below its static evaluation, or below that of the previous node, gives the
	// previous move a larger reward.
	BelowStatic, BelowEarlier int

	// Half the aspiration window; the divisor of the last score for what is added to it, and the most that is added;
	// the width at which the window is opened fully.
	Aspiration, AspirationDivisor, AspirationMax, AspirationEnd int

	// Depths in plies up to or from which a node is pruned, reduced or extended. 0 turns the feature off.
	RazorDepth, ReverseDepth, NullDepth, VerifyDepth int // up to, up to, from, from
	ProbCutDepth, IIRDepth, SingularDepth            int // from; IIR is internal iterative reduction
	AspirationDepth                                  int // from
	// depth range in which a node is reduced after a move raised alpha
	RaisedFrom, RaisedTo int

	// The same for a move: up to, in plies left after reduction where that is known.
	CaptureFutilityDepth, CaptureSEEDepth, BadHistoryDepth, FutilityDepth, QuietSEEDepth int

	// Reduction of null move and ProbCut searches: plies, the depth that adds another ply, the most that NullSpread
	// adds.
	NullReduction, NullDivisor, NullSpreadMax int
	ProbCutReduction                          int

	MoveCount                                    int // quiet moves tried at depth 0, if the position improves
	CaptureFutilityHistory, QuietFutilityHistory int // units of a history per point, per ply left

	SingularDoubles                int // double extensions allowed in a line
	HindsightDeeper, HindsightLess int // reduction of the previous move, in plies
	Cutoffs                        int // cutoffs among a node's replies, above which a move is reduced more

	// In quiescence: quiet moves tried in check; captures without check tried otherwise; the most that a capture may
	// lose.
	QSearchEvasions, QSearchCaptures, QSearchLoss int

	// Move number up to which a refuted move is penalized, and above which a successful one is rewarded more.
	EarlyMove, LateMove int
}

// defaultMargins are for both evaluations. In matches of 240 to 400 games with the network, tighter ones gained at 5000
// nodes, but at 20 000 and more the difference was within chance.
var defaultMargins = Margins{
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

// searched returns m with depths as the search compares them: a feature with depth 0 is never used.
func (m Margins) searched() Margins {
	for _, from := range [...]*int{&m.NullDepth, &m.VerifyDepth, &m.ProbCutDepth, &m.IIRDepth, &m.SingularDepth,
		&m.AspirationDepth} {
		if *from == 0 {
			*from = math.MaxInt
		}
	}
	return m
}

// DefaultMargins returns the margins that the engine uses if its options set none.
func DefaultMargins() Margins { return defaultMargins }

// reductions[depth][move number] is how many plies a late quiet move is reduced. The move ordering is so good that the
// tenth move is rarely the best, and the twentieth hardly ever. Both logarithms grow slowly, because an error deep in
// the tree costs the whole branch.
func (m *Margins) reductions() *[64][64]int8 {
	t := new([64][64]int8)
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(float64(m.ReductionBase)/100 +
				math.Log(float64(d))*math.Log(float64(n))/(float64(m.ReductionSpread)/100))
		}
	}
	return t
}

var defaultReductions = defaultMargins.reductions()

// bonus returns the history bonus of a refutation at this depth.
func (m *Margins) bonus(depth int) int { return min(m.BonusSlope*depth-m.BonusOffset, m.BonusMax) }

// moveCountLimit returns how many moves are tried at a depth before the remaining quiet ones are
// pruned.
func (m *Margins) moveCountLimit(depth int, improving bool) int {
	if improving {
		return m.MoveCount + depth*depth
	}
	return (m.MoveCount + depth*depth) / 2
}

func (m *Margins) malus(depth int) int { return min(m.MalusSlope*depth-m.MalusOffset, m.MalusMax) }

// doubleMargin returns how far below singularBeta all other moves must score for a double extension of the table's
// move.
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
