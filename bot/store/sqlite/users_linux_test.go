package sqlite

import "testing"

func TestHeldLock(t *testing.T) {
	for line, want := range map[string]struct {
		pid   int
		inode uint64
	}{
		"1: FLOCK  ADVISORY  READ 12187 fe:00:10175435 0 EOF":   {12187, 10175435},
		"12: FLOCK  ADVISORY  WRITE 7 00:2f:3 0 EOF":            {7, 3},
		"1: POSIX  ADVISORY  READ 12187 fe:00:10175435 128 128": {},
		"1: -> FLOCK  ADVISORY  WRITE 9 fe:00:10175435 0 EOF":   {},
		"1: FLOCK  ADVISORY  READ 0 fe:00:10175435 0 EOF":       {}, // of another container
		"1: FLOCK  ADVISORY  READ x fe:00:10175435 0 EOF":       {},
		"1: FLOCK": {}, "": {},
	} {
		pid, inode, ok := heldLock(line)
		if ok != (want.pid != 0) || ok && (pid != want.pid || inode != want.inode) {
			t.Errorf("%q: %d %d %v", line, pid, inode, ok)
		}
	}
}
