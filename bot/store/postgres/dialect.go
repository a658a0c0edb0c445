package postgres

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"yeye/bot/store"
)

// dialect is PostgreSQL's.
type dialect struct{}

// Rebind numbers the parameters: the first "?" is $1. Those in quotes are text.
func (dialect) Rebind(query string) string {
	if strings.IndexByte(query, '?') < 0 {
		return query
	}
	var b strings.Builder
	b.Grow(len(query) + 16)
	quote, n := byte(0), 0
	for i := range len(query) {
		c := query[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '?':
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// The server's codes after which a transaction may succeed if it is run again.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
)

// Retry implements [store.Dialect]. A connection that broke is tried again where nothing had been sent on it: after that nobody
// knows whether the commit has happened.
func (dialect) Retry(err error) bool {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return said.Code == serializationFailure || said.Code == deadlockDetected || said.Code == lockNotAvailable
	}
	return pgconn.SafeToRetry(err)
}

// Lock implements [store.Dialect]. Two keys of the same hash merely wait for each other.
func (dialect) Lock(ctx context.Context, tx store.Conn, key string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(?, 0))`, key)
	return err
}

// Claim implements [store.Dialect].
func (dialect) Claim() string { return "FOR UPDATE SKIP LOCKED" }

// Scrub implements [store.Dialect]: it writes every table of the schema again, one after the other, each locked meanwhile. The
// server's log (WAL), its archive and backups keep what was deleted until they are recycled.
func (dialect) Scrub(ctx context.Context, write store.Conn) error {
	tables, err := tables(ctx, write)
	for _, t := range tables {
		if err == nil {
			_, err = write.Exec(ctx, `VACUUM (FULL) `+pgx.Identifier{t}.Sanitize())
		}
	}
	return err
}

// tables is the tables of the schema, in the order of their names.
func tables(ctx context.Context, c store.Conn) ([]string, error) {
	return store.All(ctx, c, store.Value[string],
		`SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version' ORDER BY tablename`)
}

// Shrink implements [store.Dialect]: autovacuum does it.
func (dialect) Shrink(context.Context, store.Conn, int) (more bool, err error) { return false, nil }
