package glyph

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed outlines.txt
var outlines string

// OutlineUnits is the grid of outlines.txt: units to the em.
const OutlineUnits = 1024

// outlineLines maps characters to their lines in outlines.txt. A line is parsed only when its character is used.
var outlineLines = sync.OnceValue(func() map[rune]string {
	m := make(map[rune]string)
	for line := range strings.Lines(outlines) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		r, n := utf8.DecodeRuneInString(line)
		m[r] = strings.TrimSpace(line[n:])
	}
	return m
})

// Han returns the outline of a Chinese character; its advance is one em. The error names a character that is not
// embedded.
func Han(r rune) (Path, error) {
	line, ok := outlineLines()[r]
	if !ok {
		return nil, fmt.Errorf("glyph: no outline of %q embedded", r)
	}
	return parseOutline(line)
}

// Runes returns every embedded Chinese character, in no particular order.
func Runes() []rune {
	var rs []rune
	for r := range outlineLines() {
		rs = append(rs, r)
	}
	return rs
}

// parseOutline reads the compact form of outlines.txt: operations m (absolute
// start of a contour), l and q (relative to the previous point), z; integers
// separated by spaces or by their own minus sign.
func parseOutline(t string) (Path, error) {
	var (
		p   Path
		at  [2]int
		num = func() (int, error) {
			t = strings.TrimLeft(t, " ")
			n := 0
			for n < len(t) && (t[n] >= '0' && t[n] <= '9' || n == 0 && t[n] == '-') {
				n++
			}
			v, err := strconv.Atoi(t[:n])
			t = t[n:]
			return v, err
		}
		em = func(x, y int) Point { return Point{float64(x) / OutlineUnits, float64(y) / OutlineUnits} }
	)
	for t != "" {
		op := t[0]
		t = t[1:]
		var s Segment
		switch op {
		case ' ':
			continue
		case 'm':
			s.Op, at = Move, [2]int{}
		case 'l':
			s.Op = Line
		case 'q':
			s.Op = Quad
		case 'z':
			s.Op = Close
		default:
			return nil, fmt.Errorf("glyph: unknown operation %q", op)
		}
		base := at
		for k := range s.Op.points() {
			x, err := num()
			if err != nil {
				return nil, fmt.Errorf("glyph: %w", err)
			}
			y, err := num()
			if err != nil {
				return nil, fmt.Errorf("glyph: %w", err)
			}
			at = [2]int{base[0] + x, base[1] + y}
			s.P[k] = em(at[0], at[1])
		}
		p = append(p, s)
	}
	return p, nil
}
