//go:build linux || darwin || freebsd

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file restored by root gets the owner of the previous one, or of its
// directory, and the previous one's permissions.
func TestRestoreKeepsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root")
	}
	t.Parallel()
	const service = 65534
	for _, exists := range []bool{true, false} {
		dir, backup := t.TempDir(), freshDB(t)
		db, mode := filepath.Join(dir, "yeye.db"), os.FileMode(0o600)
		if exists {
			mark(t, db, "now")
			mode = 0o640
			if err := os.Chmod(db, mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chown(db, service, service); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(dir, service, service); err != nil {
			t.Fatal(err)
		}
		if code, out, log := runProgram(t, nil, "restore", "--db", db, backup); code != 0 {
			t.Fatalf("exit code %d: %s%s", code, out, log)
		}
		info, err := os.Stat(db)
		if err != nil {
			t.Fatal(err)
		}
		if s := info.Sys().(*syscall.Stat_t); s.Uid != service || s.Gid != service || info.Mode().Perm() != mode {
			t.Errorf("there before %v: owner %d:%d, %v", exists, s.Uid, s.Gid, info.Mode())
		}
	}
}
