package view

import (
	"testing"

	"yeye/game"
)

func TestArrow(t *testing.T) {
	for text, want := range map[string][2]string{ // Red below, Black below
		"a1a6": {"↑5", "↓5"}, "a6a5": {"↓", "↑"}, "a1i1": {"→8", "←8"}, "c3b3": {"←", "→"},
		"e4c5": {"←↖", "→↘"}, "e4f6": {"↑↗", "↓↙"}, "e4g3": {"→↘", "←↖"}, "e4d2": {"↓↙", "↑↗"},
		"e2c4": {"↖2", "↘2"}, "c4e2": {"↘2", "↖2"}, "f0e1": {"↖", "↘"}, "e1d0": {"↙", "↗"}, "d0e1": {"↗", "↙"},
	} {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		for below, arrows := range map[game.Color]string{game.Red: want[0], game.Black: want[1]} {
			if got := arrow(m, below); got != arrows {
				t.Errorf("%s with %v below: %s, want %s", text, below, got, arrows)
			}
		}
	}
}
