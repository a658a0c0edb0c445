package bot_test

import (
	"context"
	"database/sql"
	"sync"

	"yeye/bot/internal/testdb"
)

// lockDatabase makes every write wait, as another process's long transaction
// does, until the function it returns is called.
func (h *env) lockDatabase() (unlock func()) {
	h.t.Helper()
	testdb.OnSQLite(h.t)
	db, err := sql.Open("sqlite", "file:"+h.db+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		h.t.Fatal(err)
	}
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	var once sync.Once
	unlock = func() { once.Do(func() { tx.Rollback(); db.Close() }) }
	h.t.Cleanup(unlock)
	return unlock
}
