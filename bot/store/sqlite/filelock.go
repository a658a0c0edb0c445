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

// Share marks an existing database file as in use, and reports whether another process has it in use already. It
// returns [ErrInUse] while another holds it alone.
func Share(path string) (h *FileLock, others bool, err error) {
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
		time.Sleep(shareAgain) // the other may only be looking, as above, whether it is alone
	}
}

// shareTries is how often Share tries to get a file that another process holds alone, shareAgain the pause between two
// tries.
const (
	shareTries = 50
	shareAgain = 10 * time.Millisecond
)

// Alone takes an existing database file for this process alone. It returns [ErrInUse] if another process has it in use.
func Alone(path string) (*FileLock, error) {
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
