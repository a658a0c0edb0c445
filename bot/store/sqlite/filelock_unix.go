//go:build linux || darwin || freebsd

package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// canLock reports that flock locks something here.
const canLock = true

// flock takes the system's lock on a whole file, which SQLite does not use and which ends with the process.
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
