package main

import (
	"os"
	"runtime"
	"testing"
)

// The additional goroutines for searches that may wait change neither the number of engines nor the operator's choice.
func TestSpareProcessors(t *testing.T) {
	before, thinkers := processors(), defaultThinkers()
	spareProcessors()
	spareProcessors()
	more := runtime.GOMAXPROCS(0) - before
	if chosen := os.Getenv("GOMAXPROCS") != "" || before != runtime.NumCPU(); chosen && more != 0 || !chosen &&
		(more < 1 || more > maxBackground) {
		t.Errorf("%d more than %d, chosen: %v", more, before, chosen)
	}
	if defaultThinkers() != thinkers {
		t.Errorf("%d think instead of %d", defaultThinkers(), thinkers)
	}
}
