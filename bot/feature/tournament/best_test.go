package tournament

import (
	"slices"
	"testing"
)

// A game is better than another if whoever of its two played less accurately was more accurate; the first of equals stays.
func TestBestBeats(t *testing.T) {
	best := func(red, black int) Best { return Best{Round: 1, Number: 1, Accuracy: [2]int{red, black}} }
	for name, c := range map[string]struct {
		one, other Best
		beats      bool
	}{
		"no other":           {best(0, 0), Best{}, true},
		"both better":        {best(90, 80), best(79, 70), true},
		"one much worse":     {best(99, 40), best(60, 60), false},
		"the same less good": {best(91, 70), best(70, 90), true},
		"equals":             {best(70, 90), best(90, 70), false},
	} {
		if got := c.one.Beats(c.other); got != c.beats {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, b := range []Best{{}, best(94, 7), {Round: 12, Number: 30, Accuracy: [2]int{100, 0}}} {
		if got, ok := ParseBest(b.String()); !ok || got != b {
			t.Errorf("%q is read as %+v", b, got)
		}
	}
	if _, ok := ParseBest("3-1 94"); ok {
		t.Error("half a text is read")
	}
}

// Long games that were played out are looked at, those of the best first; what was found is stored once the tournament is over.
func TestJudged(t *testing.T) {
	e := newEnv(t)
	e.create(Plan{System: Swiss, Timing: live, Rounds: 3}, 4)
	e.start()
	e.OK(e.s.FoundBest(t.Context(), e.of, Best{Round: 1, Number: 1}))
	if e.get().Best.Known() {
		t.Error("a best game of a tournament that is not over")
	}
	now := e.run(weaker, nil)
	if n := len(now.Judged()); n != 0 {
		t.Errorf("%d games of two plies", n)
	}
	for i := range now.Pairings {
		now.Pairings[i].Plies = judgedPlies
	}
	weakest := slices.IndexFunc(now.Pairings, func(b Board) bool { return b.Red+b.Black == 3+4 })
	now.Pairings[weakest].How = Corrected
	all := now.Judged()
	if first, last := all[0], all[len(all)-1]; len(all) != 5 || first.Red+first.Black != 1+2 || last.Red+last.Black != 2+4 {
		t.Errorf("%d games, the first of %d and %d, the last of %d and %d\n%s", len(all), first.Red, first.Black, last.Red, last.Black, e.told())
	}
	want := Best{Round: 2, Number: 1, Accuracy: [2]int{94, 88}}
	e.OK(e.s.FoundBest(t.Context(), e.of, want))
	rev := e.get().Rev
	e.OK(e.s.FoundBest(t.Context(), e.of, want))
	if got := e.get(); got.Best != want || got.Rev != rev {
		t.Errorf("%+v, revision %d, was %d", got.Best, got.Rev, rev)
	}
}
