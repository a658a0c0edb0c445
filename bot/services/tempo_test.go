package services

import (
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/variant"
	"yeye/game"
)

// A player who recaptures does so at once, an unexpected turn of the game takes longer than a quiet one, and a short clock hurries.
// If thinking is not shown, answers are not held back.
func TestTempo(t *testing.T) {
	if tempoFunc(0) != nil {
		t.Error("characters linger though nothing is to be seen")
	}
	linger := tempoFunc(time.Second)
	sum := func(moves []string, answer string, change func(*match.Match, *engine.Found)) (all time.Duration) {
		move, err := game.ParseMove(answer)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(300) {
			g := game.NewGame(game.Start(), game.Asian)
			for _, text := range moves {
				m, err := game.ParseMove(text)
				if err == nil {
					err = g.Play(m)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			m := match.Match{Game: g, Seed: seed, Seats: [2]match.Seat{{Player: "mei"}, {Level: 4}}}
			f := engine.Found{Match: &m, Move: move, Known: true}
			if change != nil {
				change(&m, &f)
			}
			d := linger(f)
			if d < 0 || d > 3*time.Second {
				t.Fatalf("%v", d)
			}
			all += d / 300
		}
		return all
	}
	quiet := []string{"h2e2", "h9g7", "h0g2", "i9h9", "c3c4"}
	retakes := sum([]string{"b2b9"}, "a9b9", nil)
	usual := sum(quiet, "b9c7", nil)
	surprised := sum(quiet, "b9c7", func(m *match.Match, f *engine.Found) {
		m.Scores, f.Value = match.Scores{{Ply: 3, Value: 40}}, -400
	})
	flipped := func(value int) func(*match.Match, *engine.Found) {
		return func(m *match.Match, f *engine.Found) {
			m.Mode, m.Scores, f.Value = match.VersusOf(variant.Flipped), match.Scores{{Ply: 3, Value: 40}}, value
		}
	}
	if a, b := sum(quiet, "b9c7", flipped(40)), sum(quiet, "b9c7", flipped(-400)); a != b {
		t.Errorf("a change of what only the character knows is seen: %v, %v", a, b)
	}
	waits := map[time.Duration]bool{}
	for turn := range int64(10) {
		waits[sum(quiet, "b9c7", func(m *match.Match, f *engine.Found) {
			m.Mode, m.Turn, m.Seed = match.VersusOf(variant.Flipped), turn, 1
		})] = true
	}
	if len(waits) < 5 {
		t.Errorf("in ten turns of flipped chess %v", waits)
	}
	hurried := sum(quiet, "b9c7", func(m *match.Match, _ *engine.Found) { m.Clock.Base = 8 * time.Second })
	if !(retakes < 750*time.Millisecond && retakes < usual && usual < surprised) || hurried > 200*time.Millisecond {
		t.Errorf("retakes %v, usual %v, surprised %v, hurried %v", retakes, usual, surprised, hurried)
	}
}
