package tournament

import (
	"errors"
	"testing"
	"time"

	"yeye/bot/store"

	"yeye/bot/id"
)

// between returns the board of two players.
func (e *env) between(a, b id.Player) *Board {
	e.T.Helper()
	now := e.get()
	for i := range now.Pairings {
		if x := &now.Pairings[i]; x.has(now.Of(a).Number) && x.has(now.Of(b).Number) {
			return x
		}
	}
	e.T.Fatalf("%s and %s do not meet", a, b)
	return nil
}

// ready makes a player ready for an arranged game with another.
func (e *env) ready(p, other id.Player) {
	e.T.Helper()
	b := e.between(p, other)
	_, err := e.s.Ready(e.T.Context(), e.actor(p), e.of, b.Round, b.Number)
	e.OK(err)
}

// Whoever is ready for two opponents plays one of them, whether the other is ready before that game begins or after, and can be ready
// for the other again.
func TestArrangedOneAtATime(t *testing.T) {
	for name, begun := range map[string]bool{"before": false, "after": true} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
			e.start()
			due := func() {
				for e.due() {
				}
			}
			games := func() int { return e.Count(`SELECT COUNT(*) FROM matches`) }
			e.ready("p1", "p2")
			e.ready("p1", "p3")
			e.Pass(time.Minute)
			e.ready("p2", "p1")
			if begun {
				due()
				e.Pass(10 * time.Second)
			}
			e.ready("p3", "p1")
			due()
			if n := games(); n != 1 {
				t.Fatalf("%d games have begun", n)
			}
			first, other := id.Player("p2"), id.Player("p3")
			if e.between("p1", "p2").Match == "" {
				first, other = "p3", "p2"
			}
			waits := e.between("p1", other)
			if _, err := e.s.Begin(t.Context(), e.of, waits.Round, waits.Number, "thread", true); !errors.Is(err, ErrStale) {
				t.Errorf("a second game begins: %v", err)
			}
			_, err := e.Matches.Resign(t.Context(), e.By("p1"), e.between("p1", first).Match)
			e.OK(err)
			if due(); games() != 1 {
				t.Error("a game begins for which nobody is ready any more")
			}
			e.ready("p1", other)
			if due(); games() != 2 {
				t.Error("both are ready again, and it does not begin")
			}
		})
	}
}

// An arranged game that something hinders begins a few minutes late, but not hours: then both are ready for it anew.
func TestArrangedLapses(t *testing.T) {
	for name, c := range map[string]struct {
		late  time.Duration
		games int
	}{"minutes": {4 * time.Minute, 1}, "hours": {3 * time.Hour, 0}} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			e.create(Plan{System: Arranged, Timing: live, Length: 48 * time.Hour}, 3)
			e.start()
			due := func() {
				for e.due() {
				}
			}
			games := func() int { return e.Count(`SELECT COUNT(*) FROM matches`) }
			e.ready("p1", "p2")
			e.Pass(14 * time.Minute)
			e.ready("p2", "p1")
			e.Pass(c.late)
			if due(); games() != c.games {
				t.Fatalf("%d games have begun, want %d", games(), c.games)
			}
			if c.games > 0 {
				return
			}
			e.ready("p1", "p2")
			if due(); games() != 0 {
				t.Error("it begins although one was ready long ago")
			}
			e.ready("p2", "p1")
			if due(); games() != 1 {
				t.Error("both are ready again, and it does not begin")
			}
		})
	}
}

// A match names the board that arranged it, and one of a version that did not store that still gives its board a result.
func TestMatchNamesItsBoard(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Robin, Timing: live}, 4)
	e.start()
	for e.due() {
	}
	for i, b := range e.get().InRound(1) {
		m := e.Get(b.Match)
		if of, ours := m.ArrangedBy(CardKind); !ours || of != e.get().BoardSubject(b).ID {
			t.Errorf("%+v", m.Arranger)
		}
		if _, ours := m.ArrangedBy("ring"); ours {
			t.Error("a ring thinks that it is its own")
		}
		if i == 0 {
			e.Tx(func(tx store.Tx) error {
				_, err := tx.Exec(t.Context(), `UPDATE matches SET arranger = '' WHERE id = ?`, string(b.Match))
				return err
			})
		}
	}
	e.play(weaker)
	if now := e.get(); now.State != Between {
		t.Errorf("%s", e.told())
	}
}
