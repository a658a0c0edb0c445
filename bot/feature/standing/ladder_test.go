package standing

import (
	"strings"
	"testing"
	"time"

	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/render"
)

// Every language says which characters were beaten, how often and at which odds, and the picture shows the least odds.
func TestLadder(t *testing.T) {
	c := climbs{1: {match.Even: {times: 12}}, 3: {match.Even: {times: 2}, match.OneRook: {times: 1}}, 5: {match.OneRook: {times: 4}, match.TwoHorses: {times: 1}}}
	if level, ok := c.next(); level != 2 || !ok || c.top() != 3 {
		t.Errorf("next is %d %v, the top %d", level, ok, c.top())
	}
	if got, want := c.even(), [7]int{1: 12, 3: 2}; got != want {
		t.Errorf("even: %v", got)
	}
	for _, r := range readers(t) {
		text := strings.Join(c.lines(r), "\n")
		for _, want := range []string{r.Character(1) + " ×12 · ", r.Character(3) + " ×2 · ", r.Text("odds.rook"), r.Text("odds.two-horses"), "×4", "\n" + r.Text("standing.next", map[string]any{"Character": r.Character(2)})} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", r.Tag(), want, text)
			}
		}
		labels := c.labels(r)
		if labels[5] != r.Text("standing.odds.two-horses") || labels[3] != "" || labels[1] != "" {
			t.Errorf("%s: %q", r.Tag(), labels)
		}
		for _, odds := range match.AllOdds()[1:] {
			if text := r.Text("standing.odds." + odds.String()); !render.CanWrite(text) {
				t.Errorf("%s: %q cannot be written", r.Tag(), text)
			}
		}
	}
}

// After beating everybody there is nobody next, and before beating anybody it is the Kid.
func TestLadderEnds(t *testing.T) {
	var c climbs
	if level, ok := c.next(); level != 1 || !ok || c.top() != -1 {
		t.Errorf("at the floor: next is %d %v, the top %d", level, ok, c.top())
	}
	for level := range c {
		c.add(level, match.Even, 1, time.Time{})
	}
	if level, ok := c.next(); ok || c.top() != 6 {
		t.Errorf("next is %d, the top %d", level, c.top())
	}
}

// Whoever has beaten all from the Kid on need not have beaten the character below, and is not told so.
func TestLadderTop(t *testing.T) {
	var c climbs
	for level := kid; level < rating.Levels; level++ {
		c.add(level, match.Even, 1, time.Time{})
	}
	for _, r := range readers(t) {
		lines := c.lines(r)
		if last := lines[len(lines)-1]; !strings.Contains(last, r.Faced(kid)) {
			t.Errorf("%s: %q", r.Tag(), last)
		}
	}
}

// Before ten games without help or odds, nothing is said about which character somebody plays like.
func TestLikenessTakesTenGames(t *testing.T) {
	var rows []result
	for range 9 {
		rows = append(rows, result{level: 3, unaided: true, even: true, score: 1})
	}
	for range 20 {
		rows = append(rows, result{level: 3, unaided: false, even: true, score: 1}, result{level: 3, unaided: true, odds: match.OneRook, score: 1},
			result{level: person, unaided: true, even: true, score: 1})
	}
	f := &profile{openings: map[string][2]int{}}
	f.count(rows)
	for _, r := range readers(t) {
		if f.alike || f.picture(r, nil).Like.Known {
			t.Errorf("%s: after nine games: %+v", r.Tag(), f.like)
		}
	}
	f.count(append(rows, rows[0]))
	for _, r := range readers(t) {
		like := f.picture(r, nil).Like
		if !f.alike || !like.Known || like.Low >= like.At || like.At >= like.High {
			t.Errorf("%s: after ten games: %+v", r.Tag(), like)
		}
		if text := strings.Join(f.lines(r, nil), "\n"); !strings.Contains(text, r.Character(f.like.Level)) || !strings.Contains(text, "10") {
			t.Errorf("%s: %s", r.Tag(), text)
		}
	}
}
