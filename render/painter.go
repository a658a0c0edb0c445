package render

import (
	"fmt"
	"image"
	"sync"

	"yeye/game"
)

// Painter draws pictures and caches prepared parts. It is safe for concurrent use. Its memory is bounded by
// [MemoryBound].
type Painter struct {
	caches  [themes]*themeCache
	boards  [2]sync.Pool // *image.Paletted by scale-1
	scratch sync.Pool    // *scratch
	bands   *bandCache
	emoji   [pieceStyles]emojiSet
}

// New returns a Painter. Themes are prepared on first use.
func New() *Painter {
	p := &Painter{bands: newBandCache()}
	p.scratch.New = func() any { return newScratch() }
	for t := range themes {
		p.caches[t] = &themeCache{theme: t, colors: t.colorScheme()}
	}
	return p
}

// Picture is a drawn board.
type Picture struct {
	PNG           []byte
	Width, Height int // pixels
	Facts         Facts
}

// Board draws a board. It returns an error if the style or marks are invalid.
func (p *Painter) Board(v View) (Picture, error) {
	var pic Picture
	err := p.withBoard(v, func(im *image.Paletted) error {
		data, err := p.bands.encode(im, newLayout(im.Rect.Dx()/unitWidth).edges(), bestSize)
		pic = Picture{data, im.Rect.Dx(), im.Rect.Dy(), v.facts()}
		return err
	})
	return pic, err
}

// withBoard draws the board and passes it to use, which must not keep it: the buffer is reused.
func (p *Painter) withBoard(v View, use func(*image.Paletted) error) error {
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
	g, pieces, err := s.boardParts(st)
	if err != nil {
		return err
	}
	if v.Flipped != nil {
		if pieces, err = s.withBacks(g.layout, pieces, st); err != nil {
			return err
		}
	}
	im := p.pooledBoard(g)
	defer p.boards[st.Scale-1].Put(im)
	banner, err := s.layoutBanner(g.layout, &v)
	if err != nil {
		return err
	}
	g.compose(im, pieces, &v, banner.hidesRiver(g.layout))
	if err := s.stampTitle(im, g, &v); err != nil {
		return err
	}
	if err := s.drawOverlays(im, g, &v, banner); err != nil {
		return err
	}
	return use(im)
}

// pooledBoard returns a picture with the size and palette of g and arbitrary content.
func (p *Painter) pooledBoard(g *background) *image.Paletted {
	im, ok := p.boards[g.layout.scale-1].Get().(*image.Paletted)
	if !ok {
		im = image.NewPaletted(g.board.Rect, nil)
	}
	im.Palette = g.board.Palette
	return im
}

// compose draws the background, coordinates, captured pieces and all cells. If bare is set, the river is drawn without
// its text.
func (g *background) compose(im *image.Paletted, pieces *pieceSet, v *View, bare bool) {
	g.copyBoard(im, bare)
	g.stampLabels(im, v.Style.Coords, v.Below)
	g.stampCaptured(im, pieces, v)
	for s, c := range v.states() {
		g.stampCell(im, pieces, c, g.layout.box(game.Square(s), v.Below).Min)
	}
}

// copyBoard copies the empty board; if bare is set, without the river's text.
func (g *background) copyBoard(im *image.Paletted, bare bool) {
	for from := 0; from < len(im.Pix); from += copyChunk {
		to := min(from+copyChunk, len(im.Pix))
		copy(im.Pix[from:to], g.board.Pix[from:to])
	}
	if bare {
		copyRect(im, g.bareRiver, g.bareRiver.Rect)
	}
}

// copyChunk is the number of bytes copied at once. A copy of more than a megabyte would bypass the processor's caches,
// and the following blits would wait for memory.
const copyChunk = 128 << 10

// check returns an error for moves off the board.
func (m *Marks) check() error {
	for _, mv := range [...]game.Move{m.LastMove, m.Hint, m.Best, m.Played, m.Lines[0], m.Lines[1], m.Lines[2]} {
		if mv != game.NoMove && (!mv.From().Valid() || !mv.To().Valid() || mv.From() == mv.To()) {
			return fmt.Errorf("render: no move to be marked goes from %d to %d", mv.From(), mv.To())
		}
	}
	return nil
}
