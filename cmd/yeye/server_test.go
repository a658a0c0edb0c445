package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/store"
	"yeye/bot/store/postgres/pgserver"
	"yeye/internal/slow"
)

// server is a PostgreSQL server shared by all tests that need one.
var server struct {
	sync.Mutex
	*pgserver.Server
	err error
}

// onServer returns the address of an empty database. The test is left out of `go test ./...`, and skipped if no server is installed.
func onServer(t *testing.T) string {
	t.Helper()
	slow.Test(t)
	server.Lock()
	if server.Server == nil && server.err == nil {
		server.Server, server.err = pgserver.Start(pgserver.Options{})
	}
	s, err := server.Server, server.err
	server.Unlock()
	if errors.Is(err, pgserver.ErrNone) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	name, address, err := s.Make(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Drop(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return address
}

// stopServer stops the server if a test has started it.
func stopServer() {
	server.Lock()
	defer server.Unlock()
	if server.Server != nil {
		server.Stop()
	}
}

// A password in a command line is refused before anything is done, and not shown; elsewhere it is
// accepted.
func TestPasswords(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"serve", "--db", "postgres://mei:hunter2@localhost/yeye"}, {"serve", "--db=postgres://mei:hunter2@localhost/yeye"},
		{"doctor", "--db", "postgresql://localhost/yeye?password=hunter2"}, {"sandbox", "--db", "postgres://mei:hunter2@localhost/yeye"},
	} {
		code, out, log := runProgram(t, nil, args...)
		if want := map[bool]int{true: 78, false: 2}[args[0] == "serve"]; code != want || !strings.Contains(log, "PGPASSFILE") || strings.Contains(out+log, "hunter2") {
			t.Errorf("%v: %d %s%s", args, code, out, log)
		}
	}
	env := []string{"YEYE_DB=postgres://mei:hunter2@127.0.0.1:1/yeye", "DISCORD_TOKEN=x"}
	for _, command := range []string{"serve", "doctor", "backup"} {
		args := []string{command}
		if command == "backup" {
			args = append(args, "-o", "x.db")
		}
		code, out, log := runProgram(t, env, args...)
		if code == 0 || strings.Contains(out+log, "hunter2") || !strings.Contains(out+log, "mei@127.0.0.1:1/yeye") {
			t.Errorf("%s: %d %s%s", command, code, out, log)
		}
	}
}

// The doctor examines a server's database, and an operator who asks for a backup or a restore is
// referred to the server's own tools.
func TestOperatorOnAServer(t *testing.T) {
	t.Parallel()
	at := onServer(t)
	doctor := func() string {
		_, out, _ := runProgram(t, nil, "doctor", "--db", at)
		return out
	}
	if out := doctor(); !strings.Contains(out, "writable and empty") || !strings.Contains(out, "ok       database") {
		t.Error(out)
	}
	db, err := openUnregistered(t.Context(), at, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out := doctor(); !strings.Contains(out, "PostgreSQL 1") || !strings.Contains(out, "games in progress: 0") || strings.Contains(out, "divide the shards") {
		t.Error(out)
	}
	_, err = db.Write().Exec(t.Context(), `INSERT INTO processes (owner, role, of, low, high, draining, until) VALUES ('1-a', 'serve', 1, -1, -1, 0, ?)`,
		store.Millis(db.Now().Add(time.Minute)))
	db.Close()
	if out := doctor(); err != nil || !strings.Contains(out, "1 processes divide the shards on this database, and without --shards another would answer") {
		t.Error(err, out)
	}
	for command, says := range map[string]string{"backup": "pg_dump", "restore": "pg_restore"} {
		args := []string{command, "--db", at}
		if command == "backup" {
			args = append(args, "-o", "x.db")
		} else {
			args = append(args, "x.db")
		}
		if code, _, log := runProgram(t, nil, args...); code != 2 || !strings.Contains(log, says) {
			t.Errorf("%s: %d %s", command, code, log)
		}
	}
}
