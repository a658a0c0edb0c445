package tune

import (
	"bytes"
	"context"
	"errors"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai"
	"yeye/game"
)

// games returns a few quick games.
func games(t *testing.T, n int) [][]Sample {
	t.Helper()
	e := ai.New(ai.Options{HashMB: 1})
	var list [][]Sample
	for i := 0; len(list) < n; i++ {
		samples, err := Play{Seed: 5, Nodes: 150}.Game(context.Background(), e, i)
		if err != nil {
			t.Fatal(err)
		}
		if len(samples) > 0 {
			list = append(list, samples)
		}
	}
	return list
}

func TestGamesAreReproducibleAndQuiet(t *testing.T) {
	first, second := games(t, 2), games(t, 2)
	if d := cmp.Diff(first, second, cmp.Comparer(func(a, b game.Position) bool { return a.Same(&b) })); d != "" {
		t.Error("the same seed played other games:", d)
	}
	for _, samples := range first {
		for _, s := range samples {
			if s.Position.InCheck() {
				t.Error("a position in check: ", s.Position.FEN())
			}
			if s.Result != samples[0].Result {
				t.Error("one game, two results")
			}
		}
	}
}

func TestFilesGoOnWhereTheyWereCutOff(t *testing.T) {
	list := games(t, 2)
	var b bytes.Buffer
	for i, samples := range list {
		if err := Write(&b, i, samples); err != nil {
			t.Fatal(err)
		}
	}
	whole := b.Len()
	if err := Write(&b, 2, list[0]); err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{b.Len() - 1, b.Len() - 30, whole + 3, whole} {
		read := 0
		next, size, err := Read(bytes.NewReader(b.Bytes()[:cut]), func(i int, samples []Sample) error {
			for j, s := range samples {
				want := list[i][j]
				if !s.Position.Same(&want.Position) || s.Score != want.Score || s.Result != want.Result || s.Position.HalfMoves() != want.Position.HalfMoves() {
					t.Fatalf("game %d, position %d came back as %+v", i, j, s)
				}
			}
			read++
			return nil
		})
		if err != nil || next != 2 || read != 2 || size != int64(whole) {
			t.Errorf("cut at %d: next %d, %d games, %d bytes of %d, %v", cut, next, read, size, whole, err)
		}
	}
	if _, _, err := Read(strings.NewReader("game 0 1\nnonsense\n"), func(int, []Sample) error { return nil }); err == nil {
		t.Error("nonsense was read")
	}
}

// Deliberately spoilt weights are repaired: the fit finds its way back towards
// targets made with the good ones, the same way each time.
func TestDescentMendsSpoiltWeights(t *testing.T) {
	var good [][2]float64
	for _, w := range ai.BuiltIn().List() {
		good = append(good, [2]float64{float64(w[0]), float64(w[1])})
	}
	var data Data
	for _, samples := range games(t, 6) {
		for _, s := range samples {
			data.Add(s)
		}
	}
	for i := range data.target {
		data.target[i] = float32(expect(data.value(i, good)))
	}
	spoilt := make([][2]float64, len(good))
	for i, w := range good {
		spoilt[i] = [2]float64{w[0] * 0.8, w[1] * 1.2}
	}
	all := func(int) bool { return true }
	before := data.Loss(spoilt, all)
	fit := Fit{Seed: 1, Epochs: 60, Rate: 4}
	mended, err := fit.Descend(context.Background(), &data, spoilt, nil)
	if err != nil {
		t.Fatal(err)
	}
	after := data.Loss(mended, all)
	if !(before > 0 && after > 0 && after < before/4) {
		t.Errorf("loss %.8f before, %.8f after", before, after)
	}
	if again, err := fit.Descend(context.Background(), &data, spoilt, nil); err != nil || cmp.Diff(mended, again) != "" {
		t.Error("the same seed fitted otherwise", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := fit.Descend(ctx, &data, spoilt, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a fit nobody waits for any more went on: %v", err)
	}
}

func TestSourceIsGoAndHoldsEveryWeight(t *testing.T) {
	var w [][2]float64
	for i := range ai.BuiltIn().List() {
		w = append(w, [2]float64{float64(i), -0.4})
	}
	source, err := Source(Rounded(w), "weights were invented\nfor a test.")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "weights.go", source, 0); err != nil {
		t.Error(err)
	}
	if n := strings.Count(string(source), ", 0}"); n != len(w) {
		t.Errorf("%d weights in the source, want %d", n, len(w))
	}
}

// However many workers play, the games are the same and arrive in order.
func TestGamesInParallelAreTheSame(t *testing.T) {
	play := func(workers int) (list [][]Sample) {
		o := Play{Seed: 9, Nodes: 60, Weights: ai.FromClassic()}
		if err := o.Games(context.Background(), 2, 7, workers, func(i int, samples []Sample) error {
			if i != 2+len(list) {
				t.Errorf("game %d came as number %d", i, len(list))
			}
			list = append(list, samples)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(play(1), play(3), cmp.Comparer(func(a, b game.Position) bool { return a.Same(&b) })); d != "" {
		t.Error(d)
	}
}
