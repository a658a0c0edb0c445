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
			tx.ExecDeferred(ctx, insert, "secret", "2")
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

// After a write without a result has failed, nothing of its transaction is done: its error is what later statements and
// the transaction return, whatever the function makes of it.
func TestFailedWritesAreRemembered(t *testing.T) {
	db, _ := testdb.Open(t, nil)
	ctx := t.Context()
	const insert = `INSERT INTO facts (name, value) VALUES (?, ?)`
	fault, other := errors.New("a fault"), errors.New("another")
	for name, c := range map[string]struct {
		f    func(store.Tx) error
		ran  int  // statements that are begun
		sent bool // the fault is the database's
	}{
		"returned nil":        {f: func(store.Tx) error { return nil }, ran: 2},
		"returned another":    {f: func(store.Tx) error { return other }, ran: 2},
		"read":                {f: func(tx store.Tx) error { return tx.Row(ctx, `SELECT 1`).Scan(new(int)) }, ran: 2},
		"read and went on":    {f: func(tx store.Tx) error { _ = tx.Row(ctx, `SELECT 1`).Scan(new(int)); return nil }, ran: 2},
		"read rows":           {f: func(tx store.Tx) error { return store.Each(ctx, tx.Conn, nil, `SELECT 1`) }, ran: 2},
		"wrote with a result": {f: func(tx store.Tx) error { _, err := tx.Exec(ctx, insert, "c", "1"); return err }, ran: 2},
		"wrote more": {f: func(tx store.Tx) error {
			tx.ExecDeferred(ctx, insert, "c", "1")
			store.Insert(ctx, tx, `INSERT INTO facts (name, value) VALUES`, [][]any{{"d", "1"}, {"e", "1"}}, ``)
			return nil
		}, ran: 2},
		"locked":              {f: func(tx store.Tx) error { tx.Lock(ctx, "key"); return nil }, ran: 2},
		"refused by database": {f: func(tx store.Tx) error { tx.ExecDeferred(ctx, insert, "c", "1"); return nil }, sent: true},
	} {
		ran := 0
		db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
			if ran++; ran == 2 && !c.sent {
				return fault
			}
			return nil
		}})
		err := db.Tx(ctx, func(tx store.Tx) error {
			tx.ExecDeferred(ctx, insert, "a", "1")
			if c.sent {
				tx.ExecDeferred(ctx, insert, "a", "2")
			} else {
				tx.ExecDeferred(ctx, insert, "b", "1")
			}
			return c.f(tx)
		})
		db.Observe(store.Observer{})
		if c.sent && err == nil || !c.sent && (!errors.Is(err, fault) || errors.Is(err, other) || ran != c.ran) {
			t.Errorf("%s: %v after %d statements", name, err, ran)
		}
		if n, err := store.Value[int](db.Read().Row(ctx,
			`SELECT COUNT(*) FROM facts WHERE name IN ('a', 'b', 'c', 'd', 'e')`)); n != 0 || err != nil {
			t.Errorf("%s: %d rows are kept, %v", name, n, err)
		}
	}

	// A lock that is not taken is a failure as well, and the next transaction knows nothing of it.
	canceled, cancel := context.WithCancel(ctx)
	err := db.Tx(ctx, func(tx store.Tx) error {
		tx.ExecDeferred(ctx, insert, "a", "1")
		cancel()
		tx.ExecDeferred(canceled, insert, "b", "1")
		tx.Lock(ctx, "key")
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled write: %v", err)
	}
	if err := db.Tx(ctx, func(tx store.Tx) error { tx.ExecDeferred(ctx, insert, "a", "1"); return nil }); err != nil {
		t.Error(err)
	}
}
