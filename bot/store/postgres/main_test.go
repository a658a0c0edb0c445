package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"yeye/bot/internal/leak"
	"yeye/bot/store/postgres/pgserver"
)

var (
	server  *pgserver.Server
	without error // why there is no server
)

func TestMain(m *testing.M) { leak.Main(served{m}) }

// served runs tests beside a server.
type served struct{ m *testing.M }

func (s served) Run() int {
	without = errors.New("left out: what needs a server: YEYE_TEST_DATABASE=postgres go test")
	if os.Getenv("YEYE_TEST_DATABASE") != "postgres" {
		return s.m.Run()
	}
	if server, without = pgserver.Start(pgserver.Options{}); without != nil {
		fmt.Fprintln(os.Stderr, "left out: what needs a server:", without)
		if !errors.Is(without, pgserver.ErrNone) {
			return 1
		}
		return s.m.Run()
	}
	defer server.Stop()
	return s.m.Run()
}

// address returns the address of a new database without tables.
func address(t testing.TB) string {
	t.Helper()
	if without != nil {
		t.Skip(without)
	}
	name, at, err := server.Make(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Drop(context.Background(), name); err != nil {
			t.Error(err)
		}
	})
	return at
}
