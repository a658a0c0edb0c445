package postgres

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"yeye/bot/store"
)

// dialect implements [store.Dialect] for PostgreSQL.
type dialect struct{}

// Rebind numbers the parameters: the first "?" is $1. A "?" in quotes is text.
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

// Retry implements [store.Dialect]. If a connection broke, the transaction is retried unless COMMIT had been sent:
// after that it is unknown whether it took effect.
func (dialect) Retry(err error) bool {
	if errors.Is(err, errBroken) {
		return true
	}
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) {
		return pgErr.Code == serializationFailure || pgErr.Code == deadlockDetected || pgErr.Code == lockNotAvailable
	}
	return pgconn.SafeToRetry(err)
}

// Lock implements [store.Dialect]. Two keys with the same hash merely wait for each other.
func (dialect) Lock(ctx context.Context, tx store.Conn, key string) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(?, 0))`, key)
	return err
}

// SkipLocked implements [store.Dialect].
func (dialect) SkipLocked() string { return "FOR UPDATE SKIP LOCKED" }

// Args implements [store.Dialect]: PostgreSQL refuses text that is not UTF-8 or contains a zero byte, which no game
// needs.
func (dialect) Args(args []any) []any {
	for i, a := range args {
		if text, ok := a.(string); ok && !storable(text) {
			args[i] = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
		}
	}
	return args
}

func storable(text string) bool { return strings.IndexByte(text, 0) < 0 && utf8.ValidString(text) }

// Scrub implements [store.Dialect]: it rewrites every table of the schema, one after the other, each locked meanwhile.
// The server's log (WAL), its archive and backups keep deleted data until they are recycled.
func (d dialect) Scrub(ctx context.Context, write store.Conn) error {
	tables, err := d.Tables(ctx, write)
	for _, t := range tables {
		if err == nil {
			_, err = write.Exec(ctx, `VACUUM (FULL) `+pgx.Identifier{t.Name}.Sanitize())
		}
	}
	return err
}

// Size implements [store.Dialect].
func (dialect) Size(ctx context.Context, c store.Conn) (int64, error) {
	return store.Value[int64](c.Row(ctx, `SELECT COALESCE(SUM(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
		WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`))
}

// Tables implements [store.Dialect].
func (dialect) Tables(ctx context.Context, c store.Conn) ([]store.Table, error) {
	return store.Tables(ctx, c,
		`SELECT table_name::text COLLATE "C", column_name::text COLLATE "C" FROM information_schema.columns
			JOIN information_schema.tables USING (table_schema, table_name)
		WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'goose_db_version'
		ORDER BY 1, 2`)
}

// ResetSequences implements [store.Dialect].
func (dialect) ResetSequences(ctx context.Context, tx store.Conn) error {
	type counted struct{ table, column string }
	all, err := store.All(ctx, tx, store.Into(func(c *counted) []any {
		return []any{&c.table, &c.column}
	}), `SELECT table_name::text, column_name::text FROM information_schema.columns
		WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name <> 'goose_db_version'`)
	for _, c := range all {
		if err == nil {
			last := `MAX(` + pgx.Identifier{c.column}.Sanitize() + `)`
			_, err = tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(`+last+`, 1), `+last+
				` IS NOT NULL) FROM `+pgx.Identifier{c.table}.Sanitize(),
				c.table, c.column)
		}
	}
	return err
}

// Shrink implements [store.Dialect]: autovacuum does it.
func (dialect) Shrink(context.Context, store.Conn, int) (more bool, err error) { return false, nil }
