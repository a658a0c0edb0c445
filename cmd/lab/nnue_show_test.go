package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yeye/cmd/lab/internal/train"
	"yeye/game"
)

// chunkOf writes file n of a folder, the same position that many times.
func chunkOf(t *testing.T, dir string, n, positions int) {
	t.Helper()
	start := game.Start()
	sample := train.Sample{Board: start.Setup().Board, HalfmoveClock: 25}
	record := sample.Pack()
	path := filepath.Join(dir, fmt.Sprintf("%06d.positions", n))
	if err := os.WriteFile(path, []byte(strings.Repeat(string(record[:]), positions)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A folder without positions is an error that says so, and 0 files means all of them.
func TestShowWithoutPositions(t *testing.T) {
	dir := t.TempDir()
	chunkOf(t, dir, 0, 0)
	if err := (&nnueShowCmd{Dir: dir, Chunks: 20}).Run(); err == nil || !strings.Contains(err.Error(),
		"holds no positions") {
		t.Errorf("an empty file: %v", err)
	}
	chunkOf(t, dir, 1, 3)
	said := stdout(t, func() error { return (&nnueShowCmd{Dir: dir}).Run() })
	for _, line := range []string{"positions looked at", "3, of 2 files", "20–39 plies since a capture",
		"60 plies and more since a capture"} {
		if !strings.Contains(said, line) {
			t.Errorf("no %q in:\n%s", line, said)
		}
	}
}

// stdout returns what f prints.
func stdout(t *testing.T, f func() error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stdout")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	old := os.Stdout
	os.Stdout = file
	err = f()
	os.Stdout = old
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// The files that are looked at are from all over the folder, however many it has.
func TestSampledFilesAreSpread(t *testing.T) {
	files := make([]string, 39)
	for i := range files {
		files[i] = fmt.Sprint(i)
	}
	some := sampled(files, 20)
	if len(some) != 20 || some[0] != "0" || some[19] != "37" || len(slices.Compact(some)) != 20 {
		t.Errorf("20 of 39: %v", some)
	}
	for _, n := range []int{0, 39, 100} {
		if got := sampled(files, n); len(got) != 39 {
			t.Errorf("at most %d of 39: %d", n, len(got))
		}
	}
}
