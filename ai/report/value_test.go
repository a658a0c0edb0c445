package report

import (
	"slices"
	"testing"

	"yeye/ai"
	"yeye/game"
	"yeye/game/record"
)

func TestValues(t *testing.T) {
	for _, c := range []struct {
		score ai.Score
		want  Decision
		eval  string
	}{
		{0, Decision{}, "+0.00"},
		{135, Decision{}, "+1.35"},
		{-4, Decision{}, "-0.04"},
		{-ai.MateIn(0), Decision{Won: true}, ""},
		{ai.MateIn(0), Decision{Won: true, Side: game.Black}, ""},
		{ai.MateIn(3), Decision{Won: true, Moves: 3}, "#3"},
		{ai.MateIn(-1), Decision{Won: true, Side: game.Black, Moves: 1}, "#-1"},
		{ai.RuleBound + 7, Decision{Won: true, ByRule: true}, "+99.99"},
		{-ai.RuleBound, Decision{Won: true, Side: game.Black, ByRule: true}, "-99.99"},
	} {
		p := Position{Score: c.score}
		if got := p.Decided(); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.score, got, c.want)
		}
		e := p.Eval()
		if e.String() != c.eval {
			t.Errorf("%v: %q, want %q", c.score, e, c.eval)
		}
		if back, ok := record.ParseEval(e.String()); e.Kind != record.NoEval && (!ok || back != e) {
			t.Errorf("%v: %q is read as %v", c.score, e, back)
		}
	}
}

// Where the move played turned out better than the engine's choice, the line of the position agrees with its score; a
// withheld position adds nothing to it.
func TestLinesAgreeWithScores(t *testing.T) {
	p, err := game.ParseFEN("4k4/9/R8/9/9/9/9/9/1R7/3K5 w - - 0 20")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, m := range lineOf(t, "a7a8 e9f9 b1b9") {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	a := NewAnalysis(g)
	a.Entries = []Entry{{Pass: Quick, Score: 900, Line: lineOf(t, "a7a1 e9f9")}, {Pass: Quick, Score: -950, Line: lineOf(t, "e9f9 d0d1")},
		{Pass: Quick, Score: 950, Line: lineOf(t, "d0d1 f9e9")}, {Pass: Proven, Score: ai.MateIn(0)}}
	for _, c := range []struct {
		withheld []bool
		want     []string
	}{
		{nil, []string{"a7a8 e9f9 b1b9", "e9f9 b1b9", "b1b9", ""}},
		{[]bool{false, true, false, false}, []string{"a7a8", "", "b1b9", ""}},
	} {
		r, err := MakeExcluding(g, g.Outcome(), &a, c.withheld)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want {
			if got := r.Positions[i].Line; !slices.Equal(got, lineOf(t, want)) {
				t.Errorf("withheld %v, position %d: %v, want %s", c.withheld, i, got, want)
			}
		}
		if len(r.TurningPoints) > 0 || r.Moves[0].Loss != 0 {
			t.Errorf("%+v %+v", r.TurningPoints, r.Moves)
		}
	}
	// Where the move played was worse, or worth as much as was foreseen, the engine's line stays.
	a.Entries[3].Score, a.Entries[1].Score = 0, -950
	r, err := Make(g, g.Outcome(), &a)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range a.Entries[1:] {
		if got := r.Positions[i+1].Line; !slices.Equal(got, p.Line) {
			t.Errorf("position %d: %v, want %v", i+1, got, p.Line)
		}
	}
}
