package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that was interrupted, even within a line, ends like one that was not.
func TestScreenGoesOnWhereItWas(t *testing.T) {
	c := screenCmd{Changes: []string{"off=Killers", "MoveCount=4,NullBase=100"}, File: filepath.Join(t.TempDir(), "screen.jsonl"),
		Pairs: 3, Nodes: 60, Seed: 3, Hash: 1, progress: progress{Quiet: true}}
	if err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(c.File)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	if len(lines) != 5 {
		t.Fatalf("%d lines: %s", len(lines)-1, whole)
	}
	settings := len(lines[0])
	for name, size := range map[string]int{"half of the settings": 10, "the settings": settings, "half a pair": settings + len(lines[1]) + 5, "all": len(whole)} {
		if err := os.WriteFile(c.File, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if err := c.Run(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if now, err := os.ReadFile(c.File); err != nil || !bytes.Equal(now, whole) {
			t.Errorf("%s: continued to\n%s, %v; want\n%s", name, now, err, whole)
		}
	}
	other := c
	other.Nodes = 61
	if err := other.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("gone on with other settings: %v", err)
	}
	if err := os.WriteFile(c.File, append(whole[:settings:settings], "?\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("read what is no pair: %v", err)
	}
}
