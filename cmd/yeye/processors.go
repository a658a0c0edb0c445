package main

import (
	"os"
	"runtime"
	"sync"
)

// processors is how many goroutines Go runs at a time before spareProcessors.
var processors = sync.OnceValue(func() int { return runtime.GOMAXPROCS(0) })

// usualThinkers is how many engines think at a time where nobody chose it.
func usualThinkers() int { return max(1, processors()-1) }

// mostBehind is how many analyses are under way at a time.
const mostBehind = 2

// spareProcessors lets a goroutine more run for each search that may wait, once for the program, beyond the processors there are. Else
// such a search holds one of the few places that Go has for goroutines in turns of ten milliseconds, however low the priority of its
// thread, and what draws and sends boards waits for it. So it is the system that shares the processors out, which knows priorities.
//
// Nothing is changed where somebody chose the number, or where a container may use fewer processors than there are: it would be held up
// altogether once its time is used up.
var spareProcessors = sync.OnceFunc(func() {
	if os.Getenv("GOMAXPROCS") == "" && processors() == runtime.NumCPU() {
		runtime.GOMAXPROCS(processors() + min(mostBehind, usualThinkers()))
	}
})
