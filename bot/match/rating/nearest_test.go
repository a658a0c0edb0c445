package rating

import (
	"testing"

	"yeye/ai/character"
)

// A player is likened to the nearest character, to the weaker of two as near, and has a shade from a third of the way on; beyond the
// ends from 100 points on.
func TestNearest(t *testing.T) {
	between := func(level character.Level, part float64) float64 {
		return characters[level] + part*(characters[level+1]-characters[level])
	}
	for _, c := range []struct {
		name  string
		value float64
		level character.Level
		shade Shade
	}{
		{"Uncle himself", characters[3], 3, Usual},
		{"nearly a third above", between(3, 0.33), 3, Usual},
		{"a little more", between(3, 0.34), 3, Strong},
		{"midway", between(3, 0.5), 3, Strong},
		{"past the middle", between(3, 0.51), 4, Weak},
		{"two thirds", between(3, 0.67), 4, Usual},
		{"midway between the first two", between(0, 0.5), 0, Strong},
		{"somewhat below all", characters[0] - 99, 0, Usual},
		{"100 below all", characters[0] - 100, 0, Weak},
		{"somewhat above all", characters[6] + 99, 6, Usual},
		{"100 above all", characters[6] + 100, 6, Strong},
	} {
		if level, shade := nearest(c.value); level != c.level || shade != c.shade || Nearest(c.value) != c.level {
			t.Errorf("%s: level %d, %s", c.name, level, shade)
		}
	}
}
