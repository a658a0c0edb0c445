package ai

import "golang.org/x/sys/unix"

const (
	// turn is how long, in nanoseconds, a thread of low priority may keep a core that another thread wants. Niceness decides its
	// share of the core; this decides how long a thread that has just woken waits for it: milliseconds otherwise, at each step of a
	// move.
	turn = 100_000
	// nicest leaves it a seventieth of the share of another thread that wants the same core: searches then run on cores that are
	// otherwise idle.
	nicest = 19
	// nicer, a tenth, is for systems without short turns (before Linux 6.12). With less, where all cores are busy, the thread would
	// stall for long, and so would Go's garbage collector, which waits for it, and the whole program. Beside a busy loop on each
	// core the slowest hundredth of boards took 0.8 s with nicest and long turns, 1.1 s with SCHED_IDLE.
	nicer = 10
)

// lower lowers the priority of the calling thread. Where that is not allowed the priority stays as it is.
func lower() {
	const zero = 20 // the system call returns zero less the niceness
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
