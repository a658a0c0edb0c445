package voice

import (
	"strings"
	"testing"

	"yeye/ai/character"
)

// Every character can tell a game in every language: who went wrong and how is always said, and three moves in a row are told in
// three ways.
func TestEverybodyCanTell(t *testing.T) {
	c := open(t)
	told := StoryMove{Number: "12", Who: "WHO", Move: "MOVE", Fault: "FAULT", Better: "BETTER"}
	for _, language := range Languages() {
		for _, level := range character.All() {
			for p := range StoryPart(Parts) {
				said := map[string]bool{}
				for nth := range 3 {
					line := c.Tell(language, level, p, 7, nth, told)
					if (line == "") != (p == ToldWatched && level != character.Host) {
						t.Errorf("%s: %v of %v: %q", language, p, level, line)
					}
					said[line] = true
					if strings.Contains(line, "{") {
						t.Errorf("%s: %v has a gap: %q", language, level, line)
					}
					if p != ToldMine && p != ToldYours {
						continue
					}
					if !strings.Contains(line, "12") || !strings.Contains(line, "MOVE") || !strings.Contains(line, "FAULT") {
						t.Errorf("%s: %v does not say what went wrong: %q", language, level, line)
					}
					if strings.Contains(line, "WHO") && p == ToldMine {
						t.Errorf("%s: %v says of the own move who made it: %q", language, level, line)
					}
				}
				if (p == ToldMine || p == ToldYours) && len(said) != 3 {
					t.Errorf("%s: %v of %v in %d ways", language, p, level, len(said))
				}
			}
		}
	}
	if StoryPart(Parts).String() != "unknown" {
		t.Error("a part beyond the last has a name")
	}
}
