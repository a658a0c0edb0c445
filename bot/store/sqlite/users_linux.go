package sqlite

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// users returns the ids of the processes that have marked a database file as in use, see [LockShared], as far as this
// one may know of them: not of those in other containers.
func users(path string) (pids []int) {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	locks, err := os.Open("/proc/locks")
	if err != nil {
		return nil
	}
	defer locks.Close()
	for lines := bufio.NewScanner(locks); lines.Scan(); {
		pid, inode, ok := heldLock(lines.Text())
		if ok && inode == of.Ino && !slices.Contains(pids, pid) {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// heldLock reads a line like "5: FLOCK ADVISORY READ 1234 fe:01:131090 0 EOF"; ok is false for other kinds of locks,
// and for those that wait ("5: -> FLOCK …").
func heldLock(line string) (pid int, inode uint64, ok bool) {
	f := strings.Fields(line)
	if len(f) < 6 || f[1] != "FLOCK" {
		return 0, 0, false
	}
	pid, err := strconv.Atoi(f[4])
	device := strings.LastIndexByte(f[5], ':')
	if err != nil || pid <= 0 || device < 0 {
		return 0, 0, false
	}
	inode, err = strconv.ParseUint(f[5][device+1:], 10, 64)
	return pid, inode, err == nil
}
