package render

import (
	"image/color"
	"math"

	"yeye/game"
)

// A newcomer's pieces show how they move by signs on their rims: a dot is one step in that direction, two dots are two,
// an arrowhead is any distance, and a bar behind the arrowhead is the mount a cannon jumps over. A pawn shows its
// current moves: forward until the last rank, and sideways once across the river. If a plate with the piece's name
// covers the rim, its signs are on the face above the plate.
const moveHintRadius = newcomerRadius - newcomerRim/2 // of the signs' middle, in cells

// Size of a figure above a plate, and its distance upwards.
const (
	namedFigureSize   = 0.90
	namedFigureOffset = 0.094
)

// moveHints draws the move signs of one piece.
type moveHints struct {
	cellDrawing
	named     bool
	rim, face color.RGBA // the signs' color on the rim and on the face
}

// drawMoveHints draws the signs for how a piece moves.
func (e cellDrawing) drawMoveHints(c cellState, d pieceColors, named bool) {
	s := moveHints{e, named, d.sign, d.ink}
	const quarter = math.Pi / 2
	switch c.piece.Role() {
	case game.King:
		s.around(0, 4, s.dotSign)
	case game.Advisor:
		s.around(quarter/2, 4, s.dotSign)
	case game.Elephant:
		s.around(quarter/2-0.085, 4, s.dotSign)
		s.around(quarter/2+0.085, 4, s.dotSign)
	case game.Horse:
		a := math.Atan2(1, 2)
		s.around(a, 4, s.dotSign)
		s.around(-a, 4, s.dotSign)
	case game.Rook:
		s.around(0, 4, s.arrowSign)
	case game.Cannon:
		s.around(0, 4, s.cannonSign)
	case game.Pawn:
		forward := -quarter
		if c.pawnSign&1 != 0 {
			forward = quarter
		}
		if c.pawnSign != 4 {
			s.around(forward, 1, s.dotSign)
		}
		if c.pawnSign >= 2 {
			s.around(forward+quarter, 1, s.dotSign)
			s.around(forward-quarter, 1, s.dotSign)
		}
	}
}

// around draws n evenly spaced signs in a circle, the first at angle a (radians, clockwise from the right).
func (s moveHints) around(a float64, n int, draw func(a, r float64)) {
	for i := range n {
		b := a + float64(i)*2*math.Pi/float64(n)
		r := moveHintRadius
		s.dc.SetColor(s.rim)
		const lowest = plateTop - 0.042 // limit for a sign's middle above a plate
		if down := math.Sin(b) * r; s.named && down > lowest {
			if r = lowest / math.Sin(b); r < moveHintRadius-newcomerRim/4 {
				s.dc.SetColor(s.face)
			}
		}
		draw(b, r)
	}
}

func (s moveHints) dotSign(a, r float64) {
	x, y := s.at(a, r, 0)
	s.dc.DrawCircle(x, y, 0.0285*s.cell)
	s.dc.Fill()
}

func (s moveHints) arrowSign(a, r float64) { s.arrowhead(a, r-0.036, r+0.033, 0.072) }

func (s moveHints) cannonSign(a, r float64) {
	s.arrowhead(a, r-0.008, r+0.034, 0.062)
	s.bar(a, r-0.029, 0.062, 0.020)
}

// ring draws a circular line; radius and width are in cells. It fills the area between two circles,
// because a stroked circle has a bump where its ends meet.
func (e cellDrawing) ring(c color.Color, r, width float64) {
	e.dc.SetColor(c)
	e.dc.SetFillRuleEvenOdd()
	e.circle(r + width/2)
	e.circle(r - width/2)
	e.dc.Fill()
	e.dc.SetFillRuleWinding()
}

// at returns the point at distance r in direction a, moved sideways by side.
func (e cellDrawing) at(a, r, side float64) (x, y float64) {
	sin, cos := math.Sincos(a)
	return e.cx + (cos*r-sin*side)*e.cell, e.cy + (sin*r+cos*side)*e.cell
}

// arrowhead draws an arrowhead from radius r0 to r1 with half width w, in cells.
func (e cellDrawing) arrowhead(a, r0, r1, w float64) {
	e.dc.MoveTo(e.at(a, r1, 0))
	e.dc.LineTo(e.at(a, r0, w))
	e.dc.LineTo(e.at(a, r0, -w))
	e.dc.ClosePath()
	e.dc.Fill()
}

// bar draws a stroke across direction a.
func (e cellDrawing) bar(a, r, half, width float64) {
	e.dc.MoveTo(e.at(a, r-width/2, half))
	e.dc.LineTo(e.at(a, r+width/2, half))
	e.dc.LineTo(e.at(a, r+width/2, -half))
	e.dc.LineTo(e.at(a, r-width/2, -half))
	e.dc.ClosePath()
	e.dc.Fill()
}
