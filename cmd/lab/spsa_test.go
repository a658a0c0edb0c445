package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/ai/arena"
)

// A run that is broken off and gone on with comes out as one that is not, and its file
// is one that an engine can be built by.
func TestSPSAGoesOnWhereItWas(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, steps ...int) string {
		path := filepath.Join(dir, name)
		for _, n := range steps {
			c := spsaCmd{Out: path, Pairs: 4, Steps: n, Nodes: 60, Seed: 3, Reach: 0.3, Rate: 0.5, Hash: 1, Quiet: true}
			if err := c.Run(); err != nil {
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
	m, err := arena.ReadMargins(filepath.Join(dir, "whole.json"))
	if err != nil {
		t.Fatal(err)
	}
	if *m == ai.MarginsFor(ai.Net) {
		t.Error("four pairs of games moved nothing")
	}
	c := spsaCmd{Out: filepath.Join(dir, "whole.json"), Pairs: 5, Nodes: 60, Seed: 3, Reach: 0.3, Rate: 0.5, Hash: 1, Quiet: true}
	if err := c.Run(); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("gone on with other settings: %v", err)
	}
}
