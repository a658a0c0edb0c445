package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A command that a signal ends before its work is done says so and fails, so that no script goes on as if it were done. It leaves
// no file behind. What runs until it is stopped ends well.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	dir, backup := t.TempDir(), freshDB(t)
	path := filepath.Join(dir, "yeye.db")
	mark(t, path, "now")
	for _, c := range []struct {
		says string // "" for what ends well
		args []string
	}{
		{"no backup was made", []string{"backup", "--db", path, "-o", filepath.Join(dir, "new.db")}},
		{path + " is unchanged", []string{"restore", "--db", path, backup}},
		{path + " is unchanged", []string{"restore", "--db", path, "-"}},
		{"cannot copy from " + path, []string{"copy", "--from", path, "--to", filepath.Join(dir, "new.db")}},
		{"no healthy yeye", []string{"health", "--watch", "127.0.0.1:1"}},
		{"", []string{"sandbox", "--addr", "127.0.0.1:0"}},
		{"", []string{"uci"}},
	} {
		var out, log bytes.Buffer
		code := runUntil(ctx, c.args, strings.NewReader(""), &out, &log)
		if c.says == "" {
			if code != 0 {
				t.Errorf("%v: exit code %d: %s", c.args, code, log.String())
			}
		} else if code != 1 || !strings.HasPrefix(log.String(), "yeye: interrupted: "+c.says) || out.Len() > 0 {
			t.Errorf("%v: exit code %d: %s%s", c.args, code, out.String(), log.String())
		}
	}
	if left, err := os.ReadDir(dir); len(left) != 1 || err != nil {
		t.Errorf("left: %v %v", left, err)
	}
	if word := marked(t, path); word != "now" {
		t.Errorf("the database says %q", word)
	}
}
