package glyph

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Weight chooses one of the Go fonts.
type Weight uint8

// The weights in use.
const (
	Medium Weight = iota
	Bold
)

var (
	medium = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gomedium.TTF) })
	bold   = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gobold.TTF) })
)

// Latin is a line of text as one path, starting at the origin, and its advance
// in ems. The error names a character the font lacks.
func Latin(w Weight, text string) (Path, float64, error) {
	load := medium
	if w == Bold {
		load = bold
	}
	f, err := load()
	if err != nil {
		return nil, 0, fmt.Errorf("glyph: %w", err)
	}
	var (
		buf   sfnt.Buffer
		units = float64(f.UnitsPerEm())
		ppem  = fixed.Int26_6(f.UnitsPerEm()) // one font unit = 1/64
		path  Path
		x     float64
	)
	for _, r := range text {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return nil, 0, fmt.Errorf("glyph: %w", err)
		}
		if g == 0 {
			return nil, 0, fmt.Errorf("glyph: the Go font has no %q", r)
		}
		segs, err := f.LoadGlyph(&buf, g, ppem, nil)
		if err != nil {
			return nil, 0, fmt.Errorf("glyph: %q: %w", r, err)
		}
		path = append(path, FromSFNT(segs, units).Shift(x, 0)...)
		adv, err := f.GlyphAdvance(&buf, g, ppem, font.HintingNone)
		if err != nil {
			return nil, 0, fmt.Errorf("glyph: %q: %w", r, err)
		}
		x += float64(adv) / units
	}
	return path, x, nil
}

// FromSFNT is the outline that sfnt.Font.LoadGlyph gave, in ems; units is what
// the segments' coordinates (1/64 taken as one) are to the em. TrueType outlines
// only: a cubic segment is taken as a line to its end.
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
