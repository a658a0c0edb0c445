package train

// The inner loops of a fit, in Go. In assembly they sum in another order, so that the
// last bits of a fit differ between machines; a network once fitted does not.

// sumRowsGo is dst = base + the rows that begin at these places.
func sumRowsGo(dst, base, rows []float32, at []int32) {
	copy(dst, base)
	for _, begin := range at {
		row := rows[begin:][:len(dst)]
		for i := range dst {
			dst[i] += row[i]
		}
	}
}

// addRowsGo is rows += g for the rows that begin at these places.
func addRowsGo(rows, g []float32, at []int32) {
	for _, begin := range at {
		row := rows[begin:][:len(g)]
		for i, x := range g {
			row[i] += x
		}
	}
}

// squareDotGo is the sum of the units, clamped to 0 to 1 and squared, times their weights.
func squareDotGo(units, weights []float32) (sum float32) {
	weights = weights[:len(units)]
	for i, x := range units {
		c := min(max(x, 0), 1)
		sum += c * c * weights[i]
	}
	return
}

// squareBackGo is the way back from squareDot with gradient d of its sum: g becomes the
// gradient by the units, that of the weights is added to gw.
func squareBackGo(g, units, weights, gw []float32, d float32) {
	for i, x := range units {
		c := min(max(x, 0), 1)
		gw[i] += d * c * c
		g[i] = 0
		if x < 1 {
			g[i] = 2 * d * weights[i] * c
		}
	}
}
