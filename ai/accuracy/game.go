package accuracy

import (
	"math"

	"yeye/game"
)

// OfMove returns the accuracy, 0 to 100, of a move that changed the winning chance from before to
// after, both in percent for the side that moved.
func OfMove(before, after float64) float64 {
	if after >= before {
		return 100
	}
	const scale, decay, offset, bonus = 103.1668, 0.043544, 3.1669, 1
	return max(0, min(100, scale*math.Exp(-decay*(before-after))-offset+bonus))
}

// A move's weight is the volatility around it: the standard deviation of the winning chances in a window of a tenth of
// the game, clamped to these bounds.
const (
	minWindow, maxWindow         = 2, 8    // plies
	minVolatility, maxVolatility = 0.5, 12 // points
)

// OfGame returns the accuracy of both sides, by color. red holds Red's winning chances in percent
// before the first move and after each; NaN means unknown. first made the first move; counts says which
// moves count. Moves next to an unknown chance never count. A side without moves that count gets NaN.
func OfGame(red []float64, first game.Color, counts []bool) (sides [2]float64) {
	weights := weights(red)
	var sum, total, inverse, count [2]float64
	for i := range weights {
		if !counts[i] {
			continue
		}
		by := first
		if i%2 == 1 {
			by = first.Other()
		}
		before, after := red[i], red[i+1]
		if math.IsNaN(before) || math.IsNaN(after) {
			continue
		}
		if by == game.Black {
			before, after = 100-before, 100-after
		}
		a := OfMove(before, after)
		sum[by] += weights[i] * a
		total[by] += weights[i]
		inverse[by] += 1 / max(a, 1)
		count[by]++
	}
	for c := range sides {
		// The harmonic mean punishes single blunders.
		sides[c] = (sum[c]/total[c] + count[c]/inverse[c]) / 2
	}
	return sides
}

// weights returns one weight per move. The first moves get the weight of the first full window.
func weights(red []float64) []float64 {
	n := len(red) - 1
	if n < 1 {
		return nil
	}
	window := min(max(minWindow, min(n/10, maxWindow)), len(red))
	all := make([]float64, n)
	for i := range all {
		from := max(0, min(i-(window-2), len(red)-window))
		all[i] = max(minVolatility, min(standardDeviation(red[from:from+window]), maxVolatility))
	}
	return all
}

func standardDeviation(x []float64) float64 {
	var sum, squares, known float64
	for _, v := range x {
		if !math.IsNaN(v) {
			sum += v
			known++
		}
	}
	mean := sum / known
	for _, v := range x {
		if !math.IsNaN(v) {
			squares += (v - mean) * (v - mean)
		}
	}
	return math.Sqrt(squares / known)
}
