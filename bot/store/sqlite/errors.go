package sqlite

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"yeye/bot/store"
)

// OpenError is the reason why a database file cannot be used. Its text is one sentence for the operator that ends in
// what to do; Err is the error of SQLite or the system.
type OpenError struct {
	Path   string
	Advice string // what is wrong with the file, and what to do about it
	Err    error
}

// Temporary reports whether another try may succeed: the file is locked, or the disk is full or fails.
func (e *OpenError) Temporary() bool {
	return e.Advice == adviceLocked || e.Advice == adviceFull || e.Advice == adviceDisk
}

// Error implements error.
func (e *OpenError) Error() string {
	return "cannot use the database " + cmp.Or(e.Path, `""`) + ": " + e.Advice
}

// Unwrap returns the error of SQLite or the system.
func (e *OpenError) Unwrap() error { return e.Err }

const (
	adviceLocked = "another program has locked it for longer than 5 seconds; stop that program (an sqlite3 shell? a " +
		"copy that hangs?) and start again"
	adviceReadOnly = "this user may not write it; change the owner or the permissions of the file and of its " +
		"directory, or give another file with --db"
	adviceForeign = "it is not an SQLite database; give another file with --db, or replace it with a backup by `yeye " +
		"restore`"
	adviceDamaged = "it is damaged; replace it with the last backup by `yeye restore` and start again"
	adviceFull    = "the disk is full; free space on it, or give a file on another disk with --db"
	adviceNoDir   = "its directory does not exist; create it, or give another file with --db"
	adviceNoName  = "no file is named; give one with --db"
	adviceIsDir   = "it is a directory; give a file in it with --db"
	adviceDisk    = "the disk could not be read or written; check the system's log, and restore a backup on another " +
		"disk"
)

// checkName refuses names that SQLite does not treat as a file: each connection would get its own database, which
// ends with the connection.
func checkName(path string) error {
	if path == "" || path == ":memory:" {
		return &OpenError{Path: path, Advice: adviceNoName}
	}
	return nil
}

// openError converts an error of the file at path to an [*OpenError], and returns other errors unchanged, such as the
// end of a context.
func openError(path string, err error) error {
	if err == nil {
		return nil
	}
	advice := ""
	var sqliteErr *driver.Error
	switch {
	case errors.Is(err, store.ErrNewer):
		advice = store.ErrNewer.Error()
	case errors.As(err, &sqliteErr):
		advice = adviceFor(path, sqliteErr.Code()&0xff) // without the extended part
	case errors.Is(err, fs.ErrPermission):
		advice = adviceReadOnly
	}
	if advice == "" {
		return err
	}
	return &OpenError{Path: path, Advice: advice, Err: err}
}

// adviceFor returns the advice for one of SQLite's primary codes, "" for none.
func adviceFor(path string, code int) string {
	switch code {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return adviceLocked
	case codes.SQLITE_READONLY, codes.SQLITE_PERM, codes.SQLITE_AUTH:
		return adviceReadOnly
	case codes.SQLITE_NOTADB:
		return adviceForeign
	case codes.SQLITE_CORRUPT:
		return adviceDamaged
	case codes.SQLITE_FULL:
		return adviceFull
	case codes.SQLITE_IOERR:
		return adviceDisk
	case codes.SQLITE_CANTOPEN:
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
