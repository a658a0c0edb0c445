package match_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/game/notation"
)

// A match that was just changed is given out once without loading it, unless it is too old or another process has changed it since.
func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		name  string
		then  func(e *env, m *match.Match) // after the change
		loads int                          // of asking twice
	}{
		{"at once", func(*env, *match.Match) {}, 1},
		{"just before it is too old", func(e *env, _ *match.Match) { e.pass(10*time.Second - time.Millisecond) }, 1},
		{"after a while", func(e *env, _ *match.Match) { e.pass(10 * time.Second) }, 2},
		{"changed by another process", func(e *env, m *match.Match) {
			c, err := match.NewService(e.db).Answer(t.Context(), m, move("h9g7"), 0, false)
			if err != nil {
				t.Fatal(err)
			}
			*m = c.Match
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEnv(t)
			e.start(t, meiAgainstKid)
			m, err := of(e.Move(t.Context(), e.from("mei", match.FromText), room, notation.Parse("h2e2"), notation.Auto))
			if err != nil {
				t.Fatal(err)
			}
			c.then(e, &m)
			loads := 0
			e.db.Observe(store.Observer{Statement: func(_ context.Context, query string) error {
				if strings.HasPrefix(query, "SELECT id, kind") {
					loads++
				}
				return nil
			}})
			for range 2 {
				got, err := e.AtLeast(t.Context(), m.ID, m.Rev)
				if err != nil || got.Rev != m.Rev || *got.Game.Position() != *m.Game.Position() || got.Game == m.Game {
					t.Errorf("%+v, %v", got, err)
				}
			}
			if loads != c.loads {
				t.Errorf("%d loads, want %d", loads, c.loads)
			}
		})
	}
}
