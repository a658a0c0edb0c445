package report

import (
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
		{mated, Decision{Won: true}, ""},
		{-mated, Decision{Won: true, Side: game.Black}, ""},
		{mated - 5, Decision{Won: true, Moves: 3}, "#3"},
		{-mated + 2, Decision{Won: true, Side: game.Black, Moves: 1}, "#-1"},
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
