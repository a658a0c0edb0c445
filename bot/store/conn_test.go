package store_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"yeye/bot/internal/testdb"
	"yeye/bot/store"
)

func TestMain(m *testing.M) { testdb.Main(m) }

// An error names the statement that failed, once, and no value; what caused it can be recognized, and that there is no row is no error.
func TestFailedStatements(t *testing.T) {
	db, _ := testdb.Open(t, nil)
	ctx := t.Context()
	const insert = `INSERT INTO facts
		(name, value) VALUES (?, ?)`
	if _, err := db.Write().Exec(ctx, insert, "secret", "1"); err != nil {
		t.Fatal(err)
	}
	fault := errors.New("a fault")
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"a statement": {func() error { _, err := db.Write().Exec(ctx, insert, "secret", "2"); return err }(), "INSERT INTO facts (name, value) VALUES ("},
		"a value":     {func() error { _, err := store.Value[int](db.Read().Row(ctx, `SELECT 'secret'`)); return err }(), "SELECT 'secret': "},
		"rows": {func() error {
			_, err := store.All(ctx, db.Read(), store.Value[int], `SELECT name FROM facts`)
			return err
		}(), "SELECT name FROM facts: "},
		"no table": {store.Each(ctx, db.Read(), nil, `SELECT * FROM nothing`), "SELECT * FROM nothing: "},
		"one that was to be sent later": {db.Tx(ctx, func(tx store.Tx) error {
			if err := tx.ExecDeferred(ctx, insert, "secret", "2"); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `DELETE FROM facts`)
			return err
		}), "INSERT INTO facts (name"},
		"a fault": {func() error {
			db.Observe(store.Observer{Statement: func(context.Context, string) error { return fault }})
			defer db.Observe(store.Observer{})
			return db.Write().Row(ctx, `SELECT 1`).Scan()
		}(), "SELECT 1: a fault"},
	} {
		text := ""
		if c.err != nil {
			text = c.err.Error()
		}
		if !strings.HasPrefix(text, c.want) || strings.Count(text, "facts (") > 1 || strings.Contains(text, "secret") != strings.Contains(c.want, "secret") {
			t.Errorf("%s: %q", name, text)
		}
		if name == "a fault" && !errors.Is(c.err, fault) {
			t.Errorf("%s is %v", name, c.err)
		}
	}
	if err := db.Read().Row(ctx, `SELECT value FROM facts WHERE name = 'none'`).Scan(new(string)); err != sql.ErrNoRows {
		t.Errorf("no row: %v", err)
	}
}
