package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
)

// drawOver draws what reaches beyond a cell: arrows and the plaque.
func (s *stock) drawOver(im *image.Paletted, g *ground, v *View, p *plaque) error {
	if v.Marks.Best != game.NoMove {
		if err := s.drawArrow(im, g.layout, v, v.Marks.Best, s.look.best); err != nil {
			return err
		}
	}
	if v.Marks.Hint != game.NoMove {
		if err := s.drawArrow(im, g.layout, v, v.Marks.Hint, s.look.hint); err != nil {
			return err
		}
	}
	if p != nil {
		return s.drawPlaque(im, g.layout, p)
	}
	return nil
}

// drawArrow draws an arrow from the man that would move to where it would go. It
// leaves both characters readable: it begins at the man's rim and ends at the rim
// of a man that would be taken.
func (s *stock) drawArrow(im *image.Paletted, l layout, v *View, m game.Move, c color.RGBA) error {
	const (
		shaft, head, wing = 0.105, 0.36, 0.215 // in cells: width, length, half width
		rim               = 0.020
	)
	cell := float64(l.cell)
	x0, y0 := l.center(spot(m.From(), v.Below))
	x1, y1 := l.center(spot(m.To(), v.Below))
	length := math.Hypot(x1-x0, y1-y0)
	dx, dy := (x1-x0)/length, (y1-y0)/length
	start, stop := 0.40*cell, 0.02*cell
	if v.Position.At(m.To()) != game.NoPiece {
		stop = 0.33 * cell
	}
	if room := length - start - stop; room < (head+0.1)*cell {
		// One step onto a man: the arrow needs some of both men's faces.
		short := ((head+0.1)*cell - room) / 2
		start, stop = start-short, stop-short
	}
	x0, y0 = x0+dx*start, y0+dy*start
	x1, y1 = x1-dx*stop, y1-dy*stop
	nx, ny := -dy, dx
	outline := func(dc *gg.Context) {
		p := func(along, across float64) (float64, float64) {
			return x1 - dx*along*cell + nx*across*cell, y1 - dy*along*cell + ny*across*cell
		}
		full := math.Hypot(x1-x0, y1-y0) / cell
		dc.MoveTo(p(full, -shaft/2))
		dc.LineTo(p(head*0.86, -shaft/2))
		dc.LineTo(p(head, -wing))
		dc.LineTo(p(0, 0))
		dc.LineTo(p(head, wing))
		dc.LineTo(p(head*0.86, shaft/2))
		dc.LineTo(p(full, shaft/2))
		dc.ClosePath()
	}
	pad := int((wing + 2*rim) * cell)
	box := image.Rect(int(min(x0, x1)), int(min(y0, y1)), int(max(x0, x1))+1, int(max(y0, y1))+1).Inset(-pad)
	return s.overlay(im, box, func(dc *gg.Context) error {
		dc.SetLineJoinRound()
		outline(dc)
		dc.SetColor(alpha(s.look.halo, 190))
		dc.SetLineWidth(2 * rim * cell)
		dc.Stroke()
		outline(dc)
		dc.SetColor(alpha(c, 205))
		dc.Fill()
		return nil
	})
}
