package main

import (
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/arena"
	"yeye/ai/net"
)

// A step of no size has no gradient.
func TestSPSARefusesReach(t *testing.T) {
	for _, reach := range []float64{0, -1, 1, math.NaN()} {
		c := spsaCmd{Out: filepath.Join(t.TempDir(), "margins.json"), Pairs: 1, Steps: 1, Nodes: 60, Reach: reach, Rate: 0.5, Hash: 1, progress: progress{Quiet: true}}
		if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "--reach") {
			t.Errorf("%v: %v", reach, err)
		}
	}
}

// A run that is interrupted and resumed ends like one that is not, and its file can be
// used to build an engine.
func TestSPSAGoesOnWhereItWas(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, steps ...int) string {
		path := filepath.Join(dir, name)
		for _, n := range steps {
			c := spsaCmd{Out: path, Pairs: 4, Steps: n, Nodes: 60, Seed: 3, Reach: 0.3, Rate: 0.5, Hash: 1, progress: progress{Quiet: true}}
			if err := c.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	whole, parts := run("whole.json", 4), run("parts.json", 1, 3)
	if whole != parts {
		t.Errorf("in one go:\n%s\nin two:\n%s", whole, parts)
	}
	if _, err := arena.ReadMargins(filepath.Join(dir, "whole.json")); err != nil {
		t.Error(err)
	}
	for _, c := range []spsaCmd{{Pairs: 5, Hash: 1}, {Pairs: 4, Hash: 2}} {
		c.Out, c.Nodes, c.Seed, c.Reach, c.Rate, c.Quiet = filepath.Join(dir, "whole.json"), 60, 3, 0.3, 0.5, true
		if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "other settings") {
			t.Errorf("gone on with %d pairs and %d MiB: %v", c.Pairs, c.Hash, err)
		}
	}
}

// The opening of a step is the same whether or not others, and even the same one, were
// drawn before it in this process: a resumed run draws like one that was not interrupted.
func TestSPSAOpeningsDependOnTheStep(t *testing.T) {
	c := spsaCmd{Seed: 3}
	first, err := c.opening(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.opening(t.Context(), 2); err != nil || again.String() != first.String() {
		t.Errorf("first %s, then %s, %v", first, again, err)
	}
	if other, err := c.opening(t.Context(), 3); err != nil || other.String() == first.String() {
		t.Errorf("the next step has %s too, %v", other, err)
	}
}

// A state replaces the one before only when it is whole, so a crash or a full disk leaves
// one to resume from.
func TestSPSAKeepsItsStateWhole(t *testing.T) {
	dir := t.TempDir()
	c := spsaCmd{Out: filepath.Join(dir, "margins.json"), Pairs: 4, Nodes: 60, Hash: 1, network: net.BuiltIn()}
	s, err := c.resume()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.keep(s); err != nil {
		t.Fatal(err)
	}
	// Whoever still reads the file sees the old state until the new one is whole.
	old, err := os.Open(c.Out + ".state")
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	s.Step = 3
	if err := c.keep(s); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(old)
	if err != nil || !strings.Contains(string(text), `"Step": 0`) {
		t.Errorf("the file was written over in place: %d bytes, %v", len(text), err)
	}
	if again, err := c.resume(); err != nil || again.Step != 3 {
		t.Errorf("resumed: %+v, %v", again, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// A won pair moves every number the way it was tried, a lost one the other way, and
// none below one.
func TestSPSALearns(t *testing.T) {
	s := spsaState{spsaSettings: spsaSettings{From: ai.MarginsFor(ai.Net)}, Theta: map[string]float64{}}
	flips := map[string]float64{}
	up := true
	eachMargin(&s.From, func(name string, v *int) {
		s.Theta[name], flips[name] = float64(*v), -1
		if up {
			flips[name] = 1
		}
		up = !up
	})
	for _, won := range []float64{2, -1} {
		was := maps.Clone(s.Theta)
		s.learn(won, 0.01, flips)
		for name, x := range s.Theta {
			if (x-was[name])*won*flips[name] <= 0 {
				t.Errorf("%s went from %v to %v, tried by %v, games won %v", name, was[name], x, flips[name], won)
			}
		}
	}
	s.learn(-1000, 1, flips)
	for name, x := range s.Theta {
		if x < 1 {
			t.Errorf("%s became %v", name, x)
		}
	}
}
