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

// Cards are pictures made of boards, portraits and text: they show a finished game or a player.
// They have a separate palette in each theme, because a theme's palette has no room for seven
// faces; remap maps boards to it.

// Card is a finished card.
type Card struct {
	PNG           []byte
	Width, Height int      // pixels
	Names         []string // names of people that were written on it
}

// Sizes on cards, pixels at scale 1.
const (
	largePortrait = 92
	smallPortrait = 68
	cardToken     = 26 // of a king that names a side
)

// cardCache holds the prepared parts of a theme's cards.
type cardCache struct {
	pal    *palette
	remap  [256]uint8 // palette index of the card by that of the theme
	faces  [2]*faces  // by scale-1
	kings  [2][pieceStyles]*kings
	memory int
}

// faces holds the portraits at one scale; muted is small and without color.
type faces struct{ large, small, muted [character.Count]*sprite }

// kings holds the two kings at one scale, as large as a portrait and as a token.
type kings struct{ large, token [2]*sprite }

// cardCache returns the parts that a card needs, and makes missing ones.
func (s *themeCache) cardCache(st Style) (*cardCache, *faces, *kings, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.palette(); err != nil {
		return nil, nil, nil, err
	}
	if s.cards == nil {
		made, err := s.makeCards()
		if err != nil {
			return nil, nil, nil, err
		}
		s.cards = made
	}
	c := s.cards
	f := &c.faces[st.Scale-1]
	if *f == nil {
		made, err := c.makeFaces(st.Scale, s.look)
		if err != nil {
			return nil, nil, nil, err
		}
		*f = made
	}
	k := &c.kings[st.Scale-1][st.Pieces]
	if *k == nil {
		made, err := c.makeKings(st, s.look)
		if err != nil {
			return nil, nil, nil, err
		}
		*k = made
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
		count.add(mute(face, s.look.paper))
	}
	k := s.look
	pinned := append(k.pinned(), k.paper, k.text, k.axis, k.redSide, k.blkSide)
	for _, c := range [][2]color.RGBA{{k.paper, k.text}, {k.frame, k.label}, {k.ribbonBlack, k.ribbonText},
		{k.ribbonDraw, k.ribbonText}, {k.paper, k.axis}, {k.paper, k.redSide}, {k.paper, k.target},
		{k.ribbon, k.ribbonText}} {
		for _, t := range []float64{0.25, 0.5, 0.75} {
			pinned = append(pinned, blend(c[0], c[1], t))
		}
	}
	pinned = append(pinned, blend(k.paper, k.best, 0.16), blend(k.paper, k.axis, 0.6), blend(k.text, k.paper, 0.25),
		blend(k.ribbonEdge, k.frame, 0.5))
	c := &cardCache{pal: newPalette(count.choose(255, pinned))}
	for i, v := range s.pal.rgb {
		c.remap[i] = c.pal.nearest(uint8(v[0]), uint8(v[1]), uint8(v[2]))
	}
	c.memory = 4*len(c.pal.seen) + 16*len(c.pal.rgb)
	return c, nil
}

func (c *cardCache) makeFaces(scale int, k look) (*faces, error) {
	f := &faces{}
	blender := newBlender(c.pal)
	for _, i := range character.All() {
		large, err := drawPortrait(i, largePortrait*scale)
		if err != nil {
			return nil, err
		}
		small := image.NewRGBA(image.Rect(0, 0, smallPortrait*scale, smallPortrait*scale))
		xdraw.CatmullRom.Scale(small, small.Rect, large, large.Rect, draw.Src, nil)
		f.large[i], f.small[i], f.muted[i] = blender.cut(large), blender.cut(small), blender.cut(mute(small, k.paper))
	}
	for _, set := range [][character.Count]*sprite{f.large, f.small, f.muted} {
		blender.seal(set[:]...)
		for _, s := range set {
			c.memory += s.bytes()
		}
	}
	c.memory += blender.bytes()
	return f, nil
}

func (c *cardCache) makeKings(st Style, k look) (*kings, error) {
	out := &kings{}
	blender := newBlender(c.pal)
	for side := range game.Color(2) {
		for at, size := range map[**sprite]int{&out.large[side]: largePortrait, &out.token[side]: cardToken} {
			im, err := drawKing(side, st.Pieces, k, float64(size*st.Scale))
			if err != nil {
				return nil, err
			}
			*at = blender.cut(im)
			c.memory += (*at).bytes()
		}
	}
	blender.seal(out.large[:]...)
	blender.seal(out.token[:]...)
	c.memory += blender.bytes()
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
	c := newCanvas(s.look, cards.pal, ink, st.Scale, profileWidth, int(height), 0, s.look.paper)
	c.border(profileWidth, math.Floor(height))
	card := Card{Width: c.im.Rect.Dx(), Height: c.im.Rect.Dy(), Names: draw(c, faces, kings)}
	if c.err != nil {
		return Card{}, c.err
	}
	card.PNG, err = p.bands.encode(c.im, evenEdges(c.im), quick)
	return card, err
}

// mute returns a picture in shades of paper, for a character not beaten yet.
func mute(im *image.RGBA, paper color.RGBA) *image.RGBA {
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
	k       look
	u       float64 // pixels at scale 1
	im      *image.Paletted
	blender *blender
	ink     *scratch
	err     error
}

// scratch is a reusable gg drawing surface, for parts that are blitted onto cards.
type scratch struct {
	im *image.RGBA // transparent
	dc *gg.Context
}

// scratchHeight is the height of the tallest part drawn by gg, pixels at scale 1.
const scratchHeight = 120

func newScratch() *scratch {
	im := image.NewRGBA(image.Rect(0, 0, 2*unitWidth, 2*scratchHeight))
	return &scratch{im, gg.NewContextForRGBA(im)}
}

// newCanvas returns an empty card. room is the space below its ground.
func newCanvas(k look, pal *palette, ink *scratch, scale, w, h, room int, ground color.RGBA) *canvas {
	im := image.NewPaletted(image.Rect(0, 0, w*scale, (h+room)*scale), pal.colors)
	c := &canvas{k: k, u: float64(scale), im: im, blender: newBlender(pal), ink: ink}
	c.rect(0, 0, float64(w), float64(h), ground)
	return c
}

// rect fills a rectangle.
func (c *canvas) rect(x, y, w, h float64, fill color.RGBA) {
	r := image.Rect(int(x*c.u), int(y*c.u), int((x+w)*c.u), int((y+h)*c.u)).Intersect(c.im.Rect)
	if r.Empty() || fill.A == 0 {
		return
	}
	if fill.A < 0xFF {
		c.box(x, y, w, h, func(dc *gg.Context) {
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

// box draws with gg within a box. Keep the box small, because gg's time grows with it.
func (c *canvas) box(x, y, w, h float64, paint func(dc *gg.Context)) {
	r := image.Rect(int(x*c.u), int(y*c.u), int(math.Ceil((x+w)*c.u)), int(math.Ceil((y+h)*c.u))).Intersect(c.im.Rect)
	if r.Empty() {
		return
	}
	if r.Dy() > c.ink.im.Rect.Dy() {
		c.err = fmt.Errorf("render: part of a card is %d pixels high", r.Dy())
		return
	}
	c.ink.dc.Identity()
	c.ink.dc.Translate(float64(-r.Min.X), float64(-r.Min.Y))
	paint(c.ink.dc)
	part := subImage(c.ink.im, image.Rect(0, 0, r.Dx(), r.Dy()))
	c.blender.blit(c.im, r.Min.X, r.Min.Y, part)
	const beside = 16 // pixels by which round ends may reach beyond the box
	for y := range min(r.Dy()+beside, c.ink.im.Rect.Dy()) {
		clear(c.ink.im.Pix[y*c.ink.im.Stride:][:min(c.ink.im.Stride, 4*(r.Dx()+beside))])
	}
}

// rounded fills a rectangle with round corners.
func (c *canvas) rounded(x, y, w, h, r float64, fill color.RGBA) {
	c.box(x, y, w, h, func(dc *gg.Context) {
		dc.SetColor(fill)
		dc.DrawRoundedRectangle(x*c.u, y*c.u, w*c.u, h*c.u, r*c.u)
		dc.Fill()
	})
}

// sprite draws a sprite of a given size, centered at (x, y).
func (c *canvas) sprite(s *sprite, x, y, size float64) {
	s.stamp(c.im, int((x-size/2)*c.u), int((y-size/2)*c.u))
}

// font says how a text is drawn.
type font struct {
	size   float64
	colour color.RGBA
	weight glyph.Weight
}

// set lays out text in the font, in at most width.
func (f font) set(text string, unit, width float64) (glyphRun, error) {
	size := f.size * unit
	if strings.ContainsFunc(text, isHan) {
		size *= 1.12 // a character has more strokes than a letter, and less room in its em
	}
	return fitRun(text, size, 0.68*size, width*unit, f.weight)
}

// Where x is on a line of text.
const (
	atLeft   = 0.0
	atMiddle = 0.5
	atRight  = 1.0
)

// text writes a line centered vertically on y, in at most width. x is its left end, middle or right
// end. It returns the width used.
func (c *canvas) text(text string, f font, x, y, width, where float64) float64 {
	if c.err != nil || text == "" {
		return 0
	}
	w, err := f.set(text, c.u, width)
	if err != nil {
		c.err = err
		return 0
	}
	em := w.size / c.u
	left := x - where*w.width/c.u
	c.box(left-0.15*em, y-0.9*em, w.width/c.u+0.3*em, 1.7*em, func(dc *gg.Context) {
		dc.SetColor(f.colour)
		w.draw(dc, left*c.u, y*c.u+w.lineRise()*w.size)
	})
	return w.width / c.u
}
