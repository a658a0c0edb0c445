// Package testdb opens databases for tests: every test of a package that has SQL runs on SQLite, and with
// YEYE_TEST_DATABASE=postgres on PostgreSQL, on a server for the tests. The schema is created once a process and
// copied: creating it takes longer than most tests.
//
// Out of scope: anything that is not for tests.
package testdb

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/internal/leak"
	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// Main is the whole body of TestMain.
func Main(m *testing.M) { leak.Main(tests{m}) }

// tests runs a package's tests on the database that the environment names.
type tests struct{ m *testing.M }

func (r tests) Run() int {
	server.stops = true
	defer stop()
	return r.m.Run()
}

// empty returns the file of a database without rows.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp(memory(), "testdb")
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

// New makes an empty database for the test, and returns its location: a file, or an address.
func New(t testing.TB) (where string) {
	t.Helper()
	if s := served(t); s != nil {
		return onServer(t, s)
	}
	data, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(memory(), "testdb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	where = filepath.Join(dir, "yeye.db")
	if err := os.WriteFile(where, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return where
}

// memory returns a directory of a file system in memory, or "" for that of temporary files. Each commit waits until it
// is on the disk, and tests make some ten thousand; they end processes, but not the machine, so memory keeps as much.
var memory = sync.OnceValue(func() string {
	const dir, enough = "/dev/shm", 2 << 30 // containers often have little of it
	if free := sqlite.FreeBytes(dir); free < enough || os.Getenv("TMPDIR") != "" {
		return ""
	}
	return dir
})

// Columns returns the names of a table's columns.
func Columns(t testing.TB, db *store.DB, table string) []string {
	t.Helper()
	query := `SELECT name FROM pragma_table_info(?) ORDER BY cid`
	if served(t) != nil {
		query = `SELECT column_name::text FROM information_schema.columns WHERE table_name = ?
			ORDER BY ordinal_position`
	}
	columns, err := store.All(t.Context(), db.Read(), store.Value[string], query, table)
	if err != nil || len(columns) == 0 {
		t.Fatal(table, columns, err)
	}
	return columns
}

// Plan returns the steps of SQLite's plan of a statement.
func Plan(t testing.TB, db *store.DB, statement string) []string {
	t.Helper()
	steps, err := store.All(t.Context(), db.Read(), store.Into(func(step *string) []any {
		skip := new(int)
		return []any{skip, skip, skip, step}
	}), `EXPLAIN QUERY PLAN `+statement, slices.Repeat([]any{0}, strings.Count(statement, "?"))...)
	if err != nil || len(steps) == 0 {
		t.Fatalf("%s has no plan: %v", statement, err)
	}
	return steps
}

// Holds reports whether a text is among the bytes of the files of an SQLite database.
func Holds(t testing.TB, where, text string) bool {
	t.Helper()
	files, err := filepath.Glob(where + "*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return slices.ContainsFunc(files, func(name string) bool {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(data, []byte(text))
	})
}

// Mentions returns the columns of an SQLite database that contain a text in any row, as "table.column".
func Mentions(t testing.TB, db *store.DB, text string) (all []string) {
	t.Helper()
	tables, err := db.Read().Dialect().Tables(t.Context(), db.Read())
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		for _, column := range table.Columns {
			n, err := store.Value[int](db.Read().Row(t.Context(),
				`SELECT COUNT(*) FROM "`+table.Name+`" WHERE CAST("`+column+`" AS TEXT) LIKE ?`, "%"+text+"%"))
			if err != nil {
				t.Fatal(err)
			}
			if n > 0 {
				all = append(all, table.Name+"."+column)
			}
		}
	}
	return all
}

// At opens a database that New made.
func At(t testing.TB, where string, now func() time.Time) *store.DB {
	t.Helper()
	if now == nil {
		now = time.Now
	}
	var db *store.DB
	var err error
	if postgres.IsAddress(where) {
		var d *postgres.Database
		if d, err = postgres.Open(context.Background(), where, now); err == nil {
			db = d.DB
		}
	} else {
		db, err = sqlite.Open(context.Background(), where, now)
	}
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// Open makes and opens an empty database for the test, which is closed when the test ends, and returns its location
// too.
func Open(t testing.TB, now func() time.Time) (db *store.DB, where string) {
	t.Helper()
	where = New(t)
	db = At(t, where, now)
	t.Cleanup(func() { db.Close() })
	return db, where
}

// OnSQLite skips the test on other databases.
func OnSQLite(t testing.TB) {
	t.Helper()
	if served(t) != nil {
		t.Skip("about SQLite's own ways")
	}
}
