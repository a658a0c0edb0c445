package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
)

// clock is a time that tests set.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func open(t *testing.T) (*store.DB, *clock, string) {
	t.Helper()
	c := &clock{t: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	path := filepath.Join(t.TempDir(), "a?b #1.db")
	db, err := sqlite.Open(t.Context(), path, c.now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db, c, path
}

func TestFacts(t *testing.T) {
	db, _, _ := open(t)
	ctx := t.Context()
	for _, want := range []string{"", "one", "two"} {
		if want != "" {
			if err := store.SetFact(ctx, db.Write(), "commands", want); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := store.Fact(ctx, db.Read(), "commands"); got != want || err != nil {
			t.Errorf("%q, want %q; %v", got, want, err)
		}
	}
	for _, drop := range []struct{ value, left string }{{"one", "two"}, {"two", ""}} {
		if err := store.DropFact(ctx, db.Write(), "commands", drop.value); err != nil {
			t.Fatal(err)
		}
		if got, err := store.Fact(ctx, db.Read(), "commands"); got != drop.left || err != nil {
			t.Errorf("after dropping %s: %q, %v", drop.value, got, err)
		}
	}
}

// An event is processed once; if its change is refused it may be repeated; after a day it is forgotten, a few at a
// time.
func TestOnce(t *testing.T) {
	db, c, _ := open(t)
	ctx := t.Context()
	refused := errors.New("refused")
	process := func(event id.Event, f error) error {
		return db.Tx(ctx, func(tx store.Tx) error {
			if err := store.Once(ctx, tx, event); err != nil {
				return err
			}
			return f
		})
	}
	for _, s := range []struct {
		event     id.Event
		err, want error
	}{
		{"1", refused, refused}, {"1", nil, nil}, {"1", nil, store.ErrSeen}, {"", nil, nil}, {"", nil, nil}, {"2", nil, nil}, {"3", nil, nil},
	} {
		if err := process(s.event, s.err); !errors.Is(err, s.want) {
			t.Errorf("event %q: %v, want %v", s.event, err, s.want)
		}
	}
	tidy := func(limit int, want bool) {
		t.Helper()
		if more, err := db.Tidy(ctx, limit); err != nil || more != want {
			t.Errorf("more to tidy: %v, want %v; %v", more, want, err)
		}
	}
	for more, err := true, error(nil); more; { // the migrations leave free pages
		if more, err = db.Tidy(ctx, 1000); err != nil {
			t.Fatal(err)
		}
	}
	c.add(23 * time.Hour)
	tidy(10, false)
	if err := process("1", nil); !errors.Is(err, store.ErrSeen) {
		t.Errorf("after 23 hours: %v", err)
	}
	c.add(2 * time.Hour)
	tidy(2, true)
	tidy(2, false)
	if err := process("1", nil); err != nil {
		t.Errorf("after 25 hours: %v", err)
	}
}

// Two processes increment the same number: no step is lost, because a transaction reads what its write is based on.
func TestTwoProcesses(t *testing.T) {
	db, _, path := open(t)
	other, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var all sync.WaitGroup
	for _, db := range []*store.DB{db, other} {
		all.Go(func() {
			for range 30 {
				err := db.Tx(t.Context(), func(tx store.Tx) error {
					text, err := store.Fact(t.Context(), tx.Conn, "n")
					if err != nil {
						return err
					}
					return store.SetFact(t.Context(), tx.Conn, "n", text+"x")
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got, err := store.Fact(t.Context(), db.Read(), "n"); len(got) != 60 || err != nil {
		t.Errorf("%d steps, %v", len(got), err)
	}
}

// Deleted data is no longer in the bytes of the files, however the rows were changed before, and the file shrinks.
func TestScrub(t *testing.T) {
	db, _, path := open(t)
	ctx := t.Context()
	name := func(n int) string { return fmt.Sprintf("Name%04dOfSomebody", n) }
	const people = 600
	for n := range people {
		for _, statement := range []string{
			`INSERT INTO imported (id, owner, red, black, title, result, start, moves, at) VALUES ('%[1]d', '%[1]d', '%[2]s', '', 'Title of %[2]s', '', '', '%[3]s', %[1]d)`,
			`INSERT INTO blocks (player, challenger, name, at) VALUES ('%[1]d', '%[2]s', '%[2]s', 0)`,
			`UPDATE imported SET moves = moves || moves WHERE id = '%[1]d'`, // which moves rows from page to page
			`INSERT INTO channels (id, guild) VALUES ('%[2]s', '1')`,
		} {
			moves := strings.Repeat("h2e2 ", n%97)
			if _, err := db.Write().Exec(ctx, strings.NewReplacer("%[1]d", fmt.Sprint((n*7919)%people), "%[2]s", name(n), "%[3]s", moves).Replace(statement)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	if !inFiles(t, path, name(17)) {
		t.Fatal("a name that is stored is not found")
	}
	before, _ := os.Stat(path)
	err := db.Tx(ctx, func(tx store.Tx) error {
		for n := range people {
			if n%3 == 2 {
				continue
			}
			for _, statement := range []string{`DELETE FROM imported WHERE red = ?`, `UPDATE blocks SET name = '', challenger = '' WHERE name = ?`, `DELETE FROM channels WHERE id = ?`} {
				if _, err := tx.Exec(ctx, statement, name(n)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	left := 0
	for n := range people {
		if found := inFiles(t, path, name(n)); found && n%3 != 2 {
			left++
		} else if !found && n%3 == 2 {
			t.Errorf("%s should be there", name(n))
		}
	}
	if left > 0 {
		t.Errorf("%d of %d names that were deleted are still in the files", left, people*2/3)
	}
	after, _ := os.Stat(path)
	if after.Size() >= before.Size() {
		t.Errorf("the file had %d bytes and has %d", before.Size(), after.Size())
	}
	if size, err := db.Size(ctx); size != after.Size() || err != nil {
		t.Errorf("%d bytes, %v, want %d", size, err, after.Size())
	}
}

// Deleting makes the file shorter, a few pages at a time.
func TestShrink(t *testing.T) {
	db, _, path := open(t)
	ctx := t.Context()
	size := func() int64 {
		t.Helper()
		if _, err := db.Write().Exec(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for n := range 100 {
		if err := store.SetFact(ctx, db.Write(), fmt.Sprint("big ", n), strings.Repeat("x", 5000)); err != nil {
			t.Fatal(err)
		}
	}
	full := size()
	if _, err := db.Write().Exec(ctx, `DELETE FROM facts WHERE name LIKE 'big%'`); err != nil {
		t.Fatal(err)
	}
	if size() != full {
		t.Fatal("it shrinks by itself")
	}
	steps := 0
	for more := true; more; steps++ {
		var err error
		if more, err = db.Tidy(ctx, 10); err != nil {
			t.Fatal(err)
		}
	}
	if after := size(); after > full-100*5000 || steps < 10 {
		t.Errorf("the file had %d bytes and has %d after %d steps", full, after, steps)
	}
}

// While a reader still sees deleted data it cannot be removed, and the error says so.
func TestScrubIsRefusedToReaders(t *testing.T) {
	t.Parallel() // it waits for the reader
	db, _, path := open(t)
	defer sqlite.Hold(t, path)()
	if err := store.SetFact(t.Context(), db.Write(), "a", "b"); err != nil {
		t.Fatal(err)
	}
	if err := db.Scrub(t.Context()); err == nil {
		t.Error("nothing is said")
	}
}

// A check writes something: a full disk refuses nothing else.
func TestCheckWrites(t *testing.T) {
	db, c, path := open(t)
	for range 2 {
		before, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		c.add(time.Second) // SQLite does not write a value that is unchanged
		if err := db.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		after, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(before, after) {
			t.Error("nothing was written")
		}
	}
}

// A disk without hard links takes backups, and databases restored from them; no file there is replaced.
func TestNoLinks(t *testing.T) {
	sqlite.NoLinks(t)
	db, _, path := open(t)
	ctx, to := t.Context(), filepath.Join(t.TempDir(), "copy.db")
	if err := store.SetFact(ctx, db.Write(), "mark", "then"); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Backup(ctx, path, to); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Backup(ctx, path, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second backup to the same file: %v", err)
	}
	part := filepath.Join(filepath.Dir(to), "part")
	if err := os.WriteFile(part, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Place(part, to); !errors.Is(err, fs.ErrExist) {
		t.Errorf("placed over a file: %v", err)
	}
	if after, err := os.ReadFile(to); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the backup is another: %v", err)
	}
	if err := sqlite.Place(part+"no", part+"to"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("placed nothing: %v", err)
	}
	if _, err := os.Stat(part + "to"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty file is left: %v", err)
	}
	lost := filepath.Join(t.TempDir(), "yeye.db")
	for range 2 { // without a file at its path, and with one
		if _, err := sqlite.Restore(ctx, to, lost, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	restored, err := sqlite.Open(ctx, lost, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if mark, err := store.Fact(ctx, restored.Read(), "mark"); mark != "then" || err != nil {
		t.Errorf("restored %q, %v", mark, err)
	}
}

// New files belong to their owner only, including backups.
func TestOnlyTheOwnerReadsTheFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions")
	}
	_, _, path := open(t)
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f.Name(), info.Mode(), err)
		}
	}
}
