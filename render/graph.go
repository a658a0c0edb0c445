package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// Graph is who stood better at each ply of a game.
type Graph struct {
	Theme   Theme
	Men     Men       // of the two kings that name the sides
	Scale   int       // 1 (576×260) or 2 (1152×520); 0 means 2
	Balance []float64 // after each ply, from the start position on: 1 Red is winning, 0 level, -1 Black is winning
	Turning []int     // plies to be marked as turning points
	At      int       // a ply to be pointed at, 0 for none
}

// Chart is a finished graph.
type Chart struct {
	PNG           []byte
	Width, Height int
	Plies         int   // the last ply on the axis
	Turning       []int // as marked
}

// Measures of a graph at scale 1.
const (
	graphWidth  = unitWidth
	graphHeight = 260
	graphLeft   = 52
	graphRight  = 16
	graphTop    = 18
	graphBottom = 38
)

// Graph draws the curve over an axis of plies: above the middle Red stood better,
// below it Black.
func (p *Painter) Graph(g Graph) (Chart, error) {
	st, err := Style{Theme: g.Theme, Men: g.Men, Scale: g.Scale}.normal()
	if err != nil {
		return Chart{}, err
	}
	last := len(g.Balance) - 1
	if last < 1 {
		return Chart{}, fmt.Errorf("render: a graph needs at least two positions, not %d", len(g.Balance))
	}
	for i, b := range g.Balance {
		if math.IsNaN(b) {
			return Chart{}, fmt.Errorf("render: no balance at ply %d", i)
		}
	}
	for _, t := range append([]int{g.At}, g.Turning...) {
		if t < 0 || t > last {
			return Chart{}, fmt.Errorf("render: no ply %d in a graph of %d", t, last)
		}
	}
	d := diagram{
		k: p.stocks[g.Theme].look, u: float64(st.Scale), last: last, balance: g.Balance,
		dc: gg.NewContext(graphWidth*st.Scale, graphHeight*st.Scale),
	}
	if err := d.draw(g); err != nil {
		return Chart{}, err
	}
	im := d.dc.Image().(*image.RGBA)
	c := newCensus()
	c.add(im)
	var buf bytes.Buffer
	if err := png.Encode(&buf, newPalette(c.choose(96, []color.RGBA{d.k.paper})).index(im)); err != nil {
		return Chart{}, fmt.Errorf("render: %w", err)
	}
	return Chart{buf.Bytes(), graphWidth * st.Scale, graphHeight * st.Scale, last, g.Turning}, nil
}

// diagram is a graph being drawn.
type diagram struct {
	k       look
	u       float64 // pixels at scale 1
	dc      *gg.Context
	last    int
	balance []float64
}

func (d *diagram) x(ply float64) float64 {
	return d.u * (graphLeft + ply/float64(d.last)*(graphWidth-graphLeft-graphRight))
}

func (d *diagram) y(b float64) float64 {
	half := float64(graphHeight-graphTop-graphBottom) / 2
	return d.u * (graphTop + half - max(-1, min(1, b))*half)
}

func (d *diagram) draw(g Graph) error {
	dc, k, u := d.dc, d.k, d.u
	dc.SetColor(k.paper)
	dc.Clear()
	for _, side := range []struct {
		c    color.RGBA
		sign float64
	}{{k.redSide, 1}, {k.blkSide, -1}} {
		// The half where this side stands better is tinted, what it had is filled.
		dc.SetColor(blend(k.paper, side.c, 0.07))
		dc.DrawRectangle(d.x(0), min(d.y(0), d.y(side.sign)), d.x(float64(d.last))-d.x(0), math.Abs(d.y(1)-d.y(0)))
		dc.Fill()
		d.area(side.sign)
		dc.SetColor(blend(k.paper, side.c, 0.62))
		dc.Fill()
	}
	if err := d.axis(); err != nil {
		return err
	}
	d.curve()
	dc.SetLineJoinRound()
	dc.SetLineCapRound()
	dc.SetColor(k.text)
	dc.SetLineWidth(2.4 * u)
	dc.Stroke()
	if g.At > 0 {
		dc.SetColor(k.last)
		dc.SetLineWidth(2 * u)
		dc.DrawLine(d.x(float64(g.At)), d.y(1), d.x(float64(g.At)), d.y(-1))
		dc.Stroke()
		d.knob(g.At, k.last)
	}
	for _, t := range g.Turning {
		if err := d.turning(t); err != nil {
			return err
		}
	}
	return d.kings(g.Men)
}

// curve is the path of the balance.
func (d *diagram) curve() {
	for i, b := range d.balance {
		if i == 0 {
			d.dc.MoveTo(d.x(0), d.y(b))
			continue
		}
		d.dc.LineTo(d.x(float64(i)), d.y(b))
	}
}

// area is the path between the middle and the balance where it has that sign.
func (d *diagram) area(sign float64) {
	part := func(b float64) float64 { return d.y(sign * max(0, sign*b)) }
	d.dc.MoveTo(d.x(0), d.y(0))
	for i, b := range d.balance {
		if i > 0 && b*d.balance[i-1] < 0 {
			a := d.balance[i-1]
			d.dc.LineTo(d.x(float64(i-1)+a/(a-b)), d.y(0))
		}
		d.dc.LineTo(d.x(float64(i)), part(b))
	}
	d.dc.LineTo(d.x(float64(d.last)), d.y(0))
	d.dc.ClosePath()
}

// axis draws the middle, the frame and the numbers of plies.
func (d *diagram) axis() error {
	dc, k, u := d.dc, d.k, d.u
	dc.SetColor(k.axis)
	hair := math.Max(1, u)
	line := func(x0, y0, x1, y1, w float64) {
		dc.DrawRectangle(math.Round(x0), math.Round(y0), math.Max(w, math.Round(x1-x0)), math.Max(w, math.Round(y1-y0)))
		dc.Fill()
	}
	line(d.x(0), d.y(0), d.x(float64(d.last)), d.y(0), 1.5*u)
	line(d.x(0), d.y(-1), d.x(float64(d.last)), d.y(-1), hair)
	step := tick(d.last)
	for p := 0; p <= d.last; p += step {
		x := d.x(float64(p))
		line(x, d.y(-1), x, d.y(-1)+5*u, hair)
		if err := d.number(p, x, d.y(-1)+20*u, 18*u, k.text); err != nil {
			return err
		}
	}
	return nil
}

// tick is the distance of the axis' numbers in plies: at most eight of them fit a
// phone.
func tick(last int) int {
	for step := 1; ; step *= 10 {
		for _, f := range []int{1, 2, 5} {
			if step*f >= 2 && last/(step*f) <= 7 {
				return step * f
			}
		}
	}
}

func (d *diagram) number(n int, x, y, size float64, c color.Color) error {
	path, _, err := glyph.Latin(glyph.Medium, fmt.Sprint(n))
	if err != nil {
		return err
	}
	d.dc.SetColor(c)
	path.DrawCentered(d.dc, x, y, size)
	d.dc.Fill()
	return nil
}

// knob is a dot on the curve.
func (d *diagram) knob(ply int, c color.Color) {
	x, y := d.x(float64(ply)), d.y(d.balance[ply])
	d.dc.SetColor(d.k.paper)
	d.dc.DrawCircle(x, y, 7.5*d.u)
	d.dc.Fill()
	d.dc.SetColor(c)
	d.dc.DrawCircle(x, y, 5.5*d.u)
	d.dc.Fill()
}

// turning marks a turning point with its ply: above a peak, below a valley, beside
// the curve where it is steep, and never on the axis.
func (d *diagram) turning(ply int) error {
	d.knob(ply, d.k.threat)
	path, _, err := glyph.Latin(glyph.Bold, fmt.Sprint(ply))
	if err != nil {
		return err
	}
	size := 17 * d.u
	w, _ := path.Bounds().Size()
	half := w * size / 2
	x, y, off := d.x(float64(ply)), d.y(d.balance[ply]), 18*d.u
	before, after := max(0, ply-2), min(d.last, ply+2)
	rise := d.y(d.balance[before]) - d.y(d.balance[after])
	if run := d.x(float64(after)) - d.x(float64(before)); math.Abs(rise) > 2*run {
		// The free corner of a steep rise is below right and above left.
		side := 1.0
		if x+10*d.u+2*half > d.x(float64(d.last)) {
			side = -1
		}
		x += side * (10*d.u + half)
		off = side * math.Copysign(6*d.u, rise)
	} else if 2*d.balance[ply] >= d.balance[before]+d.balance[after] {
		off = -off
	}
	if bottom := d.y(-1) - 8*d.u; y+off > bottom {
		off = -18 * d.u
	}
	if y+off < 9*d.u {
		off = 18 * d.u
	}
	x = max(d.x(0)+half, min(d.x(float64(d.last))-half, x))
	d.dc.SetLineJoinRound()
	d.dc.SetColor(d.k.paper)
	path.DrawCentered(d.dc, x, y+off, size)
	d.dc.SetLineWidth(5 * d.u)
	d.dc.StrokePreserve()
	d.dc.SetColor(d.k.text)
	d.dc.Fill()
	return nil
}

// kings puts the two kings at the left, each on the half that is its.
func (d *diagram) kings(men Men) error {
	for c, b := range [2]float64{0.62, -0.62} {
		disc := d.k.disc[c]
		cell := 44 * d.u
		e := easel{dc: d.dc, cell: cell, cx: graphLeft / 2 * d.u, cy: d.y(b)}
		e.drawDisc(disc, discRadius, rimWidth)
		e.drawRing(disc)
		if err := e.drawFigure(men, game.NewPiece(game.Color(c), game.King), disc, 1); err != nil {
			return err
		}
	}
	return nil
}
