package sqlite

import (
	"errors"
	"os"
	"time"
)

// ErrInUse means that another process uses the database file.
var ErrInUse = errors.New("a yeye is using this database")

// FileLock marks a database file as in use by a process. It must be released after the database is closed, not before:
// closing any descriptor of the file ends all locks of the process that SQLite holds on it.
type FileLock struct{ f *os.File }

// LockShared takes a shared lock on an existing database file, and reports whether another process has one. It
// returns [ErrInUse] while another process holds it exclusively.
func LockShared(path string) (h *FileLock, others bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, false, err
	}
	others = errors.Is(flock(f, true), ErrInUse)
	for try := 1; ; try++ {
		if err = flock(f, false); err == nil {
			return &FileLock{f}, others, nil
		}
		if !errors.Is(err, ErrInUse) || try == shareTries {
			f.Close()
			return nil, others, err
		}
		time.Sleep(shareAgain) // the other may only be testing for others, as above
	}
}

// shareTries is how often LockShared tries to lock a file that another process holds exclusively, shareAgain the
// pause between two tries.
const (
	shareTries = 50
	shareAgain = 10 * time.Millisecond
)

// LockExclusive takes an exclusive lock on an existing database file. It returns [ErrInUse] if another process has it
// in use.
func LockExclusive(path string) (*FileLock, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := flock(f, true); err != nil {
		f.Close()
		return nil, err
	}
	return &FileLock{f}, nil
}

// Release releases the lock.
func (h *FileLock) Release() error { return h.f.Close() }
