package analysis

import (
	"testing"

	"yeye/ai/report"
	"yeye/bot/locale"
	"yeye/bot/view/words"
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
