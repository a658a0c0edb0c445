package ai

import "golang.org/x/sys/unix"

const (
	// timeSlice is how long, in nanoseconds, a low-priority thread may keep a core that another thread wants. Niceness
	// sets a thread's share of a core; the time slice sets how long a thread that has just woken up waits for it. The
	// default is some milliseconds, at each step of answering a move.
	timeSlice = 100_000
	// niceIdle gives the search a seventieth of the share that another thread on the same core gets, so searches use
	// cores that are otherwise idle.
	niceIdle = 19
	// niceFallback gives a tenth, for systems that cannot shorten time slices (before Linux 6.12). With a smaller
	// share, a search thread on a busy machine stalls for long, and the whole program with it, because the garbage
	// collector waits for that thread. With a busy loop on each core, the slowest 1 % of boards took 0.8 s with
	// niceIdle and default time slices, and 1.1 s with SCHED_IDLE.
	niceFallback = 10
)

// lowerPriority lowers the priority of the calling thread, if the system allows it.
func lowerPriority() {
	const niceOffset = 20 // getpriority(2) returns 20 minus the niceness
	raw, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	a := unix.SchedAttr{Size: unix.SizeofSchedAttr, Flags: unix.SCHED_FLAG_KEEP_POLICY,
		Nice: int32(min(niceIdle, niceOffset-raw+niceFallback)), Runtime: timeSlice}
	if unix.SchedSetAttr(0, &a, 0) != nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, int(a.Nice))
		return
	}
	if got, err := unix.SchedGetAttr(0, 0); err == nil && got.Runtime == timeSlice {
		a.Nice = niceIdle
		_ = unix.SchedSetAttr(0, &a, 0)
	}
}
