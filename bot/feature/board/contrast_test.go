package board_test

import (
	"fmt"
	"math"
	"testing"

	"yeye/render"
)

type rgb [3]float64

func hex(t *testing.T, text string) (c rgb) {
	t.Helper()
	var n [3]int
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &n[0], &n[1], &n[2]); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return rgb{float64(n[0]), float64(n[1]), float64(n[2])}
}

// mix is color-mix(in srgb, a part, b).
func mix(a rgb, part float64, b rgb) (c rgb) {
	for i := range c {
		c[i] = a[i]*part + b[i]*(1-part)
	}
	return c
}

// contrast is that of WCAG 2.2, from 1 to 21.
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 {
		var l [3]float64
		for i, v := range c {
			if v /= 255; v <= 0.04045 {
				l[i] = v / 12.92
			} else {
				l[i] = math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Words can be read in every theme, on whatever board.css puts behind them (4.5 to 1), and signs be seen (3 to 1).
func TestContrast(t *testing.T) {
	white, black := rgb{255, 255, 255}, rgb{}
	for theme := render.Wood; theme <= render.Contrast; theme++ {
		colors := theme.Colors()
		yes := hex(t, colors.Selected)
		if theme == render.Night {
			yes = mix(yes, .5, black)
		}
		grave := mix(hex(t, colors.Check), .78, black)
		paper, text := hex(t, colors.Paper), hex(t, colors.Text)
		top, bottom := mix(paper, .88, white), mix(paper, .9, black)
		for _, c := range []struct {
			what  string
			a, b  rgb
			least float64
		}{
			{"text at the top", text, top, 4.5}, {"text at the bottom", text, bottom, 4.5},
			{"a clock that stands", text, mix(text, .08, bottom), 4.5},
			{"a clock that runs, a notice, the move that is shown", hex(t, colors.Label), hex(t, colors.Frame), 4.5},
			{"a clock with little time", white, grave, 4.5}, {"a grave yes", white, grave, 4.5},
			{"yes", white, yes, 4.5},
			{"the number of a move", mix(text, .75, paper), paper, 4.5},
			{"what is wrong with lines", mix(hex(t, colors.Check), .6, text), paper, 4.5},
			{"the mark of who is to move", hex(t, colors.Selected), bottom, 3},
		} {
			if got := contrast(c.a, c.b); got < c.least {
				t.Errorf("%s: %s: %.2f", theme, c.what, got)
			}
		}
	}
}
