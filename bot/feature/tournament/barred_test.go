package tournament

import (
	"context"
	"errors"
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/player"
)

func (e *env) bar(p id.Player) {
	e.T.Helper()
	_, err := e.Matches.Policy().Bar(e.T.Context(), "mod", "square", "server", guild.Bar{Named: player.Named{Player: p, Name: "Barred"}})
	e.OK(err)
}

// Whoever is barred after they have joined is withdrawn at once. The others play on.
func TestBarredAreWithdrawn(t *testing.T) {
	for name, plan := range map[string]Plan{
		"Swiss":       {System: Swiss, Timing: live, Rounds: 3},
		"round robin": {System: Robin, Timing: live},
		"arena":       {System: Arena, Timing: live, Length: 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(plan, 6)
			e.bar("p6")
			e.start()
			for e.due() {
			}
			first := e.get()
			number := first.Of("p2").Number
			if first.Of("p6") != nil || first.Of("p2").Status != In {
				t.Fatal(e.told())
			}
			e.bar("p2")
			if e.get().Of("p2").Status != Out {
				t.Fatal(e.told())
			}
			if now := e.run(weaker, nil); now.Round < 2 {
				t.Fatal(e.told())
			}
			for _, b := range e.get().Pairings {
				if b.has(number) && b.Match != "" && b.Round > first.Round {
					t.Errorf("plays in round %d", b.Round)
				}
			}
		})
	}
}

// Whoever was barred without a word to the tournament begins no game, and is withdrawn then.
func TestBarredUntold(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 4)
	e.Matches.Policy().OnRuling(func(context.Context, id.Guild) {}) // the process ends before
	e.bar("p2")
	e.start()
	for e.due() {
	}
	if now := e.get(); now.Of("p2").Status != Out || e.Count(`SELECT COUNT(*) FROM matches`) != 1 {
		t.Error(e.told())
	}
}

// Whoever is barred is not ready for an arranged game, and one for which they were does not begin: they have left.
func TestBarredBeginNoGame(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
	e.start()
	ready := func(p id.Player, b *Board) error {
		_, err := e.s.Ready(t.Context(), e.actor(p), e.of, b.Round, b.Number)
		return err
	}
	e.bar("p3")
	if err := ready("p3", e.between("p1", "p3")); !errors.Is(err, guild.ErrBarred) {
		t.Errorf("who is barred is ready: %v", err)
	}
	e.OK(ready("p1", e.between("p1", "p2")))
	e.OK(ready("p2", e.between("p1", "p2")))
	e.bar("p2")
	for e.due() {
	}
	now := e.get()
	if n := e.Count(`SELECT COUNT(*) FROM matches`); n != 0 || now.Of("p2").Status != Out || e.between("p1", "p2").How != Withdrawn {
		t.Errorf("%d games have begun: %s", n, e.told())
	}
}
