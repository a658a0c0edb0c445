package train

import "math"

// slope holds one goroutine's buffers for summing the gradient over its part of a
// batch.
type slope struct {
	m      *model
	grads  []float32
	sums   [2][]float32 // accumulators
	behind [2][]float32 // their gradients
	e      example
	loss   float64
}

func newSlope(m *model) *slope {
	s := &slope{m: m, grads: make([]float32, len(m.params))}
	for i := range s.sums {
		s.sums[i], s.behind[i] = make([]float32, m.hidden), make([]float32, m.hidden)
	}
	return s
}

// forward returns the model's expectation for the example.
func (s *slope) forward() float32 {
	m, e := s.m, &s.e
	h := m.hidden
	bias, out, outBias := m.offsets()
	v := m.params[outBias+e.bucket]
	for i := range s.sums {
		sumRows(s.sums[i], m.params[bias:out], m.params, e.rows[i][:e.n])
		v += squareDot(s.sums[i], m.params[out+(2*e.bucket+i)*h:][:h])
	}
	return float32(1 / (1 + math.Exp(-float64(v))))
}

// learn adds the example's gradient of the squared error.
func (s *slope) learn() {
	m, e := s.m, &s.e
	h := m.hidden
	bias, out, outBias := m.offsets()
	p := s.forward()
	miss := p - e.target
	s.loss += float64(miss) * float64(miss)
	d := 2 * miss * p * (1 - p)
	s.grads[outBias+e.bucket] += d
	for i := range s.sums {
		row := out + (2*e.bucket+i)*h
		squareBack(s.behind[i], s.sums[i], m.params[row:][:h], s.grads[row:][:h], d)
		addRows(s.grads, s.behind[i], e.rows[i][:e.n])
		addRows(s.grads[bias:out], s.behind[i], oneRow)
	}
}

var oneRow = []int32{0}
