package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/sqlite"
)

// A database that cannot be written refuses a change completely, and accepts it when it can be written again: the event does not
// count as processed.
func TestTrouble(t *testing.T) {
	for _, c := range []struct {
		name       string
		begin, end func(context.Context, *store.DB) error
	}{
		{"full", sqlite.Squeeze, sqlite.Relieve},
		{"read-only", func(ctx context.Context, db *store.DB) error { return sqlite.ReadOnly(ctx, db, true) },
			func(ctx context.Context, db *store.DB) error { return sqlite.ReadOnly(ctx, db, false) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, _, _ := open(t)
			ctx := t.Context()
			change := func(n int) error {
				return db.Tx(ctx, func(tx store.Tx) error {
					if err := store.Once(ctx, tx, id.Event(strings.Repeat("e", 900)+fmt.Sprint(n))); err != nil {
						return err
					}
					return store.SetFact(ctx, tx.Conn, "changes", fmt.Sprint(n))
				})
			}
			if err := c.begin(ctx, db); err != nil {
				t.Fatal(err)
			}
			// A full database still has room in its pages for a while.
			failed := 0
			for change(failed) == nil {
				if failed++; failed > 2000 {
					t.Fatal("never refused")
				}
			}
			if db.Check(ctx) == nil && c.name == "read-only" {
				t.Error("the check finds nothing")
			}
			before := ""
			if failed > 0 {
				before = fmt.Sprint(failed - 1)
			}
			if got, err := store.Fact(ctx, db.Read(), "changes"); err != nil || got != before {
				t.Fatalf("after the refusal: %q, not %q; %v", got, before, err)
			}
			if err := c.end(ctx, db); err != nil {
				t.Fatal(err)
			}
			if err := change(failed); err != nil {
				t.Errorf("the same event afterwards: %v", err)
			}
			if err := db.Check(ctx); err != nil {
				t.Error(err)
			}
		})
	}
}

// A backup made while the bot writes is complete, newer than its beginning, and can be opened.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "live.db")
	db := openAt(t, path)
	put := func(n int) {
		if err := store.SetFact(context.Background(), db.Write(), fmt.Sprint("n", n), strings.Repeat("x", 500)); err != nil {
			t.Error(err)
		}
	}
	for n := range 20 {
		put(n)
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 20; n < 60; n++ {
			put(n)
		}
	})
	to := filepath.Join(dir, "copy.db")
	if err := sqlite.Backup(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	writing.Wait()
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".yeye-backup-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	copied := openAt(t, to)
	n, err := store.Value[int](copied.Read().Row(t.Context(), `SELECT count(*) FROM facts WHERE name LIKE 'n%'`))
	if err != nil || n < 20 {
		t.Errorf("%d facts in the copy; %v", n, err)
	}
	put(100)
	if err := store.SetFact(t.Context(), copied.Write(), "written", "yes"); err != nil {
		t.Error(err)
	}
	if err := sqlite.Backup(t.Context(), path, to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file that exists: %v", err)
	}
	if err := sqlite.Backup(t.Context(), filepath.Join(dir, "none.db"), to+"2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no database: %v", err)
	}
	if err := sqlite.Backup(t.Context(), path, filepath.Join(dir, "no", "such", "dir.db")); err == nil {
		t.Error("into no directory")
	}
	if err := sqlite.Backup(t.Context(), "", to+"2"); err == nil || !strings.Contains(err.Error(), "no file is named") {
		t.Errorf("of nothing: %v", err)
	}
	os.WriteFile(filepath.Join(dir, "bad.db"), []byte(strings.Repeat("this is no database ", 500)), 0o600)
	if err := sqlite.Backup(t.Context(), filepath.Join(dir, "bad.db"), to+"3"); err == nil {
		t.Error("of something else")
	}
}

// A restore that is interrupted while it looks whether the database is in use does not go on as if it were not.
func TestSettleInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.db")
	openAt(t, path)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := sqlite.Settle(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("went on: %v", err)
	}
}

// A backup that could take the last space of its disk does not begin.
func TestBackupWithoutRoom(t *testing.T) {
	for free, want := range map[int64]string{-1: "", 0: "0 MB left, and 116 MB are needed; free space on it", 115 << 20: "115 MB left", 116 << 20: ""} {
		if err := sqlite.Room("copy.db", free, 100<<20); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes free: %v", free, err)
		}
	}
}
