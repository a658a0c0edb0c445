package train

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"yeye/ai/net"
)

// Fit says how a network is fitted: Adam on the squared error in expected points, a
// step that falls as a cosine, each position mirrored by chance, the weights averaged
// over the last part of the way.
type Fit struct {
	Hidden  int     `json:"hidden"`
	Epochs  int     `json:"epochs"`
	Batch   int     `json:"batch"`
	Rate    float64 `json:"rate"`  // the first step
	Last    float64 `json:"last"`  // and the last
	Trust   float64 `json:"trust"` // in results against scores, 0 to 1
	Seed    uint64  `json:"seed"`
	Workers int     `json:"workers"` // parts of a batch; another number gives other last bits
	// From is the state file of a fit whose network this one begins with, "" to begin
	// with weights by chance.
	From string `json:"from,omitempty"`
}

const (
	averaged = 0.1 // of the steps, at the end
	decay1   = 0.9
	decay2   = 0.999
	tiny     = 1e-8
	free     = 100
)

// Data is positions to fit to and others to measure on.
type Data struct{ Fitted, Held []Record }

// Load reads the first so many chunks of each folder, all of them when chunks is 0.
func Load(dirs []string, chunks int) (*Data, error) {
	d := &Data{}
	for _, dir := range dirs {
		files, err := Chunks(dir)
		if err != nil {
			return nil, err
		}
		if chunks > 0 {
			files = files[:min(chunks, len(files))]
		}
		for _, f := range files {
			records, err := ReadChunk(f)
			if err != nil {
				return nil, err
			}
			for _, r := range records {
				if Held(r[RecordSize-1]) {
					d.Held = append(d.Held, r)
				} else {
					d.Fitted = append(d.Fitted, r)
				}
			}
		}
	}
	if len(d.Fitted) == 0 || len(d.Held) == 0 {
		return nil, fmt.Errorf("%v hold no positions to fit to and measure on", dirs)
	}
	return d, nil
}

// Progress is where a fit is.
type Progress struct {
	Epoch, Epochs int
	Done, Of      int     // positions of this epoch
	Loss          float64 // mean squared error of the epoch so far
	Held          float64 // of positions held back; only at an epoch's end
}

// state is a fit that may be broken off and gone on with between two epochs.
type state struct {
	Fit                        Fit
	Fitted, Held               int // positions: a fit goes on with the same
	Epoch, Step, Averaged      int
	Params, First, Second, Avg []float32
	Loss                       []float64 // held back, by epoch
}

// ErrOther is the refusal to go on with a fit of other settings or positions.
var ErrOther = errors.New("another fit was begun here")

// Run fits a network and keeps in the file what is needed to go on after each epoch.
// progress is called after each batch and at the end of each epoch.
func (f Fit) Run(ctx context.Context, d *Data, file string, progress func(Progress)) (*net.Weights, error) {
	s, err := f.begin(d, file)
	if err != nil {
		return nil, err
	}
	m := &model{f.Hidden, s.Params}
	slopes := make([]*slope, max(1, f.Workers))
	for i := range slopes {
		slopes[i] = newSlope(m)
	}
	for s.Epoch < f.Epochs {
		if err := f.epoch(ctx, s, m, d, slopes, progress); err != nil {
			return nil, err
		}
		s.Epoch++
		shown := m
		if s.Averaged > 0 {
			shown = &model{f.Hidden, s.Avg}
		}
		held := shown.loss(d.Held)
		s.Loss = append(s.Loss, held)
		progress(Progress{Epoch: s.Epoch, Epochs: f.Epochs, Done: len(d.Fitted), Of: len(d.Fitted), Held: held})
		if err := s.save(file); err != nil {
			return nil, err
		}
	}
	return (&model{f.Hidden, s.Avg}).weights(), nil
}

func (f Fit) begin(d *Data, file string) (*state, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		m, err := f.first()
		if err != nil {
			return nil, err
		}
		n := len(m.params)
		return &state{Fit: f, Fitted: len(d.Fitted), Held: len(d.Held), Params: m.params,
			First: make([]float32, n), Second: make([]float32, n), Avg: make([]float32, n)}, nil
	}
	s, err := load(file)
	if err != nil {
		return nil, err
	}
	if s.Fit != f || s.Fitted != len(d.Fitted) || s.Held != len(d.Held) {
		return nil, fmt.Errorf("%s: %w: %+v to %d positions", file, ErrOther, s.Fit, s.Fitted)
	}
	return s, nil
}

// first is the model a fit begins with.
func (f Fit) first() (*model, error) {
	m := newModel(f.Hidden)
	if f.From == "" {
		m.draw(f.Seed)
		return m, nil
	}
	s, err := load(f.From)
	if err != nil {
		return nil, err
	}
	if len(s.Avg) != len(m.params) || s.Averaged == 0 {
		return nil, fmt.Errorf("%s holds no finished network of %d hidden units", f.From, f.Hidden)
	}
	copy(m.params, s.Avg)
	return m, nil
}

func load(file string) (*state, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	s := &state{}
	if err := gob.NewDecoder(in).Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

func (s *state) save(file string) error {
	out, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file))
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	if err := errors.Join(gob.NewEncoder(out).Encode(s), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), file)
}

// epoch is one pass over the positions, in an order drawn for it.
func (f Fit) epoch(ctx context.Context, s *state, m *model, d *Data, slopes []*slope, progress func(Progress)) error {
	order := make([]uint32, len(d.Fitted))
	for i := range order {
		order[i] = uint32(i)
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(s.Epoch)))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	steps := f.Epochs * ((len(order) + f.Batch - 1) / f.Batch)
	loss := 0.0
	for begin := 0; begin < len(order); begin += f.Batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		batch := order[begin:min(begin+f.Batch, len(order))]
		coins := r.Uint64()
		var group errgroup.Group
		for k, sl := range slopes {
			part := batch[len(batch)*k/len(slopes) : len(batch)*(k+1)/len(slopes)]
			group.Go(func() error {
				clear(sl.grads)
				sl.loss = 0
				for _, i := range part {
					mirrored := int((uint64(i)*0x9e3779b97f4a7c15 ^ coins) >> 40 & 1)
					m.read(&sl.e, &d.Fitted[i], f.Trust, mirrored)
					sl.learn()
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for _, sl := range slopes[1:] {
			addRows(slopes[0].grads[:len(sl.grads)/64*64], sl.grads[:len(sl.grads)/64*64], oneRow)
			for i := len(sl.grads) / 64 * 64; i < len(sl.grads); i++ {
				slopes[0].grads[i] += sl.grads[i]
			}
		}
		for _, sl := range slopes {
			loss += sl.loss
		}
		s.step(m, slopes[0].grads, float32(1/float64(len(batch))), f.rate(s.Step, steps))
		if s.Step >= int(float64(steps)*(1-averaged)) {
			s.average()
		}
		done := begin + len(batch)
		progress(Progress{Epoch: s.Epoch, Epochs: f.Epochs, Done: done, Of: len(order), Loss: loss / float64(done)})
	}
	return nil
}

// rate is the size of a step: half a cosine from the first to the last.
func (f Fit) rate(step, steps int) float64 {
	return f.Last + (f.Rate-f.Last)*(1+math.Cos(math.Pi*float64(step)/float64(steps)))/2
}

// step is one of Adam's (Kingma, Ba 2015).
func (s *state) step(m *model, grads []float32, scale float32, rate float64) {
	s.Step++
	t := float64(s.Step)
	size := float32(rate * math.Sqrt(1-math.Pow(decay2, t)) / (1 - math.Pow(decay1, t)))
	c := [constants]float32{ofScale: scale, ofDecay1: decay1, ofRest1: 1 - decay1, ofDecay2: decay2, ofRest2: 1 - decay2,
		ofTiny: tiny, ofStep: size, ofLimit: limit}
	_, _, outBias := m.offsets()
	adam(m.params[:outBias], s.First[:outBias], s.Second[:outBias], grads[:outBias], &c)
	c[ofLimit] = free // a bias of the output adds to nothing that could overflow
	adam(m.params[outBias:], s.First[outBias:], s.Second[outBias:], grads[outBias:], &c)
}

func (s *state) average() {
	s.Averaged++
	share := 1 / float32(s.Averaged)
	for i, p := range s.Params {
		s.Avg[i] += (p - s.Avg[i]) * share
	}
}

// loss is the mean squared error on records, by scores alone.
func (m *model) loss(records []Record) float64 {
	s := newSlope(m)
	sum := 0.0
	for i := range records {
		m.read(&s.e, &records[i], 0, 0)
		miss := float64(s.forward() - s.e.target)
		sum += miss * miss
	}
	return sum / float64(max(1, len(records)))
}
