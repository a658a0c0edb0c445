package main

import (
	"os"
	"runtime"
	"sync"
)

// processors returns GOMAXPROCS as it was before spareProcessors raised it.
var processors = sync.OnceValue(func() int { return runtime.GOMAXPROCS(0) })

// defaultThinkers returns the default number of engines that search at the same time.
func defaultThinkers() int { return max(1, processors()-1) }

// maxBackground is the number of analyses that run at the same time.
const maxBackground = 2

// spareProcessors raises GOMAXPROCS by one for each search that may wait, once per program.
// Otherwise such a search occupies one of Go's few processors in slices of ten milliseconds,
// however low its thread's priority, while drawing and sending boards wait for it. With more of
// them the operating system, which respects priorities, shares out the cores.
//
// It changes nothing if the operator chose GOMAXPROCS, or if a container may use fewer cores than
// there are: it would be stopped altogether once its time is used up.
var spareProcessors = sync.OnceFunc(func() {
	if os.Getenv("GOMAXPROCS") == "" && processors() == runtime.NumCPU() {
		runtime.GOMAXPROCS(processors() + min(maxBackground, defaultThinkers()))
	}
})
