package voice

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/ai/character"
	"yeye/game"
)

func pace(t testing.TB, fen, moves, answer string) Pace {
	t.Helper()
	x := turn(t, fen, moves, game.Red)
	m, err := game.ParseMove(answer)
	if err != nil {
		t.Fatal(err)
	}
	return Pace{Level: 3, Game: x.Game, Answer: m, Seed: 1}
}

func TestDue(t *testing.T) {
	retake := pace(t, game.StartFEN, "b2b9", "a9b9")
	only := pace(t, "3k5/9/9/9/9/9/9/9/9/r3K4 w - - 0 20", "", "e0e1")
	usual := pace(t, game.StartFEN, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5", "c3c4")
	if !obvious(only.Game, only.Answer) || !obvious(retake.Game, retake.Answer) || obvious(usual.Game, usual.Answer) {
		t.Error("what is obvious")
	}
	hard := usual
	hard.Valued, hard.Before, hard.Now = true, 0, -300
	sum := func(p Pace) (all time.Duration) {
		for seed := range uint64(500) {
			p.Seed = seed
			all += Delay(p) / 500
		}
		return all
	}
	if a, b, c := sum(retake), sum(usual), sum(hard); !(a < 750*time.Millisecond && a < b && b < c) {
		t.Errorf("taking back %v, an ordinary move %v, a hard one %v", a, b, c)
	}
	if d := Delay(only); d > 700*time.Millisecond {
		t.Errorf("the only move takes %v", d)
	}
	clock := usual
	clock.Left = 4 * time.Second
	if d := Delay(clock); d > 100*time.Millisecond {
		t.Errorf("%v of four seconds left", d)
	}
}

func TestDueIsWithinBounds(t *testing.T) {
	usual := pace(t, game.StartFEN, "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5", "c3c4")
	rapid.Check(t, func(t *rapid.T) {
		p := usual
		p.Level = character.Level(rapid.IntRange(-1, 8).Draw(t, "level"))
		p.Seed = rapid.Uint64().Draw(t, "seed")
		p.Thought = time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond
		p.Left = time.Duration(rapid.IntRange(0, 600).Draw(t, "s")) * time.Second
		p.Valued = rapid.Bool().Draw(t, "valued")
		p.Now = rapid.IntRange(-32000, 32000).Draw(t, "now")
		d := Delay(p)
		if d != Delay(p) {
			t.Fatal("not the same twice")
		}
		if d > longest || d < 0 || p.Left == 0 && d < shortest || p.Left > 0 && d > p.Left/clockShare {
			t.Fatalf("%v with %v left", d, p.Left)
		}
	})
}

// Characters have their own tempo: quantiles over many moves of a game, which the
// benchmark prints.
func quantiles(b testing.TB, level character.Level) (q [3]time.Duration) {
	var all []time.Duration
	moves := strings.Fields("b0c2 b9c7 h2g2 h7h2 c0e2 h9i7 i0i2 h2h6 i2h2 i9h9 h0i2 b7a7 b2a2 h6h3 d0e1 a9b9 c3c4 g6g5 a0d0 b9b5")
	for n := 1; n < len(moves); n++ {
		p := pace(b, game.StartFEN, strings.Join(moves[:n], " "), moves[n])
		p.Level = level
		for seed := range uint64(200) {
			p.Seed = seed
			all = append(all, Delay(p))
		}
	}
	slices.Sort(all)
	return [3]time.Duration{all[len(all)/10], all[len(all)/2], all[len(all)*9/10]}
}

func TestCharactersHaveTheirOwnTempo(t *testing.T) {
	kid, uncle, grandpa, immortal := quantiles(t, 1), quantiles(t, 3), quantiles(t, 5), quantiles(t, 6)
	if !(kid[1] < uncle[1] && uncle[1] < grandpa[1]) {
		t.Errorf("medians: kid %v, uncle %v, grandpa %v", kid[1], uncle[1], grandpa[1])
	}
	if spread := uncle[2] - uncle[0]; spread < 2*(immortal[2]-immortal[0]) {
		t.Errorf("uncle %v is as even as the immortal %v", uncle, immortal)
	}
}

func BenchmarkTempo(b *testing.B) {
	for _, level := range character.All() {
		b.Run(level.Key(), func(b *testing.B) {
			var q [3]time.Duration
			for b.Loop() {
				q = quantiles(b, level)
			}
			for i, unit := range []string{"ms-p10", "ms-p50", "ms-p90"} {
				b.ReportMetric(float64(q[i].Milliseconds()), unit)
			}
		})
	}
}
