package tune

import (
	"context"
	"math"
	"math/rand/v2"

	"yeye/ai"
)

// Scale is the Score at which a side wins about three games of four by the
// logistic curve that turns values into expectations.
const Scale = 280.0

func expect(v float64) float64 { return 1 / (1 + math.Exp(-v/Scale)) }

// Fit says how weights are fitted.
type Fit struct {
	Seed   uint64
	Epochs int     // passes over all samples
	Rate   float64 // first step of the descent, in Score
	// Tether pulls weights back to where they began: weights about which the games
	// say little should not drift.
	Tether float64
}

// Data holds samples prepared for the descent: the terms that count in each.
type Data struct {
	// Weights are those that the samples' games were played with, nil for the
	// built-in ones: they decide which side is the stronger one.
	Weights *ai.Weights
	// Trust is the weight of a game's result against the search's scores, 0 to 1.
	Trust float64

	trace  ai.Trace
	begin  []int
	terms  []uint16
	counts []int8
	full   []float32 // share of the weights of the full board
	scale  []float32
	target []float32
}

// Len returns the number of samples.
func (d *Data) Len() int { return len(d.target) }

// Add adds a sample.
func (d *Data) Add(s Sample) {
	trace := &d.trace
	trace.TraceOf(&s.Position, d.Weights)
	d.begin = append(d.begin, len(d.terms))
	trace.Each(func(term, n int) {
		d.terms = append(d.terms, uint16(term))
		d.counts = append(d.counts, int8(max(-127, min(127, n))))
	})
	d.full = append(d.full, float32(trace.Phase)/ai.FullBoard)
	d.scale = append(d.scale, float32(trace.Scale))
	d.target = append(d.target, float32(d.Trust*s.Result+(1-d.Trust)*expect(float64(s.Score))))
}

func (d *Data) span(i int) (from, to int) {
	if i+1 < len(d.begin) {
		return d.begin[i], d.begin[i+1]
	}
	return d.begin[i], len(d.terms)
}

func (d *Data) value(i int, w [][2]float64) float64 {
	from, to := d.span(i)
	var full, bare float64
	for j := from; j < to; j++ {
		n, t := float64(d.counts[j]), &w[d.terms[j]]
		full += n * t[0]
		bare += n * t[1]
	}
	share := float64(d.full[i])
	return (full*share + bare*(1-share)) * float64(d.scale[i])
}

// Loss returns the mean squared error of the expectation by these weights over the
// samples i for which keep(i).
func (d *Data) Loss(w [][2]float64, keep func(i int) bool) float64 {
	var sum float64
	n := 0
	for i := range d.target {
		if keep(i) {
			e := expect(d.value(i, w)) - float64(d.target[i])
			sum += e * e
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// heldBack reports whether a sample is not fitted to but used to check that the fit
// generalises: whole stretches of games, since neighbours are alike.
func heldBack(i int) bool { return i/1000%10 == 9 }

const batch = 4096

// Descend fits weights to d, beginning with w, by gradient descent with momentum
// and a step size for each weight (Adam, Kingma and Ba 2015). progress gets the
// losses after each epoch, of the samples fitted to and of those held back. The
// error is the context's.
func (f Fit) Descend(ctx context.Context, d *Data, w [][2]float64, progress func(epoch int, fitted, held float64)) ([][2]float64, error) {
	start := w
	w = make([][2]float64, len(start))
	copy(w, start)
	var order []int
	for i := range d.target {
		if !heldBack(i) {
			order = append(order, i)
		}
	}
	random := rand.New(rand.NewPCG(f.Seed, 1))
	grad, first, second := make([][2]float64, len(w)), make([][2]float64, len(w)), make([][2]float64, len(w))
	const decay1, decay2 = 0.9, 0.999
	step := 0
	for epoch := 1; epoch <= f.Epochs; epoch++ {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := f.Rate * (1 - 0.95*float64(epoch-1)/float64(max(f.Epochs-1, 1)))
		for at := 0; at < len(order); at += batch {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			part := order[at:min(at+batch, len(order))]
			clear(grad)
			for _, i := range part {
				d.gradient(i, w, grad)
			}
			step++
			c1, c2 := 1-math.Pow(decay1, float64(step)), 1-math.Pow(decay2, float64(step))
			for k := range w {
				for h := range 2 {
					g := grad[k][h]/float64(len(part)) + f.Tether*(w[k][h]-start[k][h])
					first[k][h] = decay1*first[k][h] + (1-decay1)*g
					second[k][h] = decay2*second[k][h] + (1-decay2)*g*g
					w[k][h] -= rate * (first[k][h] / c1) / (math.Sqrt(second[k][h]/c2) + 1e-9)
				}
			}
		}
		if progress != nil {
			progress(epoch, d.Loss(w, func(i int) bool { return !heldBack(i) && i%7 == 0 }), d.Loss(w, heldBack))
		}
	}
	return w, nil
}

func (d *Data) gradient(i int, w, grad [][2]float64) {
	e := expect(d.value(i, w))
	g := 2 * (e - float64(d.target[i])) * e * (1 - e) / Scale * float64(d.scale[i])
	share := float64(d.full[i])
	from, to := d.span(i)
	for j := from; j < to; j++ {
		n, t := float64(d.counts[j])*g, &grad[d.terms[j]]
		t[0] += n * share
		t[1] += n * (1 - share)
	}
}
