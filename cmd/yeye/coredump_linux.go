package main

import (
	"os"
	"syscall"
)

// disableCoreDumps keeps this process's memory, which contains the bot's token, out of core dumps (including those
// piped to a program) and away from other processes of the same user. Only root can then attach a debugger.
func disableCoreDumps() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return os.NewSyscallError("setrlimit", err)
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0); errno != 0 {
		return os.NewSyscallError("prctl", errno)
	}
	return nil
}
