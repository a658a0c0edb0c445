// Package postgres implements a [store.DB] on a PostgreSQL database, for installations of several processes: opening
// it, its schema, the notifications between processes, and the reasons why a database cannot be used.
//
// Reads and transactions have separate pools, so that a transaction that also reads outside itself never waits for its
// own connection. A commit is durable before it is acknowledged. Time is the database's: every process measures the
// offset of its own clock from it, so that leases mean the same to all.
//
// Package schema has the migrations. A database that a newer program has written is refused with [store.ErrNewer].
//
// Out of scope: queries of the packages whose tables these are, and decisions about games.
package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"yeye/bot/store"
)

// writers and readers are the most connections of a process, besides the two of [Database.Attach].
const (
	writers = 12
	readers = 8
)

// Connections is the most of the server's connections that a process takes.
const Connections = writers + readers + 2

// Database is an open database.
type Database struct {
	*store.DB
	config *pgx.ConnConfig
	clock  *serverClock
}

// Open connects to the database at an address and brings its schema up to date. Time is what now returns, or the
// database's if that is nil. The error is an [*OpenError] if the address or the server is at fault.
func Open(ctx context.Context, address string, now func() time.Time) (*Database, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	d, err := open(ctx, config, now)
	return d, openError(address, err)
}

func open(ctx context.Context, config *pgx.ConnConfig, now func() time.Time) (*Database, error) {
	if err := usable(ctx, config); err != nil {
		return nil, err
	}
	write, read := sql.OpenDB(connector{stdlib.GetConnector(*config)}), stdlib.OpenDB(*config)
	limit(write, writers)
	limit(read, readers)
	d := &Database{config: config, clock: &serverClock{}}
	if now == nil {
		now = d.clock.now
	}
	d.DB = store.New(write, read, dialect{}, now)
	err := migrate(ctx, write)
	if err == nil {
		err = d.clock.measure(ctx, write)
	}
	if err == nil {
		err = d.Check(ctx) // better now than at the first move
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// limit bounds a pool. Connections are not kept forever: after a fail-over all reach the new server in time.
func limit(pool *sql.DB, n int) {
	pool.SetMaxOpenConns(n)
	pool.SetMaxIdleConns(n)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	pool.SetConnMaxLifetime(30 * time.Minute)
}

// usable refuses a server that would alter data: one that stores text in another encoding. One that acknowledges
// commits before they are durable is asked to wait for them.
func usable(ctx context.Context, config *pgx.ConnConfig) error {
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer c.Close(context.WithoutCancel(ctx))
	var encoding, commits string
	if err := c.QueryRow(ctx,
		`SELECT current_setting('server_encoding'), current_setting('synchronous_commit')`).Scan(&encoding,
		&commits); err != nil {
		return err
	}
	if encoding != "UTF8" {
		return errEncoding
	}
	if commits == "off" {
		config.RuntimeParams["synchronous_commit"] = "on"
	}
	return nil
}
