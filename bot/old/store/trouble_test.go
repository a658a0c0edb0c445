package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/game"
)

// play is a service with a game of Mei's, open in place "p".
func play(t *testing.T) (*store.Store, *session.Service, session.Origin) {
	t.Helper()
	s, c := open(t)
	service := session.NewService(s, session.WithClock(c.now))
	tb := session.Table{Place: "p", Position: game.Start(), Locale: "en"}
	tb.Seats[game.Red] = session.Seat{Player: "mei", Name: "Mei"}
	tb.Seats[game.Black] = session.Seat{Player: "tom", Name: "Tom"}
	by := session.Origin{Event: "start", Player: "mei", Via: session.ByCommand}
	if _, err := service.Start(t.Context(), by, tb); err != nil {
		t.Fatal(err)
	}
	return s, service, by
}

// A database that cannot be written refuses a change whole, and takes it when it
// can be written again: the event is not remembered as worked.
func TestTrouble(t *testing.T) {
	for _, c := range []struct {
		name       string
		begin, end func(*store.Store, context.Context) error
	}{
		{"full", (*store.Store).Squeeze, (*store.Store).Relieve},
		{"read-only", func(s *store.Store, ctx context.Context) error { return s.ReadOnly(ctx, true) },
			func(s *store.Store, ctx context.Context) error { return s.ReadOnly(ctx, false) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, service, _ := play(t)
			if err := c.begin(s, t.Context()); err != nil {
				t.Fatal(err)
			}
			mover := [2]session.PlayerID{"mei", "tom"}
			var failed session.Origin
			var text string
			// A full database still has room in its pages for a while: moves are played until
			// one is refused.
			var buf [game.MaxMoves]game.Move
			before := 0
			for n := 0; ; n++ {
				if n > 2000 {
					t.Fatal("never refused")
				}
				se, err := service.At(t.Context(), "p")
				if err != nil {
					t.Fatal(err)
				}
				before = len(se.Game.Moves())
				text = se.Game.Position().LegalMoves(buf[:0])[n%3].String()
				failed = session.Origin{Event: strings.Repeat("e", 900) + fmt.Sprint(n), Player: mover[se.ToMove()], Via: session.ByText}
				if _, err = service.Move(t.Context(), failed, "p", text, 0); err != nil {
					var wrong *session.MoveError
					var risk *session.RiskError
					if errors.As(err, &wrong) || errors.As(err, &risk) || errors.Is(err, session.ErrEnded) || errors.Is(err, session.ErrNoSession) {
						t.Skipf("the game was over before the database was full: %v", err)
					}
					break
				}
			}
			if s.Check(t.Context()) == nil && c.name == "read-only" {
				t.Error("the check finds nothing")
			}
			se, err := service.At(t.Context(), "p")
			if err != nil || len(se.Game.Moves()) != before {
				t.Fatalf("after the refusal: %d moves, not %d; %v", len(se.Game.Moves()), before, err)
			}
			if err := c.end(s, t.Context()); err != nil {
				t.Fatal(err)
			}
			se, err = service.Move(t.Context(), failed, "p", text, 0)
			if err != nil || len(se.Game.Moves()) != before+1 {
				t.Errorf("the same event afterwards: %v", err)
			}
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// A backup taken while the game goes on is whole, newer than its beginning, and
// can be played on.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "live.db")
	s, err := store.Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	service := session.NewService(s)
	start := func(n int) {
		tb := session.Table{Place: session.Place(fmt.Sprint("p", n)), Position: game.Start(), Locale: "en"}
		tb.Seats[game.Red] = session.Seat{Player: session.PlayerID(fmt.Sprint("mei", n)), Name: "Mei"}
		if _, err := service.Start(context.Background(), session.Origin{Event: fmt.Sprint("s", n), Player: tb.Seats[game.Red].Player}, tb); err != nil {
			t.Error(err)
		}
	}
	for n := range 20 {
		start(n)
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for n := 20; n < 60; n++ {
			start(n)
		}
	})
	to := filepath.Join(dir, "copy.db")
	if err := store.Backup(t.Context(), path, to); err != nil {
		t.Fatal(err)
	}
	writing.Wait()
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".yeye-backup-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	copied, err := store.Open(t.Context(), to, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	list, err := copied.OpenSessions(t.Context())
	if err != nil || len(list) < 20 {
		t.Fatalf("%d sessions in the copy; %v", len(list), err)
	}
	by := session.Origin{Event: "m", Player: "mei3", Via: session.ByText}
	if _, err := session.NewService(copied).Move(t.Context(), by, "p3", "h2e2", 0); err != nil {
		t.Error(err)
	}
	if err := store.Backup(t.Context(), path, to); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file that is there: %v", err)
	}
	if err := store.Backup(t.Context(), filepath.Join(dir, "none.db"), to+"2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no database: %v", err)
	}
	if err := store.Backup(t.Context(), path, filepath.Join(dir, "no", "such", "dir.db")); err == nil {
		t.Error("into no directory")
	}
	if err := store.Backup(t.Context(), "", to+"2"); err == nil || !strings.Contains(err.Error(), "names no file") {
		t.Errorf("of nothing: %v", err)
	}
	os.WriteFile(filepath.Join(dir, "bad.db"), []byte(strings.Repeat("this is no database ", 500)), 0o600)
	if err := store.Backup(t.Context(), filepath.Join(dir, "bad.db"), to+"3"); err == nil {
		t.Error("of something else")
	}
}
