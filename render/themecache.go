package render

import (
	"image"
	"image/color"
	"image/draw"
	"math/bits"
	"sync"

	"github.com/fogleman/gg"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"yeye/game"
)

// themeCache holds all prepared parts of one theme. They are made on first use, one at a time, and
// never change afterwards.
type themeCache struct {
	theme Theme
	look  look

	mu       sync.Mutex // guards the following fields
	pal      *palette
	chartPal *palette

	cards       *cardCache
	chartKings  [2][pieceStyles][2]*sprite // by scale-1, style, side
	backgrounds [2]*background
	pieces      [2][pieceStyles][3]*pieceSet // by scale-1, style, dress
	titles      *simplelru.LRU[titleKey, title]
	names       [2][languages]*nameSet     // by scale-1
	backs       [2]*backSet                // by scale-1
	roles       [2][pieceStyles]*backRoles // by scale-1, style
}

// background is the empty board of a theme at one scale, with everything on it that does not depend
// on the style of pieces.
type background struct {
	layout layout
	board  *image.Paletted
	bare   *image.Paletted // the river without its text, where banners go
	labels labels
	marks  [16]*sprite // by bit of mark
	memory int         // bytes, approximately
}

// pieceSet holds the pieces of one style at one scale, by piece. A newcomer's pawns have five
// variants of signs, by cellState.turn.
type pieceSet struct {
	pieces [5][16]*sprite
	names  *nameSet // the plates on them, nil means none
	backs  *backSet // of face-down pieces, nil means none

	tokens      [16]*sprite // as captured pieces in the frame
	tokenPixels int
	memory      int
}

// nameSet holds the plates with the pieces' names in one language, by piece.
type nameSet struct {
	plates [16]*sprite
	memory int
}

// dress returns the index of a style's piece set: plain, or a newcomer's with or without room for a name.
func (s Style) dress() int {
	switch {
	case !s.Newcomer:
		return 0
	case !s.named():
		return 1
	}
	return 2
}

// at returns the prepared parts for a style, and makes missing ones.
func (s *themeCache) at(st Style) (*background, *pieceSet, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.palette(); err != nil {
		return nil, nil, err
	}
	g := &s.backgrounds[st.Scale-1]
	if *g == nil {
		made, err := s.makeBackground(newLayout(st.Scale))
		if err != nil {
			return nil, nil, err
		}
		*g = made
	}
	m := &s.pieces[st.Scale-1][st.Pieces][st.dress()]
	if *m == nil {
		made, err := s.makePieces((*g).layout, st)
		if err != nil {
			return nil, nil, err
		}
		*m = made
	}
	if !st.named() {
		return *g, *m, nil
	}
	n := &s.names[st.Scale-1][st.Language]
	if *n == nil {
		made, err := s.makeNames((*g).layout, st.Language)
		if err != nil {
			return nil, nil, err
		}
		*n = made
	}
	named := **m
	named.names = *n
	return *g, &named, nil
}

// sample returns a small board with everything on it.
func (s *themeCache) sample() (*image.RGBA, error) {
	l := newLayout(1)
	im := drawBoard(l, s.look)
	if err := drawRiver(gg.NewContextForRGBA(im), l, s.look); err != nil {
		return nil, err
	}
	piece := func(p game.Piece, row, col int, marks mark) error {
		e := cellEasel(l)
		if err := e.drawCell(cellState{piece: p, marks: marks}, Style{}, s.look); err != nil {
			return err
		}
		at := l.corner(col, row)
		draw.Draw(im, image.Rectangle{at, at.Add(e.im.Rect.Max)}, e.im, image.Point{}, draw.Over)
		return nil
	}
	for r := game.King; r <= game.Pawn; r++ {
		for c := range 2 {
			p := game.NewPiece(game.Color(c), r)
			for k, m := range []mark{0, 1 << (r - 1)} {
				if err := piece(p, int(r)-1, 2*c+4*k, m); err != nil {
					return nil, err
				}
			}
		}
	}
	for i := range bits.TrailingZeros(uint(markTurned)) { // their colors are pinned
		if err := piece(game.NoPiece, 8, i, 1<<i); err != nil {
			return nil, err
		}
	}
	return im, nil
}

// palette chooses the theme's colors from its sample. s.mu must be held.
func (s *themeCache) palette() error {
	if s.pal != nil {
		return nil
	}
	im, err := s.sample()
	if err != nil {
		return err
	}
	c := newHistogram()
	c.add(im)
	k := s.look
	s.pal = newPalette(c.choose(255, k.pinned()))
	return nil
}

// pinned returns the colors that a palette must include unchanged.
func (k *look) pinned() []color.RGBA {
	pinned := []color.RGBA{k.last, k.check, k.target, k.hint, k.best, k.threat, k.halo, k.line, k.river,
		k.frame, k.frameHi, k.label, k.faint, k.ribbon, k.ribbonBlack, k.ribbonDraw, k.ribbonEdge, k.ribbonText,
		k.disc[0].ink, k.disc[1].ink, blend(k.ribbon, k.ribbonText, 0.5), blend(k.frame, k.label, 0.5),
		blend(k.ribbon, k.ribbonText, 0.25), blend(k.ribbon, k.ribbonText, 0.75),
		blend(k.frame, k.label, 0.25), blend(k.frame, k.label, 0.75)}
	for _, d := range k.disc {
		pinned = append(pinned, d.plate, d.plateText, blend(d.plate, d.plateText, 0.5))
	}
	return pinned
}

func (s *themeCache) makeBackground(l layout) (*background, error) {
	im := drawBoard(l, s.look)
	g := &background{layout: l, bare: s.pal.index(subImage(im, l.river()))}
	if err := drawRiver(gg.NewContextForRGBA(im), l, s.look); err != nil {
		return nil, err
	}
	g.board = s.pal.index(im)
	blender := newBlender(s.pal)
	for i := range bits.TrailingZeros(uint(marksEnd)) {
		e := cellEasel(l)
		if err := e.drawMark(1<<i, s.look); err != nil {
			return nil, err
		}
		g.marks[i] = blender.cut(e.im)
	}
	if err := g.makeLabels(blender, s.look); err != nil {
		return nil, err
	}
	blender.seal(g.marks[:]...)
	g.labels.seal(blender)
	g.memory = len(g.board.Pix) + len(g.bare.Pix) + blender.bytes() + g.labels.bytes()
	for _, m := range g.marks {
		if m != nil {
			g.memory += m.bytes()
		}
	}
	return g, nil
}

func (s *themeCache) makePieces(l layout, st Style) (*pieceSet, error) {
	set := &pieceSet{}
	blender := newBlender(s.pal)
	// Shadow and disc are the same under all pieces of a side.
	var blanks [2]*image.RGBA
	for c := range blanks {
		e := cellEasel(l)
		e.drawBlank(st, s.look.disc[c])
		blanks[c] = e.im
	}
	for c := range blanks {
		for r := game.King; r <= game.Pawn; r++ {
			p := game.NewPiece(game.Color(c), r)
			turns := 1
			if st.Newcomer && r == game.Pawn {
				turns = len(set.pieces)
			}
			for turn := range turns {
				e := cellEasel(l)
				copy(e.im.Pix, blanks[c].Pix)
				if err := e.drawFace(cellState{piece: p, turn: uint8(turn)}, st, s.look); err != nil {
					return nil, err
				}
				sp := blender.cut(e.im)
				set.pieces[turn][p] = sp
				set.memory += sp.bytes()
			}
		}
	}
	if err := set.makeTokens(blender, l, st, s.look); err != nil {
		return nil, err
	}
	for i := range set.pieces {
		blender.seal(set.pieces[i][:]...)
	}
	blender.seal(set.tokens[:]...)
	set.memory += blender.bytes()
	return set, nil
}

// makeTokens draws the pieces small, without details that need room: ring, signs, name.
func (set *pieceSet) makeTokens(blender *blender, l layout, st Style, k look) error {
	set.tokenPixels = int(tokenSize * float64(l.scale))
	for c, d := range k.disc {
		for r := game.King; r <= game.Pawn; r++ {
			e := tokenEasel(l)
			e.drawDisc(d, discRadius-0.01, rimWidth)
			p := game.NewPiece(game.Color(c), r)
			if err := e.drawFigure(st.Pieces, p, d, 1.16); err != nil {
				return err
			}
			set.tokens[p] = blender.cut(e.im)
			set.memory += set.tokens[p].bytes()
		}
	}
	return nil
}

func (s *themeCache) makeNames(l layout, lang Language) (*nameSet, error) {
	set := &nameSet{}
	blender := newBlender(s.pal)
	for c := range s.look.disc {
		for r := game.King; r <= game.Pawn; r++ {
			p := game.NewPiece(game.Color(c), r)
			e := cellEasel(l)
			if err := e.drawName(p, lang, s.look.disc[c]); err != nil {
				return nil, err
			}
			set.plates[p] = blender.cut(e.im)
			set.memory += set.plates[p].bytes()
		}
	}
	blender.seal(set.plates[:]...)
	set.memory += blender.bytes()
	return set, nil
}

// drawCell draws a whole cell except its ground with gg. It is slow, and used to choose colors and in tests.
func (e easel) drawCell(c cellState, st Style, k look) error {
	for m := mark(1); m < marksEnd; m <<= 1 {
		if c.marks&m&marksUnder != 0 {
			if err := e.drawMark(m, k); err != nil {
				return err
			}
		}
	}
	switch {
	case c.dark:
		if err := e.drawDark(c, st, k); err != nil {
			return err
		}
	case c.piece != game.NoPiece:
		e.drawBlank(st, k.disc[c.piece.Color()])
		if err := e.drawFace(c, st, k); err != nil {
			return err
		}
	}
	for m := mark(1); m < marksEnd; m <<= 1 {
		if c.marks&m&^marksUnder != 0 {
			if err := e.drawMark(m, k); err != nil {
				return err
			}
		}
	}
	if c.piece != game.NoPiece && !c.dark && st.named() {
		return e.drawName(c.piece, st.Language, k.disc[c.piece.Color()])
	}
	return nil
}

// drawBlank draws a piece without its figure, and its shadow.
func (e easel) drawBlank(st Style, d disc) {
	e.drawShadow(d)
	if st.Newcomer {
		e.drawDisc(d, newcomerRadius, newcomerRim)
		return
	}
	e.drawDisc(d, discRadius, rimWidth)
}

// drawFace draws ring, figure and signs onto a blank piece.
func (e easel) drawFace(c cellState, st Style, k look) error {
	d := k.disc[c.piece.Color()]
	if !st.Newcomer {
		e.drawRing(d)
		return e.drawFigure(st.Pieces, c.piece, d, 1)
	}
	e.drawMoveHints(c, d, st.named())
	if st.named() {
		e.cy -= figureRaised * e.cell
		return e.drawFigure(st.Pieces, c.piece, d, figureNamed)
	}
	return e.drawFigure(st.Pieces, c.piece, d, 1)
}

// stampCell draws marks and piece of one cell onto a board.
func (g *background) stampCell(dst *image.Paletted, pieces *pieceSet, c cellState, at image.Point) {
	if c.piece == game.NoPiece && c.marks == 0 {
		return
	}
	for m := c.marks & marksUnder; m != 0; m &= m - 1 {
		g.marks[bits.TrailingZeros16(uint16(m))].stamp(dst, at.X, at.Y)
	}
	switch {
	case c.dark:
		pieces.backs.stamp(dst, c, at)
	case c.piece != game.NoPiece:
		pieces.pieces[c.turn][c.piece].stamp(dst, at.X, at.Y)
	}
	for m := c.marks &^ marksUnder; m != 0; m &= m - 1 {
		g.marks[bits.TrailingZeros16(uint16(m))].stamp(dst, at.X, at.Y)
	}
	if c.piece != game.NoPiece && !c.dark && pieces.names != nil {
		pieces.names.plates[c.piece].stamp(dst, at.X, at.Y) // over the rings, which would cross it out
	}
}

func subImage(im *image.RGBA, r image.Rectangle) *image.RGBA { return im.SubImage(r).(*image.RGBA) }

// overlay draws with gg in box and blits the result onto dst, for anything larger than a cell. The
// theme's palette exists, because its ground does.
func (s *themeCache) overlay(dst *image.Paletted, box image.Rectangle, paint func(dc *gg.Context) error) error {
	box = box.Intersect(dst.Rect)
	if box.Empty() {
		return nil
	}
	im := image.NewRGBA(image.Rect(0, 0, box.Dx(), box.Dy()))
	dc := gg.NewContextForRGBA(im)
	dc.Translate(float64(-box.Min.X), float64(-box.Min.Y))
	if err := paint(dc); err != nil {
		return err
	}
	newBlender(s.pal).blit(dst, box.Min.X, box.Min.Y, im)
	return nil
}
