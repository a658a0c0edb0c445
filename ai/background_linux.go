package ai

import "golang.org/x/sys/unix"

const (
	// turn is for how long, in nanoseconds, a thread of low priority keeps a core that another wants. Its niceness decides how much of the
	// core it has, and this how long a thread that has just woken waits for it: milliseconds otherwise, at each of the steps of a move.
	turn = 100_000
	// nicest leaves it a seventieth of what another gets that wants the same core: a search is done by cores that have nothing else to do.
	// With short turns it is never at a standstill for longer than ten milliseconds or so.
	nicest = 19
	// nicer is for systems that know no short turns (before Linux 6.12). A seventieth would be a standstill of half a second there now and
	// then, and for as long Go's garbage collector, and all of the program, would wait for the thread. So would they with SCHED_IDLE.
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
