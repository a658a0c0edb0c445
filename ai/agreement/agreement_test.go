package agreement

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"yeye/ai"
	"yeye/game"
)

// firsts is an engine that always plays the first legal move and scores every position 0.
type firsts struct {
	score ai.Score
	err   error
	asked []int // plies
}

func (f *firsts) Lines(_ context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	f.asked = append(f.asked, g.Ply())
	var buf [game.MaxMoves]game.Move
	return []ai.Info{{Score: f.score, PV: g.Position().LegalMoves(buf[:0])[:1]}}, f.err
}

// play returns a game of n plies in which Red plays the first legal move, the engine's choice, and Black the second.
func play(t *testing.T, n int) *game.Game {
	t.Helper()
	g := game.NewGame(game.Start(), game.NoRepetition)
	var buf [game.MaxMoves]game.Move
	for i := range n {
		moves := g.Position().LegalMoves(buf[:0])
		m := moves[0]
		if i%2 == 1 {
			m = moves[1]
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestMeasure(t *testing.T) {
	g := play(t, 40)
	e := &firsts{}
	var last, total int
	sides, err := Measure(t.Context(), e, g, func(done, of int) { last, total = done, of })
	if err != nil {
		t.Fatal(err)
	}
	if want := (Sample{Moves: 14, Agreed: 14, Accuracy: 100}); sides[game.Red] != want {
		t.Errorf("who always plays the engine's choice: %+v", sides[game.Red])
	}
	if want := (Sample{Moves: 14, Agreed: 0, Accuracy: 100}); sides[game.Black] != want {
		t.Errorf("who never does: %+v", sides[game.Black])
	}
	if len(e.asked) != 40-openingPlies+1 || e.asked[0] != 40 || e.asked[len(e.asked)-1] != openingPlies || last != total || total != len(e.asked) {
		t.Errorf("asked about %v, %d of %d", e.asked, last, total)
	}
	if g.Ply() != 40 {
		t.Errorf("the game has %d plies now", g.Ply())
	}
	decided, err := Measure(t.Context(), &firsts{score: undecided + 1}, g, nil)
	if err != nil || decided != [2]Sample{} {
		t.Errorf("of a decided game: %+v, %v", decided, err)
	}
	if short, err := Measure(t.Context(), e, play(t, openingPlies), nil); err != nil || short != [2]Sample{} {
		t.Errorf("of an opening: %+v, %v", short, err)
	}
	broken := errors.New("broken off")
	if _, err := Measure(t.Context(), &firsts{err: broken}, g, nil); !errors.Is(err, broken) {
		t.Errorf("broken off: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Measure(ctx, &firsts{}, g, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a search cut short: %v", err)
	}
}

// After a mate there is no position to ask about, so the mating move does not count.
func TestMeasureToTheMate(t *testing.T) {
	g := game.NewGame(game.Start(), game.NoRepetition)
	for _, text := range strings.Fields("h2h3 h7h6 h3h2 h6h7 h2h4 h7h6 h4h2 h6h7 a0a1 a9a8 a1a0 a8a9 b2c2 f9e8 c2c6 b7c7 c6c9") {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.PlayOn(m); err != nil {
			t.Fatal(err)
		}
	}
	e := &firsts{}
	sides, err := Measure(t.Context(), e, g, nil)
	if err != nil || len(e.asked) != 5 {
		t.Errorf("asked about %v, %v", e.asked, err)
	}
	if sides[game.Red].Moves != 2 || sides[game.Black].Moves != 2 {
		t.Errorf("the mate itself counts: %+v", sides)
	}
}

func TestSum(t *testing.T) {
	got := Sum([]Sample{{10, 5, 90}, {30, 3, 70}, {}})
	if got.Moves != 40 || got.Agreed != 8 || got.Accuracy != 75 || got.Rate() != 0.2 {
		t.Errorf("%+v", got)
	}
	if Sum(nil).Rate() != 0 {
		t.Error("of nothing")
	}
}

// Between two strengths the samples are mixed; beyond the ends the nearest strength is used; more agreement is rarer among
// honest players.
func TestCompare(t *testing.T) {
	known := []strength{{1000, []Sample{{20, 4, 70}, {20, 6, 80}}}, {2000, []Sample{{20, 10, 90}, {20, 12, 92}}}}
	middle := compare(known, 1500, 0, Sample{Moves: 400, Agreed: 160, Accuracy: 83})
	if middle.Rate.Low < 0.33 || middle.Rate.High > 0.47 || middle.PValue < 0.3 || middle.PValue > 0.7 {
		t.Errorf("midway: %+v", middle)
	}
	below, weakest := compare(known, 200, 0, Sample{Moves: 100, Agreed: 30, Accuracy: 80}), compare(known, 1000, 0, Sample{Moves: 100, Agreed: 30, Accuracy: 80})
	if below.Rate != weakest.Rate {
		t.Errorf("below the weakest: %+v, the weakest %+v", below, weakest)
	}
	if above := compare(known, 9000, 0, Sample{Moves: 100, Agreed: 61, Accuracy: 99}); above.PValue > 0.05 || above.AccuracyPValue != 0 {
		t.Errorf("more than anybody ever showed: %+v", above)
	}
	last := 1.0
	for agreed := 0; agreed <= 100; agreed += 5 {
		c := compare(known, 1500, 0, Sample{Moves: 100, Agreed: agreed, Accuracy: float64(agreed)})
		if c.PValue > last {
			t.Errorf("%d agreed: %v, fewer %v", agreed, c.PValue, last)
		}
		last = c.PValue
	}
	if a, b := Compare(1600, 45, Sample{Moves: 50, Agreed: 20, Accuracy: 80}), Compare(1600, 45, Sample{Moves: 50, Agreed: 20, Accuracy: 80}); a != b {
		t.Errorf("the same question has two answers: %+v, %+v", a, b)
	}
}

// The less certain a rating is, the wider the range of honest play.
func TestCompareDoubts(t *testing.T) {
	shown := Sample{Moves: 200, Agreed: 112, Accuracy: 96}
	sure, unsure := Compare(1500, 45, shown), Compare(1500, 350, shown)
	if sure.PValue >= unsure.PValue || sure.Rate.High >= unsure.Rate.High || sure.Accuracy.Low <= unsure.Accuracy.Low {
		t.Errorf("sure %+v, unsure %+v", sure, unsure)
	}
	if exact := compare(table[:], 1500, 0, shown); exact.Rate.High >= sure.Rate.High {
		t.Errorf("people of a rating are as alike as characters: %+v, %+v", exact, sure)
	}
}

// Honest players look suspicious only as often as reported: of players assembled from games of the same strength, five in a
// hundred look like the five most suspicious ones.
func TestFalseAlarms(t *testing.T) {
	for _, s := range table {
		alarms, n := 0, 0
		for i := range len(s.games) {
			var own []Sample
			for k := range 5 {
				own = append(own, s.games[(i*7+k*3)%len(s.games)])
			}
			shown := Sum(own)
			if n++; compare(table[:], s.points, 0, shown).PValue < 0.05 {
				alarms++
			}
		}
		if part := float64(alarms) / float64(n); part > 0.2 {
			t.Errorf("%.0f: %d alarms of %d honest players", s.points, alarms, n)
		}
	}
}

// The table is sorted, its counts are consistent, and stronger players agree more often.
func TestTable(t *testing.T) {
	first, last := Sum(table[0].games).Rate(), Sum(table[len(table)-1].games).Rate()
	if first >= last {
		t.Errorf("the weakest agree %.2f, the strongest %.2f", first, last)
	}
	points := math.Inf(-1)
	for _, s := range table {
		if s.points <= points || len(s.games) < 10 {
			t.Errorf("%.0f after %.0f, of %d games", s.points, points, len(s.games))
		}
		points = s.points
		for _, g := range s.games {
			if g.Moves < 1 || g.Agreed < 0 || g.Agreed > g.Moves || g.Accuracy < 0 || g.Accuracy > 100 {
				t.Errorf("%.0f: %+v", s.points, g)
			}
		}
	}
}
