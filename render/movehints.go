package render

import (
	"image/color"
	"math"

	"yeye/game"
)

// A newcomer's pieces show how they move by signs on their rims: a dot is one step in that direction,
// two dots are two, an arrowhead is any distance, and a bar behind the arrowhead is the piece a cannon
// jumps over. A pawn shows its current moves: forward until the last rank, and sideways once across the
// river. If a plate with the piece's name covers the rim, its signs are on the face above the plate.
// name covers the rim, its signs are on the face above the plate.
const moveHintRadius = newcomerRadius - newcomerRim/2 // of the signs' middle, in cells

// Size of a figure above a plate, and its distance upwards.
const (
	figureNamed  = 0.90
	figureRaised = 0.094
)

// moveHints draws the signs of one piece.
type moveHints struct {
	easel
	named      bool
	rim, plain color.RGBA // the signs' color on the rim and on the face
}

// drawMoveHints draws the signs of a piece.
func (e easel) drawMoveHints(c cellState, d disc, named bool) {
	s := moveHints{e, named, d.sign, d.ink}
	const quarter = math.Pi / 2
	switch c.piece.Role() {
	case game.King:
		s.around(0, 4, s.dot)
	case game.Advisor:
		s.around(quarter/2, 4, s.dot)
	case game.Elephant:
		s.around(quarter/2-0.085, 4, s.dot)
		s.around(quarter/2+0.085, 4, s.dot)
	case game.Horse:
		a := math.Atan2(1, 2)
		s.around(a, 4, s.dot)
		s.around(-a, 4, s.dot)
	case game.Rook:
		s.around(0, 4, s.arrow)
	case game.Cannon:
		s.around(0, 4, s.jump)
	case game.Pawn:
		forward := -quarter
		if c.turn&1 != 0 {
			forward = quarter
		}
		if c.turn != 4 {
			s.around(forward, 1, s.dot)
		}
		if c.turn >= 2 {
			s.around(forward+quarter, 1, s.dot)
			s.around(forward-quarter, 1, s.dot)
		}
	}
}

// around draws n evenly spaced signs in a circle, the first in direction a.
func (s moveHints) around(a float64, n int, draw func(a, r float64)) {
	for i := range n {
		b := a + float64(i)*2*math.Pi/float64(n)
		r := moveHintRadius
		s.dc.SetColor(s.rim)
		const lowest = plateTop - 0.042 // limit for a sign's middle above a plate
		if down := math.Sin(b) * r; s.named && down > lowest {
			if r = lowest / math.Sin(b); r < moveHintRadius-newcomerRim/4 {
				s.dc.SetColor(s.plain)
			}
		}
		draw(b, r)
	}
}

func (s moveHints) dot(a, r float64) {
	x, y := s.at(a, r, 0)
	s.dc.DrawCircle(x, y, 0.0285*s.cell)
	s.dc.Fill()
}

func (s moveHints) arrow(a, r float64) { s.point(a, r-0.036, r+0.033, 0.072) }

func (s moveHints) jump(a, r float64) {
	s.point(a, r-0.008, r+0.034, 0.062)
	s.bar(a, r-0.029, 0.062, 0.020)
}

// ring draws a circular line; radius and width are in cells. It fills the area between two circles,
// because a stroked circle has a bump where its ends meet.
func (e easel) ring(c color.Color, r, width float64) {
	e.dc.SetColor(c)
	e.dc.SetFillRuleEvenOdd()
	e.circle(r + width/2)
	e.circle(r - width/2)
	e.dc.Fill()
	e.dc.SetFillRuleWinding()
}

// at returns the point at distance r in direction a, moved sideways by side.
func (e easel) at(a, r, side float64) (x, y float64) {
	sin, cos := math.Sincos(a)
	return e.cx + (cos*r-sin*side)*e.cell, e.cy + (sin*r+cos*side)*e.cell
}

// point draws an arrowhead from r0 to r1 with half width w.
func (e easel) point(a, r0, r1, w float64) {
	e.dc.MoveTo(e.at(a, r1, 0))
	e.dc.LineTo(e.at(a, r0, w))
	e.dc.LineTo(e.at(a, r0, -w))
	e.dc.ClosePath()
	e.dc.Fill()
}

// bar draws a stroke across direction a.
func (e easel) bar(a, r, half, width float64) {
	e.dc.MoveTo(e.at(a, r-width/2, half))
	e.dc.LineTo(e.at(a, r+width/2, half))
	e.dc.LineTo(e.at(a, r+width/2, -half))
	e.dc.LineTo(e.at(a, r-width/2, -half))
	e.dc.ClosePath()
	e.dc.Fill()
}
