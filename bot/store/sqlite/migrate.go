package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"yeye/bot/store"
	"yeye/bot/store/schema"
)

func provider(db *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectSQLite3, db, schema.SQLite())
}

// newest returns the version of the schema that this program makes.
func newest(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

// migrate brings the schema up to date, each migration in its own transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	p, err := provider(db)
	if err != nil {
		return err
	}
	have, err := p.GetDBVersion(ctx)
	if err != nil {
		return err
	}
	if have > newest(p) {
		return store.CheckNewer(ctx, db, newest(p))
	}
	if _, err = p.Up(ctx); err != nil {
		return err
	}
	return store.RecordOldest(ctx, db)
}

// enableShrinking rewrites a file that cannot return free pages, as version 1.0.0 made them, which also left deleted
// data in them. If the disk is full or another process has the file open, the next start tries again.
func enableShrinking(ctx context.Context, db *sql.DB) error {
	var mode int
	if err := db.QueryRowContext(ctx, `PRAGMA auto_vacuum`).Scan(&mode); err != nil || mode != 0 {
		return err
	}
	_, err := db.ExecContext(ctx, `VACUUM`)
	var sqliteErr *driver.Error
	if errors.As(err, &sqliteErr) {
		switch sqliteErr.Code() & 0xff {
		// the last is about its temporary file
		case codes.SQLITE_FULL, codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_CANTOPEN:
			return nil
		}
	}
	return err
}
