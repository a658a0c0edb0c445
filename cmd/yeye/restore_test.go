package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yeye/bot/store"
	"yeye/bot/store/sqlite"
)

// mark records a word in a database; marked reads it.
func mark(t *testing.T, path, word string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := store.SetFact(t.Context(), db.Write(), "test.mark", word); err != nil {
		t.Fatal(err)
	}
}

func marked(t *testing.T, path string) string {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	word, err := store.Fact(t.Context(), db.Read(), "test.mark")
	if err != nil {
		t.Fatal(err)
	}
	return word
}

// A backup replaces the database, which is kept beside it under another name.
func TestRestore(t *testing.T) {
	t.Parallel()
	for _, damaged := range []bool{false, true} {
		dir := t.TempDir()
		db, backup := filepath.Join(dir, "yeye.db"), filepath.Join(dir, "copy.db")
		mark(t, db, "then")
		if code, out, log := runProgram(t, nil, "backup", "--db", db, "-o", backup); code != 0 {
			t.Fatalf("backup: %d %s%s", code, out, log)
		}
		mark(t, db, "now")
		if damaged {
			os.WriteFile(db, []byte(strings.Repeat("no database ", 500)), 0o600)
			os.WriteFile(db+"-wal", []byte("left over"), 0o600)
		}
		code, out, log := runProgram(t, nil, "restore", "--db", db, backup)
		if code != 0 || !strings.Contains(out, ".before-") {
			t.Fatalf("damaged %v: exit code %d: %s%s", damaged, code, out, log)
		}
		if word := marked(t, db); word != "then" {
			t.Errorf("damaged %v: restored %q", damaged, word)
		}
		aside, _ := filepath.Glob(db + ".before-*Z")
		if len(aside) != 1 {
			t.Fatalf("damaged %v: kept %v", damaged, aside)
		}
		if damaged {
			if text, err := os.ReadFile(aside[0]); err != nil || !strings.HasPrefix(string(text), "no database") {
				t.Errorf("the damaged file is not kept: %v", err)
			}
		} else if word := marked(t, aside[0]); word != "now" {
			t.Errorf("kept %q", word)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".yeye-restore-*")); left != nil {
			t.Errorf("left behind: %v", left)
		}
	}
}

// The log of a database that was lost is not applied to the one restored in its place: it is kept under another name.
func TestRestoreBesideALog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "yeye.db"), filepath.Join(dir, "copy.db")
	mark(t, path, "then")
	if err := sqlite.Backup(t.Context(), path, backup); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := store.SetFact(t.Context(), db.Write(), "test.mark", "now"); err != nil {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(path + "-wal")
	if err != nil || len(wal) == 0 {
		t.Fatalf("no log: %v", err)
	}
	if err := errors.Join(db.Close(), os.Remove(path), os.WriteFile(path+"-wal", wal, 0o600)); err != nil {
		t.Fatal(err)
	}
	if code, out, log := runProgram(t, nil, "restore", "--db", path, backup); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, log)
	}
	if word := marked(t, path); word != "then" {
		t.Errorf("restored %q", word)
	}
	kept, _ := filepath.Glob(path + ".before-*Z-wal")
	if len(kept) != 1 {
		t.Fatalf("kept %v", kept)
	}
	if text, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(text, wal) {
		t.Errorf("the log is not kept: %v", err)
	}
}

// A refused restore changes nothing.
func TestRestoreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, held := filepath.Join(dir, "yeye.db"), filepath.Join(dir, "held.db")
	mark(t, db, "now")
	good, newer, broken := freshDB(t), freshDB(t), freshDB(t)
	statement(t, newer, fromTheFuture)
	spoil(t, broken)
	foreign, other := filepath.Join(dir, "foreign.db"), filepath.Join(dir, "other.db")
	os.WriteFile(foreign, []byte(strings.Repeat("no database ", 500)), 0o600)
	statement(t, other, `CREATE TABLE t (x)`)
	mark(t, held, "now")
	running, err := sqlite.Open(t.Context(), held, nil) // like a version that holds no lock on the file
	if err != nil {
		t.Fatal(err)
	}
	defer running.Close()
	lock, _, err := sqlite.LockShared(db)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, db, from, want string }{
		{"a bot runs", db, good, "a yeye is using this database; stop it"},
		{"somebody has it open", held, good, "a yeye is using this database; stop it"},
		{"nothing", db, filepath.Join(dir, "none.db"), "no such file"},
		{"itself", db, db, "is the database itself"},
		{"no database", db, foreign, "not an SQLite database"},
		{"another program's", db, other, "none of yeye's tables"},
		{"newer", db, newer, "newer version of yeye"},
		{"damaged", db, broken, "damaged"},
	} {
		code, _, log := runProgram(t, nil, "restore", "--db", c.db, c.from)
		if code == 0 || !strings.Contains(lastWord(log), c.want) {
			t.Errorf("%s: exit code %d: %s", c.name, code, log)
		}
	}
	lock.Release()
	if word := marked(t, db); word != "now" {
		t.Errorf("the database says %q", word)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.before-*")); left != nil {
		t.Errorf("kept %v", left)
	}
}

// A backup is read from stdin where a container has no access to a file.
func TestRestoreFromStdin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	backup, db := freshDB(t), filepath.Join(dir, "yeye.db")
	mark(t, backup, "then")
	in, err := os.Open(backup)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out, log bytes.Buffer
	if code := run([]string{"restore", "--db", db, "-"}, in, &out, &log); code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out.String(), log.String())
	}
	if word := marked(t, db); word != "then" {
		t.Errorf("restored %q", word)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".yeye-restore-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}
