package transfer_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/bot/internal/testdb"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
	"yeye/bot/store/transfer"
)

// file returns a new database in a file: if tests run on a server, the other end of a copy.
func file(t *testing.T) *store.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "file.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// fill writes n rows into every table of a file, with values that are hard to preserve: long ones, empty ones, other scripts,
// zeros, the limits of numbers.
func fill(t *testing.T, db *store.DB, n int) {
	t.Helper()
	tables, err := db.Read().Dialect().Tables(t.Context(), db.Read())
	if err != nil || len(tables) < 20 {
		t.Fatal(len(tables), err)
	}
	err = db.Tx(t.Context(), func(tx store.Tx) error {
		for _, table := range tables {
			for i := range n {
				var names, marks []string
				var values []any
				err := store.Each(t.Context(), tx.Conn, func(r store.Row) error {
					var name, kind string
					if err := r.Scan(&name, &kind); err != nil {
						return err
					}
					names, marks, values = append(names, `"`+name+`"`), append(marks, "?"), append(values, value(kind, name, i))
					return nil
				}, `SELECT name, type FROM pragma_table_info(?)`, table.Name)
				if err != nil {
					return err
				}
				query := fmt.Sprintf(`INSERT INTO "%s" (%s) VALUES (%s)`, table.Name, strings.Join(names, ", "), strings.Join(marks, ", "))
				if _, err := tx.Exec(t.Context(), query, values...); err != nil {
					return fmt.Errorf("%s: %w", query, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func value(kind, name string, i int) any {
	switch kind {
	case "INTEGER":
		return []int64{0, 1, -1, 1<<63 - 1, -1 << 63}[i%5] ^ int64(i/5*1000)
	case "REAL":
		return float64(i) / 3
	case "BLOB":
		return []byte(strings.Repeat("\x00\xff", i%4*100))
	}
	return []string{"", "爷爷 下棋", "it's \"quoted\" \\ $1 ?", strings.Repeat("long ", 100), "Ông nội\n\t"}[i%5] + fmt.Sprint(i, name)
}

// Everything is the same after a copy, and after a copy back; and the databases continue numbering rows where the others ended.
func TestThereAndBack(t *testing.T) {
	first := file(t)
	fill(t, first, 60)
	second, _ := testdb.Open(t, nil)
	var last, whole int64
	there, err := transfer.Copy(t.Context(), first, second, func(done, total int64) {
		if done < last || done > total {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last, whole = done, total
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != whole || whole < 20*60 {
		t.Errorf("progress ended at %d of %d", last, whole)
	}
	third := file(t)
	back, err := transfer.Copy(t.Context(), second, third, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(there, back); d != "" {
		t.Error(d)
	}
	again, err := transfer.Copy(t.Context(), first, file(t), nil)
	if d := cmp.Diff(back, again); err != nil || d != "" {
		t.Errorf("the source has changed: %v %s", err, d)
	}
	for _, c := range there {
		if c.Rows < 60 {
			t.Errorf("%s: %d rows", c.Table, c.Rows)
		}
	}
}

// New rows are numbered after those that were copied.
func TestNumbersGoOn(t *testing.T) {
	first := file(t)
	add := func(db *store.DB) {
		t.Helper()
		if _, err := db.Write().Exec(t.Context(), `INSERT INTO moderation (guild, channel, subject, by, act, player, at) VALUES ('', '', '', '', 'end', '', 0)`); err != nil {
			t.Fatal(err)
		}
	}
	for range 5 {
		add(first)
	}
	second, _ := testdb.Open(t, nil)
	if _, err := transfer.Copy(t.Context(), first, second, nil); err != nil {
		t.Fatal(err)
	}
	add(second)
	if n, err := store.Value[int64](second.Read().Row(t.Context(), `SELECT MAX(id) FROM moderation`)); n != 6 || err != nil {
		t.Errorf("numbered %d, %v", n, err)
	}
}

// A target that is not empty is refused and unchanged.
func TestNotEmpty(t *testing.T) {
	first := file(t)
	fill(t, first, 3)
	second, _ := testdb.Open(t, nil)
	if err := store.SetFact(t.Context(), second.Write(), "here", "before"); err != nil {
		t.Fatal(err)
	}
	if _, err := transfer.Copy(t.Context(), first, second, nil); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("copied over: %v", err)
	}
	if n, err := store.Value[int](second.Read().Row(t.Context(), `SELECT COUNT(*) FROM facts WHERE name NOT IN ('checked', 'oldest program')`)); n != 1 || err != nil {
		t.Errorf("%d facts, %v", n, err)
	}
}

// A copy that is interrupted, or does not match its source, leaves nothing behind.
func TestAllOrNothing(t *testing.T) {
	first := file(t)
	fill(t, first, 300)
	second, _ := testdb.Open(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := transfer.Copy(ctx, first, second, func(done, total int64) {
		if done > total/2 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
	empty := func(when string) {
		t.Helper()
		for _, table := range []string{"analyses", "matches", "superseded"} {
			if n, err := store.Value[int](second.Read().Row(t.Context(), `SELECT COUNT(*) FROM `+table)); n != 0 || err != nil {
				t.Errorf("%s: %d rows of %s, %v", when, n, table, err)
			}
		}
	}
	empty("broken off")
	second.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
		if strings.HasPrefix(query, `SELECT "channel", "collapsed"`) { // of superseded, the last table
			return errOther
		}
		return nil
	}})
	if _, err := transfer.Copy(t.Context(), first, second, nil); !errors.Is(err, errOther) {
		t.Errorf("a fault while comparing: %v", err)
	}
	empty("a fault while comparing")
}

var errOther = errors.New("a fault on purpose")
