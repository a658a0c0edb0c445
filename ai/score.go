package ai

import "fmt"

// Score is the value of a position for the side to move, in centipawns: a rook is near 1000. From [MateBound] it counts
// the plies to mate. From [RuleBound] to MateBound it is a win by perpetual check or chase.
type Score int32

const (
	infinite Score = 32500
	// mateScore minus n is a mate (or stalemate, which loses too) in n plies.
	mateScore Score = 32000
	// MateBound is the lowest score that means a forced mate.
	MateBound Score = mateScore - maxPly
	// ruleScore minus n is a win by the repetition rule in n plies. It is below the mates, because it depends on how
	// the position was reached.
	ruleScore Score = 31000
	// RuleBound is the lowest score that means a forced win.
	RuleBound Score = ruleScore - maxPly
	noScore   Score = -32600
)

func mateIn(ply int) Score  { return mateScore - Score(ply) }
func matedIn(ply int) Score { return Score(ply) - mateScore }

// MateIn returns the score of a mate in n moves. For n below 0 it is that of being mated in -n moves, for 0 that of
// being mated now.
func MateIn(n int) Score {
	if n > 0 {
		return mateIn(2*n - 1)
	}
	return matedIn(-2 * n)
}

// Mate returns the number of moves to mate, negative for the side that is mated; ok is false if the score is not a
// mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s >= MateBound:
		return int(mateScore-s+1) / 2, true
	case s <= -MateBound:
		return -int(mateScore+s+1) / 2, true
	}
	return 0, false
}

// String returns the score as UCI writes it: "cp 31" or "mate -2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", int32(s))
}

// decided reports whether the result is forced, by mate or by the rules.
func (s Score) decided() bool { return s >= RuleBound || s <= -RuleBound }

// toTable converts a mate's distance from the root to the distance from the current position.
func (s Score) toTable(ply int) Score {
	switch {
	case s >= MateBound:
		return s + Score(ply)
	case s <= -MateBound:
		return s - Score(ply)
	}
	return s
}

// fromTable is the inverse of toTable.
func (s Score) fromTable(ply int) Score {
	switch {
	case s >= MateBound:
		return s - Score(ply)
	case s <= -MateBound:
		return s + Score(ply)
	}
	return s
}
