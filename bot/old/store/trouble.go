package store

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// OpenError is why a database file cannot be used. Its text is one sentence for
// the operator that ends in what to do; Err is what SQLite or the system said.
type OpenError struct {
	Path   string
	Advice string // what is wrong with the file, and what to do about it
	Err    error
}

// MayPass reports that another try may find the file well: it is locked, or the
// disk is full or ill.
func (e *OpenError) MayPass() bool {
	return e.Advice == adviceLocked || e.Advice == adviceFull || e.Advice == adviceDisk
}

func (e *OpenError) Error() string {
	return "cannot use the database " + cmp.Or(e.Path, `""`) + ": " + e.Advice
}

func (e *OpenError) Unwrap() error { return e.Err }

const (
	adviceLocked   = "another program has locked it for longer than 5 seconds; end that program (an sqlite3 shell? a copy that hangs?) and start again"
	adviceReadOnly = "this user may not write it; change the owner or the permissions of the file and of its directory, or give another file with --db"
	adviceForeign  = "it is not an SQLite database; give another file with --db, or put a backup in its place"
	adviceDamaged  = "it is damaged; move it and its -wal and -shm files aside, put the last backup in its place and start again"
	adviceFull     = "the disk is full; make room on it, or give a file on another disk with --db"
	adviceNoDir    = "its directory is not there; make the directory, or give another file with --db"
	adviceNoName   = "that names no file; give one with --db"
	adviceIsDir    = "it is a directory; give a file in it with --db"
	adviceDisk     = "the disk could not be read or written; look into the system's log, and put a backup on another disk"
)

// named refuses what SQLite takes for no file: each connection would get a database
// of its own, gone with the connection.
func named(path string) error {
	if path == "" || path == ":memory:" {
		return &OpenError{path, adviceNoName, nil}
	}
	return nil
}

// refusal makes an [*OpenError] of what went wrong with the file at path, or leaves
// an error alone that is none of the file's, such as the end of a context.
func refusal(path string, err error) error {
	if err == nil {
		return nil
	}
	advice := ""
	var said *sqlite.Error
	switch {
	case errors.Is(err, ErrNewer):
		advice = ErrNewer.Error()
	case errors.As(err, &said):
		advice = adviceFor(path, said.Code()&0xff) // without the extended part
	case errors.Is(err, fs.ErrPermission):
		advice = adviceReadOnly
	}
	if advice == "" {
		return err
	}
	return &OpenError{path, advice, err}
}

func adviceFor(path string, code int) string {
	switch code {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return adviceLocked
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH:
		return adviceReadOnly
	case sqlite3.SQLITE_NOTADB:
		return adviceForeign
	case sqlite3.SQLITE_CORRUPT:
		return adviceDamaged
	case sqlite3.SQLITE_FULL:
		return adviceFull
	case sqlite3.SQLITE_IOERR:
		return adviceDisk
	case sqlite3.SQLITE_CANTOPEN:
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return adviceIsDir
		}
		if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
			return adviceNoDir
		}
		return adviceReadOnly
	}
	return ""
}
