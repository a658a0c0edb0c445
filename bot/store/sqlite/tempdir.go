package sqlite

import (
	"os"
	"path/filepath"
	"time"
)

// TempDir makes a directory in dir whose name begins with a prefix, for a file that is not complete yet, and returns
// how to remove it. It first removes those that processes left there that died: they have as much in them as a
// database, also what players have erased since.
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

// abandoned reports whether no process that lives has made a temporary directory: each holds a lock on its own.
func abandoned(temp string) bool {
	info, err := os.Lstat(temp)
	if err != nil || !info.IsDir() {
		return false
	}
	after := time.Minute // it may be about to be locked
	if !locks {
		after = 24 * time.Hour
	}
	f, err := os.Open(temp)
	if err != nil {
		return false
	}
	defer f.Close()
	return time.Since(info.ModTime()) > after && flock(f, true) == nil
}
