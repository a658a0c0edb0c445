package sqlite

import (
	"context"
	"database/sql"
	"io/fs"
	"net/url"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"yeye/bot/store"
	"yeye/bot/store/schema"
)

// Exported for tests.
var (
	Place  = publish
	Settle = checkpoint
)

// PretendVersion makes a closed database look as if a newer program wrote it, for equally new programs.
func PretendVersion(t *testing.T, path string, version int) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)`, version); err != nil {
		t.Fatal(err)
	}
	ServedSince(t, path, strconv.Itoa(version))
}

// ServedSince records in a closed database that only programs since a version can work on it.
func ServedSince(t *testing.T, path, version string) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	if _, err := db.Exec(`UPDATE facts SET value = ? WHERE name = ?`, version, store.OldestFact); err != nil {
		t.Fatal(err)
	}
}

// Lock takes the writer's lock of a database, as another program would, until unlock.
func Lock(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db := raw(t, path)
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback(); db.Close() }
}

func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// Version1 makes a database with the schema and data of version 1.0.0.
func Version1(t *testing.T, path string) {
	t.Helper()
	rows, err := os.ReadFile("testdata/1.0.0.sql")
	if err != nil {
		t.Fatal(err)
	}
	AtSchema(t, path, 24, string(rows))
}

// AtSchema makes a database of an earlier schema with rows.
func AtSchema(t *testing.T, path string, version int64, rows string) {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(path, url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}, "_txlock": {"immediate"}}))
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
	if _, err := db.Exec(rows); err != nil {
		t.Fatal(err)
	}
}

// Halfway executes the statements of the newest migration in a transaction that writes through to the log, and calls f after each.
func Halfway(t *testing.T, path string, f func(n int, statement string)) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`PRAGMA cache_size = 1`); err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	text, err := fs.ReadFile(schema.SQLite(), "00025_matches.sql")
	if err != nil {
		t.Fatal(err)
	}
	for n, statement := range strings.Split(strings.TrimSpace(string(text)), ";\n") {
		if _, err := tx.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		f(n, statement)
	}
}

// Squeeze leaves the database no room to grow, like a full disk; Relieve undoes that. ReadOnly makes every write fail, like a disk
// remounted read-only.
func Squeeze(ctx context.Context, db *store.DB) error {
	var pages int
	return db.Write().Row(ctx, `PRAGMA max_page_count = 1`).Scan(&pages) // clamped to the current size
}

func Relieve(ctx context.Context, db *store.DB) error {
	var pages int
	return db.Write().Row(ctx, `PRAGMA max_page_count = 1073741823`).Scan(&pages)
}

func ReadOnly(ctx context.Context, db *store.DB, on bool) error {
	word := `PRAGMA query_only = 0`
	if on {
		word = `PRAGMA query_only = 1`
	}
	_, err := db.Write().Exec(ctx, word)
	return err
}

// Leftover makes version 1.0.0 store imported games with that title and delete them again.
func Leftover(t *testing.T, path, title string) {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(path, url.Values{"_pragma": {"journal_mode(WAL)"}}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for n := range 50 {
		if _, err := db.Exec(`INSERT INTO kept (id, owner, red, black, title, result, start, moves, at) VALUES (?, '1', '', '', ?, '', '', ?, 0)`, n, title, strings.Repeat("h2e2 ", 100)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(`DELETE FROM kept WHERE owner = '1'`); err != nil {
		t.Fatal(err)
	}
}

// NoLinks makes the file system one without hard links until the test ends.
func NoLinks(t *testing.T) {
	before := link
	link = func(from, to string) error {
		return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM}
	}
	t.Cleanup(func() { link = before })
}

// Room refuses a backup without enough room.
var Room = checkSpace

// Hold reads a database until letGo is called.
func Hold(t *testing.T, path string) (letGo func()) {
	t.Helper()
	db, err := sql.Open("sqlite", dataSource(path, url.Values{}))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM facts`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback(); db.Close() }
}
