package render

import (
	"image/color"
	"math"

	"yeye/render/glyph"
)

// mark is a bit set of what is drawn at a point besides the piece.
type mark uint16

// Marks in drawing order.
const (
	markFrom     mark = 1 << iota // a ring: origin of the last move
	markCheck                     // a red ring: this king is in check
	markMated                     // a thicker ring: mate
	markSelected                  // a ring: this piece is selected
	markTarget                    // a dot: a target square
	markCapture                   // a broken ring: a target that would be captured
	markTo                        // brackets: target of the last move
	markThreat                    // a badge: this piece can be captured
	markTurned                    // a bright ring: this piece was just revealed
	marksEnd
)

// marksUnder are the marks under pieces. A piece's shadow falls on them, so they do not include rings around pieces.
const marksUnder = markFrom | markTarget

// drawMark draws one mark. Everything stays inside the cell.
func (e cellDrawing) drawMark(m mark, k colorScheme) error {
	switch m {
	case markFrom:
		e.ringWithHalo(k.halo, k.last, 0.20, 0.044, 0.022)
	case markTo:
		e.strokeWithHalo(k.halo, k.last, 0.048, 0.014, e.brackets)
	case markCheck:
		e.ringWithHalo(k.halo, k.check, 0.448, 0.034, 0.010)
		e.drawCheckPointers(k)
	case markMated:
		e.ringWithHalo(k.halo, k.check, 0.442, 0.050, 0.006)
		e.drawCheckPointers(k)
	case markSelected:
		e.ringWithHalo(k.halo, k.selected, 0.442, 0.042, 0.010)
	case markTarget:
		e.dc.SetColor(alpha(k.halo, 220))
		e.circle(0.150)
		e.dc.Fill()
		e.dc.SetColor(k.target)
		e.circle(0.118)
		e.dc.Fill()
	case markCapture:
		// Green on a dark rim is invisible, so the halo covers the rim.
		e.strokeWithHalo(k.halo, k.target, 0.066, 0.026, func() {
			for i := range 4 {
				a := math.Pi/4 + float64(i)*math.Pi/2
				e.dc.NewSubPath()
				e.dc.DrawArc(e.cx, e.cy, 0.436*e.cell, a-0.50, a+0.50)
			}
		})
	case markTurned:
		e.ringWithHalo(k.last, k.bannerText, 0.454, 0.024, 0.010)
	case markThreat:
		return e.badge(k.threat, k.halo, "!")
	}
	return nil
}

// strokeWithHalo strokes a path twice: wide in the halo's color, then in its own. width
// and rim (the visible halo on each side) are in cells.
func (e cellDrawing) strokeWithHalo(halo, c color.RGBA, width, rim float64, path func()) {
	e.dc.SetLineCapButt()
	e.dc.SetColor(alpha(halo, 225))
	e.dc.SetLineWidth((width + 2*rim) * e.cell)
	path()
	e.dc.Stroke()
	e.dc.SetColor(c)
	e.dc.SetLineWidth(width * e.cell)
	path()
	e.dc.Stroke()
}

// ringWithHalo is strokeWithHalo for a circle of radius r.
func (e cellDrawing) ringWithHalo(halo, c color.RGBA, r, width, rim float64) {
	e.ring(alpha(halo, 225), r, width+2*rim)
	e.ring(c, r, width)
}

// drawCheckPointers draws an arrowhead at each corner of the cell that points at the king, so that check is also shown
// by shape.
func (e cellDrawing) drawCheckPointers(k colorScheme) {
	for _, grow := range []float64{0.020, 0} {
		e.dc.SetColor(k.check)
		if grow > 0 {
			e.dc.SetColor(alpha(k.halo, 225))
		}
		for i := range 4 {
			e.arrowhead(math.Pi/4+float64(i)*math.Pi/2, 0.592+grow/2, 0.505-1.5*grow, 0.046+grow)
		}
	}
}

// brackets draws four corners around the cell.
func (e cellDrawing) brackets() {
	const out, arm = 0.437, 0.16
	for _, q := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x, y := e.cx+q[0]*out*e.cell, e.cy+q[1]*out*e.cell
		e.dc.NewSubPath()
		e.dc.MoveTo(x-q[0]*arm*e.cell, y)
		e.dc.LineTo(x, y)
		e.dc.LineTo(x, y-q[1]*arm*e.cell)
	}
}

// badge draws a small disc at the top right with a letter.
func (e cellDrawing) badge(c, halo color.RGBA, text string) error {
	x, y, u := e.cx+0.322*e.cell, e.cy-0.322*e.cell, e.cell
	e.dc.SetColor(halo)
	e.dc.DrawCircle(x, y, 0.150*u)
	e.dc.Fill()
	e.dc.SetColor(c)
	e.dc.DrawCircle(x, y, 0.128*u)
	e.dc.Fill()
	p, _, err := glyph.Latin(glyph.Bold, text)
	if err != nil {
		return err
	}
	e.dc.SetColor(rgb(0x1A1208))
	p.DrawCentered(e.dc, x, y, 0.27*u)
	e.dc.Fill()
	return nil
}
