package sqlite

import (
	"context"
	"errors"
	"fmt"

	"yeye/bot/store"
)

// dialect implements [store.Dialect] for SQLite. Only one connection writes, and it waits for those of other processes
// at the beginning of a transaction: none has to be retried, and keys need no locks.
type dialect struct{}

func (dialect) Rebind(query string) string                     { return query }
func (dialect) Retry(error) bool                               { return false }
func (dialect) Lock(context.Context, store.Conn, string) error { return nil }
func (dialect) SkipLocked() string                             { return "" }
func (dialect) Args(args []any) []any                          { return args }

// Tables implements [store.Dialect].
func (dialect) Tables(ctx context.Context, c store.Conn) ([]store.Table, error) {
	return store.Tables(ctx, c, `SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name <> 'goose_db_version'
		ORDER BY m.name, c.name`)
}

// ResetSequences implements [store.Dialect]: SQLite continues after the highest number by itself.
func (dialect) ResetSequences(context.Context, store.Conn) error { return nil }

// errReaders means that deleted data cannot leave the files yet.
var errReaders = errors.New("what was deleted is still being read")

// Scrub implements [store.Dialect]. SQLite overwrites what it deletes (secure_delete) but leaves copies where it once
// moved rows from page to page, so the whole file is rewritten; then the log is emptied. SQLite waits for readers as
// long as for a lock. For a file of 64 MB that is about a second.
func (dialect) Scrub(ctx context.Context, write store.Conn) error {
	if _, err := write.Exec(ctx, `VACUUM`); err != nil {
		return err
	}
	var busy, pages, done int
	err := write.Row(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &done)
	if err == nil && busy != 0 {
		err = errReaders
	}
	return err
}

// Size implements [store.Dialect].
func (dialect) Size(ctx context.Context, c store.Conn) (int64, error) {
	return store.Value[int64](c.Row(ctx, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`))
}

// Shrink implements [store.Dialect].
func (dialect) Shrink(ctx context.Context, write store.Conn, pages int) (more bool, err error) {
	free, err := store.Value[int](write.Row(ctx, `PRAGMA freelist_count`))
	if err != nil || free == 0 {
		return false, err
	}
	// It frees a page for each row of its result that is read.
	_, err = store.All(ctx, write, func(store.Row) (struct{}, error) { return struct{}{}, nil },
		fmt.Sprintf(`PRAGMA incremental_vacuum(%d)`, pages))
	return free > pages, err
}
