package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"yeye/render/glyph"
)

// parseSketch parses a drawing on a 100×100 grid, y down: M x y, L x y, Q x y x y and Z as in SVG with absolute
// numbers, O x y r for a disc and H x y r for a hole. The path has one em per 100 grid units; the grid's center is the
// origin.
func parseSketch(text string) (glyph.Path, error) {
	var p glyph.Path
	words := strings.Fields(text)
	var bad error
	num := func() float64 {
		if len(words) == 0 {
			bad = fmt.Errorf("render: the sketch %.20q ends early", text)
			return 0
		}
		v, err := strconv.ParseFloat(words[0], 64)
		if err != nil {
			bad = fmt.Errorf("render: the sketch %.20q: %w", text, err)
		}
		words = words[1:]
		return v
	}
	point := func() glyph.Point { return glyph.Point{X: num()/100 - 0.5, Y: num()/100 - 0.5} }
	for len(words) > 0 && bad == nil {
		op := words[0]
		words = words[1:]
		switch op {
		case "M":
			p = append(p, glyph.Segment{Op: glyph.Move, P: [2]glyph.Point{point()}})
		case "L":
			p = append(p, glyph.Segment{Op: glyph.Line, P: [2]glyph.Point{point()}})
		case "Q":
			p = append(p, glyph.Segment{Op: glyph.Quad, P: [2]glyph.Point{point(), point()}})
		case "Z":
			p = append(p, glyph.Segment{Op: glyph.Close})
		case "O", "H":
			c := point()
			p = appendCircle(p, c, num()/100, op == "H")
		default:
			bad = fmt.Errorf("render: the sketch %.20q has %q", text, op)
		}
	}
	return p, bad
}

// appendCircle adds a circle of eight quadratic arcs; a hole has the opposite direction, so that the winding rule
// leaves it empty.
func appendCircle(p glyph.Path, c glyph.Point, r float64, hole bool) glyph.Path {
	const n = 8
	step := 2 * math.Pi / n
	if hole {
		step = -step
	}
	at := func(a, r float64) glyph.Point {
		return glyph.Point{X: c.X + math.Cos(a)*r, Y: c.Y + math.Sin(a)*r}
	}
	p = append(p, glyph.Segment{Op: glyph.Move, P: [2]glyph.Point{at(0, r)}})
	for i := range n {
		a := float64(i) * step
		p = append(p, glyph.Segment{Op: glyph.Quad, P: [2]glyph.Point{at(a+step/2, r/math.Cos(step/2)), at(a+step, r)}})
	}
	return append(p, glyph.Segment{Op: glyph.Close})
}
