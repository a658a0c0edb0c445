package ai

import (
	"context"
	"reflect"
	"testing"

	"yeye/game"
)

// A history that is switched off is used neither to order moves nor to prune and
// reduce them: whatever it contains, the search is the same.
func TestHistoriesSwitchedOffAreNotAsked(t *testing.T) {
	const middlegame = "2b1k4/4a4/r1n1b1n2/p3p1R1p/2p6/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB2 w - - 0 1"
	for _, c := range []struct {
		name  string
		off   Switches
		spoil func(h *histories)
	}{
		{"history", Switches{History: true}, func(h *histories) { spoil(h.quiet[0][:]); spoil(h.quiet[1][:]) }},
		{"continuation", Switches{Continuation: true}, func(h *histories) {
			for i := range h.continuation {
				spoil(h.continuation[i][:])
			}
		}},
		{"correction", Switches{Correction: true}, func(h *histories) {
			for side := range h.correction {
				for kind := range h.correction[side] {
					spoil(h.correction[side][kind][:])
				}
			}
			for i := range h.continuationCorrection {
				spoil(h.continuationCorrection[i][:])
			}
		}},
		{"captures", Switches{CaptureHistory: true}, func(h *histories) {
			for i := range h.capture {
				spoil(h.capture[i][:])
			}
		}},
	} {
		count := func(off Switches, spoilt bool) uint64 {
			e := New(Options{HashMB: 1, Off: off})
			if spoilt {
				c.spoil(e.workers[0].hist)
			}
			info, err := e.Search(context.Background(), position(t, middlegame), Limits{Depth: 7}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return info.Nodes
		}
		if clean, spoilt := count(c.off, false), count(c.off, true); clean != spoilt {
			t.Errorf("%s off: %d nodes, %d with rubbish in it", c.name, clean, spoilt)
		}
		if clean, spoilt := count(Switches{}, false), count(Switches{}, true); clean == spoilt {
			t.Errorf("%s on: rubbish in it changes nothing", c.name)
		}
	}
}

func spoil(h []int16) {
	for i := range h {
		h[i] = int16(i*7919%(2*historyLimit) - historyLimit)
	}
}

// The features that depend on the last move shape the tree, and are switched off
// by name.
func TestLookingBackShapesTheTree(t *testing.T) {
	g := position(t, "2b1k4/4a4/r1n1b1n2/p3p1R1p/2p6/2P3P2/P3P3P/2N1C1N2/9/R1BAKAB2 w - - 0 1")
	count := func(off Switches) uint64 {
		info, err := New(Options{HashMB: 1, Off: off}).Search(context.Background(), g, Limits{Depth: 8}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return info.Nodes
	}
	both := count(Switches{})
	for name, off := range map[string]Switches{"hindsight": {Hindsight: true}, "last move": {LastMove: true}} {
		if n := count(off); n == both {
			t.Errorf("%s on or off: %d nodes", name, n)
		}
	}
}

// depths are the margins whose feature a depth of 0 turns off.
func depths(m *Margins) map[string]*int {
	return map[string]*int{"razoring": &m.RazorDepth, "reverse futility": &m.ReverseDepth, "null move": &m.NullDepth,
		"verification": &m.VerifyDepth, "ProbCut": &m.ProbCutDepth, "IIR": &m.IIRDepth, "singular": &m.SingularDepth,
		"aspiration": &m.AspirationDepth}
}

// A feature whose depth is 0 is off: the tree is that of a depth which no node has.
func TestDepthZeroTurnsOff(t *testing.T) {
	count := func(m Margins) uint64 {
		nodes, _, err := Bench(context.Background(), Options{HashMB: 1, Margins: &m}, 9, nil)
		if err != nil {
			t.Fatal(err)
		}
		return nodes
	}
	m := DefaultMargins()
	m.VerifyDepth = 5 // else it begins deeper than these searches
	all := count(m)
	never := map[string]int{"razoring": -1, "reverse futility": -1}
	for name := range depths(&m) {
		zero, off := m, m
		*depths(&zero)[name] = 0
		if *depths(&off)[name] = 1000; never[name] != 0 {
			*depths(&off)[name] = never[name]
		}
		if n, want := count(zero), count(off); n != want || n == all {
			t.Errorf("%s at depth 0: %d nodes, off %d, on %d", name, n, want, all)
		}
	}
}

// With any one feature off, and with all off, the engine still finds a mate in two
// within 300 000 nodes and plays legal moves.
func TestEverySwitchOffStillPlays(t *testing.T) {
	const mateInTwo = "3k1a3/2N1a4/4b4/4p3p/p5b2/3p5/2PR3RP/9/9/r2AKA3 w - - 0 1"
	kind := reflect.TypeFor[Switches]()
	for i := range kind.NumField() + 1 {
		o := Options{HashMB: 1}
		v := reflect.ValueOf(&o.Off).Elem()
		name := "everything"
		if i < kind.NumField() {
			name = kind.Field(i).Name
			v.Field(i).SetBool(true)
		} else {
			for j := range kind.NumField() {
				v.Field(j).SetBool(true)
			}
			m := DefaultMargins()
			for _, d := range depths(&m) {
				*d = 0
			}
			o.Margins = &m
		}
		t.Run(name, func(t *testing.T) {
			e := New(o)
			info, err := e.Search(context.Background(), position(t, mateInTwo), Limits{Nodes: 300_000, Mate: 2}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n, ok := info.Score.Mate(); !ok || n != 2 {
				t.Errorf("mate in two found as %s by %v", info.Score, info.PV)
			}
			g := game.NewGame(game.Start(), game.Asian)
			for range 16 {
				info, err := e.Search(context.Background(), g, Limits{Nodes: 400}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Play(info.Move()); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
