package train

import "math"

// The inner loops of a fit in Go. The assembly sums in another order, so the last bits of a fit differ between
// machines. Inference does not differ.

// sumRowsGo computes dst = base + the sum of the rows at these offsets.
func sumRowsGo(dst, base, rows []float32, at []int32) {
	copy(dst, base)
	for _, begin := range at {
		row := rows[begin:][:len(dst)]
		for i := range dst {
			dst[i] += row[i]
		}
	}
}

// addRowsGo computes rows += g for the rows at these offsets.
func addRowsGo(rows, g []float32, at []int32) {
	for _, begin := range at {
		row := rows[begin:][:len(g)]
		for i, x := range g {
			row[i] += x
		}
	}
}

// squareDotGo returns the dot product of the units, clamped to 0 to 1 and squared, with the weights.
func squareDotGo(units, weights []float32) (sum float32) {
	weights = weights[:len(units)]
	for i, x := range units {
		c := min(max(x, 0), 1)
		sum += c * c * weights[i]
	}
	return
}

// squareBackGo is the backward pass of squareDot with gradient d of its result: g becomes the
// gradient by the units, and the gradient by the weights is added to gw.
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

// Indices of the constants of an Adam step.
const (
	adamScale         = iota // factor of the gradients
	adamBeta1                // of the first moment
	adamOneMinusBeta1        // 1 minus that
	adamBeta2                // of the second moment
	adamOneMinusBeta2        // 1 minus that
	adamEpsilon              // avoids division by zero
	adamStepSize             // size of the step
	adamLimit                // largest absolute value of a parameter
	adamConstants            // their number
)

// adamGo makes an Adam step: it updates moments and parameters by the gradients.
func adamGo(params, first, second, grads []float32, c *[adamConstants]float32) {
	first, second, grads = first[:len(params)], second[:len(params)], grads[:len(params)]
	for i, p := range params {
		x := grads[i] * c[adamScale]
		a := c[adamBeta1]*first[i] + c[adamOneMinusBeta1]*x
		b := c[adamBeta2]*second[i] + c[adamOneMinusBeta2]*x*x
		first[i], second[i] = a, b
		p -= c[adamStepSize] * a / (float32(math.Sqrt(float64(b))) + c[adamEpsilon])
		params[i] = min(max(p, -c[adamLimit]), c[adamLimit])
	}
}
