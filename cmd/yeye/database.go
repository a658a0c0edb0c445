package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// database is the open database, and this process's registration among its users.
type database struct {
	*store.DB
	name    string // to show to people, without a password
	others  bool   // other processes use it
	server  bool   // several processes may use it
	release func()
}

// openDatabase opens a file or connects to a server, and registers this process among the
// database's users. now is the clock; nil means the clock of the machine or the server.
func openDatabase(ctx context.Context, where, process string, now func() time.Time,
	logger *slog.Logger) (*database, error) {
	if postgres.IsAddress(where) {
		d, err := postgres.Open(ctx, where, now)
		if err != nil {
			return nil, databaseError(err)
		}
		a, err := d.Attach(ctx, process, logger.With("part", "database"))
		if err != nil {
			d.Close()
			return nil, databaseError(err)
		}
		return &database{DB: d.DB, name: postgres.Redacted(where), others: a.Others, server: true, release: a.Close},
			nil
	}
	db, err := sqlite.Open(ctx, where, now)
	if err != nil {
		return nil, databaseError(err)
	}
	lock, others, err := sqlite.LockShared(where)
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("cannot use the database %s: %w", where, err)
	}
	if path, err := filepath.Abs(where); err == nil {
		where = path
	}
	return &database{DB: db, name: where, others: others, release: func() { lock.Release() }}, nil
}

// close releases the registration after the database is closed: closing any file of a process
// releases the locks that SQLite holds on it.
func (d *database) close() {
	d.Close()
	d.release()
}

// openUnregistered opens a database without registering this process.
func openUnregistered(ctx context.Context, where string, now func() time.Time) (*store.DB, error) {
	if postgres.IsAddress(where) {
		d, err := postgres.Open(ctx, where, now)
		if err != nil {
			return nil, databaseError(err)
		}
		return d.DB, nil
	}
	db, err := sqlite.Open(ctx, where, now)
	return db, databaseError(err)
}

// databaseError returns a usageError if the file or the address is wrong and a retry cannot help.
// Other errors are returned unchanged, so that the service that restarts the bot keeps trying.
func databaseError(err error) error {
	var refused interface {
		error
		Temporary() bool
	}
	if errors.As(err, &refused) && !refused.Temporary() {
		return usageError{err}
	}
	return err
}

// passwordMessage is the message for an operator who has put a password where every user of the machine can read it.
const passwordMessage = "a password on the command line can be read by every user of the machine: put it into the " +
	"file named by PGPASSFILE (host:port:database:user:password, mode 0600), or set PGPASSWORD, or YEYE_DB for the " +
	"whole address"

// hasPassword reports whether an argument is a database's address with a password.
func hasPassword(arg string) bool {
	if strings.HasPrefix(arg, "-") {
		_, arg, _ = strings.Cut(arg, "=")
	}
	return postgres.IsAddress(arg) && postgres.HasPassword(arg)
}
