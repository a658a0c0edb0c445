package record

import (
	"testing"

	"pgregory.net/rapid"

	"yeye/game"
	"yeye/game/notation"
)

func TestParseEval(t *testing.T) {
	for text, want := range map[string]Eval{
		"0.35": {Points, 35}, "+0.35": {Points, 35}, "-1.5": {Points, -150}, "12": {Points, 1200}, "0.00": {Points, 0}, "#3": {MateIn, 3}, "#-12": {MateIn, -12},
		"": {}, "#0": {}, "#": {}, "x": {}, "1e9": {}, "NaN": {}, "Inf": {}, "#99999999999999999999": {},
	} {
		if got, ok := ParseEval(text); got != want || ok != (want != Eval{}) {
			t.Errorf("%q: %+v, %v, want %+v", text, got, ok, want)
		}
	}
}

// PGN stores values, marks and better lines, and they are read back.
func TestAnalysisRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRecord(t)
		var decorate func(line []Ply)
		decorate = func(line []Ply) {
			for i := range line {
				line[i].Mark = Mark(rapid.IntRange(0, int(marks)-1).Draw(t, "mark"))
				switch EvalKind(rapid.IntRange(0, 2).Draw(t, "kind")) {
				case Points:
					line[i].Eval = Eval{Points, rapid.IntRange(-maxEval, maxEval).Draw(t, "points")}
				case MateIn:
					line[i].Eval = Eval{MateIn, rapid.SampledFrom([]int{-30, -1, 1, 7}).Draw(t, "mate")}
				}
				for _, v := range line[i].Variations {
					decorate(v)
				}
			}
		}
		decorate(r.Line)
		for _, f := range []notation.Family{notation.Coordinates, notation.Chinese, notation.WXF} {
			text := WritePGN(r, f)
			got, err := Read([]byte(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if d := same(r, got); d != "" {
				t.Fatalf("%s\n%s", text, d)
			}
		}
	})
}

// Analysis as other programs write it.
func TestForeignAnalysis(t *testing.T) {
	r, err := Read(
		[]byte(
			"{[%clk 1:00] start} 1. C2=5?! $4 { [%eval 0.24,18] [%clk 0:01:00] } H8+7 $1 {??  best [%eval #-3]} 2. H2+3!! !? R9=8！ 3. P7+1 $139 P7+1+ {! } *"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Comment != "start" {
		t.Errorf("before the game: %q", r.Comment)
	}
	for i, want := range []Ply{
		{Mark: Blunder, Eval: Eval{Points, 24}},
		{Mark: Blunder, Eval: Eval{MateIn, -3}, Comment: "best"},
		{Mark: Interesting},
		{Mark: GoodMove},
		{},
		{Mark: GoodMove},
	} {
		if got := r.Line[i]; got.Mark != want.Mark || got.Eval != want.Eval || got.Comment != want.Comment {
			t.Errorf("half-move %d: %+v, want %+v", i+1, got, want)
		}
	}
	if g, err := r.Game(game.Asian); err != nil || g.Ply() != 6 {
		t.Errorf("%v", err)
	}
}
