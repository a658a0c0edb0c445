package match_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/studies"
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
	study := func(who id.Player, guild id.Guild) error {
		_, err := e.studies.Open(ctx, from(who), guild, e.newChannel(), "en", studies.Board{Game: game.NewGame(game.Start(), game.Asian)})
		return err
	}
	first, err := start("mei", "park")
	if err != nil {
		t.Fatal(err)
	}
	if err := study("mei", "park"); err != nil {
		t.Fatal(err)
	}
	if _, err := start("mei", "elsewhere"); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a third game: %v", err)
	}
	if err := e.MayStart(ctx, from("mei"), match.Terms{}); !errors.Is(err, match.ErrTooMany) {
		t.Errorf("a third game, asked before: %v", err)
	}
	if err := study("mei", "park"); !errors.Is(err, match.ErrTooMany) {
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

// Games begun at once cannot all take the last place.
func TestLimitsAtOnce(t *testing.T) {
	e := newEnv(t, match.WithLimits(match.Limits{Player: 2}))
	var all sync.WaitGroup
	var begun atomic.Int64
	for range 12 {
		all.Go(func() {
			_, err := e.Start(t.Context(), e.from("mei", match.FromCommand), match.Terms{Channel: e.newChannel(), Position: game.Start(), Seats: meiAgainstKid})
			if err == nil {
				begun.Add(1)
			} else if !errors.Is(err, match.ErrTooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if begun.Load() != 2 {
		t.Errorf("%d games were begun, of at most 2", begun.Load())
	}
}
