package tournament

import (
	"testing"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
)

// Whoever is barred after they have joined is withdrawn before the next round is paired, or before an arena's next wave. The others play on.
func TestBarredAreWithdrawn(t *testing.T) {
	for name, plan := range map[string]Plan{
		"Swiss":       {System: Swiss, Timing: live, Rounds: 3},
		"round robin": {System: Robin, Timing: live},
		"arena":       {System: Arena, Timing: live, Length: 3 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEnv(t)
			bar := func(p id.Player) {
				t.Helper()
				_, err := guild.New(e.DB).Bar(t.Context(), guild.Entry{Guild: "server", By: "mod", Act: "bar", Player: p}, "Barred")
				e.OK(err)
			}
			e.create(plan, 6)
			bar("p6")
			e.start()
			for e.due() {
			}
			first := e.get()
			number := first.Of("p2").Number
			if first.Of("p6").Status != Out || first.Of("p2").Status != In {
				t.Fatal(e.told())
			}
			bar("p2")
			if now := e.run(weaker, nil); now.Of("p2").Status != Out || now.Round < 2 {
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
