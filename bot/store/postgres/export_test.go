package postgres

import (
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
	before := lookEvery
	lookEvery = d
	t.Cleanup(func() { lookEvery = before })
}

// Shift makes a database's clock wrong until the server's is read again.
func Shift(d *Database, by time.Duration) {
	d.clock.mu.Lock()
	defer d.clock.mu.Unlock()
	d.clock.there = d.clock.there.Add(by)
}
