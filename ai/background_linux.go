package ai

import "golang.org/x/sys/unix"

const (
	// turn is for how long, in nanoseconds, a thread of low priority keeps a core that another wants. Its niceness decides how much of the
	// core it has, and this how long a thread that has just woken waits for it: milliseconds otherwise, at each of the steps of a move.
	turn = 100_000
	// nicest leaves it a seventieth of what another gets that wants the same core: a search is done by cores that have nothing else to do.
	nicest = 19
	// nicer, a tenth, is for systems that know no short turns (before Linux 6.12). Where all cores are busy a thread with less would be at
	// a standstill for long, and so would Go's garbage collector, which waits for it, and all of the program. Beside a busy loop on each
	// core the slowest hundredth of boards took 0.8 s with nicest and long turns, 1.1 s with SCHED_IDLE.
	nicer = 10
)

// lower lowers the priority of the thread that it is called on. Where that is not
// allowed the thread is one like others.
func lower() {
	const zero = 20 // what the system tells is zero less the niceness
	told, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	a := unix.SchedAttr{Size: unix.SizeofSchedAttr, Flags: unix.SCHED_FLAG_KEEP_POLICY, Nice: int32(min(nicest, zero-told+nicer)), Runtime: turn}
	if unix.SchedSetAttr(0, &a, 0) != nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, int(a.Nice))
		return
	}
	if got, err := unix.SchedGetAttr(0, 0); err == nil && got.Runtime == turn {
		a.Nice = nicest
		_ = unix.SchedSetAttr(0, &a, 0)
	}
}
