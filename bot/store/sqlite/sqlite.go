// Package sqlite keeps a [store.DB] in an SQLite file: opening it, its schema, copies of it, and the reasons why a file
// cannot be used.
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
	if err := named(path); err != nil {
		return nil, err
	}
	if err := private(path); err != nil {
		return nil, refusal(path, err)
	}
	write, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := migrate(ctx, write); err != nil {
		write.Close()
		return nil, refusal(path, err)
	}
	if err := shrinkable(ctx, write); err != nil {
		write.Close()
		return nil, refusal(path, err)
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
		return nil, refusal(path, err)
	}
	return db, nil
}

// private makes a database file that does not exist yet readable by its owner only, and with it those that SQLite
// creates beside it: they hold people's games. If the file cannot be created, SQLite reports why.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil
	}
	return f.Close()
}

// dsn returns the settings with which every connection is opened. Whether a file can shrink is decided before anything
// is written to it.
func dsn(path string) string {
	return source(path, url.Values{
		"_pragma": {"busy_timeout(5000)", "auto_vacuum(INCREMENTAL)", "journal_mode(WAL)", "synchronous(FULL)",
			"secure_delete(1)", "foreign_keys(1)"},
		"_txlock": {"immediate"},
	})
}

// source returns the driver's name for a file, whatever characters its path has.
func source(path string, q url.Values) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}
