package testdb

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"yeye/bot/store/postgres"
	"yeye/bot/store/postgres/pgserver"
)

// serverVar names the environment variable with the directory of a server that the tests of many packages share, and
// the name of its template database. Without it each package starts a server.
const serverVar = "YEYE_TEST_SERVER"

// server is started, or found, by the first test that needs it, in packages that call Main.
var server struct {
	sync.Mutex
	stops    bool // this process started it, and Main stops it
	running  *pgserver.Server
	shared   bool // other processes use it too
	err      error
	template string   // the name of a database without rows, to copy
	made     []string // the names of this process's databases
}

// stop stops the server if this process started it, else drops the databases that this process made.
func stop() {
	server.Lock()
	defer server.Unlock()
	if server.running == nil {
		return
	}
	if !server.shared {
		server.running.Stop()
	}
	for _, name := range server.made {
		if server.shared {
			server.running.Drop(context.Background(), name)
		}
	}
	server.running = nil
}

// served returns the server that tests use, nil for SQLite. Each test reads the environment variable itself: Go does
// not see variables that are read before the first test, and would repeat cached results of the other database.
func served(t testing.TB) *pgserver.Server {
	t.Helper()
	if os.Getenv("YEYE_TEST_DATABASE") != "postgres" || !server.stops {
		return nil
	}
	server.Lock()
	defer server.Unlock()
	if server.running == nil && server.err == nil {
		if dir, template, ok := strings.Cut(os.Getenv(serverVar), " "); ok {
			server.running, server.template, server.shared = pgserver.At(dir), template, true
		} else {
			server.running, server.template, server.err = start()
		}
	}
	switch {
	case errors.Is(server.err, pgserver.ErrNone):
		t.Skip("left out on PostgreSQL:", server.err)
	case server.err != nil:
		t.Fatal("PostgreSQL:", server.err)
	}
	return server.running
}

// start starts a server with a database without rows, from which others are copied.
func start() (s *pgserver.Server, template string, err error) {
	if s, err = pgserver.Start(pgserver.Options{}); err != nil {
		return nil, "", err
	}
	if template, err = prepare(s); err != nil {
		s.Stop()
		return nil, "", err
	}
	return s, template, nil
}

func prepare(s *pgserver.Server) (name string, err error) {
	name, address, err := s.Make(context.Background(), "")
	if err != nil {
		return "", err
	}
	db, err := postgres.Open(context.Background(), address, nil)
	if err != nil {
		return "", err
	}
	return name, db.Close()
}

// Share starts a server for the tests of other processes until stop, and returns the variable NAME=VALUE that they
// need.
func Share() (variable string, stop func() error, err error) {
	s, template, err := start()
	if err != nil {
		return "", nil, err
	}
	return serverVar + "=" + s.Dir() + " " + template, s.Stop, nil
}

// spare holds databases that tests no longer use, emptied: making one takes longer than most tests.
var spare struct {
	sync.Mutex
	addresses []string
}

// onServer returns the address of an empty database on the server.
func onServer(t testing.TB, s *pgserver.Server) (address string) {
	t.Helper()
	spare.Lock()
	if n := len(spare.addresses); n > 0 {
		address, spare.addresses = spare.addresses[n-1], spare.addresses[:n-1]
	}
	spare.Unlock()
	if address == "" {
		var name string
		var err error
		if name, address, err = s.Make(context.Background(), server.template); err != nil {
			t.Fatal(err)
		}
		server.Lock()
		server.made = append(server.made, name)
		server.Unlock()
	}
	t.Cleanup(func() {
		if err := pgserver.Empty(context.Background(), address); err != nil {
			t.Error(err)
			return
		}
		spare.Lock()
		defer spare.Unlock()
		spare.addresses = append(spare.addresses, address)
	})
	return address
}
