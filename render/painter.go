package render

import (
	"fmt"
	"image"
	"sync"

	"yeye/game"
)

// Painter draws pictures and keeps prepared parts. It is safe for concurrent use. Its memory is
// bounded, because there are only so many themes, scales and styles of pieces: see [Painter.Memory].
type Painter struct {
	caches  [themes]*themeCache
	boards  [2]sync.Pool // *image.Paletted by scale-1
	scratch sync.Pool    // *scratch
	bands   *bandCache
	emoji   [pieceStyles]drawn
}

// New makes a Painter. Themes are prepared on first use.
func New() *Painter {
	p := &Painter{bands: newBandCache()}
	p.scratch.New = func() any { return newScratch() }
	for t := range themes {
		p.caches[t] = &themeCache{theme: t, look: t.look()}
	}
	return p
}

// Picture is a finished picture.
type Picture struct {
	PNG           []byte
	Width, Height int // pixels
	Facts         Facts
}

// Board draws a board. It returns an error if the style or marks are invalid.
func (p *Painter) Board(v View) (Picture, error) {
	var pic Picture
	err := p.paint(v, func(im *image.Paletted) error {
		data, err := p.bands.encode(im, newLayout(im.Rect.Dx()/unitWidth).edges(), thorough)
		pic = Picture{data, im.Rect.Dx(), im.Rect.Dy(), v.facts()}
		return err
	})
	return pic, err
}

// paint draws the board and passes it to use. The picture is reused after use returns.
func (p *Painter) paint(v View, use func(*image.Paletted) error) error {
	st, err := v.Style.normal()
	if err != nil {
		return err
	}
	v.Style = st
	if err := v.Marks.check(); err != nil {
		return err
	}
	if v.Below > game.Black {
		return fmt.Errorf("render: no side %d", v.Below)
	}
	s := p.caches[st.Theme]
	g, pieces, err := s.at(st)
	if err != nil {
		return err
	}
	if v.Flipped != nil {
		if pieces, err = s.withBacks(g.layout, pieces, st); err != nil {
			return err
		}
	}
	im := p.board(g)
	defer p.boards[st.Scale-1].Put(im)
	plaque, err := s.plaque(g.layout, &v)
	if err != nil {
		return err
	}
	g.compose(im, pieces, &v, plaque.bares(g.layout))
	if err := s.stampTitle(im, g, &v); err != nil {
		return err
	}
	if err := s.drawOver(im, g, &v, plaque); err != nil {
		return err
	}
	return use(im)
}

// board returns a picture of the ground's size and palette, with arbitrary content.
func (p *Painter) board(g *background) *image.Paletted {
	im, ok := p.boards[g.layout.scale-1].Get().(*image.Paletted)
	if !ok {
		im = image.NewPaletted(g.board.Rect, nil)
	}
	im.Palette = g.board.Palette
	return im
}

// compose draws ground, coordinates, captured pieces and all cells. If bare is set, the river is
// drawn without its text.
func (g *background) compose(im *image.Paletted, pieces *pieceSet, v *View, bare bool) {
	g.copyBoard(im, bare)
	g.stampLabels(im, v.Style.Coords, v.Below)
	g.stampCaptured(im, pieces, v)
	for s, c := range v.states() {
		g.stampCell(im, pieces, c, g.layout.box(game.Square(s), v.Below).Min)
	}
}

// copyBoard copies the empty board, with a bare river if a plaque will cover part of it.
func (g *background) copyBoard(im *image.Paletted, bare bool) {
	for from := 0; from < len(im.Pix); from += chunk {
		to := min(from+chunk, len(im.Pix))
		copy(im.Pix[from:to], g.board.Pix[from:to])
	}
	if bare {
		copyRect(im, g.bare, g.bare.Rect)
	}
}

// chunk is the number of bytes copied at once. A copy of more than a megabyte would bypass the
// processor's caches, and the following stamps would wait for memory.
const chunk = 128 << 10

// check refuses marks off the board and moves without squares.
func (m *Marks) check() error {
	for _, mv := range [...]game.Move{m.LastMove, m.Hint, m.Best, m.Played, m.Lines[0], m.Lines[1], m.Lines[2]} {
		if mv != game.NoMove && (!mv.From().Valid() || !mv.To().Valid() || mv.From() == mv.To()) {
			return fmt.Errorf("render: no move to be marked goes from %d to %d", mv.From(), mv.To())
		}
	}
	return nil
}
