package postgres_test

import (
	"context"
	"errors"
	"testing"

	"yeye/bot/store"
)

const setLater = `INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// Statements of Later are visible to what follows in their transaction, exist after the commit, and are gone without
// one.
func TestLater(t *testing.T) {
	d := open(t, address(t))
	fact := func(c store.Conn, name string) string {
		t.Helper()
		value, err := store.Fact(t.Context(), c, name)
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	err := d.Tx(t.Context(), func(tx store.Tx) error {
		tx.ExecDeferred(t.Context(), setLater, "a", "1")
		if got := fact(tx.Conn, "a"); got != "1" {
			t.Errorf("a query after it finds %q", got)
		}
		if got := fact(d.Read(), "a"); got != "" {
			t.Errorf("others find %q", got)
		}
		tx.ExecDeferred(t.Context(), setLater, "a", "2")
		n, err := tx.Exec(t.Context(), `UPDATE facts SET value = value || '!' WHERE name = ?`, "a")
		if n != 1 {
			t.Errorf("%d rows are changed after it", n)
		}
		tx.ExecDeferred(t.Context(), setLater, "b", "3")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := fact(d.Read(), "a"), fact(d.Read(), "b"); a != "2!" || b != "3" {
		t.Errorf("kept %q %q", a, b)
	}

	no := errors.New("no")
	for what, f := range map[string]func(store.Tx) error{
		"refused": func(tx store.Tx) error { tx.ExecDeferred(t.Context(), setLater, "c", "1"); return no },
		"refused after a query": func(tx store.Tx) error {
			tx.ExecDeferred(t.Context(), setLater, "c", "1")
			fact(tx.Conn, "c")
			return no
		},
		"wrong": func(tx store.Tx) error {
			tx.ExecDeferred(t.Context(), setLater, "c", "1")
			tx.ExecDeferred(t.Context(), `INSERT INTO facts (name, value) VALUES ('c', NULL)`)
			return nil
		},
		"wrong and followed": func(tx store.Tx) error {
			tx.ExecDeferred(t.Context(), setLater, "c", "1")
			tx.ExecDeferred(t.Context(), `DELETE FROM nothing`)
			if _, err := tx.Exec(t.Context(), setLater, "c", "2"); err == nil {
				t.Error("goes on after an error")
			}
			return nil
		},
	} {
		if err := d.Tx(t.Context(), f); err == nil {
			t.Errorf("%s: no error", what)
		}
		if got := fact(d.Read(), "c"); got != "" {
			t.Errorf("%s: kept %q", what, got)
		}
	}
	if err := d.Tx(t.Context(), func(store.Tx) error { return nil }); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}

// A transaction whose connection breaks before its end is retried on another, and is carried out once.
func TestBrokenBeforeTheEnd(t *testing.T) {
	d := open(t, address(t))
	for _, early := range []bool{true, false} {
		tries := 0
		err := d.Tx(t.Context(), func(tx store.Tx) error {
			tries++
			end := func() error {
				if tries > 1 {
					return nil
				}
				_, err := d.Read().Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
					WHERE datname = current_database() AND pid <> pg_backend_pid()`)
				return err
			}
			const add = `INSERT INTO facts (name, value) VALUES ('n', 'i') ON CONFLICT (name) DO UPDATE SET value = facts.value || 'i'`
			if early {
				err := end()
				tx.ExecDeferred(t.Context(), add) // if it were sent with the COMMIT, nobody could say what became of it
				return err
			}
			if _, err := tx.Exec(t.Context(), add); err != nil {
				return err
			}
			if err := end(); err != nil {
				return err
			}
			_, err := tx.Exec(context.Background(), setLater, "m", "x")
			return err
		})
		if err != nil {
			t.Errorf("early %v: %v", early, err)
		}
		if tries < 2 || tries > 4 { // idle connections in the pool were broken too, and may be tried next
			t.Errorf("early %v: %d tries", early, tries)
		}
	}
	if n, err := store.Fact(t.Context(), d.Read(), "n"); n != "ii" || err != nil {
		t.Errorf("%q %v", n, err)
	}
}

// The same if it breaks during a query, before its first row or after.
func TestBrokenDuringAQuery(t *testing.T) {
	for _, midway := range []bool{false, true} {
		d := open(t, address(t)) // with no idle connections that the last round broke
		tries, rows := 0, 0
		err := d.Tx(t.Context(), func(tx store.Tx) error {
			tries++
			rows = 0
			end := func() error {
				if tries > 1 {
					return nil
				}
				_, err := d.Read().Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
					WHERE datname = current_database() AND pid <> pg_backend_pid()`)
				return err
			}
			if _, err := tx.Exec(t.Context(), setLater, "n", "x"); err != nil {
				return err
			}
			if !midway {
				if err := end(); err != nil {
					return err
				}
			}
			return store.Each(t.Context(), tx.Conn, func(store.Row) error {
				if rows++; rows == 1 && midway {
					return end()
				}
				return nil
			}, `SELECT repeat('x', 1000) FROM generate_series(1, 20000)`) // more than the connection holds
		})
		if err != nil || rows != 20000 {
			t.Errorf("midway %v: %d rows, %v", midway, rows, err)
		}
		if tries < 2 || tries > 4 { // idle connections in the pool were broken too, and may be tried next
			t.Errorf("midway %v: %d tries", midway, tries)
		}
	}
}
