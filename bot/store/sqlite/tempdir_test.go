package sqlite_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"yeye/bot/store/sqlite"
)

// What a process that died has left is removed by the next one, what a living one works on is not, nor what may just have been made.
func TestTempDir(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-48 * time.Hour)
	left := func(name string, at time.Time) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, "copy.db"), []byte("half of it"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		return path
	}
	left(".yeye-backup-1", old)
	kept := []string{left(".yeye-backup-2", time.Now()), left(".yeye-other-3", old)}
	living, remove, err := sqlite.TempDir(dir, ".yeye-backup-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(living, time.Now().Add(-time.Hour), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	_, also, err := sqlite.TempDir(dir, ".yeye-backup-")
	if err != nil {
		t.Fatal(err)
	}
	also()
	there, _ := filepath.Glob(filepath.Join(dir, ".yeye-*"))
	want := append(kept, living)
	slices.Sort(want)
	if !slices.Equal(there, want) {
		t.Errorf("there is %v, want %v", there, want)
	}
	remove()
	if _, err := os.Stat(living); !os.IsNotExist(err) {
		t.Errorf("not removed: %v", err)
	}
}
