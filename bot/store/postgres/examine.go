package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"yeye/bot/store"
)

// Examination is the result of Examine, which changes nothing.
type Examination struct {
	Server         string   // its version
	Bytes          int64    // of the database
	Version        int64    // of its schema, 0 for a database without one
	Newest         int64    // the schema that this program upgrades to
	Games          int      // open matches
	Ranks          []string // servers that give roles for ranks
	Connections    int      // open connections of the server, from all clients
	MaxConnections int      // the most that it allows
	Processes      int      // that work on the database
	Serving        int      // those of them that serve shards
	ClockAhead     time.Duration
}

// Examine inspects a database: whether it can be reached and written, and which schema it has. The error is an
// [*OpenError] if the address or the server is at fault.
func Examine(ctx context.Context, address string) (e Examination, err error) {
	config, err := parse(address)
	if err != nil {
		return e, err
	}
	return e, openError(address, e.inspect(ctx, config))
}

// processesSince is the version of the schema that has a table of the processes that divide the shards.
const processesSince = 60

// ranksSince is the version that has a table of roles for ranks.
const ranksSince = 86

func (e *Examination) inspect(ctx context.Context, config *pgx.ConnConfig) error {
	db := stdlib.OpenDB(*config)
	defer db.Close()
	p, err := provider(db)
	if err != nil {
		return err
	}
	e.Newest = newest(p)
	var encoding string
	var standby, mayCreate bool
	err = db.QueryRowContext(ctx,
		`SELECT current_setting('server_version'), current_setting('server_encoding'), pg_is_in_recovery(),
		has_schema_privilege(current_schema(), 'CREATE'), pg_database_size(current_database()),
		(SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), current_setting('max_connections')::int,
		(SELECT COUNT(*) FROM pg_locks WHERE `+attachedLocks+`)`, int64(attachedLock)).
		Scan(&e.Server, &encoding, &standby, &mayCreate, &e.Bytes, &e.Connections, &e.MaxConnections, &e.Processes)
	switch {
	case err != nil:
		return err
	case encoding != "UTF8":
		return errEncoding
	case standby:
		return &OpenError{Address: Redacted(config.ConnString()), Advice: adviceReadOnly, temporary: true}
	case !mayCreate:
		return &OpenError{Address: Redacted(config.ConnString()), Advice: adviceRole}
	}
	var clock serverClock
	if err := clock.measure(ctx, db); err != nil {
		return err
	}
	e.ClockAhead = time.Until(clock.now())
	if e.Version, err = version(ctx, db); err != nil || e.Version == 0 {
		return err
	}
	if e.Version > e.Newest {
		if err := store.CheckNewer(ctx, db, e.Newest); err != nil {
			return err
		}
	}
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM matches WHERE status = 0`).Scan(&e.Games); err != nil {
		return fmt.Errorf("its tables are not yeye's: %w", err)
	}
	if e.Version >= ranksSince {
		var guilds string
		if err := db.QueryRowContext(ctx,
			`SELECT COALESCE(string_agg(DISTINCT guild, ' '), '') FROM ranks`).Scan(&guilds); err != nil {
			return err
		}
		e.Ranks = strings.Fields(guilds)
	}
	if e.Version < processesSince {
		return nil
	}
	return db.QueryRowContext(ctx, `SELECT COUNT(*) FROM processes WHERE role = 'serve' AND until > $1`,
		clock.now().UnixMilli()).Scan(&e.Serving)
}
