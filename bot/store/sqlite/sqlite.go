// Package sqlite implements a [store.DB] on an SQLite file: opening it, its schema, copies of it, and the reasons why
// a file cannot be used.
//
// All writes go through one connection in immediate transactions, so that a writer never loses a race halfway; reads
// have their own connections (WAL). A commit is on the disk before it is acknowledged (synchronous=FULL). Deleted data
// is overwritten (secure_delete), and [store.DB.Scrub] removes it from the files.
//
// Package schema has the migrations. A database that a newer program has written is refused with [store.ErrNewer].
//
// Out of scope: queries of the packages whose tables these are, and decisions about games.
package sqlite

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"yeye/bot/store"
)

// readers is how many connections read at the same time.
const readers = 4

// Open opens or creates the database file and brings its schema up to date. The error is an [*OpenError] if the file is
// at fault: not a database, damaged, newer, locked, not writable, no file at all.
func Open(ctx context.Context, path string, now func() time.Time) (*store.DB, error) {
	if err := checkName(path); err != nil {
		return nil, err
	}
	if err := createPrivate(path); err != nil {
		return nil, openError(path, err)
	}
	write, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, openError(path, err)
	}
	if err := enableShrinking(ctx, write); err != nil {
		write.Close()
		return nil, openError(path, err)
	}
	read, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(readers)
	db := store.New(write, read, dialect{}, now)
	if err := db.Check(ctx); err != nil { // better now than at the first move
		db.Close()
		return nil, openError(path, err)
	}
	return db, nil
}

// createPrivate creates the database file, if it does not exist, readable by its owner only; SQLite creates its other
// files with the same mode. If that fails, SQLite reports why.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil
	}
	return f.Close()
}

// dsn returns the settings with which every connection is opened. Whether a file can shrink is decided before anything
// is written to it.
func dsn(path string) string {
	return dataSource(path, url.Values{
		"_pragma": {"busy_timeout(5000)", "auto_vacuum(INCREMENTAL)", "journal_mode(WAL)", "synchronous(FULL)",
			"secure_delete(1)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	})
}

// dataSource returns the driver's name for a file, whatever characters its path has.
func dataSource(path string, q url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}
