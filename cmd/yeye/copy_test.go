package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/store"
	"yeye/bot/store/postgres"
	"yeye/bot/store/sqlite"
)

// An installation is copied to a server and back, and refused copies leave no trace.
func TestCopy(t *testing.T) {
	t.Parallel()
	at := onServer(t)
	dir := t.TempDir()
	path, back := freshDB(t), filepath.Join(dir, "back.db")
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SetFact(t.Context(), db.Write(), "colour", "red"); err != nil {
		t.Fatal(err)
	}
	lock, _, err := sqlite.LockShared(path)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what, says string, args ...string) {
		t.Helper()
		if code, out, log := runProgram(t, nil, append([]string{"copy"}, args...)...); code != 2 || !strings.Contains(log, says) || out != "" {
			t.Errorf("%s: %d %s%s", what, code, out, log)
		}
	}
	refused("a source in use", "is using this database", "--from", path, "--to", at)
	db.Close()
	lock.Release()
	refused("no source", "no such file", "--from", filepath.Join(dir, "none.db"), "--to", at)
	refused("onto itself", "same database", "--from", at, "--to", at)
	alone, err := postgres.LockExclusive(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	refused("a target in use", "is using this database", "--from", path, "--to", at)
	alone.Release(t.Context())
	if e, err := postgres.Examine(t.Context(), at); e.Version != 0 || err != nil {
		t.Errorf("a refused target has schema %d: %v", e.Version, err)
	}

	code, first, log := runProgram(t, nil, "copy", "--from", path, "--to", at)
	if code != 0 || !strings.Contains(first, "facts") {
		t.Fatalf("%d %s%s", code, first, log)
	}
	refused("a target that is not empty", "is not empty", "--from", path, "--to", at)
	code, second, log := runProgram(t, nil, "copy", "--from", at, "--to", back)
	if code != 0 {
		t.Fatalf("%d %s%s", code, second, log)
	}
	lines := func(out string) []string { // except the last, which names the databases, and that of facts: each start writes one
		all := strings.Split(strings.TrimSpace(out), "\n")
		for i := range all {
			if strings.HasPrefix(all[i], "facts") {
				all[i] = strings.Join(strings.Fields(all[i])[:3], " ")
			}
		}
		return all[:len(all)-1]
	}
	if a, b := strings.Join(lines(first), "\n"), strings.Join(lines(second), "\n"); a != b {
		t.Errorf("there:\n%s\nback:\n%s", a, b)
	}
	db, err = sqlite.Open(t.Context(), back, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if colour, err := store.Fact(t.Context(), db.Read(), "colour"); colour != "red" || err != nil {
		t.Errorf("%q %v", colour, err)
	}
}

// A target that is in use, or that an older version has written, is refused before anything is written to it: it may be the source
// of one who mixed up --from and --to.
func TestRefusedTargetIsUnchanged(t *testing.T) {
	t.Parallel()
	from, used, old := freshDB(t), freshDB(t), freshDB(t)
	statement(t, old, `DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`).Close()
	lock, _, err := sqlite.LockShared(used)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	for target, says := range map[string]string{used: "is using this database", old: "this version uses"} {
		before, err := os.ReadFile(target)
		if err != nil {
			t.Fatal(err)
		}
		if code, out, log := runProgram(t, nil, "copy", "--from", from, "--to", target); code != 2 || !strings.Contains(log, says) || out != "" {
			t.Errorf("exit code %d: %s%s", code, out, log)
		}
		if after, err := os.ReadFile(target); !bytes.Equal(after, before) || err != nil {
			t.Errorf("one that %s was changed: %v", says, err)
		}
	}
}
