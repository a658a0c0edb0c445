package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/store/sqlite"
)

// Inspecting a file changes nothing, and the error says whether another try may succeed.
func TestExamine(t *testing.T) {
	t.Parallel() // it waits for the lock
	dir := t.TempDir()
	path := filepath.Join(dir, "yeye.db")
	e, err := sqlite.Examine(t.Context(), path)
	if err != nil || e.Exists || e.Version != 0 {
		t.Errorf("no file: %+v, %v", e, err)
	}
	if e.Free == 0 {
		t.Error("a directory with room has none")
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("inspecting left %v behind", left)
	}
	s, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if e, err = sqlite.Examine(t.Context(), path); err != nil || !e.Exists || e.Version == 0 || e.Version != e.Newest || e.Bytes < 4096 || e.Games != 0 {
		t.Errorf("while it is open: %+v, %v", e, err)
	}
	s.Close()

	foreign := filepath.Join(dir, "foreign.db")
	os.WriteFile(foreign, []byte(strings.Repeat("no database ", 500)), 0o600)
	newer := filepath.Join(dir, "newer.db")
	if s, err = sqlite.Open(t.Context(), newer, nil); err != nil {
		t.Fatal(err)
	}
	s.Close()
	sqlite.PretendVersion(t, newer, 99999)
	busy := filepath.Join(dir, "busy.db")
	if s, err = sqlite.Open(t.Context(), busy, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	t.Cleanup(sqlite.Lock(t, busy))

	for path, passes := range map[string]bool{foreign: false, newer: false, busy: true, dir: false, "": false, ":memory:": false, filepath.Join(dir, "no", "such.db"): false} {
		for verb, do := range map[string]func() error{
			"examine": func() error { _, err := sqlite.Examine(t.Context(), path); return err },
			"open": func() error {
				s, err := sqlite.Open(t.Context(), path, nil)
				if err == nil {
					s.Close()
				}
				return err
			},
		} {
			t.Run(verb+" "+path, func(t *testing.T) {
				t.Parallel()
				var refused *sqlite.OpenError
				if err := do(); !errors.As(err, &refused) || refused.Temporary() != passes {
					t.Error(err)
				}
			})
		}
	}
}
