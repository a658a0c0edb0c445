package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"github.com/fogleman/gg"
	xdraw "golang.org/x/image/draw"

	"yeye/ai/character"
	"yeye/game"
	"yeye/render/glyph"
)

// Cards are pictures made of boards, portraits and text: they show a finished game or a player. Each theme has a
// separate palette for them, because its own palette has no room for seven faces; remap maps boards to it.

// Card is a drawn card.
type Card struct {
	PNG           []byte
	Width, Height int      // pixels
	Names         []string // people's names written on it
}

// Sizes on cards, pixels at scale 1.
const (
	largePortrait = 92
	smallPortrait = 68
	cardToken     = 26 // of a king that names a side
)

// cardCache holds the prepared parts of a theme's cards.
type cardCache struct {
	pal   *palette
	remap [256]uint8 // from the theme's palette indices to the cards'
	faces [2]*faces  // by scale-1
	kings [2][pieceStyles]*kings
}

// faces holds the portraits at one scale; muted is small and gray.
type faces struct{ large, small, muted [character.Count]*sprite }

// kings holds the two kings at one scale, in the size of a portrait and of a token.
type kings struct{ large, token [2]*sprite }

// cardCache returns the parts that a card needs; missing ones are made.
func (s *themeCache) cardCache(st Style) (*cardCache, *faces, *kings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.palette(); err != nil {
		return nil, nil, nil, err
	}
	if err := makeOnce(&s.cards, s.makeCards); err != nil {
		return nil, nil, nil, err
	}
	c := s.cards
	f := &c.faces[st.Scale-1]
	if err := makeOnce(f, func() (*faces, error) { return s.makeFaces(st.Scale) }); err != nil {
		return nil, nil, nil, err
	}
	k := &c.kings[st.Scale-1][st.Pieces]
	if err := makeOnce(k, func() (*kings, error) { return s.makeKings(st) }); err != nil {
		return nil, nil, nil, err
	}
	return c, *f, *k, nil
}

// makeCards chooses the palette of a theme's cards from its sample and all portraits.
func (s *themeCache) makeCards() (*cardCache, error) {
	im, err := s.sample()
	if err != nil {
		return nil, err
	}
	count := newHistogram()
	count.add(im)
	for _, c := range character.All() {
		face, err := drawPortrait(c, smallPortrait)
		if err != nil {
			return nil, err
		}
		count.add(face)
		count.add(desaturate(face, s.colors.paper))
	}
	k := s.colors
	pinned := append(k.pinned(), k.paper, k.text, k.axis, k.chartRed, k.chartBlack)
	for _, c := range [][2]color.RGBA{{k.paper, k.text}, {k.frame, k.label}, {k.bannerBlack, k.bannerText},
		{k.bannerDraw, k.bannerText}, {k.paper, k.axis}, {k.paper, k.chartRed}, {k.paper, k.target},
		{k.bannerRed, k.bannerText}} {
		for _, t := range []float64{0.25, 0.5, 0.75} {
			pinned = append(pinned, blend(c[0], c[1], t))
		}
	}
	pinned = append(pinned, blend(k.paper, k.best, 0.16), blend(k.paper, k.axis, 0.6), blend(k.text, k.paper, 0.25),
		blend(k.bannerEdge, k.frame, 0.5))
	c := &cardCache{pal: newPalette(count.choose(255, pinned))}
	for i, v := range s.pal.rgb {
		c.remap[i] = c.pal.nearest(uint8(v[0]), uint8(v[1]), uint8(v[2]))
	}
	s.memory += c.pal.bytes()
	return c, nil
}

// makeFaces draws the portraits in the palette of cards.
func (s *themeCache) makeFaces(scale int) (*faces, error) {
	f := &faces{}
	sprites := newSpriteBuilder(s.cards.pal)
	for _, i := range character.All() {
		large, err := drawPortrait(i, largePortrait*scale)
		if err != nil {
			return nil, err
		}
		small := image.NewRGBA(image.Rect(0, 0, smallPortrait*scale, smallPortrait*scale))
		xdraw.CatmullRom.Scale(small, small.Rect, large, large.Rect, draw.Src, nil)
		f.large[i], f.small[i] = sprites.add(large), sprites.add(small)
		f.muted[i] = sprites.add(desaturate(small, s.colors.paper))
	}
	s.memory += sprites.finish()
	return f, nil
}

// makeKings draws the two kings in the palette of cards.
func (s *themeCache) makeKings(st Style) (*kings, error) {
	out := &kings{}
	sprites := newSpriteBuilder(s.cards.pal)
	for side := range game.Color(2) {
		for at, size := range map[**sprite]int{&out.large[side]: largePortrait, &out.token[side]: cardToken} {
			im, err := drawKing(side, st.Pieces, s.colors, float64(size*st.Scale))
			if err != nil {
				return nil, err
			}
			*at = sprites.add(im)
		}
	}
	s.memory += sprites.finish()
	return out, nil
}

// paperCard draws a card with a border on the theme's paper, as wide as a profile and height high,
// in pixels at scale 1. draw fills it and returns the names it wrote.
func (p *Painter) paperCard(st Style, height float64,
	draw func(*canvas, *faces, *kings) (names []string)) (Card, error) {
	s := p.caches[st.Theme]
	cards, faces, kings, err := s.cardCache(st)
	if err != nil {
		return Card{}, err
	}
	ink := p.scratch.Get().(*scratch)
	defer p.scratch.Put(ink)
	c := newCanvas(s.colors, cards.pal, ink, st.Scale, profileWidth, int(height), 0, s.colors.paper)
	c.border(profileWidth, math.Floor(height))
	card := Card{Width: c.im.Rect.Dx(), Height: c.im.Rect.Dy(), Names: draw(c, faces, kings)}
	if c.err != nil {
		return Card{}, c.err
	}
	card.PNG, err = p.bands.encode(c.im, evenEdges(c.im), bestSpeed)
	return card, err
}

// desaturate returns a picture in shades of paper.
func desaturate(im *image.RGBA, paper color.RGBA) *image.RGBA {
	out := image.NewRGBA(im.Rect)
	for i := 0; i < len(im.Pix); i += 4 {
		a := int(im.Pix[i+3])
		if a == 0 {
			continue
		}
		grey := (299*int(im.Pix[i]) + 587*int(im.Pix[i+1]) + 114*int(im.Pix[i+2])) / 1000
		for j, p := range [3]uint8{paper.R, paper.G, paper.B} {
			out.Pix[i+j] = uint8((grey*42 + int(p)*a/255*58) / 100)
		}
		out.Pix[i+3] = uint8(a)
	}
	return out
}

// canvas is a card being drawn, in indices of the cards' palette. Measures are pixels at
// scale 1.
type canvas struct {
	colors  colorScheme
	unit    float64 // pixels at scale 1
	im      *image.Paletted
	blender *blender
	scratch *scratch
	err     error
}

// scratch is a reusable gg drawing surface, for parts that are blitted onto cards.
type scratch struct {
	im *image.RGBA // transparent
	dc *gg.Context
}

// scratchHeight is the height of the tallest part drawn by gg, in pixels at scale 1.
const scratchHeight = 120

func newScratch() *scratch {
	im := image.NewRGBA(image.Rect(0, 0, 2*unitWidth, 2*scratchHeight))
	return &scratch{im, gg.NewContextForRGBA(im)}
}

// newCanvas returns an empty card. extraHeight is the space below its ground, in pixels.
func newCanvas(k colorScheme, pal *palette, ink *scratch, scale, w, h, extraHeight int, ground color.RGBA) *canvas {
	im := image.NewPaletted(image.Rect(0, 0, w*scale, (h+extraHeight)*scale), pal.colors)
	c := &canvas{colors: k, unit: float64(scale), im: im, blender: newBlender(pal), scratch: ink}
	c.rect(0, 0, float64(w), float64(h), ground)
	return c
}

// rect fills a rectangle.
func (c *canvas) rect(x, y, w, h float64, fill color.RGBA) {
	r := image.Rect(int(x*c.unit), int(y*c.unit), int((x+w)*c.unit), int((y+h)*c.unit)).Intersect(c.im.Rect)
	if r.Empty() || fill.A == 0 {
		return
	}
	if fill.A < 0xFF {
		c.drawBox(x, y, w, h, func(dc *gg.Context) {
			dc.SetColor(fill)
			dc.DrawRectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Dx()), float64(r.Dy()))
			dc.Fill()
		})
		return
	}
	at := c.blender.pal.nearest(fill.R, fill.G, fill.B)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := c.im.Pix[c.im.PixOffset(r.Min.X, y):][:r.Dx()]
		for i := range row {
			row[i] = at
		}
	}
}

// drawBox draws with gg within a box, which should be small: gg's time grows with it.
func (c *canvas) drawBox(x, y, w, h float64, paint func(dc *gg.Context)) {
	r := image.Rect(int(x*c.unit), int(y*c.unit), int(math.Ceil((x+w)*c.unit)),
		int(math.Ceil((y+h)*c.unit))).Intersect(c.im.Rect)
	if r.Empty() {
		return
	}
	if r.Dy() > c.scratch.im.Rect.Dy() {
		c.err = fmt.Errorf("render: part of a card is %d pixels high", r.Dy())
		return
	}
	c.scratch.dc.Identity()
	c.scratch.dc.Translate(float64(-r.Min.X), float64(-r.Min.Y))
	paint(c.scratch.dc)
	part := subImage(c.scratch.im, image.Rect(0, 0, r.Dx(), r.Dy()))
	c.blender.blit(c.im, r.Min.X, r.Min.Y, part)
	const beside = 16 // pixels by which round ends may extend beyond the box
	for y := range min(r.Dy()+beside, c.scratch.im.Rect.Dy()) {
		clear(c.scratch.im.Pix[y*c.scratch.im.Stride:][:min(c.scratch.im.Stride, 4*(r.Dx()+beside))])
	}
}

// rounded fills a rectangle with round corners.
func (c *canvas) rounded(x, y, w, h, r float64, fill color.RGBA) {
	c.drawBox(x, y, w, h, func(dc *gg.Context) {
		dc.SetColor(fill)
		dc.DrawRoundedRectangle(x*c.unit, y*c.unit, w*c.unit, h*c.unit, r*c.unit)
		dc.Fill()
	})
}

// sprite draws a sprite of a given size, centered at (x, y).
func (c *canvas) sprite(s *sprite, x, y, size float64) {
	s.stamp(c.im, int((x-size/2)*c.unit), int((y-size/2)*c.unit))
}

// font is the size (pixels at scale 1), color and weight of a text.
type font struct {
	size   float64
	colour color.RGBA
	weight glyph.Weight
}

// layout lays out text in the font, at most width wide. unit is pixels per unit of size and width.
func (f font) layout(text string, unit, width float64) (glyphRun, error) {
	size := f.size * unit
	if strings.ContainsFunc(text, isHan) {
		size *= 1.12 // a Chinese character has more strokes than a letter, and less space in its em
	}
	return fitRun(text, size, 0.68*size, width*unit, f.weight)
}

// Alignments of text: which part of the line is at x.
const (
	alignLeft   = 0.0
	alignCenter = 0.5
	alignRight  = 1.0
)

// text writes a line centered vertically on y, in at most width. It returns the width used.
func (c *canvas) text(text string, f font, x, y, width, align float64) float64 {
	if c.err != nil || text == "" {
		return 0
	}
	w, err := f.layout(text, c.unit, width)
	if err != nil {
		c.err = err
		return 0
	}
	em := w.size / c.unit
	left := x - align*w.width/c.unit
	c.drawBox(left-0.15*em, y-0.9*em, w.width/c.unit+0.3*em, 1.7*em, func(dc *gg.Context) {
		dc.SetColor(f.colour)
		w.draw(dc, left*c.unit, y*c.unit+w.capCenter()*w.size)
	})
	return w.width / c.unit
}
