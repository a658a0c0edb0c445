//go:build linux || darwin || freebsd

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"yeye/bot/sandbox"
	"yeye/internal/subprocess"
)

// A database that this user may not write is refused by serve and reported by
// the doctor. Root may write everything, so the test runs as another user.
func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	s := openDiscord(t, sandbox.Options{})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "yeye-readonly-") // other users cannot enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700); os.RemoveAll(dir) })
	db := filepath.Join(dir, "yeye.db")
	if err := os.Rename(freshDB(t), db); err != nil {
		t.Fatal(err)
	}
	attr := &syscall.SysProcAttr{}
	if os.Geteuid() == 0 {
		program := filepath.Join(dir, "yeye")
		if err := copyFile(self, program, 0o755); err != nil {
			t.Fatal(err)
		}
		self, attr.Credential = program, &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	if err := errors.Join(os.Chmod(db, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		verb string
		code int
		want string
	}{
		{"serve", exitConfig, "this user may not write it; change the owner or the permissions"},
		{"doctor", 1, "this user may not write it; change the owner or the permissions"},
	} {
		cmd := exec.CommandContext(bounded(t), self, c.verb, "--db", db)
		cmd.Env = append(os.Environ(), asProgram+"=1", "DISCORD_TOKEN="+s.BotToken(), "YEYE_DISCORD_API="+s.API())
		cmd.SysProcAttr, cmd.Dir = attr, dir
		out, err := subprocess.Output(cmd)
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: exit code %d; %s", c.verb, code, out)
		}
	}
}

func copyFile(from, to string, mode os.FileMode) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, mode)
}
