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

	"yeye/bot/store"
)

// Examination is the result of Examine, which changes nothing.
type Examination struct {
	Exists  bool
	Bytes   int64    // of its pages, including those not yet in the file itself
	Free    int64    // bytes that this user may still write on its disk, -1 if the system does not say
	Version int64    // of its schema, 0 for a file without one
	Newest  int64    // the schema that this program upgrades to, 0 if there is no file
	Games   int      // open matches
	Ranks   []string // servers that give roles for ranks
	Users   []int    // ids of the processes that have it in use, as far as the system says
}

// Examine inspects a database file: whether it can be read and written, which schema it has and whether all its pages
// are sound. The error is an [*OpenError] if the file is at fault. A file that does not exist is not an error if it can
// be created.
func Examine(ctx context.Context, path string) (e Examination, err error) {
	if err := checkName(path); err != nil {
		return Examination{Free: -1}, err
	}
	e.Free = FreeBytes(filepath.Dir(path))
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, openError(path, checkCreatable(path))
	case err != nil:
		return e, openError(path, err)
	case info.IsDir():
		return e, &OpenError{Path: path, Advice: adviceIsDir}
	}
	e.Exists, e.Users = true, users(path)
	return e, openError(path, e.inspect(ctx, path))
}

// matchesSince is the version of the schema that has a table of matches; before, they were called sessions.
const matchesSince = 25

// ranksSince is the version of the schema that has a table of roles for ranks.
const ranksSince = 86

// checkCreatable tests whether a file can be created at path.
func checkCreatable(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return &OpenError{Path: path, Advice: adviceNoDir, Err: err}
	}
	f, err := os.CreateTemp(dir, ".yeye-doctor-")
	if err != nil {
		return &OpenError{Path: path, Advice: adviceReadOnly, Err: err}
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// inspect fills in the data of the file itself. It takes the writer's lock for a moment and changes nothing.
func (e *Examination) inspect(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", dataSource(path, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(5000)"},
		"_txlock": {"immediate"}}))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	p, err := provider(db)
	if err != nil {
		return err
	}
	e.Newest = newest(p)

	if err := db.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version'`).Scan(&e.Version); err != nil {
		return err
	}
	if e.Version > 0 {
		if err := db.QueryRowContext(ctx,
			`SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&e.Version); err != nil {
			return err
		}
	}
	if e.Version > e.Newest {
		if err := store.CheckNewer(ctx, db, e.Newest); err != nil {
			return err
		}
	}
	if err := db.QueryRowContext(ctx,
		`SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`).Scan(&e.Bytes); err != nil {
		return err
	}
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&result); err != nil {
		return err
	}
	if !strings.EqualFold(result, "ok") {
		return &OpenError{Path: path, Advice: adviceDamaged, Err: errors.New(result)}
	}
	if e.Version > 0 {
		open := `SELECT count(*) FROM matches WHERE status = 0`
		if e.Version < matchesSince {
			open = `SELECT count(*) FROM sessions WHERE status = 0`
		}
		if err := db.QueryRowContext(ctx, open).Scan(&e.Games); err != nil {
			return fmt.Errorf("its tables are not yeye's: %w", err)
		}
	}
	if e.Version >= ranksSince {
		var guilds string
		if err := db.QueryRowContext(ctx,
			`SELECT COALESCE(group_concat(DISTINCT guild), '') FROM ranks`).Scan(&guilds); err != nil {
			return err
		}
		e.Ranks = strings.FieldsFunc(guilds, func(r rune) bool { return r == ',' })
	}
	tx, err := db.BeginTx(ctx, nil) // immediate: it takes the writer's lock
	if err != nil {
		return err
	}
	return tx.Rollback()
}
