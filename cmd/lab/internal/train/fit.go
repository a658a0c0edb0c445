package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"yeye/ai/net"
)

// Fit configures the training of a network: Adam on the squared error in expected points, a cosine learning rate, each
// position randomly mirrored, the weights averaged over the last part of the steps.
type Fit struct {
	Hidden       int     `json:"hidden"`
	Epochs       int     `json:"epochs"`
	Batch        int     `json:"batch"`
	Rate         float64 `json:"rate"`  // initial learning rate
	Last         float64 `json:"last"`  // final learning rate
	ResultWeight float64 `json:"trust"` // weight of results against scores, 0 to 1
	Seed         uint64  `json:"seed"`
	Workers      int     `json:"workers"` // parts of a batch; another number changes the last bits of the result
	// From is the network to start from: the state file of its fit, or its network file, possibly with fewer hidden
	// units; "" starts from random weights.
	From string `json:"from,omitempty"`
}

const (
	averagedShare   = 0.1 // the share of the last steps whose weights are averaged
	beta1           = 0.9
	beta2           = 0.999
	epsilon         = 1e-8
	outputBiasLimit = 100

	saveEvery = 4_000_000 // positions between two saves of the state
)

// Progress is the progress of a fit.
type Progress struct {
	Epoch, Epochs  int
	Done, Of       int     // positions of this epoch
	Loss           float64 // mean squared error of the epoch so far
	ValidationLoss float64 // validation loss; only at the end of an epoch
}

// Run fits a network and saves its state in the file, to resume from: every saveEvery positions, after each epoch and
// when the context ends. It calls progress after each batch and at the end of each epoch.
func (f Fit) Run(ctx context.Context, d *Data, file string, progress func(Progress)) (*net.Weights, error) {
	s, err := f.resumeOrStart(d, file)
	if err != nil {
		return nil, err
	}
	m := &model{f.Hidden, s.Params}
	gradients := make([]*gradient, max(1, f.Workers))
	for i := range gradients {
		gradients[i] = newGradient(m)
	}
	for s.Epoch < f.Epochs {
		if err := f.epoch(ctx, s, m, d, gradients, file, progress); err != nil {
			return nil, err
		}
		s.Epoch, s.Done, s.Sum = s.Epoch+1, 0, 0
		shown := m
		if s.Averaged > 0 {
			shown = &model{f.Hidden, s.Avg}
		}
		held := shown.loss(d.Validation)
		s.Loss = append(s.Loss, held)
		progress(Progress{Epoch: s.Epoch, Epochs: f.Epochs, Done: len(d.Training), Of: len(d.Training),
			ValidationLoss: held})
		if err := s.save(file); err != nil {
			return nil, err
		}
	}
	return (&model{f.Hidden, s.Avg}).weights(), nil
}

// epoch runs the rest of one pass over the positions, in a shuffled order. It saves the state every saveEvery
// positions, and when the context ends.
func (f Fit) epoch(ctx context.Context, s *state, m *model, d *Data, gradients []*gradient, file string,
	progress func(Progress)) error {
	order := f.order(s.Epoch, len(d.Training))
	steps := f.Epochs * ((len(order) + f.Batch - 1) / f.Batch)
	for saved := s.Done; s.Done < len(order); {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, s.save(file))
		}
		if s.Done-saved >= saveEvery {
			saved = s.Done
			if err := s.save(file); err != nil {
				return err
			}
		}
		batch := order[s.Done:min(s.Done+f.Batch, len(order))]
		s.Sum += f.batchGradient(m, d, batch, s.Step, gradients)
		s.adamStep(m, gradients[0].grads, float32(1/float64(len(batch))), f.rate(s.Step, steps))
		if s.Step >= int(float64(steps)*(1-averagedShare)) {
			s.average()
		}
		s.Done += len(batch)
		progress(Progress{Epoch: s.Epoch, Epochs: f.Epochs, Done: s.Done, Of: len(order),
			Loss: s.Sum / float64(s.Done)})
	}
	return nil
}

// order returns the shuffled order of an epoch's positions.
func (f Fit) order(epoch, n int) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(epoch)))
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// batchGradient sums the gradient of a batch into the first of the gradients, each of which computes a part, and
// returns the batch's loss. A pseudo-random bit decides whether a position is mirrored.
func (f Fit) batchGradient(m *model, d *Data, batch []uint32, step int, gradients []*gradient) (loss float64) {
	mirrorBits := rand.New(rand.NewPCG(f.Seed, 1<<32+uint64(step))).Uint64()
	var group sync.WaitGroup
	for k, g := range gradients {
		part := batch[len(batch)*k/len(gradients) : len(batch)*(k+1)/len(gradients)]
		group.Go(func() {
			clear(g.grads)
			g.loss = 0
			for _, i := range part {
				mirrored := int((uint64(i)*0x9e3779b97f4a7c15 ^ mirrorBits) >> 40 & 1)
				m.read(&g.e, &d.Training[i], f.ResultWeight, mirrored)
				g.accumulate()
			}
		})
	}
	group.Wait()
	sum := gradients[0].grads
	for _, g := range gradients[1:] {
		for i, x := range g.grads {
			sum[i] += x
		}
	}
	for _, g := range gradients {
		loss += g.loss
	}
	return
}

// rate returns the learning rate: half a cosine from Rate to Last.
func (f Fit) rate(step, steps int) float64 {
	return f.Last + (f.Rate-f.Last)*(1+math.Cos(math.Pi*float64(step)/float64(steps)))/2
}

// adamStep makes one step of Adam (Kingma, Ba 2015).
func (s *state) adamStep(m *model, grads []float32, scale float32, rate float64) {
	s.Step++
	t := float64(s.Step)
	size := float32(rate * math.Sqrt(1-math.Pow(beta2, t)) / (1 - math.Pow(beta1, t)))
	c := [adamConstants]float32{adamScale: scale, adamBeta1: beta1, adamOneMinusBeta1: 1 - beta1, adamBeta2: beta2,
		adamOneMinusBeta2: 1 - beta2,
		adamEpsilon:       epsilon, adamStepSize: size, adamLimit: limit}
	_, _, outBias := m.offsets()
	adam(m.params[:outBias], s.First[:outBias], s.Second[:outBias], grads[:outBias], &c)
	c[adamLimit] = outputBiasLimit // a bias of the output cannot overflow
	adam(m.params[outBias:], s.First[outBias:], s.Second[outBias:], grads[outBias:], &c)
}

func (s *state) average() {
	s.Averaged++
	share := 1 / float32(s.Averaged)
	for i, p := range s.Params {
		s.Avg[i] += (p - s.Avg[i]) * share
	}
}

// loss returns the mean squared error on records, by scores alone.
func (m *model) loss(records []Record) float64 {
	s := newGradient(m)
	sum := 0.0
	for i := range records {
		m.read(&s.e, &records[i], 0, 0)
		miss := float64(s.forward() - s.e.target)
		sum += miss * miss
	}
	return sum / float64(max(1, len(records)))
}
