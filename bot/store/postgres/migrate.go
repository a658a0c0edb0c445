package postgres

import (
	"context"
	"database/sql"
	"errors"

	"github.com/pressly/goose/v3"

	"yeye/bot/store"
	"yeye/bot/store/schema"
)

// The advisory locks that a session may hold, in yeye's own number range.
const (
	migrationLock = 0x79657965_00000000 + iota // one process at a time
	// shared by the processes that work on the database, exclusive for one that wants it alone
	attachedLock
)

func provider(db *sql.DB) (*goose.Provider, error) {
	return goose.NewProvider(goose.DialectPostgres, db, schema.Postgres())
}

// newest returns the version of the schema that this program makes.
func newest(p *goose.Provider) int64 {
	sources := p.ListSources()
	return sources[len(sources)-1].Version
}

// migrate brings the schema up to date, each migration in its own transaction. Of several processes that start together
// one does it and the others wait.
func migrate(ctx context.Context, db *sql.DB) error {
	p, err := provider(db)
	if err != nil {
		return err
	}
	have, err := version(ctx, db)
	if err != nil {
		return err
	}
	switch {
	case have == newest(p):
		return store.RecordOldest(ctx, db)
	case have > newest(p):
		return store.CheckNewer(ctx, db, newest(p))
	}
	lockConn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer lockConn.Close()
	if _, err := lockConn.ExecContext(ctx, `SET lock_timeout = 0`); err != nil {
		return err
	}
	if _, err := lockConn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, int64(migrationLock)); err != nil {
		return err
	}
	if _, err = p.Up(ctx); err == nil {
		err = store.RecordOldest(ctx, db)
	}
	_, unlock := lockConn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, int64(migrationLock))
	_, reset := lockConn.ExecContext(context.WithoutCancel(ctx), `RESET lock_timeout`)
	return errors.Join(err, unlock, reset)
}

// version returns the schema's version, 0 for a database without one. It creates nothing.
func version(ctx context.Context, db *sql.DB) (v int64, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL`).Scan(&exists); err != nil ||
		!exists {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&v)
	return v, err
}
