package postgres_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"yeye/bot/internal/leak"
	"yeye/bot/store/postgres/pgserver"
)

// server is started by the first test that needs it.
var server = sync.OnceValues(func() (*pgserver.Server, error) {
	s, err := pgserver.Start(pgserver.Options{})
	if err == nil {
		stop = func() { s.Stop() }
	}
	return s, err
})

var stop = func() {}

func TestMain(m *testing.M) { leak.Main(served{m}) }

// served ends the server after the tests.
type served struct{ m *testing.M }

func (s served) Run() int {
	defer func() { stop() }()
	return s.m.Run()
}

// shared returns the server, and skips the test if there is none. The environment is asked in the test, where Go learns what its result
// depends on.
func shared(t testing.TB) *pgserver.Server {
	t.Helper()
	if os.Getenv("YEYE_TEST_DATABASE") != "postgres" {
		t.Skip("left out: what needs a server: YEYE_TEST_DATABASE=postgres go test")
	}
	s, err := server()
	if errors.Is(err, pgserver.ErrNone) {
		t.Skip("left out: what needs a server:", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// address returns the address of a new database without tables.
func address(t testing.TB) string {
	t.Helper()
	s := shared(t)
	name, at, err := s.Make(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Drop(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return at
}
