package sqlite

import (
	"os"
	"path/filepath"
	"time"
)

// TempDir makes a directory in dir whose name begins with a prefix, for a file that is not complete yet, and returns
// how to remove it. It first removes those of dead processes: they can be as large as the database, and contain data
// that players have erased since.
func TempDir(dir, prefix string) (temp string, remove func(), err error) {
	left, _ := filepath.Glob(filepath.Join(dir, prefix+"*"))
	for _, one := range left {
		if abandoned(one) {
			os.RemoveAll(one)
		}
	}
	if temp, err = os.MkdirTemp(dir, prefix); err != nil {
		return "", nil, err
	}
	f, err := os.Open(temp)
	if err != nil {
		os.RemoveAll(temp)
		return "", nil, err
	}
	_ = flock(f, true) // a file system that refuses keeps what is left there
	return temp, func() { f.Close(); os.RemoveAll(temp) }, nil
}

// abandoned reports whether the process that made a temporary directory is dead: a live one holds a lock on it.
func abandoned(temp string) bool {
	info, err := os.Lstat(temp)
	if err != nil || !info.IsDir() {
		return false
	}
	after := time.Minute // it may be about to be locked
	if !canLock {
		after = 24 * time.Hour
	}
	f, err := os.Open(temp)
	if err != nil {
		return false
	}
	defer f.Close()
	return time.Since(info.ModTime()) > after && flock(f, true) == nil
}
