package render

import (
	"image/color"
	"math"

	"yeye/game"
)

// A newcomer's men tell how they move by signs around a smaller figure: a dot is
// one step that way, two dots are two, a point of an arrow is as far as it likes,
// and a bar behind the arrow is the man a cannon jumps over. A pawn shows what it
// can do now: forward until the last rank, and sideways once across the river.
const (
	signRadius = 0.336 // of the signs' middle, in cells
	signShrink = 0.79  // of the figure between them
)

// drawSign draws the signs of a man and, because they take the ring's place, the
// sides' second cue on the rim: thin for Red, the whole rim for Black.
func (e easel) drawSign(c cellState, d disc) {
	rim := discRadius - rimWidth/2 - 0.004
	if c.man.Color() == game.Black {
		e.ring(d.ink, rim, rimWidth*0.80)
	} else {
		e.ring(d.ink, rim, rimWidth*0.34)
	}
	e.dc.SetColor(d.ink)
	switch c.man.Role() {
	case game.King:
		e.dots(0, 4, signRadius)
	case game.Advisor:
		e.dots(math.Pi/4, 4, signRadius)
	case game.Elephant:
		e.dots(math.Pi/4, 4, signRadius-0.038)
		e.dots(math.Pi/4, 4, signRadius+0.030)
	case game.Horse:
		a := math.Atan2(1, 2)
		e.dots(a, 4, signRadius)
		e.dots(-a, 4, signRadius)
	case game.Rook:
		for i := range 4 {
			e.point(float64(i)*math.Pi/2, signRadius-0.050, signRadius+0.044, 0.082)
		}
	case game.Cannon:
		for i := range 4 {
			a := float64(i) * math.Pi / 2
			e.point(a, signRadius-0.022, signRadius+0.044, 0.074)
			e.bar(a, signRadius-0.054, 0.060, 0.030)
		}
	case game.Pawn:
		forward := -math.Pi / 2
		if c.turn&1 != 0 {
			forward = math.Pi / 2
		}
		if c.turn != 4 {
			e.dots(forward, 1, signRadius)
		}
		if c.turn >= 2 {
			e.dots(forward+math.Pi/2, 1, signRadius)
			e.dots(forward-math.Pi/2, 1, signRadius)
		}
	}
}

// ring draws a circle's line; radius and width are in cells. It is filled between
// two circles: a stroked circle has a nub where its ends meet.
func (e easel) ring(c color.Color, r, width float64) {
	e.dc.SetColor(c)
	e.dc.SetFillRuleEvenOdd()
	e.circle(r + width/2)
	e.circle(r - width/2)
	e.dc.Fill()
	e.dc.SetFillRuleWinding()
}

// dots draws n dots evenly around, the first at angle a.
func (e easel) dots(a float64, n int, r float64) {
	for i := range n {
		b := a + float64(i)*2*math.Pi/float64(n)
		e.dc.DrawCircle(e.cx+math.Cos(b)*r*e.cell, e.cy+math.Sin(b)*r*e.cell, 0.031*e.cell)
		e.dc.Fill()
	}
}

// at is the point at distance r in direction a, moved by side across it.
func (e easel) at(a, r, side float64) (x, y float64) {
	sin, cos := math.Sincos(a)
	return e.cx + (cos*r-sin*side)*e.cell, e.cy + (sin*r+cos*side)*e.cell
}

// point draws the point of an arrow from r0 to r1 with half width w.
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
