package match_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"yeye/bot/feature/study"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/fairplay"
	"yeye/bot/store"
	"yeye/game"
)

func TestLimits(t *testing.T) {
	ctx := t.Context()
	e := newEnv(t, match.WithLimits(match.Limits{Player: 2, Guild: 3}))
	from := func(who id.Player) match.Actor { return e.from(who, match.FromCommand) }
	start := func(who id.Player, guild id.Guild) (match.Match, error) {
		return of(e.Start(ctx, from(who), match.Terms{Guild: guild, Channel: e.newChannel(), Position: game.Start(),
			Seats: [2]match.Seat{{Player: who, Name: string(who)}, {Level: 1}}}))
	}
	openStudy := func(who id.Player, guild id.Guild) error {
		g := game.NewGame(game.Start(), game.Asian)
		_, err := e.studies.Open(ctx, from(who), testplay.May(t, new(fairplay.Service), who, g), guild, e.newChannel(), "en", study.Board{Game: g})
		return err
	}
	first, err := start("mei", "park")
	if err != nil {
		t.Fatal(err)
	}
	if err := openStudy("mei", "park"); err != nil {
		t.Fatal(err)
	}
	if _, err := start("mei", "elsewhere"); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a third game: %v", err)
	}
	if err := e.MayStart(ctx, from("mei"), match.Terms{}); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a third game, asked before: %v", err)
	}
	if err := openStudy("mei", "park"); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a third board: %v", err)
	}
	if err := e.db.Tx(ctx, func(tx store.Tx) error { return e.WithinLimits(ctx, tx, "mei", "") }); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a challenge: %v", err)
	}
	if _, err := start("tom", "park"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if _, err := start("lan", "park"); !errors.Is(err, match.ErrGuildFull) {
		t.Errorf("a fourth in the server: %v", err)
	}
	if _, err := start("lan", ""); err != nil {
		t.Errorf("in a conversation: %v", err)
	}
	if _, err := e.Resign(ctx, from("mei"), first.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := start("mei", "park"); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}

// Games begun at once cannot all take the last place, neither those of a player nor those in a server.
func TestLimitsAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		limits match.Limits
		who    func(n int) id.Player
		want   error
	}{
		"of a player": {match.Limits{Player: 2}, func(int) id.Player { return "mei" }, match.ErrTooMany},
		"in a server": {match.Limits{Guild: 2}, func(n int) id.Player { return id.Player(fmt.Sprint("p", n)) }, match.ErrGuildFull},
	} {
		e := newEnv(t, match.WithLimits(c.limits))
		var all sync.WaitGroup
		var begun atomic.Int64
		for n := range 12 {
			all.Go(func() {
				_, err := e.Start(t.Context(), e.from(c.who(n), match.FromCommand), match.Terms{Guild: "park", Channel: e.newChannel(), Position: game.Start(), Seats: exhibition})
				if err == nil {
					begun.Add(1)
				} else if !errors.Is(err, c.want) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
		if begun.Load() != 2 {
			t.Errorf("%d games %s were begun, of at most 2", begun.Load(), name)
		}
	}
}
