package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/fogleman/gg"
	"golang.org/x/text/unicode/norm"

	"yeye/render/glyph"
)

// glyphRun is a laid-out and measured piece of text: Chinese characters in Kai script and everything else in a Go font,
// in any mixture.
type glyphRun struct {
	paths []glyph.Path // each with its own origin
	at    []float64    // their origins from the run's left end, pixels
	han   []bool       // by path
	width float64
	size  float64 // pixels per em
	bold  float64 // added thickness of Chinese strokes, in ems: Kai script is thin beside bold letters
}

// halfWidth replaces full-width Chinese punctuation, which the fonts lack.
var halfWidth = strings.NewReplacer("（", " (", "）", ")", "，", ", ", "、", ", ", "：", ": ", "？", "?", "！", "!")

// normalize returns the text in NFC with half-width punctuation.
func normalize(text string) string { return halfWidth.Replace(norm.NFC.String(text)) }

// isHan reports whether a character is drawn in the Chinese font.
func isHan(r rune) bool { return r >= '\u2E80' }

// layoutRun lays out a line of text. The error names a character that cannot be drawn.
func layoutRun(text string, size float64, weight glyph.Weight) (glyphRun, error) {
	w := glyphRun{size: size, bold: 0.034}
	if weight == glyph.Bold {
		w.bold = 0.05
	}
	for _, r := range normalize(text) {
		advance, spacing := 1.0, 0.03
		p, err, han := glyph.Path(nil), error(nil), isHan(r)
		if han {
			p, err = glyph.Han(r)
		} else {
			spacing = 0
			p, advance, err = glyph.Letter(weight, r)
		}
		if err != nil {
			return w, err
		}
		w.paths, w.at, w.han = append(w.paths, p), append(w.at, w.width), append(w.han, han)
		w.width += (advance + spacing) * size
	}
	return w, nil
}

// CanWrite reports whether a picture can show the text: Latin with Vietnamese letters, Greek, Cyrillic, and the Chinese
// characters of package glyph, which are those of game terms. Names that it cannot write are left out of pictures.
func CanWrite(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	for _, r := range normalize(text) {
		if isHan(r) {
			if _, err := glyph.Han(r); err != nil {
				return false
			}
			continue
		}
		if !glyph.HasLatin(string(r)) {
			return false
		}
	}
	return true
}

// fitRun is layoutRun for a limited width: it reduces the size down to minSize, then truncates the text and adds an
// ellipsis. All sizes are in pixels.
func fitRun(text string, size, minSize, width float64, weight glyph.Weight) (glyphRun, error) {
	w, err := layoutRun(text, size, weight)
	if err != nil || w.width <= width {
		return w, err
	}
	if smaller := size * width / w.width; smaller >= minSize {
		return layoutRun(text, smaller, weight)
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if w, err = layoutRun(strings.TrimSpace(string(runes[:n]))+"…", minSize, weight); err != nil ||
			w.width <= width {
			return w, err
		}
	}
	return w, fmt.Errorf("render: no room of %.0f pixels for a word", width)
}

// centerAboveBaseline returns how far the vertical center of the runs' outlines is above the baseline, in ems.
func centerAboveBaseline(words ...glyphRun) float64 {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, w := range words {
		for _, p := range w.paths {
			if len(p) == 0 {
				continue
			}
			b := p.Bounds()
			top, bottom = min(top, b.Y0), max(bottom, b.Y1)
		}
	}
	if top > bottom {
		return 0
	}
	return -(top + bottom) / 2
}

// capCenter returns how far the center of capitals and digits, or of Chinese characters, is above the baseline, in ems.
// It does not depend on the letters, so runs centered by it share a line.
func (w glyphRun) capCenter() float64 {
	for _, han := range w.han {
		if han {
			return 0.36
		}
	}
	return 0.35
}

// draw draws the run with its left end at x on the baseline at base, in the context's color.
// Letters are filled one by one, because gg's time grows with the square of the outlines in a path.
func (w glyphRun) draw(dc *gg.Context, x, base float64) {
	for i, p := range w.paths {
		p.Draw(dc, x+w.at[i], base, w.size)
		dc.FillPreserve()
		if w.han[i] {
			dc.SetLineWidth(w.bold * w.size)
			dc.StrokePreserve()
		}
		dc.ClearPath()
	}
}

// drawVertical draws the run downwards from y with its middle at x: Chinese characters one below the
// other, as on a book's spine, other text rotated.
func (w glyphRun) drawVertical(dc *gg.Context, x, y float64) {
	dc.Push()
	defer dc.Pop()
	upright := true
	for _, han := range w.han {
		upright = upright && han
	}
	if !upright {
		dc.RotateAbout(math.Pi/2, x, y)
		w.draw(dc, x, y+w.capCenter()*w.size)
		return
	}
	for i, p := range w.paths {
		p.Draw(dc, x-w.size/2, y+w.at[i]+0.86*w.size, w.size)
		dc.FillPreserve()
		dc.SetLineWidth(w.bold * w.size)
		dc.StrokePreserve()
		dc.ClearPath()
	}
}
