package ai

import "math"

// Margins is the numbers by which the search gives up moves and positions, looks at
// them less deep, and learns. They are measured in Score where nothing else is said,
// so what suits one evaluation may not suit another. Games against themselves with other
// numbers can better them (lab spsa).
type Margins struct {
	// How far below or above the mark a position may be and still be given up.
	RazorBase, RazorSlope           int // slope by the square of the depth
	ReverseSlope                    int // by depth
	NullBase, NullSlope, NullSpread int // slope by depth; spread is what a ply more of reduction costs
	ProbCut                         int

	// The same of a single move.
	FutilityBase, FutilitySlope               int // by depth left
	CaptureFutilityBase, CaptureFutilitySlope int
	CaptureSEE, QuietSEE                      int // by depth, by the square of depth left
	BadHistory                                int // in units of the histories, by depth
	QuietStand                                int // in quiescence, on top of the piece taken

	// By how much less deep a late move is looked at: hundredths of a ply, and what the
	// product of both logarithms is divided by, in hundredths.
	ReductionBase, ReductionSpread int
	QuietHistory, CaptureHistory   int // units of a history that are worth a ply
	Deeper, Shallower              int // above the best so far, for a ply more or less

	// How much better than all others a move must be, in 64ths by depth, to be looked
	// at deeper, and still more for two plies: less if it is quiet, more on the principal
	// variation.
	Singular, SingularTwice, SingularQuiet, SingularPV int

	// Both sides' static values before and after a reduced move, added: above it the
	// depth falls by a ply.
	Hindsight int

	// What a refutation teaches the histories: by depth, less a constant, at most.
	BonusSlope, BonusLess, BonusMost int
	MalusSlope, MalusLess, MalusMost int
	// How far a node that failed low is below its static value, and below that of the node
	// before, for the move that led to it to be praised more.
	BelowStatic, BelowEarlier int

	Aspiration int // half the window around the last score
}

// handMargins suit the evaluation written by hand. The characters that value by it
// were measured with them, so they stay.
var handMargins = Margins{
	RazorBase: 350, RazorSlope: 260,
	ReverseSlope: 65,
	NullBase:     160, NullSlope: 18, NullSpread: 180,
	ProbCut:      190,
	FutilityBase: 110, FutilitySlope: 75,
	CaptureFutilityBase: 260, CaptureFutilitySlope: 210,
	CaptureSEE: 175, QuietSEE: 24,
	BadHistory:    4200,
	QuietStand:    180,
	ReductionBase: 80, ReductionSpread: 190,
	QuietHistory: 8000, CaptureHistory: 9000,
	Deeper: 60, Shallower: 10,
	Singular: 64, SingularTwice: 25, SingularQuiet: 15, SingularPV: 120,
	Hindsight:  100,
	BonusSlope: 170, BonusLess: 90, BonusMost: 1700,
	MalusSlope: 300, MalusLess: 120, MalusMost: 1500,
	BelowStatic: 80, BelowEarlier: 60,
	Aspiration: 14,
}

// netMargins are for the network. So far they are the same: in matches of 240 to 400 games
// tighter ones gained at 5000 nodes, and at 20 000 and more nothing that could be told
// from chance.
var netMargins = handMargins

// MarginsFor is what the engine searches by where its options name no others.
func MarginsFor(e Evaluation) Margins {
	if e == Net {
		return netMargins
	}
	return handMargins
}

// reductions[depth][number of the move]: how many plies less a late quiet move
// is looked at. The ordering is right so often that the tenth move rarely is
// the best, and the twentieth hardly ever; both logarithms grow slowly, since an
// error deep in the tree costs the whole branch.
func (m *Margins) reductions() *[64][64]int8 {
	t := new([64][64]int8)
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int8(float64(m.ReductionBase)/100 + math.Log(float64(d))*math.Log(float64(n))/(float64(m.ReductionSpread)/100))
		}
	}
	return t
}

// reductionsFor is those of the margins that suit each evaluation.
var reductionsFor = [...]*[64][64]int8{Net: netMargins.reductions(), Handmade: handMargins.reductions(), Classic: handMargins.reductions()}

// bonus is what a refutation at this depth is worth.
func (m *Margins) bonus(depth int) int { return min(m.BonusSlope*depth-m.BonusLess, m.BonusMost) }

func (m *Margins) malus(depth int) int { return min(m.MalusSlope*depth-m.MalusLess, m.MalusMost) }

// twice is by how much all moves but the node's best known must fall short of the mark
// for it to be looked at two plies deeper.
func (m *Margins) twice(n *node) Score {
	v := m.SingularTwice
	if !n.tableCapture {
		v -= m.SingularQuiet
	}
	if n.pv {
		v += m.SingularPV
	}
	return Score(v)
}
