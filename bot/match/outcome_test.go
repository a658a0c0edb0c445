package match_test

import (
	"context"
	"strings"
	"testing"

	"yeye/bot/match"
	"yeye/game"
)

// Every outcome is read as it was stored.
func TestOutcomesRoundTrip(t *testing.T) {
	for result := game.Ongoing; result <= game.Draw; result++ {
		for _, method := range append(game.Methods(), game.NoMethod) {
			got, err := match.ParseOutcome(result.String(), method.String())
			if err != nil || got != (game.Outcome{Result: result, Method: method}) {
				t.Errorf("%v by %v: %v %v", result, method, got, err)
			}
		}
	}
	for _, c := range [][2]string{{"2-0", "checkmate"}, {"1-0", "unknown"}, {"1-0", "Checkmate"}} {
		if got, err := match.ParseOutcome(c[0], c[1]); err == nil {
			t.Errorf("%q is read as %v", c, got)
		}
	}
}

// A match that ends by the rules of repetition can be read again, alone and among its player's, under every set of rules.
func TestEndsByRepetition(t *testing.T) {
	for _, c := range []struct {
		fen, round string
		rules      game.Rules
		want       game.Method
	}{
		{"6R2/5k3/4c4/5r3/9/9/4C2p1/9/4KR3/1C7 w", "e3f3 f6e6 f3e3 e6f6", game.Asian, game.MutualCheck},
		{"9/9/4k4/9/9/9/9/3K4c/6R2/9 w", "g1i1 i2g2 i1g1 g2i2", game.Asian, game.PerpetualChase},
		{"9/4P4/4k4/9/9/6R2/9/9/9/5K3 w", "e8d8 e7d7 d8e8 d7e7", game.Chinese, game.PerpetualKill},
		{"9/5k3/r8/9/9/9/9/9/4K4/6R2 w", "g0g8 f8f7 g8g0 f7f8", game.Chinese, game.PerpetualAttack},
		{"9/2R4N1/4k4/9/3r5/9/9/9/5C3/3K5 w", "f1d1 d5b5 d1f1 b5d5", game.Chinese, game.MutualAttack},
	} {
		t.Run(c.want.String(), func(t *testing.T) {
			e, ctx := newEnv(t), context.WithoutCancel(t.Context())
			p, err := game.ParseFEN(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			m, err := of(e.Start(ctx, e.from("mei", match.FromCommand),
				match.Terms{Channel: room, Seats: meiAgainstTom, Position: p, Rules: c.rules, Locale: "en-US"}))
			for _, text := range strings.Fields(c.round + " " + c.round) {
				if err != nil {
					t.Fatal(err)
				}
				mv, problem := game.ParseMove(text)
				if problem != nil {
					t.Fatal(problem)
				}
				m, err = of(e.StepConfirmed(ctx, e.from(m.Seats[m.ToMove()].Player, match.FromCard), m.ID, m.Turn, mv))
			}
			if err != nil || m.Status != match.Ended || m.Outcome.Method != c.want {
				t.Fatalf("status %v, %v: %v", m.Status, m.Outcome, err)
			}
			kept, err := e.Stored(ctx, m.ID)
			if err != nil || kept.Outcome != m.Outcome {
				t.Errorf("read as %v: %v", kept.Outcome, err)
			}
			latest, err := e.Latest(ctx, room)
			if err != nil || latest.ID != m.ID {
				t.Errorf("the channel's latest is %v: %v", latest.ID, err)
			}
		})
	}
}
