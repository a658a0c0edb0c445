package main

import (
	"os"
	"runtime"
	"sync"
)

// processors returns the number of goroutines that Go runs at a time before spareProcessors.
var processors = sync.OnceValue(func() int { return runtime.GOMAXPROCS(0) })

// usualThinkers returns the default number of engines that think at a time.
func usualThinkers() int { return max(1, processors()-1) }

// maxBehind is the number of analyses that run at a time.
const maxBehind = 2

// spareProcessors raises GOMAXPROCS beyond the number of processors by one for each search that may wait, once for the program.
// Otherwise such a search occupies one of Go's few places for goroutines in slices of ten milliseconds, however low the priority of
// its thread, while drawing and sending boards waits for it. This way the system, which respects priorities, shares out the
// processors.
//
// Nothing is changed if the operator chose the number, or if a container may use fewer processors than there are: it would be
// stopped altogether once its time is used up.
var spareProcessors = sync.OnceFunc(func() {
	if os.Getenv("GOMAXPROCS") == "" && processors() == runtime.NumCPU() {
		runtime.GOMAXPROCS(processors() + min(maxBehind, usualThinkers()))
	}
})
