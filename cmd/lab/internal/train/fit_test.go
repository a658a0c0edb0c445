package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"yeye/ai"
	"yeye/ai/net"
	"yeye/game"
)

// positions returns records of quick games with scores that a test can know: the values
// of the pieces.
func positions(t testing.TB, games int) []Record {
	t.Helper()
	worth := map[game.Role]int{game.Advisor: 40, game.Elephant: 40, game.Horse: 90, game.Rook: 200, game.Cannon: 95,
		game.Pawn: 30}
	p := NewPlayer(quick, ai.Options{HashMB: 1})
	var records []Record
	for i := range games {
		samples, err := p.Game(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			s.Score, s.HalfmoveClock = 0, 0
			for _, piece := range s.Board {
				if piece.Color() == s.Turn {
					s.Score += worth[piece.Role()]
				} else {
					s.Score -= worth[piece.Role()]
				}
			}
			records = append(records, s.Pack())
		}
	}
	return records
}

// The gradient is the slope of the loss: for some parameters of every part it agrees
// with what a small step does.
func TestGradient(t *testing.T) {
	m := newModel(64)
	m.draw(2)
	records := positions(t, 2)[:12]
	s := newGradient(m)
	loss := func() (sum float64) {
		for i := range records {
			m.read(&s.e, &records[i], 0.3, i%2)
			miss := float64(s.forward() - s.e.target)
			sum += miss * miss
		}
		return
	}
	for i := range records {
		m.read(&s.e, &records[i], 0.3, i%2)
		s.accumulate()
	}
	bias, out, outBias := m.offsets()
	m.read(&s.e, &records[0], 0.3, 0)
	look := []int{int(s.e.rows[0][0]) + 5, int(s.e.rows[1][3]) + 17, bias + 9, bias + 40, outBias + s.e.bucket}
	for i := range 4 {
		look = append(look, out+2*s.e.bucket*64+31*i)
	}
	for _, i := range look {
		const step = 2e-3
		old := m.params[i]
		m.params[i] = old + step
		above := loss()
		m.params[i] = old - step
		below := loss()
		m.params[i] = old
		if want, got := (above-below)/(2*step), float64(s.grads[i]); math.Abs(got-want) > 2e-3*(0.1+math.Abs(want)) {
			t.Errorf("parameter %d: gradient %g, a step says %g", i, got, want)
		}
	}
}

// A fit learns the values of the pieces, and its integer network gives the same values
// as the model it came from.
func TestFitLearns(t *testing.T) {
	d := &Data{}
	for i, r := range positions(t, 24) {
		if i%8 == 0 {
			d.Validation = append(d.Validation, r)
		} else {
			d.Training = append(d.Training, r)
		}
	}
	fit := Fit{Hidden: 64, Epochs: 12, Batch: 64, Rate: 5e-3, Last: 1e-4, Seed: 1, Workers: 2}
	begin := newModel(64)
	begin.draw(1)
	before := begin.loss(d.Validation)
	var last Progress
	w, err := fit.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), func(p Progress) {
		if p.ValidationLoss > 0 {
			last = p
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if last.Epoch != 12 || last.ValidationLoss > before/8 {
		t.Errorf("after epoch %d the loss is %.5f, at first %.5f", last.Epoch, last.ValidationLoss, before)
	}
	n, err := net.New(w)
	if err != nil {
		t.Fatal(err)
	}
	if all, _ := Compare(n, d.Validation); math.Abs(all.Net-last.ValidationLoss) > 0.1*last.ValidationLoss+1e-4 {
		t.Errorf("in whole numbers the loss is %.5f, of the model %.5f", all.Net, last.ValidationLoss)
	}
}

// An interrupted fit continues to the same network, and refuses other settings or
// positions.
func TestFitGoesOn(t *testing.T) {
	records := positions(t, 6)
	d := &Data{Training: records[:len(records)/2], Validation: records[len(records)/2:]}
	fit := Fit{Hidden: 64, Epochs: 3, Batch: 64, Rate: 1e-3, Last: 1e-4, ResultWeight: 0.2, Seed: 7, Workers: 1}
	ignore := func(Progress) {}
	whole, err := fit.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), ignore)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "state")
	ctx, cancel := context.WithCancel(context.Background())
	_, err = fit.Run(ctx, d, file, func(p Progress) {
		if p.ValidationLoss == 0 && p.Epoch == 1 && p.Done > 100 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("broken off: %v", err)
	}
	if s, err := load(file); err != nil || s.Done <= 100 || s.Done >= len(d.Training) {
		t.Fatalf("broken off in the middle of an epoch, what is kept is of position %d (%v)", s.Done, err)
	}
	again, err := fit.Run(context.Background(), d, file, ignore)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Encode()) != string(whole.Encode()) {
		t.Error("going on gave another network than going through")
	}
	next := Fit{Hidden: 64, Epochs: 1, Batch: 64, Rate: 1e-9, Last: 1e-9, Seed: 8, From: file}
	on, err := next.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), ignore)
	if err != nil || string(on.Encode()) != string(whole.Encode()) {
		t.Errorf("a fit that changes nothing changed the network it began with (%v)", err)
	}
	narrow := filepath.Join(t.TempDir(), "narrow.net")
	if err := os.WriteFile(narrow, whole.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	next.From = narrow
	on, err = next.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), ignore)
	if err != nil || string(on.Encode()) != string(whole.Encode()) {
		t.Errorf("a fit that changes nothing changed the network whose file it began with (%v)", err)
	}
	next.Hidden = 128
	if on, err = next.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), ignore); err != nil {
		t.Fatal(err)
	}
	if wide, before := compare(t, on, d.Validation), compare(t, whole, d.Validation); wide != before {
		t.Errorf("with units that count for nothing a network's error is %g instead of %g", wide, before)
	}
	next.Hidden = 64
	if err := os.WriteFile(narrow, on.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := next.Run(context.Background(), d, filepath.Join(t.TempDir(), "state"), ignore); err == nil {
		t.Error("a network was begun from a wider one")
	}
	fit.Seed++
	if _, err := fit.Run(context.Background(), d, file, ignore); !errors.Is(err, ErrMismatch) {
		t.Errorf("gone on with under another seed: %v", err)
	}
}

// compare returns a network's error.
func compare(t *testing.T, w *net.Weights, held []Record) float64 {
	t.Helper()
	n, err := net.New(w)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := Compare(n, held)
	return all.Net
}

// The expectation is that of the score, unfaded, and results count for the game's own
// positions only.
func TestTarget(t *testing.T) {
	even := 1 / (1 + math.Exp(-1.0))
	for _, c := range []struct {
		name string
		s    Sample
		want float64
	}{
		{"a score", Sample{Score: 280, Branch: true, Result: game.BlackWins}, even},
		{"faded by half", Sample{Score: 140, HalfmoveClock: 120}, even},
		{"won", Sample{Score: 280, Result: game.RedWins}, even + 0.2*(1-even)},
		{"lost", Sample{Score: 280, Turn: game.Black, Result: game.RedWins}, even * 0.8},
		{"drawn", Sample{Score: 280, Result: game.Draw}, even + 0.2*(0.5-even)},
	} {
		if got := target(&c.s, 0.2); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %g, not %g", c.name, got, c.want)
		}
	}
}

func BenchmarkLearn(b *testing.B) {
	records := positions(b, 4)
	m := newModel(256)
	m.draw(rand.Uint64())
	s := newGradient(m)
	for i := 0; b.Loop(); i++ {
		m.read(&s.e, &records[i%len(records)], 0, i&1)
		s.accumulate()
	}
}
