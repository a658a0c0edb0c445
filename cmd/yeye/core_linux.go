package main

import (
	"os"
	"syscall"
)

// noCores keeps this process's memory, in which the bot's token is, out of core dumps,
// also of those that the system hands to a program, and from other processes of the
// same user. A debugger must then be root's.
func noCores() error {
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{}); err != nil {
		return os.NewSyscallError("setrlimit", err)
	}
	if _, _, errno := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0); errno != 0 {
		return os.NewSyscallError("prctl", errno)
	}
	return nil
}
