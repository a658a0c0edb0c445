// Package store is the bot's database interface over database/sql, without a driver: transactions, queries and the
// record of processed events. Each package keeps the SQL of its own tables in a file sql.go; the differences between
// databases are methods of [Dialect], and package sqlite below this one opens SQLite files.
//
// Statements write their parameters as "?", in order. Times are integers, milliseconds since 1970 made in Go; 0 means
// none. A commit is durable before [DB.Tx] returns.
//
// Out of scope: drivers, tables of other packages (except the events), games and Discord.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"time"

	"yeye/bot/id"
)

// ErrSeen means that the event of a change has already been processed.
var ErrSeen = errors.New("this event has been processed already")

// ErrConflict means that a row has changed since it was read. The change may succeed if it is decided again.
var ErrConflict = errors.New("a row is no longer as it was read")

// Dialect holds the differences between databases.
type Dialect interface {
	// Rebind converts a statement's "?" to the database's own parameters.
	Rebind(query string) string
	// Args converts a statement's arguments to values that the database can store.
	Args(args []any) []any
	// Retry reports whether a transaction that failed with err may be retried.
	Retry(err error) bool
	// Lock serializes transactions with the same key. It does nothing if only one can write at a time anyway.
	Lock(ctx context.Context, tx Conn, key string) error
	// SkipLocked returns the clause for selecting rows that other processes may be about to claim: "" or "FOR UPDATE
	// SKIP LOCKED".
	SkipLocked() string
	// Scrub makes deleted data unreadable in the database's own files, as far as the program can.
	Scrub(ctx context.Context, write Conn) error
	// Size returns the size of the tables in bytes.
	Size(ctx context.Context, c Conn) (int64, error)
	// Shrink returns up to pages free pages to the disk, and reports whether there are more.
	Shrink(ctx context.Context, write Conn, pages int) (more bool, err error)
	// Tables returns the tables of all packages, by name.
	Tables(ctx context.Context, c Conn) ([]Table, error)
	// ResetSequences makes the database number new rows after those that were written with explicit numbers.
	ResetSequences(ctx context.Context, tx Conn) error
}

// DB is an open database. Its methods are safe for concurrent use.
type DB struct {
	write, read *sql.DB
	dialect     Dialect
	now         func() time.Time
	observer    *Observer
	notifier    Notifier // nil if no other process works on the database
}

// Observer sees the database's statements: to count them, or to inject faults. Nil functions are skipped.
type Observer struct {
	// Statement is called before each statement. If it returns an error, that is returned instead of running the
	// statement.
	Statement func(ctx context.Context, query string) error
	// Committed is called after each commit, of a transaction or of a single statement, with its duration including the
	// wait to write.
	Committed func(took time.Duration)
}

// Observe sets the observer, before the database is used.
func (d *DB) Observe(o Observer) { *d.observer = o }

// New makes a database whose transactions run on write and whose other queries run on read; both may be the same.
func New(write, read *sql.DB, dialect Dialect, now func() time.Time) *DB {
	if now == nil {
		now = time.Now
	}
	return &DB{write: write, read: read, dialect: dialect, now: now, observer: &Observer{}}
}

// Now returns the database's time.
func (d *DB) Now() time.Time { return d.now() }

// Close closes the database.
func (d *DB) Close() error {
	if d.read == d.write {
		return d.write.Close()
	}
	return errors.Join(d.read.Close(), d.write.Close())
}

// Read returns a Conn for queries outside a transaction.
func (d *DB) Read() Conn { return Conn{d.read, d.dialect, d.observer, false, nil} }

// Write returns a Conn for single statements, each its own transaction.
func (d *DB) Write() Conn { return Conn{d.write, d.dialect, d.observer, true, nil} }

// Scrub makes deleted data unreadable in the database's own files. After an error it may still be readable there. It is
// slow for a large database, and blocks writers.
func (d *DB) Scrub(ctx context.Context) error { return d.dialect.Scrub(ctx, d.Write()) }

// Size returns the size of the tables in bytes, from which callers estimate the duration of a Scrub.
func (d *DB) Size(ctx context.Context) (int64, error) { return d.dialect.Size(ctx, d.Read()) }

// Tx is a transaction in progress.
type Tx struct {
	Conn
	Now time.Time // the same for the whole transaction
}

// maxTries is how often a transaction is tried if the database aborts it in favor of another.
const maxTries = 10

// WriteTx is Tx for a function that only writes: the transaction remembers its errors.
func (d *DB) WriteTx(ctx context.Context, f func(Tx)) error {
	return d.Tx(ctx, func(tx Tx) error {
		f(tx)
		return nil
	})
}

// Tx runs f in one transaction, again if the database requires that, and commits unless f or one of its writes fails. f
// must have no effects outside the database.
func (d *DB) Tx(ctx context.Context, f func(Tx) error) error {
	for try := 1; ; try++ {
		err := d.once(ctx, f)
		if err == nil || try == maxTries || ctx.Err() != nil || !d.dialect.Retry(err) {
			return err
		}
	}
}

func (d *DB) once(ctx context.Context, f func(Tx) error) error {
	started := time.Now()
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return WithStatement("BEGIN", err)
	}
	defer tx.Rollback() // does nothing once committed
	var failed error
	err = f(Tx{Conn{tx, d.dialect, d.observer, false, &failed}, d.now()})
	if err := cmp.Or(failed, err); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return WithStatement("COMMIT", err)
	}
	d.observer.committed(time.Since(started))
	return nil
}

// TxOnce is Tx for a change that an event must cause only once: see [Once].
func (d *DB) TxOnce(ctx context.Context, event id.Event, f func(Tx) error) error {
	return d.Tx(ctx, func(tx Tx) error {
		if err := Once(ctx, tx, event); err != nil {
			return err
		}
		return f(tx)
	})
}

// Once records the event of a change, in the transaction of the change: [ErrSeen] if it was processed before. Events
// without an id are never refused.
func Once(ctx context.Context, tx Tx, event id.Event) error {
	if event == "" {
		return nil
	}
	n, err := tx.Exec(ctx, `INSERT INTO events (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING`, string(event),
		Millis(tx.Now))
	if err == nil && n == 0 {
		err = ErrSeen
	}
	return err
}

// Seen reports whether the event of a change was processed.
func (d *DB) Seen(ctx context.Context, event id.Event) (bool, error) {
	var at int64
	return One(d.Read().Row(ctx, `SELECT at FROM events WHERE id = ?`, string(event)), &at)
}

// keepEventsFor is how long events are stored: far longer than Discord may deliver one again.
const keepEventsFor = 24 * time.Hour

// Tidy deletes up to limit events that are old enough and returns up to limit free pages to the disk. It reports
// whether there is more to do.
func (d *DB) Tidy(ctx context.Context, limit int) (more bool, err error) {
	events, err := forgetEvents(ctx, d, limit)
	if err != nil {
		return false, err
	}
	pages, err := d.dialect.Shrink(ctx, d.Write(), limit)
	return events || pages, err
}

// forgetEvents deletes up to limit events that are old enough, and reports whether there may be more.
func forgetEvents(ctx context.Context, d *DB, limit int) (more bool, err error) {
	n, err := d.Write().Exec(ctx, `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE at < ? LIMIT ?)`,
		Millis(d.now().Add(-keepEventsFor)), limit)
	return n == int64(limit), err
}
