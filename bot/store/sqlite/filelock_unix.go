//go:build linux || darwin || freebsd

package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// flock is the system's lock on a whole file, which lives as long as the process and which SQLite does not use.
func flock(f *os.File, alone bool) error {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
