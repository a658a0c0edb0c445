package render

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// Proportions of a piece, in cells.
const (
	discRadius = 0.450
	rimWidth   = 0.062
	ringShare  = 0.86 // of discRadius

	// A newcomer's piece. Its rim carries the signs, so they take no room from the figure.
	newcomerRadius = 0.466
	newcomerRim    = 0.086
)

// hanOfPieces holds the characters on the pieces: Red's, then Black's, by role. The first two sets
// have the characters used in text, so a horse is the same on the board and in 馬二進三. Classic has
// those of carved sets, different for each side.
var hanOfPieces = map[PieceSet][2][8]rune{
	Traditional: {
		{0, '帥', '仕', '相', '馬', '車', '炮', '兵'},
		{0, '將', '士', '象', '馬', '車', '炮', '卒'},
	},
	Simplified: {
		{0, '帅', '仕', '相', '马', '车', '炮', '兵'},
		{0, '将', '士', '象', '马', '车', '炮', '卒'},
	},
	Classic: {
		{0, '帥', '仕', '相', '傌', '俥', '炮', '兵'},
		{0, '將', '士', '象', '馬', '車', '砲', '卒'},
	},
}

// chinese reports whether the pieces carry Chinese characters.
func (m PieceSet) chinese() bool { return m == Traditional || m == Simplified || m == Classic }

// latinOfPieces holds the letters on the pieces by role, those of WXF notation.
const latinOfPieces = " KAEHRCP"

// cellDrawing is a square picture of one cell on which a piece and marks are drawn.
type cellDrawing struct {
	dc     *gg.Context
	im     *image.RGBA
	cell   float64 // pixels per cell
	cx, cy float64 // the center of the point, in pixels
}

func newDrawing(pixels int, cell, cx, cy float64) cellDrawing {
	im := image.NewRGBA(image.Rect(0, 0, pixels, pixels))
	return cellDrawing{gg.NewContextForRGBA(im), im, cell, cx, cy}
}

func newCellDrawing(l layout) cellDrawing {
	return newDrawing(l.cell, float64(l.cell), l.middle(), l.middle())
}

func (e cellDrawing) circle(r float64) { e.dc.DrawCircle(e.cx, e.cy, r*e.cell) }

// drawShadow draws a piece's shadow, within the cell.
func (e cellDrawing) drawShadow(d pieceColors) {
	if d.shadow == 0 {
		return
	}
	c := e.cell
	x, y := e.cx+0.012*c, e.cy+0.026*c
	g := gg.NewRadialGradient(x, y, 0.40*c, x, y, 0.472*c)
	g.AddColorStop(0, color.NRGBA{0, 0, 0, d.shadow})
	g.AddColorStop(0.35, color.NRGBA{0, 0, 0, uint8(float64(d.shadow) * 0.52)})
	g.AddColorStop(0.7, color.NRGBA{0, 0, 0, uint8(float64(d.shadow) * 0.16)})
	g.AddColorStop(1, color.NRGBA{0, 0, 0, 0})
	e.dc.SetFillStyle(g)
	e.dc.DrawCircle(x, y, 0.472*c)
	e.dc.Fill()
}

// drawDisc draws an empty piece: edge, rim and face. radius and rimWidth are in cells.
func (e cellDrawing) drawDisc(d pieceColors, radius, rimWidth float64) {
	c := e.cell
	e.dc.SetColor(d.edge)
	e.circle(radius)
	e.dc.Fill()
	edge := 0.014
	if d.flat {
		edge = 0.03
	}
	// The rim is lit from the top left.
	q := radius * c * math.Sqrt2 / 2
	rim := gg.NewLinearGradient(e.cx-q, e.cy-q, e.cx+q, e.cy+q)
	rim.AddColorStop(0, d.rimHi)
	rim.AddColorStop(1, d.rimLo)
	e.dc.SetFillStyle(rim)
	e.circle(radius - edge)
	e.dc.Fill()
	if !d.flat {
		// The face is slightly sunk: its edge is lit from the opposite direction.
		lip := gg.NewLinearGradient(e.cx-q, e.cy-q, e.cx+q, e.cy+q)
		lip.AddColorStop(0, blend(d.rimLo, d.edge, 0.25))
		lip.AddColorStop(0.5, blend(d.rimLo, d.faceLo, 0.5))
		lip.AddColorStop(1, d.rimHi)
		e.dc.SetFillStyle(lip)
		e.circle(radius - rimWidth + 0.010)
		e.dc.Fill()
	}
	face := gg.NewRadialGradient(e.cx-0.08*c, e.cy-0.10*c, 0, e.cx, e.cy, (radius-rimWidth)*c)
	face.AddColorStop(0, d.faceHi)
	face.AddColorStop(0.55, blend(d.faceHi, d.faceLo, 0.35))
	face.AddColorStop(1, d.faceLo)
	e.dc.SetFillStyle(face)
	e.circle(radius - rimWidth)
	e.dc.Fill()
}

// drawRing draws the ring, or Black's two.
func (e cellDrawing) drawRing(d pieceColors) {
	if !d.doubleRing {
		e.ring(d.ink, discRadius*ringShare-0.012, 0.028)
		return
	}
	e.ring(d.ink, discRadius*ringShare-0.004, 0.020)
	e.ring(d.ink, discRadius*ringShare-0.036, 0.013)
}

// drawCarved fills a path as if carved: a light edge below right, then ink. bold is added to the
// stroke on each side, in cells.
func (e cellDrawing) drawCarved(p glyph.Path, size, bold float64, d pieceColors) {
	c := e.cell
	x, y := p.Bounds().Center()
	x, y = e.cx-x*size*c, e.cy-y*size*c
	e.dc.SetLineJoinRound()
	e.dc.SetLineWidth(2 * bold * c)
	for _, pass := range []struct {
		dx, dy float64
		c      color.Color
	}{{0.012, 0.0155, alpha(d.carve, 190)}, {0, 0, d.ink}} {
		if pass.dx != 0 && d.flat {
			continue
		}
		e.dc.SetColor(pass.c)
		p.Draw(e.dc, x+pass.dx*c, y+pass.dy*c, size*c)
		e.dc.FillPreserve()
		if bold > 0 {
			e.dc.StrokePreserve()
		}
		e.dc.ClearPath()
	}
}

// drawFigure draws the figure that identifies the piece. size is 1 for a whole face, less if a name needs room.
func (e cellDrawing) drawFigure(pieces PieceSet, p game.Piece, d pieceColors, size float64) error {
	path, whole, bold, err := figure(pieces, p)
	if err != nil {
		return err
	}
	if pieces.chinese() {
		bold *= size
	}
	e.drawCarved(path, whole*size, bold, d)
	return nil
}

// figure returns the outline of the figure that identifies a piece, its size on a whole face and the added thickness of
// its strokes on each side, both in cells.
func figure(pieces PieceSet, p game.Piece) (path glyph.Path, size, bold float64, err error) {
	switch pieces {
	case Traditional, Simplified, Classic:
		path, err = glyph.Han(hanOfPieces[pieces][p.Color()][p.Role()])
		return path, 0.592, 0.0165, err
	case Letter:
		path, _, err = glyph.Latin(glyph.Bold, latinOfPieces[p.Role():p.Role()+1])
		return path, 0.62, 0.004, err
	case Pictogram:
		path, err = pictogram(p.Role())
		return path, 0.57, 0.002, err
	}
	return nil, 0, 0, fmt.Errorf("render: no figure of %v in style %v", p, pieces)
}
