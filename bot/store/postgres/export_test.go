package postgres

import (
	"database/sql"
	"testing"
	"time"
)

// Exported for tests.
var (
	Rebind = dialect{}.Rebind
	Parse  = parse
)

// LookEvery sets the interval between two readings of the server's clock until the test ends.
func LookEvery(t *testing.T, d time.Duration) {
	before := checkEvery
	checkEvery = d
	t.Cleanup(func() { checkEvery = before })
}

// FreedWithin sets for how long a lock that another holds is tried again, until the test ends.
func FreedWithin(t *testing.T, d time.Duration) {
	before := lockTimeout
	lockTimeout = d
	t.Cleanup(func() { lockTimeout = before })
}

// Shift makes a database's clock wrong until the server's is read again.
func Shift(d *Database, by time.Duration) {
	d.clock.mu.Lock()
	defer d.clock.mu.Unlock()
	d.clock.serverTime = d.clock.serverTime.Add(by)
}

// AtSchema makes a database of an earlier schema with rows.
func AtSchema(t *testing.T, address string, version int64, rows string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p, err := provider(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), rows); err != nil {
		t.Fatal(err)
	}
}
