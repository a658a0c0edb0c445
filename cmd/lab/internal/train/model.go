package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"yeye/ai"
	"yeye/ai/net"
	"yeye/game"
)

// model is a network during a fit. Its float32 parameters are in one list, in the order rows, bias,
// output rows, output biases, so that gradients and moments are lists of the same shape.
type model struct {
	hidden int
	params []float32
}

// limit is the largest weight: times [net.QA], the sum of 32 of them fits 16 bits, and so does an
// output weight times [net.QB] times QA.
const limit = 1.98

func newModel(hidden int) *model {
	return &model{hidden, make([]float32, (net.Features+1)*hidden+net.Buckets*(2*hidden+1))}
}

// draw draws small random weights: rows such that twenty of them sum to about one half, and positive biases so that
// every unit can learn.
func (m *model) draw(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0x6d6f64656c))
	bias, out, outBias := m.offsets()
	for i := range m.params {
		switch {
		case i < bias:
			m.params[i] = float32(r.Float64()*2-1) * 0.15
		case i < out:
			m.params[i] = 0.2
		case i < outBias:
			m.params[i] = float32((r.Float64()*2 - 1) / math.Sqrt(float64(m.hidden)))
		}
	}
}

// offsets returns the start index of each part after the rows.
func (m *model) offsets() (bias, out, outBias int) {
	bias = net.Features * m.hidden
	out = bias + m.hidden
	outBias = out + net.Buckets*2*m.hidden
	return
}

// weights returns the quantized model.
func (m *model) weights() *net.Weights {
	bias, out, outBias := m.offsets()
	whole := func(part []float32, scale float64) []int16 {
		w := make([]int16, len(part))
		for i, p := range part {
			w[i] = int16(math.Round(float64(p) * scale))
		}
		return w
	}
	w := &net.Weights{
		Hidden: m.hidden, Rows: whole(m.params[:bias], net.QA),
		Bias: whole(m.params[bias:out], net.QA), Out: whole(m.params[out:outBias], net.QB),
	}
	for b := range w.OutBias {
		w.OutBias[b] = int32(math.Round(float64(m.params[outBias+b]) * net.QA * net.QB))
	}
	return w
}

// adopt copies a quantized network that is as wide or narrower. Additional units keep their random rows and contribute
// nothing at first, so the model starts with the network's values and can still learn.
func (m *model) adopt(w *net.Weights) error {
	if w.Hidden > m.hidden {
		return fmt.Errorf("a network of %d hidden units does not fit into %d", w.Hidden, m.hidden)
	}
	bias, out, outBias := m.offsets()
	part := func(at int, whole []int16, scale float32) {
		for i, x := range whole {
			m.params[at+i] = float32(x) / scale
		}
	}
	for f := range net.Features {
		part(f*m.hidden, w.Rows[f*w.Hidden:][:w.Hidden], net.QA)
	}
	part(bias, w.Bias, net.QA)
	clear(m.params[out:outBias])
	for row := range 2 * net.Buckets {
		part(out+row*m.hidden, w.Out[row*w.Hidden:][:w.Hidden], net.QB)
	}
	for b, x := range w.OutBias {
		m.params[outBias+b] = float32(x) / (net.QA * net.QB)
	}
	return nil
}

// example is a record in the model's form: for the side to move and the other side, the offsets of
// the rows of their features.
type example struct {
	n      int
	rows   [2][32]int32
	bucket int
	target float32
}

// features holds the row index by side, mirrored or not, piece and square.
var features = func() (t [2][2][16][game.Squares]int32) {
	for c := range t {
		for mirrored := range t[c] {
			for p := range game.Piece(16) {
				if p.Role() == game.NoRole {
					continue
				}
				for s := range game.Square(game.Squares) {
					at := s
					if mirrored == 1 {
						at = s.Mirror()
					}
					t[c][mirrored][p][s] = int32(net.Feature(game.Color(c), p, at))
				}
			}
		}
	}
	return
}()

// target returns the expected result that the model should learn for a sample: that of its score before the engine
// scales it by [ai.QuietScale], mixed with the result of its game by resultWeight. Branch positions have no result.
func target(s *Sample, resultWeight float64) float64 {
	score := float64(s.Score) * ai.QuietScale / float64(max(ai.QuietScale-s.HalfmoveClock, ai.QuietScale/4))
	t := 1 / (1 + math.Exp(-score/net.Scale))
	if s.Branch || s.Result == game.Ongoing {
		return t
	}
	worth := 0.5
	if winner, won := s.Result.Winner(); won {
		worth = 0
		if winner == s.Turn {
			worth = 1
		}
	}
	return t + resultWeight*(worth-t)
}

// read converts a record to an example, mirrored or not.
func (m *model) read(e *example, r *Record, resultWeight float64, mirrored int) {
	s := r.Unpack()
	ours, theirs := &features[s.Turn&1][mirrored], &features[s.Turn&1^1][mirrored]
	h := int32(m.hidden)
	e.n = 0
	for at, p := range s.Board {
		if p != game.NoPiece && e.n < 32 {
			e.rows[0][e.n], e.rows[1][e.n] = ours[p&15][at]*h, theirs[p&15][at]*h
			e.n++
		}
	}
	e.bucket = net.Bucket(e.n)
	e.target = float32(target(&s, resultWeight))
}
