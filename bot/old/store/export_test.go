package store

import (
	"database/sql"
	"testing"
)

// PretendVersion makes a closed database look as if a newer program wrote it.
func PretendVersion(t *testing.T, path string, version int) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)`, version); err != nil {
		t.Fatal(err)
	}
}

// Lock takes a database's writer's lock, as another program would, until unlock.
func Lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback(); db.Close() }
}
