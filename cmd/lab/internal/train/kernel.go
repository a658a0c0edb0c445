package train

import "math"

// The inner loops of a fit in Go. The assembly sums in another order, so the last bits of a fit
// differ between machines. The values of a fitted network do not differ.

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
	ofScale   = iota // what the gradients are multiplied by
	ofDecay1         // of the first moment
	ofRest1          // 1 minus that
	ofDecay2         // of the second
	ofRest2          // 1 minus that
	ofEpsilon        // avoids division by zero
	ofStep           // size of the step
	ofLimit          // largest parameter
	constants        // their number
)

// adamGo makes an Adam step: it updates moments and parameters by the gradients.
func adamGo(params, first, second, grads []float32, c *[constants]float32) {
	first, second, grads = first[:len(params)], second[:len(params)], grads[:len(params)]
	for i, p := range params {
		x := grads[i] * c[ofScale]
		a := c[ofDecay1]*first[i] + c[ofRest1]*x
		b := c[ofDecay2]*second[i] + c[ofRest2]*x*x
		first[i], second[i] = a, b
		p -= c[ofStep] * a / (float32(math.Sqrt(float64(b))) + c[ofEpsilon])
		params[i] = min(max(p, -c[ofLimit]), c[ofLimit])
	}
}
