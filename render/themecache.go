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

// themeCache holds the prepared parts of one theme. They are made on first use and immutable afterwards.
type themeCache struct {
	theme  Theme
	colors colorScheme

	mu       sync.Mutex // guards the following fields
	memory   int        // approximate bytes of prepared parts, except titles
	pal      *palette
	chartPal *palette

	cards       *cardCache
	chartKings  [2][pieceStyles][2]*sprite // by scale-1, style, side
	backgrounds [2]*background
	pieces      [2][pieceStyles][3]*pieceSet // by scale-1, style, pieceVariant
	titles      *simplelru.LRU[titleKey, title]
	names       [2][languages]*nameSet     // by scale-1
	backs       [2]*backSet                // by scale-1
	roles       [2][pieceStyles]*backRoles // by scale-1, style
}

// background is the empty board of a theme at one scale, with coordinates and marks, which do not depend on the style
// of pieces.
type background struct {
	layout    layout
	board     *image.Paletted
	bareRiver *image.Paletted // the river without its text, for under a banner
	labels    labels
	marks     [16]*sprite // by bit of mark
}

// pieceSet holds the pieces of one style at one scale, by piece. A newcomer's pawns have five variants, by
// cellState.pawnSign.
type pieceSet struct {
	pieces [5][16]*sprite
	names  *nameSet // the plates on them, nil means none
	backs  *backSet // of face-down pieces, nil means none

	tokens      [16]*sprite // as captured pieces in the frame
	tokenPixels int
}

// nameSet holds the plates with the pieces' names in one language, by piece.
type nameSet struct {
	plates [16]*sprite
}

// pieceVariant returns the index of a style's piece set: 0 plain, 1 a newcomer's without a name, 2 with room for a
// name.
func (s Style) pieceVariant() int {
	switch {
	case !s.Newcomer:
		return 0
	case !s.named():
		return 1
	}
	return 2
}

// boardParts returns the prepared parts for a style; missing ones are made. Its Scale must be set.
func (s *themeCache) boardParts(st Style) (*background, *pieceSet, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.palette(); err != nil {
		return nil, nil, err
	}
	g := &s.backgrounds[st.Scale-1]
	if err := makeOnce(g, func() (*background, error) { return s.makeBackground(newLayout(st.Scale)) }); err != nil {
		return nil, nil, err
	}
	m := &s.pieces[st.Scale-1][st.Pieces][st.pieceVariant()]
	if err := makeOnce(m, func() (*pieceSet, error) { return s.makePieces((*g).layout, st) }); err != nil {
		return nil, nil, err
	}
	if !st.named() {
		return *g, *m, nil
	}
	n := &s.names[st.Scale-1][st.Language]
	if err := makeOnce(n, func() (*nameSet, error) { return s.makeNames((*g).layout, st.Language) }); err != nil {
		return nil, nil, err
	}
	named := **m
	named.names = *n
	return *g, &named, nil
}

// makeOnce makes a part if it is still nil. If making it fails, the part stays nil.
func makeOnce[T any](part **T, make func() (*T, error)) error {
	if *part != nil {
		return nil
	}
	made, err := make()
	if err == nil {
		*part = made
	}
	return err
}

// sample returns a board at scale 1 with all pieces and marks, to choose colors from.
func (s *themeCache) sample() (*image.RGBA, error) {
	l := newLayout(1)
	im := drawBoard(l, s.colors)
	if err := drawRiver(gg.NewContextForRGBA(im), l, s.colors); err != nil {
		return nil, err
	}
	piece := func(p game.Piece, row, col int, marks mark) error {
		e := newCellDrawing(l)
		if err := e.drawCell(cellState{piece: p, marks: marks}, Style{}, s.colors); err != nil {
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
	k := s.colors
	s.pal = newPalette(c.choose(255, k.pinned()))
	s.memory += s.pal.bytes()
	return nil
}

// pinned returns the colors that a palette must include unchanged.
func (k *colorScheme) pinned() []color.RGBA {
	pinned := []color.RGBA{k.last, k.check, k.target, k.hint, k.best, k.threat, k.halo, k.line, k.river,
		k.frame, k.frameHi, k.label, k.secondaryLabel, k.bannerRed, k.bannerBlack, k.bannerDraw, k.bannerEdge,
		k.bannerText,
		k.pieces[0].ink, k.pieces[1].ink, blend(k.bannerRed, k.bannerText, 0.5), blend(k.frame, k.label, 0.5),
		blend(k.bannerRed, k.bannerText, 0.25), blend(k.bannerRed, k.bannerText, 0.75),
		blend(k.frame, k.label, 0.25), blend(k.frame, k.label, 0.75)}
	for _, d := range k.pieces {
		pinned = append(pinned, d.plate, d.plateText, blend(d.plate, d.plateText, 0.5))
	}
	return pinned
}

func (s *themeCache) makeBackground(l layout) (*background, error) {
	im := drawBoard(l, s.colors)
	g := &background{layout: l, bareRiver: s.pal.index(subImage(im, l.river()))}
	if err := drawRiver(gg.NewContextForRGBA(im), l, s.colors); err != nil {
		return nil, err
	}
	g.board = s.pal.index(im)
	sprites := newSpriteBuilder(s.pal)
	for i := range bits.TrailingZeros(uint(marksEnd)) {
		e := newCellDrawing(l)
		if err := e.drawMark(1<<i, s.colors); err != nil {
			return nil, err
		}
		g.marks[i] = sprites.add(e.im)
	}
	if err := g.makeLabels(sprites, s.colors); err != nil {
		return nil, err
	}
	s.memory += len(g.board.Pix) + len(g.bareRiver.Pix) + sprites.finish()
	return g, nil
}

func (s *themeCache) makePieces(l layout, st Style) (*pieceSet, error) {
	set := &pieceSet{}
	sprites := newSpriteBuilder(s.pal)
	// Shadow and disc are the same under all pieces of a side.
	var blanks [2]*image.RGBA
	for c := range blanks {
		e := newCellDrawing(l)
		e.drawBlankPiece(st, s.colors.pieces[c])
		blanks[c] = e.im
	}
	for c := range blanks {
		for r := game.King; r <= game.Pawn; r++ {
			p := game.NewPiece(game.Color(c), r)
			signs := 1
			if st.Newcomer && r == game.Pawn {
				signs = len(set.pieces)
			}
			for sign := range signs {
				e := newCellDrawing(l)
				copy(e.im.Pix, blanks[c].Pix)
				if err := e.drawFace(cellState{piece: p, pawnSign: uint8(sign)}, st, s.colors); err != nil {
					return nil, err
				}
				set.pieces[sign][p] = sprites.add(e.im)
			}
		}
	}
	if err := set.makeTokens(sprites, l, st, s.colors); err != nil {
		return nil, err
	}
	s.memory += sprites.finish()
	return set, nil
}

// makeTokens draws the captured pieces of the frame, without ring, signs and name.
func (set *pieceSet) makeTokens(sprites *spriteBuilder, l layout, st Style, k colorScheme) error {
	set.tokenPixels = int(tokenSize * float64(l.scale))
	for c, d := range k.pieces {
		for r := game.King; r <= game.Pawn; r++ {
			e := newTokenDrawing(l)
			e.drawDisc(d, discRadius-0.01, rimWidth)
			p := game.NewPiece(game.Color(c), r)
			if err := e.drawFigure(st.Pieces, p, d, 1.16); err != nil {
				return err
			}
			set.tokens[p] = sprites.add(e.im)
		}
	}
	return nil
}

func (s *themeCache) makeNames(l layout, lang Language) (*nameSet, error) {
	set := &nameSet{}
	sprites := newSpriteBuilder(s.pal)
	for c := range s.colors.pieces {
		for r := game.King; r <= game.Pawn; r++ {
			p := game.NewPiece(game.Color(c), r)
			e := newCellDrawing(l)
			if err := e.drawName(p, lang, s.colors.pieces[c]); err != nil {
				return nil, err
			}
			set.plates[p] = sprites.add(e.im)
		}
	}
	s.memory += sprites.finish()
	return set, nil
}

// drawCell draws a whole cell with gg, without the board under it. It is slow: it is used to choose colors and in
// tests.
func (e cellDrawing) drawCell(c cellState, st Style, k colorScheme) error {
	for m := mark(1); m < marksEnd; m <<= 1 {
		if c.marks&m&marksUnder != 0 {
			if err := e.drawMark(m, k); err != nil {
				return err
			}
		}
	}
	switch {
	case c.dark:
		if err := e.drawFaceDown(c, st, k); err != nil {
			return err
		}
	case c.piece != game.NoPiece:
		e.drawBlankPiece(st, k.pieces[c.piece.Color()])
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
		return e.drawName(c.piece, st.Language, k.pieces[c.piece.Color()])
	}
	return nil
}

// drawBlankPiece draws a shadow and a piece without its figure.
func (e cellDrawing) drawBlankPiece(st Style, d pieceColors) {
	e.drawShadow(d)
	if st.Newcomer {
		e.drawDisc(d, newcomerRadius, newcomerRim)
		return
	}
	e.drawDisc(d, discRadius, rimWidth)
}

// drawFace draws ring, figure and signs onto a blank piece.
func (e cellDrawing) drawFace(c cellState, st Style, k colorScheme) error {
	d := k.pieces[c.piece.Color()]
	if !st.Newcomer {
		e.drawRing(d)
		return e.drawFigure(st.Pieces, c.piece, d, 1)
	}
	e.drawMoveHints(c, d, st.named())
	if st.named() {
		e.cy -= namedFigureOffset * e.cell
		return e.drawFigure(st.Pieces, c.piece, d, namedFigureSize)
	}
	return e.drawFigure(st.Pieces, c.piece, d, 1)
}

// stampCell draws the sprites of one cell, marks and piece, onto a board.
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
		pieces.pieces[c.pawnSign][c.piece].stamp(dst, at.X, at.Y)
	}
	for m := c.marks &^ marksUnder; m != 0; m &= m - 1 {
		g.marks[bits.TrailingZeros16(uint16(m))].stamp(dst, at.X, at.Y)
	}
	if c.piece != game.NoPiece && !c.dark && pieces.names != nil {
		pieces.names.plates[c.piece].stamp(dst, at.X, at.Y) // over the rings
	}
}

func subImage(im *image.RGBA, r image.Rectangle) *image.RGBA { return im.SubImage(r).(*image.RGBA) }

// overlay draws with gg in box and blits the result onto dst, for anything larger than a cell. The theme's palette must
// exist.
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
