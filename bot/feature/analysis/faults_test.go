package analysis

import (
	"strings"
	"testing"

	"yeye/ai/report"
	"yeye/bot/archive"
	"yeye/bot/locale"
	"yeye/bot/view/words"
	"yeye/game"
)

// What did not happen is not counted.
func TestFaults(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	w := words.In(texts.For("en"))
	for want, side := range map[string]report.Side{
		"no mistakes found":                    {},
		"1 mistake":                            {Mistakes: 1},
		"2 inaccuracies, 1 blunder":            {Inaccuracies: 2, Blunders: 1},
		"1 inaccuracy, 2 mistakes, 3 blunders": {Inaccuracies: 1, Mistakes: 2, Blunders: 3},
	} {
		if got := faults(w, &side); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The graph's description tells moves on which a game turned from those that only cost the loser most, as the pages do.
func TestGraphNamesCostlyMoves(t *testing.T) {
	texts, err := locale.New(words.Catalog(), locale.Embedded("analysis", catalog))
	if err != nil {
		t.Fatal(err)
	}
	played := game.NewGame(game.Start(), game.NoRepetition)
	for _, text := range []string{"h2e2", "h9g7"} {
		m, err := game.ParseMove(text)
		if err == nil {
			err = played.PlayOn(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	g := &archive.Game{Game: played}
	for dearest, want := range map[bool]string{
		false: "Turning point 1: at move 1, Black's move takes it from 40 to 70 %.",
		true:  "Costly move 1: at move 1, Black's move takes it from 40 to 70 %.",
	} {
		found := &report.Report{Positions: make([]report.Position, 3), Turns: []report.Turn{{Ply: 1, By: game.Black, Before: 60, After: 30, Dearest: dearest}}}
		if got := graphText(words.In(texts.For("en")), g, found); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
