package render

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/ai/character"
)

// Portrait is a picture of a character.
type Portrait struct {
	Character character.Level
	PNG       []byte // square, transparent around a round medallion
	Size      int    // pixels
	Hash      string // of the PNG
}

// PortraitEmoji returns all characters as application emoji, weakest first: 128×128,
// the largest size that Discord keeps.
func (p *Painter) PortraitEmoji() ([]Portrait, error) {
	var out []Portrait
	for _, c := range character.All() {
		one, err := p.Portrait(c, emojiSize)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// Portrait draws a character in a medallion of size pixels, 32 to 1024. 128 suits
// an emoji, 512 an avatar.
func (p *Painter) Portrait(c character.Level, size int) (Portrait, error) {
	if !c.Valid() {
		return Portrait{}, fmt.Errorf("render: no character %d", int(c))
	}
	if size < 32 || size > 1024 {
		return Portrait{}, fmt.Errorf("render: no portrait of %d pixels: 32 to 1024", size)
	}
	im, err := drawPortrait(c, size)
	if err != nil {
		return Portrait{}, err
	}
	data, err := encodeRGBA(im)
	if err != nil {
		return Portrait{}, err
	}
	return Portrait{c, data, size, hashOf(data)}, nil
}

// drawPortrait draws at twice the size and scales down, for antialiasing between shapes.
func drawPortrait(c character.Level, size int) (*image.RGBA, error) {
	big := &portraitDrawing{dc: gg.NewContext(2*size, 2*size), unit: float64(2*size) / 100}
	big.dc.Scale(big.unit, big.unit)
	big.medallion(portraits[c].back, func() { big.zoom(portraits[c].zoom, portraits[c].draw) })
	return halve(big.dc.Image().(*image.RGBA)), big.err
}

// halve returns the picture at half its width and height, each pixel the mean of four.
func halve(im *image.RGBA) *image.RGBA {
	w, h := im.Rect.Dx()/2, im.Rect.Dy()/2
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			a := im.PixOffset(2*x, 2*y)
			b := a + im.Stride
			for j := range 4 {
				sum := int(im.Pix[a+j]) + int(im.Pix[a+4+j]) + int(im.Pix[b+j]) + int(im.Pix[b+4+j])
				out.Pix[out.PixOffset(x, y)+j] = uint8((sum + 2) / 4)
			}
		}
	}
	return out
}

// portraitDrawing is a portrait being drawn on a 100×100 grid.
type portraitDrawing struct {
	dc   *gg.Context
	unit float64 // pixels per grid unit: gg scales points but not widths
	err  error
}

// medallion draws the round background, its content, and the wooden rim over it.
func (s *portraitDrawing) medallion(back [2]color.RGBA, inside func()) {
	dc := s.dc
	dc.DrawCircle(50, 50, 47)
	dc.Clip()
	g := gg.NewRadialGradient(50*s.unit, 40*s.unit, 0, 50*s.unit, 50*s.unit, 50*s.unit)
	g.AddColorStop(0, back[0])
	g.AddColorStop(1, back[1])
	dc.SetFillStyle(g)
	dc.DrawRectangle(0, 0, 100, 100)
	dc.Fill()
	inside()
	dc.ResetClip()
	for _, ring := range []struct {
		r, w float64
		c    color.RGBA
	}{{47.4, 4.6, rgb(0x5A3018)}, {47.7, 2.6, rgb(0x9A6432)}, {45.2, 0.8, rgb(0xE8C98E)}} {
		dc.SetColor(ring.c)
		dc.SetLineWidth(ring.w * s.unit)
		dc.DrawCircle(50, 50, ring.r)
		dc.Stroke()
	}
}

// zoom draws enlarged around a point below the face, so that shoulders are cut off but hats are not.
func (s *portraitDrawing) zoom(by float64, draw func(*portraitDrawing)) {
	s.dc.Push()
	defer s.dc.Pop()
	s.dc.ScaleAbout(by, by, 50, 60)
	s.unit *= by
	defer func(u float64) { s.unit = u }(s.unit / by)
	draw(s)
}

// fill fills a sketch (see parseSketch).
func (s *portraitDrawing) fill(c color.Color, text string) {
	p, err := parseSketch(text)
	if err != nil {
		s.err = err
		return
	}
	s.dc.SetColor(c)
	p.Draw(s.dc, 50, 50, 100)
	s.dc.Fill()
}

// mirroredFill fills a sketch and its mirror image.
func (s *portraitDrawing) mirroredFill(c color.Color, text string) {
	s.fill(c, text)
	s.mirror(func() { s.fill(c, text) })
}

// line strokes a sketch with round ends.
func (s *portraitDrawing) line(c color.Color, width float64, text string) {
	p, err := parseSketch(text)
	if err != nil {
		s.err = err
		return
	}
	s.dc.SetColor(c)
	s.dc.SetLineWidth(width * s.unit)
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	p.Draw(s.dc, 50, 50, 100)
	s.dc.Stroke()
}

func (s *portraitDrawing) mirroredLines(c color.Color, width float64, text string) {
	s.line(c, width, text)
	s.mirror(func() { s.line(c, width, text) })
}

// mirror draws with left and right exchanged.
func (s *portraitDrawing) mirror(draw func()) {
	s.dc.Push()
	s.dc.Translate(100, 0)
	s.dc.Scale(-1, 1)
	draw()
	s.dc.Pop()
}

func (s *portraitDrawing) oval(c color.Color, x, y, rx, ry float64) {
	s.dc.SetColor(c)
	s.dc.DrawEllipse(x, y, rx, ry)
	s.dc.Fill()
}

func (s *portraitDrawing) mirroredOvals(c color.Color, x, y, rx, ry float64) {
	s.oval(c, x, y, rx, ry)
	s.oval(c, 100-x, y, rx, ry)
}

// skin holds the tones of a face.
type skin struct{ light, shade, blush color.RGBA }

// head draws neck, ears and face. The face is an oval with the given middle and radii; jaw makes it
// 0 round to 1 square.
func (s *portraitDrawing) head(k skin, y, rx, ry, jaw float64) {
	s.fill(k.shade, "M 42 58 L 58 58 L 60 82 L 40 82 Z")
	s.mirroredOvals(k.shade, 50-rx, y+1, 3.6, 5.2)
	s.mirroredOvals(k.light, 50-rx+0.6, y+1, 2.6, 4.2)
	dc := s.dc
	dc.SetColor(k.light)
	// The upper half is an ellipse, the lower one bulges by jaw.
	n := 60
	for i := range n {
		a := float64(i) * 2 * math.Pi / float64(n)
		sin, cos := math.Sincos(a)
		x := cos
		if sin > 0 {
			x = math.Copysign(math.Pow(math.Abs(cos), 1-0.45*jaw), cos)
		}
		dc.LineTo(50+x*rx, y+sin*ry)
	}
	dc.ClosePath()
	dc.Fill()
	s.mirroredOvals(alpha(k.blush, 90), 50-rx*0.58, y+ry*0.38, 3.6, 2.4)
}

// eyes draws two open eyes at x 50±dx: pupils of radius r with a highlight.
func (s *portraitDrawing) eyes(dx, y, r float64) {
	s.mirroredOvals(rgb(0x231A16), 50-dx, y, r*0.82, r)
	for _, x := range []float64{50 - dx, 50 + dx} {
		s.oval(rgb(0xFFFFFF), x+r*0.28, y-r*0.38, r*0.28, r*0.28)
	}
}
