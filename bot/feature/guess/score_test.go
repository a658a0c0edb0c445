package guess

import (
	"testing"

	"pgregory.net/rapid"

	"yeye/bot/discord"
	"yeye/game"
)

// A score survives its encoding in custom ids unchanged, and fits into them.
func TestScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := score{asked: rapid.IntRange(0, 2000).Draw(t, "asked"), chosen: game.Square(rapid.IntRange(0, game.Squares).Draw(t, "chosen"))}
		if s.chosen == game.Squares {
			s.chosen = game.NoSquare
		}
		s.matched = rapid.IntRange(0, s.asked).Draw(t, "matched")
		s.sides = rapid.SampledFrom([][2]bool{{true, false}, {false, true}, {true, true}}).Draw(t, "sides")
		s.mirror = rapid.Bool().Draw(t, "mirror")
		got, ok := parseScore(s.String())
		if !ok || got != s {
			t.Fatalf("%+v is %s is %+v", s, s, got)
		}
		id := discord.ControlID{Action: actionTarget, ID: "abcdefghij", Turn: 249999, Arg: s.String(), Nonce: "h2"}.String()
		if len(id) > 100 {
			t.Fatal(id)
		}
	})
	for _, bad := range []string{"", "x1.2", "r", "r1", "r3.2", "r-1.2", "r1.2.z9", "r1.2.h2.3", "ra.b"} {
		if s, ok := parseScore(bad); ok {
			t.Errorf("%q is %+v", bad, s)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		matched, asked int
		want           string
	}{{0, 0, "none"}, {3, 3, "all"}, {1, 1, "all"}, {2, 3, "most"}, {6, 10, "some"}, {1, 3, "some"}, {3, 10, "few"}, {0, 4, "few"}} {
		if got := (score{matched: c.matched, asked: c.asked}).verdict(); got != "guess.end."+c.want {
			t.Errorf("%d of %d: %s", c.matched, c.asked, got)
		}
	}
}
