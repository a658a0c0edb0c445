package glyph

import (
	"golang.org/x/text/unicode/norm"
)

// The Go fonts lack most of Vietnamese: the horn, the hook above, the dot below and every letter
// with two marks. Such letters are composed here from the closest letter of the font and from
// marks, which are the font's accents if it has them.
const (
	grave      = '\u0300'
	acute      = '\u0301'
	circumflex = '\u0302'
	tilde      = '\u0303'
	breve      = '\u0306'
	hook       = '\u0309'
	horn       = '\u031B'
	dotBelow   = '\u0323'
)

// spacingAccents maps marks to the separate accents of the font.
var spacingAccents = map[rune]rune{grave: '`', acute: '´', tilde: '˜', dotBelow: '.'}

// decompose splits a letter into a letter that the font has and the missing marks. ok is false if there are none or one
// cannot be drawn.
func decompose(r rune, has func(rune) bool) (base rune, marks []rune, ok bool) {
	for i, m := range []rune(norm.NFD.String(string(r))) {
		if i == 0 {
			base = m
			continue
		}
		joined := []rune(norm.NFC.String(string([]rune{base, m})))
		if len(joined) == 1 && has(joined[0]) {
			base = joined[0]
			continue
		}
		marks = append(marks, m)
	}
	if len(marks) == 0 {
		return base, nil, false
	}
	for _, m := range marks {
		if _, drawn := drawnMarks[m]; !drawn && spacingAccents[m] == 0 {
			return base, nil, false
		}
	}
	return base, marks, has(base)
}

// drawnMarks holds the marks that the font lacks, as the center lines of their strokes, in ems from their middle.
var drawnMarks = map[rune][]Point{
	hook: {{-0.085, -0.085}, {-0.030, -0.115}, {0.040, -0.105}, {0.070, -0.055}, {0.045, -0.005}, {0.000, 0.030},
		{0.000, 0.095}},
	horn: {{-0.120, 0.095}, {-0.030, 0.080}, {0.045, 0.040}, {0.075, -0.030}, {0.070, -0.095}},
}

// mark returns a mark placed on a letter whose outline has that box.
func (l *latinFont) mark(m, base rune, box Box) (Path, error) {
	x, _ := box.Center()
	var p Path
	if stroke, ok := drawnMarks[m]; ok {
		p = strokeOutline(stroke, l.stem/2)
	} else {
		spaced, _, err := l.letter(spacingAccents[m])
		if err != nil {
			return nil, err
		}
		cx, cy := spaced.Bounds().Center()
		p = spaced.Shift(-cx, -cy)
	}
	_, h := p.Bounds().Size()
	const gap = 0.055
	switch m {
	case dotBelow:
		if box.Y1 > 0.1 {
			x += 0.17 // beside the tail of y
		}
		return p.Shift(x, gap+h/2+0.02), nil
	case horn:
		// It starts at the letter's right shoulder: o bends away there, u has a stem.
		top := box.Y0 + 0.035
		if base == 'o' || base == 'O' || base == 'ò' || base == 'ó' || base == 'õ' || base == 'Ò' || base == 'Ó' ||
			base == 'Õ' {
			top = box.Y0 + 0.075
		}
		if bare := l.topWithoutMarks(base); bare != 0 {
			top += bare - box.Y0 // accents do not shift the shoulder
		}
		return p.Shift(box.X1+0.010, top), nil
	}
	y := box.Y0 - gap - h/2
	if l.topWithoutMarks(base)-box.Y0 > gap {
		y += 0.045 // closer to an accent than to a letter
	}
	switch decomposed := []rune(norm.NFD.String(string(base))); {
	case len(decomposed) > 1 && decomposed[1] == circumflex && m != tilde:
		// Beside the circumflex's top instead of on it, as in Vietnamese typesetting.
		side := 0.20
		if m == grave {
			side = -side
		}
		x += side
		y += 0.08
	}
	return p.Shift(x, y), nil
}

// topWithoutMarks returns the y of a letter's top without its marks, in ems; 0 if the font lacks the letter.
func (l *latinFont) topWithoutMarks(r rune) float64 {
	p, _, err := l.letter([]rune(norm.NFD.String(string(r)))[0])
	if err != nil {
		return 0
	}
	return p.Bounds().Y0
}

// strokeOutline returns the outline of a line of this half width, one contour with flat ends. It has the
// same direction as the font's letters, so they may overlap.
func strokeOutline(line []Point, half float64) Path {
	var left, right []Point
	for i, q := range line {
		a, b := line[max(0, i-1)], line[min(len(line)-1, i+1)]
		n := normal(a, b)
		left = append(left, Point{q.X - n.X*half, q.Y - n.Y*half})
		right = append(right, Point{q.X + n.X*half, q.Y + n.Y*half})
	}
	var p Path
	for i, q := range left {
		op := Line
		if i == 0 {
			op = Move
		}
		p = append(p, Segment{Op: op, P: [2]Point{q}})
	}
	for i := len(right) - 1; i >= 0; i-- {
		p = append(p, Segment{Op: Line, P: [2]Point{right[i]}})
	}
	return append(p, Segment{Op: Close})
}
