package locale

import (
	"strings"
	"testing"

	"yeye/game"
)

// Every fault of a position has its words in every language, with what it speaks
// of in them.
func TestFaults(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Speakers() {
		for f := range game.Fault(game.Faults) {
			text := s.Fault(&game.FENError{Fault: f, Side: game.Black, Role: game.Horse, At: 4, N: 7, Text: "w`x"})
			if strings.Contains(text, "fen.") || strings.Contains(text, "no value") || strings.Contains(text, "w`x") {
				t.Errorf("%s, %v: %q", s.Tag(), f, text)
			}
			if s.Tag() != "en-US" && text == c.For("en-US").Fault(&game.FENError{Fault: f, Side: game.Black, Role: game.Horse, At: 4, N: 7, Text: "w`x"}) {
				t.Errorf("%s, %v is in English: %q", s.Tag(), f, text)
			}
		}
	}
}
