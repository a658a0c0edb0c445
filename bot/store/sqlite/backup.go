package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

const (
	// spareBytes is how much space a backup must leave on its disk.
	spareBytes = 16 << 20
	moreSpace  = "free space on it, or give a file on another disk with -o"
)

// checkSpace returns an error if a backup of size bytes does not fit into free bytes; free is -1 if unknown.
func checkSpace(to string, free, size int64) error {
	if need := size + spareBytes; free >= 0 && free < need {
		return fmt.Errorf("cannot back up to %s: its disk has %d MB left, and %d MB are needed; %s", to, free>>20,
			need>>20, moreSpace)
	}
	return nil
}

// Backup writes a consistent copy of the database at path to a new file while others read and write it. The copy is
// complete when it appears under its name: until then it has a temporary one, and on a disk without hard links an empty
// file reserves the name. No backup begins that could take the last space of its disk, on which the database may be.
func Backup(ctx context.Context, path, to string) (err error) {
	if err := checkName(path); err != nil {
		return err
	}
	file, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("cannot back up: %w; name the database with --db", err)
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("cannot back up to %s: %w; give another file with -o", to, os.ErrExist)
	}
	if err := checkSpace(to, FreeBytes(filepath.Dir(to)), file.Size()); err != nil {
		return err
	}
	dir, remove, err := TempDir(filepath.Dir(to), ".yeye-backup-")
	if err != nil {
		if bare, ok := errors.AsType[*fs.PathError](err); ok {
			err = bare.Err
		}
		return fmt.Errorf("cannot back up to %s: %w; give a file with -o in a directory that exists and can be written",
			to, err)
	}
	defer remove()
	db, err := sql.Open("sqlite", dataSource(path, url.Values{"_pragma": {"busy_timeout(10000)"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	part := filepath.Join(dir, "copy.db")
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		if full, ok := errors.AsType[*driver.Error](err); ok && full.Code()&0xff == codes.SQLITE_FULL {
			return fmt.Errorf("cannot back up to %s: its disk is full; %s", to, moreSpace)
		}
		return openError(path, fmt.Errorf("cannot back up %s: %w", path, err))
	}
	if err := verify(ctx, part); err != nil {
		return err
	}
	if err := syncPrivate(part); err != nil {
		return fmt.Errorf("cannot back up: %w", err)
	}
	if err := publish(part, to); err != nil {
		return fmt.Errorf("cannot back up: %w", err)
	}
	return nil
}

var link = os.Link // tests replace it

// publish moves a complete file to its name, and returns an error if that exists. Rename alone would replace a file
// created meanwhile; on a file system without links an empty file therefore reserves the name first.
func publish(part, to string) error {
	err := link(part, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = f.Close(); err == nil {
		err = os.Rename(part, to)
	}
	if err != nil {
		return errors.Join(err, os.Remove(to))
	}
	return nil
}

// verify checks a copy.
func verify(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dataSource(path, url.Values{"mode": {"ro"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA quick_check`).Scan(&result); err != nil {
		return fmt.Errorf("the copy cannot be read: %w", err)
	}
	if !strings.EqualFold(result, "ok") {
		return errors.New("the copy is damaged: " + result)
	}
	return nil
}

// syncPrivate makes a file readable by its owner only and syncs it to the disk.
func syncPrivate(path string) error {
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
