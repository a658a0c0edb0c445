// Package testdb opens databases for tests. The schema is made once a process and copied: making it takes longer than most tests.
//
// What may not enter: anything that is not for tests.
package testdb

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"yeye/bot/store"
	"yeye/bot/store/sqlite"
)

// empty is the file of a database without rows.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "testdb")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	db, err := sqlite.Open(context.Background(), path, nil)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Open is an empty database of the test's own, and its file.
func Open(t testing.TB, now func() time.Time) (db *store.DB, path string) {
	t.Helper()
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "yeye.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if db, err = sqlite.Open(context.Background(), path, now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, path
}
