package ai

import "golang.org/x/sys/unix"

// nicer leaves a thread a tenth of what another gets that wants the same core, so that
// a search is done above all by cores that have nothing else to do, and yet is never at
// a standstill.
const nicer = 10

// lower lowers the priority of the thread that it is called on. Where that is not
// allowed the thread is one like others.
func lower() {
	const zero, nicest = 20, 19 // what the system tells is zero less the niceness
	told, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err == nil {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, min(nicest, zero-told+nicer))
	}
}
