package screen

import (
	"math"
	"strings"
	"testing"
)

// Where every set of the changes was played once, each effect comes out as it went in.
func TestEffects(t *testing.T) {
	scores, depths := [3]float64{0.02, -0.05, 0}, [3]float64{0, 0.5, -1}
	var pairs []Pair
	for on := range uint64(8) {
		p := Pair{On: on, Points: 1}
		for i := range 3 {
			sign := 2*float64(on>>i&1) - 1
			p.Points += 2 * sign * scores[i]
			p.Depth += sign * depths[i]
		}
		pairs = append(pairs, p)
	}
	effects := Effects(3, pairs)
	for i, want := range [3]float64{14, -35, 0} {
		e := effects[i]
		if math.Abs(e.Elo-want) > 0.5 || math.Abs(e.Depth-depths[i]) > 1e-9 {
			t.Errorf("change %d: %+v, want %v Elo, %v plies", i, e, want, depths[i])
		}
		if e.EloError <= 0 || e.EloError > 35 || e.DepthError <= 0 || e.DepthError > 1 {
			t.Errorf("change %d: errors %+v", i, e)
		}
	}
	if e := Effects(3, pairs[:1])[0]; !math.IsInf(e.EloError, 1) {
		t.Errorf("one pair is certain: %+v", e)
	}
}

// An engine that neither sees captures through nor knows more than the values of pieces loses, and that it was this change shows.
func TestScreenFindsTheCulprit(t *testing.T) {
	s := Settings{Changes: []string{"off=Killers", "off=Quiescence,eval=classic", "MoveCount=9"}, Nodes: 150, Seed: 1, Hash: 1}
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	var pairs []Pair
	for n := range 10 {
		p, err := s.Play(t.Context(), n+1)
		if err != nil {
			t.Fatal(err)
		}
		if p.On > 7 {
			t.Errorf("pair %d has changes that do not exist: %b", n+1, p.On)
		}
		pairs = append(pairs, p)
	}
	for i, e := range Effects(3, pairs) {
		if found := e.Elo < -3*e.EloError && e.Elo < -100; found != (i == 1) {
			t.Errorf("%s: %+v", s.Changes[i], e)
		}
	}
	if again, err := s.Play(t.Context(), 4); err != nil || again != pairs[3] {
		t.Errorf("the fourth pair again: %+v, %v; it was %+v", again, err, pairs[3])
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    Settings
		want string
	}{
		{"one change", Settings{Changes: []string{"off=Killers"}, Nodes: 1}, "2 to 64"},
		{"too many", Settings{Changes: make([]string, 65), Nodes: 1}, "2 to 64"},
		{"no nodes", Settings{Changes: []string{"off=Killers", "off=SEE"}}, "nodes"},
		{"no such switch", Settings{Changes: []string{"off=SEE", "off=Kilers"}, Nodes: 1}, "Kilers"},
		{"no such margin", Settings{Changes: []string{"off=SEE", "MoveCounts=2"}, Nodes: 1}, "MoveCounts"},
		{"no value", Settings{Changes: []string{"MoveCount", "off=SEE"}, Nodes: 1}, "MoveCount"},
	} {
		if err := tt.s.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	s := Settings{Changes: make([]string, 64), Nodes: 1}
	for i := range s.Changes {
		s.Changes[i] = "off=SEE"
	}
	if err := s.Check(); err != nil || s.all() != math.MaxUint64 {
		t.Errorf("64 changes: %v, all are %x", err, s.all())
	}
}
