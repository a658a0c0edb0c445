package main

import (
	"fmt"
	"os"
	"regexp"
	"syscall"
	"testing"
)

// The process that holds the token leaves no core dump, whatever limits it was
// started with.
func TestNoCores(t *testing.T) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
		t.Fatal(err)
	}
	if limit.Max == 0 {
		t.Log("no core may be written here anyway")
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{Cur: limit.Max, Max: limit.Max}); err != nil {
		t.Fatal(err)
	}
	w := deploy(t)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", w.bot.Cmd.Process.Pid))
	if err != nil || !regexp.MustCompile(`Max core file size +0 +0 `).Match(text) {
		t.Errorf("%v\n%s", err, text)
	}
	if err := disableCoreDumps(); err != nil {
		t.Fatal(err)
	}
	dumpable, _, errno := syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_GET_DUMPABLE, 0, 0)
	if errno != 0 || dumpable != 0 {
		t.Errorf("dumpable: %d, %v", dumpable, errno)
	}
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil || limit != (syscall.Rlimit{}) {
		t.Errorf("%+v, %v", limit, err)
	}
}
