package train

import "math"

// gradient holds one goroutine's buffers for summing the gradient over its part of a batch.
type gradient struct {
	m        *model
	grads    []float32
	sums     [2][]float32 // accumulators
	backward [2][]float32 // their gradients
	e        example
	loss     float64
}

func newGradient(m *model) *gradient {
	g := &gradient{m: m, grads: make([]float32, len(m.params))}
	for i := range g.sums {
		g.sums[i], g.backward[i] = make([]float32, m.hidden), make([]float32, m.hidden)
	}
	return g
}

// forward returns the model's expected result of the example.
func (g *gradient) forward() float32 {
	m, e := g.m, &g.e
	h := m.hidden
	bias, out, outBias := m.offsets()
	v := m.params[outBias+e.bucket]
	for i := range g.sums {
		sumRows(g.sums[i], m.params[bias:out], m.params, e.rows[i][:e.n])
		v += squareDot(g.sums[i], m.params[out+(2*e.bucket+i)*h:][:h])
	}
	return float32(1 / (1 + math.Exp(-float64(v))))
}

// accumulate adds the example's gradient of the squared error.
func (g *gradient) accumulate() {
	m, e := g.m, &g.e
	h := m.hidden
	bias, out, outBias := m.offsets()
	p := g.forward()
	miss := p - e.target
	g.loss += float64(miss) * float64(miss)
	d := 2 * miss * p * (1 - p)
	g.grads[outBias+e.bucket] += d
	for i := range g.sums {
		row := out + (2*e.bucket+i)*h
		squareBack(g.backward[i], g.sums[i], m.params[row:][:h], g.grads[row:][:h], d)
		addRows(g.grads, g.backward[i], e.rows[i][:e.n])
		addRows(g.grads[bias:out], g.backward[i], oneRow)
	}
}

var oneRow = []int32{0}
