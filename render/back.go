package render

import (
	"image"
	"image/color"
	"strconv"

	"yeye/game"
	"yeye/render/glyph"
)

// backSet holds the face-down pieces of flipped chess at one scale.
type backSet struct {
	blanks  [2][2][2]*sprite // the backs: by side, newcomer's, plain
	hints   [2][16]*sprite   // a newcomer's move hints; index 1 is a pawn that moves down
	unknown [2][16]*sprite   // for pieces captured face down that the viewer does not know, by their number

	// Set by withBacks for one style:
	style Style
	roles *backRoles
}

// backRoles holds the figures on the backs, in one style of pieces.
type backRoles struct {
	roles [16]*sprite // the role a face-down piece moves as
	known [16]*sprite // captured face down, for a viewer who knows the piece
}

// Proportions of a back, in cells: the role is 12 pixels high on a board 350 pixels wide.
const (
	backRing  = 0.340 // Red's ring, Black's outer one
	backInner = 0.288 // Black's inner one, where it leaves room for a role
	roleHan   = 0.68  // of a figure on an open piece
	roleFlat  = 0.79  // the same for letters and pictograms
)

// backColors are the colors of a face-down piece.
type backColors struct{ face, line, role color.RGBA }

// backColors returns the colors of a side's backs: those of the banner when that side has won, which also differ in
// lightness. If the face of open pieces is already black, the back is gray.
func (k *colorScheme) backColors(c game.Color) backColors {
	face, dim := k.bannerRed, 0.5
	if c == game.Black {
		face = k.bannerBlack
	}
	if k.pieces[c].flat {
		dim = 0.75
		if c == game.Black {
			face = k.bannerDraw
		}
	}
	return backColors{face, k.bannerEdge, blend(face, k.bannerText, dim)}
}

// drawBack draws the back of a piece: the rim of an open piece, and Red's ring and dot or Black's two rings.
func (e cellDrawing) drawBack(c game.Color, st Style, k colorScheme) {
	d, q := k.pieces[c], k.backColors(c)
	d.faceHi, d.faceLo = q.face, q.face
	e.drawBlankPiece(st, d)
	e.ring(q.line, backRing, 0.030)
	e.dc.SetColor(q.line)
	switch {
	case c == game.Black && st.PlainBacks:
		e.ring(q.line, backRing/2, 0.030)
	case c == game.Black:
		e.ring(q.line, backInner, 0.020)
	case st.PlainBacks:
		e.circle(0.09)
	default:
		e.dc.DrawCircle(e.cx, e.cy-backRing*e.cell, 0.052*e.cell)
	}
	e.dc.Fill()
}

// drawBackRole draws the role that a face-down piece moves as.
func (e cellDrawing) drawBackRole(p game.Piece, pieces PieceSet, k colorScheme) error {
	d := k.pieces[p.Color()]
	d.ink, d.flat = k.backColors(p.Color()).role, true // painted, not carved
	size := roleFlat
	if pieces.chinese() {
		size = roleHan
	}
	return e.drawFigure(pieces, p, d, size)
}

// drawFaceDown draws a whole face-down piece with gg, like drawCell.
func (e cellDrawing) drawFaceDown(c cellState, st Style, k colorScheme) error {
	e.drawBack(c.piece.Color(), st, k)
	if st.Newcomer {
		e.drawMoveHints(c, k.pieces[c.piece.Color()], false)
	}
	if st.PlainBacks {
		return nil
	}
	return e.drawBackRole(c.piece, st.Pieces, k)
}

// withBacks returns a copy of pieces with backs, which are made on first use.
func (s *themeCache) withBacks(l layout, pieces *pieceSet, st Style) (*pieceSet, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, r := &s.backs[st.Scale-1], &s.roles[st.Scale-1][st.Pieces]
	if err := makeOnce(b, func() (*backSet, error) { return s.makeBacks(l) }); err != nil {
		return nil, err
	}
	if err := makeOnce(r, func() (*backRoles, error) { return s.makeBackRoles(l, st.Pieces) }); err != nil {
		return nil, err
	}
	backs, with := **b, *pieces
	backs.style, backs.roles = st, *r
	with.backs = &backs
	return &with, nil
}

func (s *themeCache) makeBacks(l layout) (set *backSet, err error) {
	set = &backSet{}
	sprites := newSpriteBuilder(s.pal)
	for c := range game.Color(2) {
		for newcomer := range 2 {
			for plain := range 2 {
				e := newCellDrawing(l)
				e.drawBack(c, Style{Newcomer: newcomer > 0, PlainBacks: plain > 0}, s.colors)
				set.blanks[c][newcomer][plain] = sprites.add(e.im)
			}
		}
		for r := game.Advisor; r <= game.Pawn; r++ {
			p := game.NewPiece(c, r)
			for turn := range set.hints {
				if turn > 0 && r != game.Pawn {
					set.hints[turn][p] = set.hints[0][p]
					continue
				}
				e := newCellDrawing(l)
				e.drawMoveHints(cellState{piece: p, pawnSign: uint8(turn)}, s.colors.pieces[c], false)
				set.hints[turn][p] = sprites.add(e.im)
			}
		}
		for n := range set.unknown[c] {
			e := newTokenDrawing(l)
			if err := e.drawBackToken(c, n, l, s.colors); err != nil {
				return nil, err
			}
			set.unknown[c][n] = sprites.add(e.im)
		}
	}
	s.memory += sprites.finish()
	return set, nil
}

func (s *themeCache) makeBackRoles(l layout, pieces PieceSet) (*backRoles, error) {
	set := &backRoles{}
	sprites := newSpriteBuilder(s.pal)
	for c := range game.Color(2) {
		for r := game.Advisor; r <= game.Pawn; r++ {
			p := game.NewPiece(c, r)
			e := newCellDrawing(l)
			if err := e.drawBackRole(p, pieces, s.colors); err != nil {
				return nil, err
			}
			set.roles[p] = sprites.add(e.im)
			e = newTokenDrawing(l)
			if err := e.drawKnownToken(p, pieces, s.colors); err != nil {
				return nil, err
			}
			set.known[p] = sprites.add(e.im)
		}
	}
	s.memory += sprites.finish()
	return set, nil
}

// stamp draws a face-down piece.
func (b *backSet) stamp(dst *image.Paletted, c cellState, at image.Point) {
	newcomer, plain := 0, 0
	if b.style.PlainBacks {
		plain = 1
	}
	if b.style.Newcomer {
		newcomer = 1
	}
	b.blanks[c.piece.Color()][newcomer][plain].stamp(dst, at.X, at.Y)
	if b.style.Newcomer {
		b.hints[c.pawnSign&1][c.piece].stamp(dst, at.X, at.Y)
	}
	if !b.style.PlainBacks {
		b.roles.roles[c.piece].stamp(dst, at.X, at.Y)
	}
}

// newTokenDrawing returns an empty drawing for a captured piece in the frame.
func newTokenDrawing(l layout) cellDrawing {
	pixels := int(tokenSize * float64(l.scale))
	half := float64(pixels) / 2
	return newDrawing(pixels, 2*half/(2*discRadius), half, half)
}

// drawKnownToken draws a piece captured face down for a viewer who knows it: its figure on the color of a back.
func (e cellDrawing) drawKnownToken(p game.Piece, pieces PieceSet, k colorScheme) error {
	d, q := k.pieces[p.Color()], k.backColors(p.Color())
	d.faceHi, d.faceLo, d.ink, d.flat = q.face, q.face, q.line, true
	e.drawDisc(d, discRadius-0.01, rimWidth)
	return e.drawFigure(pieces, p, d, 1.16)
}

// drawBackToken draws one back in the frame for n captured pieces of a side, with the number if n > 1.
func (e cellDrawing) drawBackToken(c game.Color, n int, l layout, k colorScheme) error {
	if n < 2 {
		e.drawBack(c, Style{PlainBacks: true}, k)
		return nil
	}
	d, q := k.pieces[c], k.backColors(c)
	d.faceHi, d.faceLo, d.flat = q.face, q.face, true
	e.drawDisc(d, discRadius-0.01, rimWidth)
	size := 16.0
	if n > 9 {
		size = 13
	}
	w, err := layoutRun(strconv.Itoa(n), size*float64(l.scale), glyph.Medium)
	if err != nil {
		return err
	}
	e.dc.SetColor(k.bannerText)
	w.draw(e.dc, e.cx-w.width/2, e.cy+0.36*w.size)
	return nil
}
