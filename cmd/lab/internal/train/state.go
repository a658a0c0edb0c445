package train

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"

	"yeye/ai/net"
)

// state is the state of a fit that can be resumed. It is stored with encoding/gob, so the names of its fields and of
// those of [Fit] are part of the file format.
type state struct {
	Fit                        Fit
	Fitted, Held               int // numbers of positions: a fit must continue with the same ones
	Epoch, Step, Averaged      int
	Done                       int     // positions of the current epoch
	Sum                        float64 // sum of their squared errors
	Params, First, Second, Avg []float32
	Loss                       []float64 // validation loss, by epoch
}

// ErrMismatch is returned when a fit is resumed with other settings or positions.
var ErrMismatch = errors.New("the file belongs to another fit")

func (f Fit) resumeOrStart(d *Data, file string) (*state, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		m, err := f.first()
		if err != nil {
			return nil, err
		}
		n := len(m.params)
		return &state{Fit: f, Fitted: len(d.Training), Held: len(d.Validation), Params: m.params,
			First: make([]float32, n), Second: make([]float32, n), Avg: make([]float32, n)}, nil
	}
	s, err := load(file)
	if err != nil {
		return nil, err
	}
	if s.Fit != f || s.Fitted != len(d.Training) || s.Held != len(d.Validation) {
		return nil, fmt.Errorf("%s: %w: %+v to %d positions", file, ErrMismatch, s.Fit, s.Fitted)
	}
	return s, nil
}

// first returns the model that a fit starts from.
func (f Fit) first() (*model, error) {
	m := newModel(f.Hidden)
	m.draw(f.Seed)
	if f.From == "" {
		return m, nil
	}
	file, err := os.ReadFile(f.From)
	if err != nil {
		return nil, err
	}
	if w, err := net.Decode(file); err == nil {
		return m, m.adopt(w)
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
	return ReplaceFile(file, func(w io.Writer) error { return gob.NewEncoder(w).Encode(s) })
}
