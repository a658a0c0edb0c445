package render

import (
	"image"
	"image/color"
	"strconv"

	"yeye/game"
	"yeye/render/glyph"
)

// backSet holds what boards of flipped chess need besides open pieces, at one scale.
type backSet struct {
	blanks  [2][2][2]*sprite // the backs: by side, newcomer's, plain
	hints   [2][16]*sprite   // a newcomer's signs; index 1 is a pawn that moves down
	unknown [2][16]*sprite   // captured face down and unknown to the viewer, by how many
	memory  int

	// Those of the board that is drawn:
	style Style
	roles *backRoles
}

// backRoles holds the figures on the backs in one style of pieces.
type backRoles struct {
	roles  [16]*sprite // the role a face-down piece moves as
	known  [16]*sprite // captured face down, for a viewer who knows the piece
	memory int
}

// Proportions of a back, in cells: the role is 12 pixels high on a board of 350.
const (
	backRing  = 0.340 // Red's ring, Black's outer one
	backInner = 0.288 // Black's inner one, where it leaves room for a role
	roleHan   = 0.68  // of a figure on an open piece
	roleFlat  = 0.79  // the same for letters and pictograms, which are lower
)

// lacquer holds the colors of a back.
type lacquer struct{ face, line, role color.RGBA }

// lacquer returns the colors of a side's backs: those of the banner when that side has won, which
// also differ in lightness. If the face of open pieces is already black, the back is gray.
func (k *look) lacquer(c game.Color) lacquer {
	face, dim := k.ribbon, 0.5
	if c == game.Black {
		face = k.ribbonBlack
	}
	if k.disc[c].flatRing {
		dim = 0.75
		if c == game.Black {
			face = k.ribbonDraw
		}
	}
	return lacquer{face, k.ribbonEdge, blend(face, k.ribbonText, dim)}
}

// drawBack draws the back of a piece: the rim of an open piece, and on lacquer Red's ring and dot
// or Black's two rings.
func (e easel) drawBack(c game.Color, st Style, k look) {
	d, q := k.disc[c], k.lacquer(c)
	d.faceHi, d.faceLo = q.face, q.face
	e.drawBlank(st, d)
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
func (e easel) drawBackRole(p game.Piece, pieces PieceSet, k look) error {
	d := k.disc[p.Color()]
	d.ink, d.flatRing = k.lacquer(p.Color()).role, true // painted, not carved
	size := roleFlat
	if pieces.chinese() {
		size = roleHan
	}
	return e.drawFigure(pieces, p, d, size)
}

// drawDark draws a whole face-down piece, the slow way, like drawCell.
func (e easel) drawDark(c cellState, st Style, k look) error {
	e.drawBack(c.piece.Color(), st, k)
	if st.Newcomer {
		e.drawMoveHints(c, k.disc[c.piece.Color()], false)
	}
	if st.PlainBacks {
		return nil
	}
	return e.drawBackRole(c.piece, st.Pieces, k)
}

// withBacks returns the pieces with backs, which are made on first use.
func (s *themeCache) withBacks(l layout, pieces *pieceSet, st Style) (*pieceSet, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, r := &s.backs[st.Scale-1], &s.roles[st.Scale-1][st.Pieces]
	var err error
	if *b == nil {
		if *b, err = s.makeBacks(l); err != nil {
			return nil, err
		}
	}
	if *r == nil {
		if *r, err = s.makeBackRoles(l, st.Pieces); err != nil {
			return nil, err
		}
	}
	backs, with := **b, *pieces
	backs.style, backs.roles = st, *r
	with.backs = &backs
	return &with, nil
}

func (s *themeCache) makeBacks(l layout) (set *backSet, err error) {
	set = &backSet{}
	cut := newCutter(s.pal)
	for c := range game.Color(2) {
		for newcomer := range 2 {
			for plain := range 2 {
				e := cellEasel(l)
				e.drawBack(c, Style{Newcomer: newcomer > 0, PlainBacks: plain > 0}, s.look)
				set.blanks[c][newcomer][plain] = cut.sprite(e)
			}
		}
		for r := game.Advisor; r <= game.Pawn; r++ {
			p := game.NewPiece(c, r)
			for turn := range set.hints {
				if turn > 0 && r != game.Pawn {
					set.hints[turn][p] = set.hints[0][p]
					continue
				}
				e := cellEasel(l)
				e.drawMoveHints(cellState{piece: p, turn: uint8(turn)}, s.look.disc[c], false)
				set.hints[turn][p] = cut.sprite(e)
			}
		}
		for n := range set.unknown[c] {
			e := tokenEasel(l)
			if err := e.drawBacks(c, n, l, s.look); err != nil {
				return nil, err
			}
			set.unknown[c][n] = cut.sprite(e)
		}
	}
	set.memory = cut.finish()
	return set, nil
}

func (s *themeCache) makeBackRoles(l layout, pieces PieceSet) (*backRoles, error) {
	set := &backRoles{}
	cut := newCutter(s.pal)
	for c := range game.Color(2) {
		for r := game.Advisor; r <= game.Pawn; r++ {
			p := game.NewPiece(c, r)
			e := cellEasel(l)
			if err := e.drawBackRole(p, pieces, s.look); err != nil {
				return nil, err
			}
			set.roles[p] = cut.sprite(e)
			e = tokenEasel(l)
			if err := e.drawKnown(p, pieces, s.look); err != nil {
				return nil, err
			}
			set.known[p] = cut.sprite(e)
		}
	}
	set.memory = cut.finish()
	return set, nil
}

// cutter makes a set of sprites that share a blender.
type cutter struct {
	blender *blender
	all     []*sprite
}

func newCutter(pal *palette) *cutter { return &cutter{blender: newBlender(pal)} }

func (c *cutter) sprite(e easel) *sprite {
	s := c.blender.cut(e.im)
	c.all = append(c.all, s)
	return s
}

// finish seals the sprites and returns how much memory they hold.
func (c *cutter) finish() int {
	n := c.blender.bytes()
	for _, s := range c.all {
		n += s.bytes()
	}
	c.blender.seal(c.all...)
	return n
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
		b.hints[c.turn&1][c.piece].stamp(dst, at.X, at.Y)
	}
	if !b.style.PlainBacks {
		b.roles.roles[c.piece].stamp(dst, at.X, at.Y)
	}
}

// tokenEasel returns an easel for a captured piece in the frame.
func tokenEasel(l layout) easel {
	pixels := int(tokenSize * float64(l.scale))
	half := float64(pixels) / 2
	return newEasel(pixels, 2*half/(2*discRadius), half, half)
}

// drawKnown draws a piece captured face down for a viewer who knows it: its figure on lacquer.
func (e easel) drawKnown(p game.Piece, pieces PieceSet, k look) error {
	d, q := k.disc[p.Color()], k.lacquer(p.Color())
	d.faceHi, d.faceLo, d.ink, d.flatRing = q.face, q.face, q.line, true
	e.drawDisc(d, discRadius-0.01, rimWidth)
	return e.drawFigure(pieces, p, d, 1.16)
}

// drawBacks draws one back in the frame for n pieces of a side, with their number if there are several.
func (e easel) drawBacks(c game.Color, n int, l layout, k look) error {
	if n < 2 {
		e.drawBack(c, Style{PlainBacks: true}, k)
		return nil
	}
	d, q := k.disc[c], k.lacquer(c)
	d.faceHi, d.faceLo, d.flatRing = q.face, q.face, true
	e.drawDisc(d, discRadius-0.01, rimWidth)
	size := 16.0
	if n > 9 {
		size = 13
	}
	w, err := layoutRun(strconv.Itoa(n), size*float64(l.scale), glyph.Medium)
	if err != nil {
		return err
	}
	e.dc.SetColor(k.ribbonText)
	w.draw(e.dc, e.cx-w.width/2, e.cy+0.36*w.size)
	return nil
}
