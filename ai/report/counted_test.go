package report

import (
	"testing"

	"yeye/ai"
	"yeye/ai/accuracy"
	"yeye/game"
)

// shuffled is a game of two idle rooks with an analysis of it: the scores are those of its positions, each for the side
// to move.
func shuffled(t *testing.T, scores ...ai.Score) (*game.Game, *Analysis) {
	t.Helper()
	g := game.NewGame(game.Start(), game.Asian)
	for _, m := range lineOf(t, "a0a1 a9a8 a1a2 a8a7 a2a1 a7a8")[:len(scores)-1] {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a := NewAnalysis(g)
	for i, s := range scores {
		a.Entries[i] = Entry{Pass: Proven, Score: s, Line: lineOf(t, [...]string{"h2e2", "h9g7"}[i%2])}
	}
	return g, &a
}

// A move in a won position does not count for accuracy, but one that throws the win away does.
func TestThrownWinCounts(t *testing.T) {
	g, a := shuffled(t, 1200, -1150, 1150, 900, -900)
	r, err := Make(g, game.Outcome{}, a)
	if err != nil {
		t.Fatal(err)
	}
	red := r.Sides[game.Red]
	if r.Moves[2].Verdict != accuracy.Blunder || red.Blunders != 1 || red.Counted != 1 || red.Accuracy > 20 {
		t.Errorf("%+v, the second move %+v", red, r.Moves[2])
	}
}

// An inaccuracy in a decided position does not count, but nobody who made one is told to be perfectly accurate.
func TestFaultIsNotPerfect(t *testing.T) {
	for side, want := range map[Side]int{{Accuracy: 100, Inaccuracies: 1}: 99, {Accuracy: 99.7, Blunders: 1}: 99,
		{Accuracy: 99.7}: 100, {Accuracy: 61.5, Mistakes: 2}: 62} {
		if got := side.Percent(); got != want {
			t.Errorf("%+v: %d %%, want %d", side, got, want)
		}
	}
}

// A mate that was missed or allowed is named also where a quick search found it.
func TestQuickMateIsNamed(t *testing.T) {
	p, err := game.ParseFEN("3k5/1R7/9/8p/9/9/9/9/9/R4K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, m := range lineOf(t, "f0f1 d9e9") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a := NewAnalysis(g)
	mate := Entry{Pass: Quick, Score: ai.MateIn(1), Line: lineOf(t, "a0a9")}
	a.Entries = []Entry{mate, {Pass: Quick, Score: -900, Line: lineOf(t, "i6i5")}, mate}
	r, err := Make(g, game.Outcome{}, &a)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []FaultKind{MissesMate, AllowsMate} {
		if f := r.Moves[i].Fault; f == nil || f.Kind != want || f.N != 1 {
			t.Errorf("move %d: %+v, want %s", i, f, want)
		}
	}
}

// No line goes on behind the end of the game by the rules on repetition.
func TestLinesEndWithTheGame(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/9/9/9/5A3/4R4/5K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, m := range lineOf(t, "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a := NewAnalysis(g)
	for i := range a.Entries {
		line := lineOf(t, [...]string{"e1e8", "d9e9 d1d8", "d1d8 e9f9 f0e0", "e9d9 e1e8"}[i%4])
		a.Entries[i] = Entry{Pass: Proven, Score: []ai.Score{ai.MateIn(2), -ai.MateIn(2)}[i%2], Line: line}
	}
	a.Entries[7].Score, a.Entries[8] = ai.RuleBound+100, Entry{Pass: Proven, Score: -ai.RuleBound}
	r, err := Make(g, g.Outcome(), &a)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.TurningPoints) != 1 || r.TurningPoints[0].Ply != 6 || len(r.TurningPoints[0].Reply) != 1 || len(r.TurningPoints[0].Line) != 3 {
		t.Errorf("%+v", r.TurningPoints)
	}
	if line := r.Positions[7].Line; len(line) != 1 {
		t.Errorf("the last line is %v", line)
	}
}

// What the reply gives back is most of what the move cost, all of it, or little.
func TestGivenBack(t *testing.T) {
	for _, c := range []struct {
		then ai.Score
		want Returned
	}{{-390, ReturnedLittle}, {-100, ReturnedMost}, {-3, ReturnedAll}, {0, ReturnedAll}, {500, ReturnedAll}} {
		g, a := shuffled(t, 0, 400, c.then, -c.then)
		r, err := Make(g, game.Outcome{}, a)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.TurningPoints) == 0 || r.TurningPoints[0].Ply != 0 || r.TurningPoints[0].Returned != c.want {
			t.Errorf("%d after the reply: %+v, want %s", c.then, r.TurningPoints, c.want)
		}
	}
}

// A line that only repeats checks is not proposed, and nothing is blamed for not repeating them.
func TestChecksForEverAreNotBetter(t *testing.T) {
	p, err := game.ParseFEN("5k3/R8/1R7/9/3r5/9/9/9/9/4K4 b - - 0 30")
	if err != nil {
		t.Fatal(err)
	}
	const again = "d5e5 e0d0 e5d5 d0e0 d5e5 e0d0"
	for _, c := range []struct {
		line, reply     string
		turns, blunders int
	}{{again, "b7b3 f9e9", 0, 0}, {again, "b7d7 f9e9", 0, 1}, {"d5e5 e0d0 e5e9 b7b3", "b7b3 f9e9", 1, 1}} {
		g := game.NewGame(p, game.Asian)
		for _, m := range lineOf(t, "d5d7 a8a7") {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		a := NewAnalysis(g)
		a.Entries = []Entry{{Pass: Proven, Line: lineOf(t, c.line)}, {Pass: Proven, Score: 900,
			Line: lineOf(t, c.reply)}, {Pass: Proven, Score: -900}}
		r, err := Make(g, game.Outcome{}, &a)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.TurningPoints) != c.turns || (len(r.Positions[0].Line) > 0) != (c.turns > 0) {
			t.Errorf("%s: %d turning points, best line %v", c.line, len(r.TurningPoints), r.Positions[0].Line)
		}
		if bad := r.Sides[game.Black].Blunders; bad != c.blunders ||
			(r.Moves[0].Verdict == accuracy.Fine) != (bad == 0) {
			t.Errorf("%s, then %s: %d blunders, the move is a %s", c.line, c.reply, bad, r.Moves[0].Verdict)
		}
	}
}

// Each mistake has its fault, as far as it is proved, also one that is no turning point.
func TestFaultsOfMistakes(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/r8/9/3N5/9/9/5K3 w - - 0 30")
	if err != nil {
		t.Fatal(err)
	}
	for _, pass := range []Pass{Quick, Deep} {
		g := game.NewGame(p, game.Asian)
		for _, m := range lineOf(t, "d3e5 d9d8") {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		a := NewAnalysis(g)
		a.Entries = []Entry{{Pass: pass, Line: lineOf(t, "d3f4 d9d8 f0f1 d8d9")},
			{Pass: pass, Score: 600, Line: lineOf(t, "a5e5 f0f1 d9d8 f1f0")}, {Pass: pass}}
		r, err := Make(g, game.Outcome{}, &a)
		if err != nil {
			t.Fatal(err)
		}
		f := r.Moves[0].Fault
		if len(r.TurningPoints) > 0 || r.Moves[0].Verdict != accuracy.Blunder || (f != nil) != (pass == Deep) || f != nil &&
			(f.Kind != Hangs || f.At != pointOf(t, "e5")) {
			t.Errorf("pass %d: %+v, fault %+v", pass, r.Moves[0], f)
		}
	}
}

// A game decided by force is certain.
func TestDecidedIsCertain(t *testing.T) {
	for s, want := range map[ai.Score]float64{ai.MateIn(2): 100, ai.MateIn(-3): 0, ai.RuleBound: 100, -ai.RuleBound: 0,
		0: 50} {
		if got := Chance(s); got != want {
			t.Errorf("%s: %v %%, want %v", s, got, want)
		}
	}
	if c := Chance(3000); c >= 100 {
		t.Errorf("a large advantage is certain: %v", c)
	}
}
