package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// queryer is what *sql.DB and *sql.Tx have in common.
type queryer interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// Conn runs statements, within a transaction or without.
type Conn struct {
	q          queryer
	dialect    Dialect
	observer   *Observer
	autocommit bool   // each statement is its own transaction
	failed     *error // within a transaction: what its next statement and its commit return; see [Tx.ExecDeferred]
}

// Dialect returns the database's dialect.
func (c Conn) Dialect() Dialect { return c.dialect }

// StatementError says which statement failed. Its parameters, which may be of players, are left out.
type StatementError struct {
	Statement string
	Err       error
}

// WithStatement wraps an error in a [*StatementError], unless it is one. nil and [sql.ErrNoRows] stay as they are.
func WithStatement(statement string, err error) error {
	var named *StatementError
	if err == nil || err == sql.ErrNoRows || errors.As(err, &named) {
		return err
	}
	return &StatementError{statement, err}
}

// Error implements error: the statement's beginning, and why it failed.
func (e *StatementError) Error() string {
	const enough = 60
	text := strings.Join(strings.Fields(e.Statement), " ")
	if len(text) > enough {
		text = text[:enough] + "…"
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns the error of the database.
func (e *StatementError) Unwrap() error { return e.Err }

// Exec runs a statement and returns how many rows it changed.
func (c Conn) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := c.ready(ctx, query); err != nil {
		return 0, err
	}
	started := time.Now()
	r, err := c.q.ExecContext(ctx, c.dialect.Rebind(query), c.dialect.Args(args)...)
	if err != nil {
		return 0, WithStatement(query, err)
	}
	if c.autocommit {
		c.observer.committed(time.Since(started))
	}
	n, err := r.RowsAffected()
	return n, WithStatement(query, err)
}

// Run is Exec without the number of changed rows.
func (c Conn) Run(ctx context.Context, query string, args ...any) error {
	_, err := c.Exec(ctx, query, args...)
	return err
}

// ExecDeferred is Exec without a result: the statement may be sent together with the next one or with the commit. The
// transaction remembers its error: from then on every statement returns that instead of running, and so does [DB.Tx]
// instead of committing, whatever its function returns. The function learns of the failure from its next statement
// with a result.
func (t Tx) ExecDeferred(ctx context.Context, query string, args ...any) {
	_, *t.failed = t.Exec(context.WithValue(ctx, deferredKey{}, true), query, args...)
}

// Lock serializes transactions with the same key, as [Dialect.Lock] does. Its error is remembered as that of
// [Tx.ExecDeferred].
func (t Tx) Lock(ctx context.Context, key string) {
	if *t.failed == nil {
		*t.failed = t.dialect.Lock(ctx, t.Conn, key)
	}
}

type deferredKey struct{}

// Params returns a list of n parameters: "(?, ?)" for two.
func Params(n int) string { return `(?` + strings.Repeat(`, ?`, n-1) + `)` }

// Assignments returns what follows SET to give each of several columns a parameter: "red = ?, black = ?" for "red,
// black". The list may have line breaks.
func Assignments(columns string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(columns, ",", " = ?,")), " ") + " = ?"
}

// Insert runs one INSERT for several rows with the same number of values; without rows it does nothing. insert ends
// with VALUES, and suffix follows the rows. It runs as by [Tx.ExecDeferred].
func Insert(ctx context.Context, tx Tx, insert string, rows [][]any, suffix string) {
	if len(rows) > 0 {
		one := Params(len(rows[0]))
		tx.ExecDeferred(ctx, insert+` `+one+strings.Repeat(`, `+one, len(rows)-1)+` `+suffix, slices.Concat(rows...)...)
	}
}

// IsDeferred reports to a database's driver whether a statement was passed to ExecDeferred.
func IsDeferred(ctx context.Context) bool { return ctx.Value(deferredKey{}) != nil }

// Row is one row of a result.
type Row interface{ Scan(...any) error }

// namedRow is a row whose errors name the statement.
type namedRow struct {
	Row
	query string
}

func (r namedRow) Scan(to ...any) error { return WithStatement(r.query, r.Row.Scan(to...)) }

// Row returns the one row of a result; if there is none, scanning it is [sql.ErrNoRows].
func (c Conn) Row(ctx context.Context, query string, args ...any) Row {
	if err := c.ready(ctx, query); err != nil {
		return failedRow{err}
	}
	return namedRow{c.q.QueryRowContext(ctx, c.dialect.Rebind(query), c.dialect.Args(args)...), query}
}

// Each passes every row of a result to f, in order, while the result arrives.
func Each(ctx context.Context, c Conn, f func(Row) error, query string, args ...any) error {
	if err := c.ready(ctx, query); err != nil {
		return err
	}
	rows, err := c.q.QueryContext(ctx, c.dialect.Rebind(query), c.dialect.Args(args)...)
	if err != nil {
		return WithStatement(query, err)
	}
	defer rows.Close()
	var row Row = namedRow{rows, query}
	for rows.Next() {
		if err := f(row); err != nil {
			return err
		}
	}
	return WithStatement(query, rows.Err())
}

// All returns all rows of a result, each read by scan, in order.
func All[T any](ctx context.Context, c Conn, scan func(Row) (T, error), query string,
	args ...any) (all []T, err error) {
	err = Each(ctx, c, func(r Row) error {
		one, err := scan(r)
		if err == nil {
			all = append(all, one)
		}
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Into makes the scan of [All] from a function that returns where a row's columns go.
func Into[T any](targets func(*T) []any) func(Row) (T, error) {
	return func(r Row) (one T, err error) {
		err = r.Scan(targets(&one)...)
		return one, err
	}
}

// Map is All for rows that are each a key and its value, with the scan of [Into].
func Map[K comparable, V any](ctx context.Context, c Conn, targets func(*K, *V) []any, query string,
	args ...any) (map[K]V, error) {
	all := map[K]V{}
	err := Each(ctx, c, func(r Row) error {
		var key K
		var value V
		err := r.Scan(targets(&key, &value)...)
		all[key] = value
		return err
	}, query, args...)
	return all, err
}

// Set is All for rows of a single value whose order does not matter.
func Set[K comparable](ctx context.Context, c Conn, query string, args ...any) (map[K]bool, error) {
	return Map(ctx, c, func(key *K, in *bool) []any {
		*in = true
		return []any{key}
	}, query, args...)
}

// failedRow is the row of a statement that did not run.
type failedRow struct{ err error }

func (f failedRow) Scan(...any) error { return f.err }

// ready returns the error with which a statement fails before it runs, if any.
func (c Conn) ready(ctx context.Context, query string) error {
	switch o := c.observer; {
	case c.failed != nil && *c.failed != nil:
		return *c.failed
	case o == nil || o.Statement == nil:
		return nil
	default:
		return WithStatement(query, o.Statement(ctx, query))
	}
}

func (o *Observer) committed(took time.Duration) {
	if o != nil && o.Committed != nil {
		o.Committed(took)
	}
}

// One scans the one row of a result, and reports false if there is none.
func One(row Row, to ...any) (bool, error) {
	err := row.Scan(to...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// OrMissing replaces the error of a row that does not exist.
func OrMissing(err, missing error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// First returns the first row of a result, and reports false if there is none.
func First[T any](ctx context.Context, c Conn, scan func(Row) (T, error), query string,
	args ...any) (one T, found bool, err error) {
	all, err := All(ctx, c, scan, query, args...)
	if err != nil || len(all) == 0 {
		return one, false, err
	}
	return all[0], true, nil
}

// Value returns the single value of a row.
func Value[T any](r Row) (one T, err error) {
	err = r.Scan(&one)
	return one, err
}

// Millis returns a time in stored form; Instant is the inverse.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Instant returns the time that Millis stored.
func Instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// Bit returns a bool in stored form: databases differ in what they accept as one.
func Bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Number and Text are scan targets: the function is called with the column's value.
type (
	Number func(int64)
	Text   func(string) error
)

// Scan implements [sql.Scanner].
func (f Number) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("%v is not a whole number", v)
	}
	f(n)
	return nil
}

// Scan implements [sql.Scanner].
func (f Text) Scan(v any) error {
	switch t := v.(type) {
	case string:
		return f(t)
	case []byte:
		return f(string(t))
	}
	return fmt.Errorf("%v is not text", v)
}

// Time scans what Millis stored.
func Time(to *time.Time) Number { return func(ms int64) { *to = Instant(ms) } }

// UTC is Time with a result in UTC, for data exports.
func UTC(to *time.Time) Number { return func(ms int64) { *to = Instant(ms).UTC() } }

// Flag scans what Bit stored.
func Flag(to *bool) Number { return func(n int64) { *to = n != 0 } }

// Parsed scans a name into the value that parse returns for it; a name that parse does not know is an error, so that a
// value stored by a later program is not mistaken for another.
func Parsed[T any](to *T, parse func(string) (T, bool)) Text {
	return func(t string) error {
		value, ok := parse(t)
		if !ok {
			return fmt.Errorf("%q is unknown", t)
		}
		*to = value
		return nil
	}
}
