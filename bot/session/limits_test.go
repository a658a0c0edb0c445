package session_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"yeye/bot/session"
	"yeye/bot/old/store"
	"yeye/game"
)

func TestLimits(t *testing.T) {
	ctx := t.Context()
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "yeye.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	service := session.NewService(st, session.WithLimits(session.Limits{Person: 2, Server: 3}))
	rooms := 0
	from := func(who session.PlayerID, server string) session.Origin {
		return session.Origin{Player: who, Name: string(who), Via: session.ByCommand, Server: server}
	}
	start := func(who session.PlayerID, server string) (session.Session, error) {
		rooms++
		t := session.Table{Place: session.Place(fmt.Sprint(rooms)), Position: game.Start()}
		t.Seats = [2]session.Seat{{Player: who, Name: string(who)}, {Level: 1}}
		return service.Start(ctx, from(who, server), t)
	}
	first, err := start("mei", "park")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := service.OpenStudy(t.Context(), from("mei", "park"), "study", "en", game.NewGame(game.Start(), game.Asian)); err != nil {
		t.Fatal(err)
	}
	if _, err := start("mei", "elsewhere"); !errors.Is(err, session.ErrTooMany) {
		t.Errorf("a third game: %v", err)
	}
	if _, err := service.OpenStudy(t.Context(), from("mei", "park"), "study 2", "en", game.NewGame(game.Start(), game.Asian)); !errors.Is(err, session.ErrTooMany) {
		t.Errorf("a third board: %v", err)
	}
	challenge := session.Table{Place: "yard", Position: game.Start(), Seats: [2]session.Seat{{Player: "mei"}, {Player: "tom"}}}
	if _, err := service.Propose(t.Context(), from("mei", ""), challenge); !errors.Is(err, session.ErrTooMany) {
		t.Errorf("a challenge: %v", err)
	}
	if _, err := start("tom", "park"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if _, err := start("lan", "park"); !errors.Is(err, session.ErrServerFull) {
		t.Errorf("a fourth in the server: %v", err)
	}
	if _, err := start("lan", ""); err != nil {
		t.Errorf("in a conversation: %v", err)
	}
	if _, err := service.Resign(t.Context(), from("mei", "park"), first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := start("mei", "park"); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}

// Games begun at once do not all find room for the last one.
func TestLimitsAtOnce(t *testing.T) {
	st, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "yeye.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	service := session.NewService(st, session.WithLimits(session.Limits{Person: 2}))
	var all sync.WaitGroup
	var begun atomic.Int64
	for n := range 12 {
		all.Go(func() {
			place := session.Place(fmt.Sprint(n))
			by := session.Origin{Player: "mei", Name: "mei", Via: session.ByCommand}
			_, err := service.Start(t.Context(), by, session.Table{Place: place, Position: game.Start(), Seats: [2]session.Seat{{Player: "mei"}, {Level: 1}}})
			if err == nil {
				begun.Add(1)
			} else if !errors.Is(err, session.ErrTooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if begun.Load() != 2 {
		t.Errorf("%d games were begun, of at most 2", begun.Load())
	}
}
