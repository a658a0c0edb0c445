package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Restored is the result of a restore.
type Restored struct {
	Examination        // of the new file at the path
	OldFile     string // the file that was replaced, "" if there was none
}

// errNotYeye refuses a database that is intact but not yeye's.
var errNotYeye = errors.New("it has none of yeye's tables")

// Restore replaces the database at path by a copy of the backup at from. The backup is checked first, and the old file
// is kept beside it under another name; at every moment one of the two is complete at path. The new file belongs to the
// owner of the old one, or of its directory. It returns [ErrInUse] while a process works on the database.
func Restore(ctx context.Context, from, path string, now time.Time) (r Restored, err error) {
	if err := cmp.Or(checkName(path), checkName(from)); err != nil {
		return r, err
	}
	old, err := os.Stat(path)
	switch {
	case err == nil && old.IsDir():
		return r, &OpenError{Path: path, Advice: adviceIsDir}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return r, openError(path, err)
	}
	if backup, err := os.Stat(from); err != nil {
		return r, fmt.Errorf("cannot restore: %w", err)
	} else if old != nil && os.SameFile(old, backup) {
		return r, fmt.Errorf("cannot restore: %s is the database itself", from)
	}
	dir, remove, err := TempDir(filepath.Dir(path), ".yeye-restore-")
	if err != nil {
		return r, openError(path, checkCreatable(path))
	}
	defer remove()
	part := filepath.Join(dir, "copy.db")
	if r.Examination, err = prepare(ctx, from, part); err != nil {
		return r, err
	}
	if err := copyOwner(part, path, old); err != nil {
		return r, fmt.Errorf("cannot give the database its owner: %w", err)
	}
	aside := path + ".before-" + now.UTC().Format("20060102T150405Z")
	if old == nil {
		if err := moveLogs(path, aside); err != nil {
			return r, err
		}
		return r, errors.Join(publish(part, path), persistDir(path))
	}
	lock, err := LockExclusive(path)
	if err != nil {
		return r, openError(path, err)
	}
	defer lock.Release()
	if err := checkpoint(ctx, path); err != nil {
		return r, err
	}
	r.OldFile = aside
	return r, replace(part, path, r.OldFile)
}

// prepare makes a complete copy of a backup and examines it.
func prepare(ctx context.Context, from, part string) (Examination, error) {
	db, err := sql.Open("sqlite", dataSource(from, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}))
	if err != nil {
		return Examination{}, err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
	if err = errors.Join(err, db.Close()); err != nil {
		return Examination{}, openError(from, fmt.Errorf("cannot copy %s: %w", from, err))
	}
	e, err := Examine(ctx, part)
	if err == nil && e.Version == 0 {
		err = errNotYeye
	}
	if refused, ok := errors.AsType[*OpenError](err); ok {
		refused.Path = from
		return e, refused
	}
	if err != nil {
		return e, fmt.Errorf("cannot restore %s: %w", from, err)
	}
	return e, syncPrivate(part)
}

// checkpoint merges a database's log into its file. It returns [ErrInUse] if a process has it open. A file too
// damaged for that is left as it is: it may be the reason for the restore.
func checkpoint(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dataSource(path, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(1000)"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var mode string
	err = db.QueryRowContext(ctx, `PRAGMA journal_mode=DELETE`).Scan(&mode)
	if refused, ok := errors.AsType[*OpenError](openError(path, err)); ok && refused.Advice == adviceLocked {
		return ErrInUse
	}
	return ctx.Err() // interrupted, it does not know whether the file is in use
}

// replace moves part to path, whose old file is kept as aside.
func replace(part, path, aside string) error {
	if _, err := os.Lstat(aside); err == nil {
		return fmt.Errorf("cannot keep the old database as %s: %w", aside, fs.ErrExist)
	}
	if err := moveLogs(path, aside); err != nil { // of a damaged file
		return err
	}
	if err := link(path, aside); err != nil { // a file system without links
		if err := os.Rename(path, aside); err != nil {
			return err
		}
	}
	return errors.Join(os.Rename(part, path), persistDir(path))
}

// moveLogs keeps the logs of a damaged or lost file beside path under other names: SQLite would apply them to the new
// file.
func moveLogs(path, aside string) error {
	for _, log := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(path+log, aside+log); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// persistDir syncs the names in path's directory to the disk.
func persistDir(path string) error {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	_ = d.Sync() // not every system can
	return d.Close()
}
