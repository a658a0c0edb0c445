package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// arrow is a move shown on the board.
type arrow struct {
	move       game.Move
	colour     color.RGBA
	opacity    uint8
	shaftWidth float64 // in cells
	dashed     bool    // dashes and an open head, for a bad move that was played
	badge      string  // at a corner of the target cell: a digit or one of the signs below
}

// Badges that are not digits.
const (
	signGood = "good" // a tick
	signBad  = "bad"  // a cross
)

// arrows returns a view's arrows in drawing order, so that the most important one is on top. Each kind has its own
// shape, so that the kinds can be distinguished without color.
func (v *View) arrows(k colorScheme) (out []arrow) {
	m := &v.Marks
	for i := len(m.Lines) - 1; i >= 0; i-- {
		if m.Lines[i] != game.NoMove {
			out = append(out, arrow{move: m.Lines[i], colour: k.best, opacity: uint8(225 - 35*i),
				shaftWidth: 0.135 - 0.030*float64(i), badge: string(rune('1' + i))})
		}
	}
	best := arrow{move: m.Best, colour: k.best, opacity: 205, shaftWidth: 0.105}
	if m.Played != game.NoMove {
		out = append(out, arrow{move: m.Played, colour: k.threat, opacity: 230, shaftWidth: 0.105, dashed: true,
			badge: signBad})
		best.badge = signGood
	}
	if m.Best != game.NoMove {
		out = append(out, best)
	}
	if m.Hint != game.NoMove {
		out = append(out, arrow{move: m.Hint, colour: k.hint, opacity: 205, shaftWidth: 0.105})
	}
	return out
}

// drawOverlays draws what is larger than a cell: arrows and the banner.
func (s *themeCache) drawOverlays(im *image.Paletted, g *background, v *View, p *banner) error {
	arrows := v.arrows(s.colors)
	for _, a := range arrows {
		if err := s.drawArrow(im, g.layout, v, a); err != nil {
			return err
		}
	}
	badges := map[game.Square]int{}
	for i := len(arrows) - 1; i >= 0; i-- {
		if a := arrows[i]; a.badge != "" {
			if err := s.drawBadge(im, g.layout, v, a, badges[a.move.To()]); err != nil {
				return err
			}
			badges[a.move.To()]++
		}
	}
	if p != nil {
		return s.drawBanner(im, g.layout, p)
	}
	return nil
}

// Proportions of arrows, in cells.
const (
	headLength    = 0.36
	headHalfWidth = 0.215 // to each side
	haloWidth     = 0.020 // of the halo
)

// drawArrow draws an arrow from the piece that would move to its target. It keeps both pieces
// readable: it starts at the rim of the piece and ends at the rim of a piece that would be captured.
func (s *themeCache) drawArrow(im *image.Paletted, l layout, v *View, a arrow) error {
	cell := float64(l.cell)
	x0, y0 := l.center(gridPosition(a.move.From(), v.Below))
	x1, y1 := l.center(gridPosition(a.move.To(), v.Below))
	length := math.Hypot(x1-x0, y1-y0)
	dx, dy := (x1-x0)/length, (y1-y0)/length
	start, stop := 0.40*cell, 0.02*cell
	if v.board().At(a.move.To()) != game.NoPiece {
		stop = 0.33 * cell
	}
	if room := length - start - stop; room < (headLength+0.1)*cell {
		// A move of one step onto a piece: the arrow overlaps both faces a little.
		short := ((headLength+0.1)*cell - room) / 2
		start, stop = start-short, stop-short
	}
	x0, y0 = x0+dx*start, y0+dy*start
	x1, y1 = x1-dx*stop, y1-dy*stop
	q := arrowGeometry{cell: cell, x: x1, y: y1, dx: dx, dy: dy, length: math.Hypot(x1-x0, y1-y0) / cell}
	pad := int((headHalfWidth + 2*haloWidth + a.shaftWidth) * cell)
	box := image.Rect(int(min(x0, x1)), int(min(y0, y1)), int(max(x0, x1))+1, int(max(y0, y1))+1).Inset(-pad)
	return s.overlay(im, box, func(dc *gg.Context) error {
		dc.SetLineJoinRound()
		outline := q.solid
		if a.dashed {
			outline = q.dashed
		}
		outline(dc, a.shaftWidth)
		dc.SetColor(alpha(s.colors.halo, 190))
		dc.SetLineWidth(2 * haloWidth * cell)
		dc.Stroke()
		outline(dc, a.shaftWidth)
		dc.SetColor(alpha(a.colour, a.opacity))
		dc.Fill()
		return nil
	})
}

// arrowGeometry is the geometry of an arrow that ends at (x, y) in direction (dx, dy).
type arrowGeometry struct {
	cell, x, y, dx, dy float64
	length             float64 // length of the whole arrow, in cells
}

// at returns the point at these distances, in cells, back along the arrow and across it.
func (q arrowGeometry) at(along, across float64) (float64, float64) {
	return q.x - q.dx*along*q.cell - q.dy*across*q.cell, q.y - q.dy*along*q.cell + q.dx*across*q.cell
}

// polygon adds a closed path through points of along and across.
func (q arrowGeometry) polygon(dc *gg.Context, points ...[2]float64) {
	dc.NewSubPath()
	for _, p := range points {
		dc.LineTo(q.at(p[0], p[1]))
	}
	dc.ClosePath()
}

// solid adds an arrow with a whole shaft and a full head.
func (q arrowGeometry) solid(dc *gg.Context, shaft float64) {
	const neck = headLength * 0.86
	q.polygon(dc, [2]float64{q.length, -shaft / 2}, [2]float64{neck, -shaft / 2},
		[2]float64{headLength, -headHalfWidth},
		[2]float64{0, 0},
		[2]float64{headLength, headHalfWidth}, [2]float64{neck, shaft / 2}, [2]float64{q.length, shaft / 2})
}

// dashed adds an arrow of dashes with an open head.
func (q arrowGeometry) dashed(dc *gg.Context, shaft float64) {
	const dash, gap, barb = 0.17, 0.085, 0.125
	q.polygon(dc, [2]float64{0, 0}, [2]float64{headLength, -headHalfWidth}, [2]float64{headLength + barb,
		-headHalfWidth + barb*0.3},
		[2]float64{barb * 1.5, 0}, [2]float64{headLength + barb, headHalfWidth - barb*0.3},
		[2]float64{headLength, headHalfWidth})
	for at := barb*1.5 + gap*1.4; at < q.length-0.02; at += dash + gap {
		end := min(at+dash, q.length)
		q.polygon(dc, [2]float64{at, -shaft / 2}, [2]float64{at, shaft / 2}, [2]float64{end, shaft / 2},
			[2]float64{end, -shaft / 2})
	}
}

// drawBadge draws a digit or a sign at a corner of the cell where an arrow ends. n is the number of
// badges already there.
func (s *themeCache) drawBadge(im *image.Paletted, l layout, v *View, a arrow, n int) error {
	const radius, off = 0.178, 0.315
	cell := float64(l.cell)
	corner := [4][2]float64{{1, -1}, {-1, -1}, {1, 1}, {-1, 1}}[n%4]
	x, y := l.center(gridPosition(a.move.To(), v.Below))
	x, y = x+corner[0]*off*cell, y+corner[1]*off*cell
	r := radius * cell
	box := image.Rect(int(x-r)-2, int(y-r)-2, int(x+r)+3, int(y+r)+3)
	return s.overlay(im, box, func(dc *gg.Context) error {
		dc.SetColor(s.colors.badgeEdge)
		dc.DrawCircle(x, y, r)
		dc.Fill()
		dc.SetColor(a.colour)
		dc.DrawCircle(x, y, r-0.024*cell)
		dc.Fill()
		dc.SetColor(inkOn(a.colour))
		dc.SetLineWidth(0.052 * cell)
		dc.SetLineCapRound()
		dc.SetLineJoinRound()
		stroke := func(points ...[2]float64) {
			for _, p := range points {
				dc.LineTo(x+p[0]*cell, y+p[1]*cell)
			}
			dc.Stroke()
		}
		switch a.badge {
		case signGood:
			stroke([2]float64{-0.075, 0.005}, [2]float64{-0.022, 0.060}, [2]float64{0.078, -0.060})
		case signBad:
			stroke([2]float64{-0.06, -0.06}, [2]float64{0.06, 0.06})
			stroke([2]float64{-0.06, 0.06}, [2]float64{0.06, -0.06})
		default:
			p, _, err := glyph.Latin(glyph.Bold, a.badge)
			if err != nil {
				return err
			}
			p.DrawCentered(dc, x, y, 0.29*cell)
			dc.Fill()
		}
		return nil
	})
}

// inkOn returns black or white, whichever contrasts more with a color.
func inkOn(c color.RGBA) color.RGBA {
	light := 0.2126*toLinear(c.R) + 0.7152*toLinear(c.G) + 0.0722*toLinear(c.B)
	if (light+0.05)/0.05 > 1.05/(light+0.05) {
		return rgb(0x14100C)
	}
	return rgb(0xFFFFFF)
}
