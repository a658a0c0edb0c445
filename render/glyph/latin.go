package glyph

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// Weight chooses one of the Go fonts.
type Weight uint8

// The weights in use.
const (
	Medium Weight = iota
	Bold
)

var (
	medium = sync.OnceValues(func() (*latinFont, error) { return newLatin(gomedium.TTF, 0.10) })
	bold   = sync.OnceValues(func() (*latinFont, error) { return newLatin(gobold.TTF, 0.13) })
)

// latinFont is a font with a cache of its letters.
type latinFont struct {
	font  *sfnt.Font
	units float64
	stem  float64 // thickness of its strokes, ems

	mu    sync.Mutex
	cache map[rune]letter
}

// letter is an outline and its advance in ems.
type letter struct {
	path    Path
	advance float64
}

func newLatin(data []byte, stem float64) (*latinFont, error) {
	f, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("glyph: %w", err)
	}
	return &latinFont{font: f, units: float64(f.UnitsPerEm()), stem: stem, cache: map[rune]letter{}}, nil
}

func load(w Weight) (*latinFont, error) {
	if w == Bold {
		return bold()
	}
	return medium()
}

// Latin returns a line of text as one path, starting at the origin, and its advance in ems: Latin with Vietnamese
// marks, Greek, Cyrillic. The error names a character that the font lacks.
func Latin(w Weight, text string) (Path, float64, error) {
	l, err := load(w)
	if err != nil {
		return nil, 0, err
	}
	var (
		path Path
		x    float64
	)
	for _, r := range norm.NFC.String(text) {
		p, advance, err := l.composed(r)
		if err != nil {
			return nil, 0, err
		}
		path = append(path, p.Shift(x, 0)...)
		x += advance
	}
	return path, x, nil
}

// Letter returns the outline of one letter as Latin draws it, and its advance. The path must not be changed.
func Letter(w Weight, r rune) (Path, float64, error) {
	l, err := load(w)
	if err != nil {
		return nil, 0, err
	}
	return l.composed(r)
}

// HasLatin reports whether Latin can draw the text.
func HasLatin(text string) bool {
	l, err := load(Medium)
	if err != nil {
		return false
	}
	for _, r := range norm.NFC.String(text) {
		if l.has(r) {
			continue
		}
		if _, _, ok := decompose(r, l.has); !ok {
			return false
		}
	}
	return true
}

func (l *latinFont) has(r rune) bool {
	var buf sfnt.Buffer
	g, err := l.font.GlyphIndex(&buf, r)
	return err == nil && g != 0
}

// composed returns a letter with all its marks, from the cache if possible.
func (l *latinFont) composed(r rune) (Path, float64, error) {
	l.mu.Lock()
	k, ok := l.cache[r]
	l.mu.Unlock()
	if ok {
		return k.path, k.advance, nil
	}
	p, advance, err := l.letter(r)
	if base, marks, composed := decompose(r, l.has); err != nil && composed {
		p, advance, err = l.withMarks(base, marks)
	}
	if err != nil {
		return nil, 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.cache) < maxCachedLetters {
		l.cache[r] = letter{p, advance}
	}
	return p, advance, nil
}

// maxCachedLetters limits the cached letters of a font, which has some seven hundred.
const maxCachedLetters = 1024

func (l *latinFont) withMarks(base rune, marks []rune) (Path, float64, error) {
	if base == 'i' && marks[0] != dotBelow {
		base = 'ı' // a mark replaces its dot
	}
	p, advance, err := l.letter(base)
	if err != nil {
		return nil, 0, err
	}
	box := p.Bounds()
	for _, m := range marks {
		q, err := l.mark(m, base, box)
		if err != nil {
			return nil, 0, err
		}
		p = append(p[:len(p):len(p)], q...)
		if m == horn {
			advance += 0.04
		}
	}
	return p, advance, nil
}

// letter returns the font's outline of a letter, without composing it.
func (l *latinFont) letter(r rune) (Path, float64, error) {
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(l.font.UnitsPerEm()) // one font unit = 1/64
	g, err := l.font.GlyphIndex(&buf, r)
	if err != nil {
		return nil, 0, fmt.Errorf("glyph: %w", err)
	}
	if g == 0 {
		return nil, 0, fmt.Errorf("glyph: the Go font has no %q", r)
	}
	segs, err := l.font.LoadGlyph(&buf, g, ppem, nil)
	if err != nil {
		return nil, 0, fmt.Errorf("glyph: %q: %w", r, err)
	}
	advance, err := l.font.GlyphAdvance(&buf, g, ppem, font.HintingNone)
	if err != nil {
		return nil, 0, fmt.Errorf("glyph: %q: %w", r, err)
	}
	return FromSFNT(segs, l.units), float64(advance) / l.units, nil
}

// FromSFNT converts the outline of sfnt.Font.LoadGlyph to ems. units is the number of the segments' coordinate
// units (1/64 counting as one) per em. It is for TrueType outlines: a cubic segment becomes a straight line.
func FromSFNT(segs sfnt.Segments, units float64) Path {
	at := func(p fixed.Point26_6) Point { return Point{float64(p.X) / units, float64(p.Y) / units} }
	var path Path
	for _, s := range segs {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(path) > 0 {
				path = append(path, Segment{Op: Close})
			}
			path = append(path, Segment{Op: Move, P: [2]Point{at(s.Args[0])}})
		case sfnt.SegmentOpLineTo:
			path = append(path, Segment{Op: Line, P: [2]Point{at(s.Args[0])}})
		case sfnt.SegmentOpQuadTo:
			path = append(path, Segment{Op: Quad, P: [2]Point{at(s.Args[0]), at(s.Args[1])}})
		case sfnt.SegmentOpCubeTo:
			path = append(path, Segment{Op: Line, P: [2]Point{at(s.Args[2])}})
		}
	}
	if len(path) > 0 {
		path = append(path, Segment{Op: Close})
	}
	return path
}
