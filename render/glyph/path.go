package glyph

import "math"

// Op says what a Segment does.
type Op byte

// The operations, named as in SVG paths. Every contour is Move … Close.
const (
	Move  Op = 'M' // start a contour at P[0]
	Line  Op = 'L' // straight to P[0]
	Quad  Op = 'Q' // control P[0], to P[1]
	Close Op = 'Z' // back to the contour's start
)

// Point is in ems, y down; the origin is the left end of the baseline.
type Point struct{ X, Y float64 }

// Segment is one step of a Path.
type Segment struct {
	Op Op
	P  [2]Point
}

// Path is an outline to be filled by the non-zero winding rule.
type Path []Segment

// Pen draws a Path; *gg.Context is one.
type Pen interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	QuadraticTo(x1, y1, x2, y2 float64)
	ClosePath()
}

// Box is an extent in ems.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Center is the middle of the box.
func (b Box) Center() (x, y float64) { return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2 }

// Size is the width and height of the box.
func (b Box) Size() (w, h float64) { return b.X1 - b.X0, b.Y1 - b.Y0 }

// Bounds returns the smallest box around the points of the path, including
// control points; the zero Box for an empty path.
func (p Path) Bounds() Box {
	b := Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range p {
		for _, q := range s.P[:s.Op.points()] {
			b.X0, b.Y0 = math.Min(b.X0, q.X), math.Min(b.Y0, q.Y)
			b.X1, b.Y1 = math.Max(b.X1, q.X), math.Max(b.Y1, q.Y)
		}
	}
	if b.X0 > b.X1 {
		return Box{}
	}
	return b
}

func (o Op) points() int {
	switch o {
	case Move, Line:
		return 1
	case Quad:
		return 2
	}
	return 0
}

// Draw passes the path to the pen: ems times size pixels, origin at (x, y). It
// neither fills nor strokes.
func (p Path) Draw(pen Pen, x, y, size float64) {
	at := func(q Point) (float64, float64) { return x + q.X*size, y + q.Y*size }
	for _, s := range p {
		x0, y0 := at(s.P[0])
		switch s.Op {
		case Move:
			pen.MoveTo(x0, y0)
		case Line:
			pen.LineTo(x0, y0)
		case Quad:
			x1, y1 := at(s.P[1])
			pen.QuadraticTo(x0, y0, x1, y1)
		case Close:
			pen.ClosePath()
		}
	}
}

// DrawCentered draws the path with the middle of its bounds at (x, y).
func (p Path) DrawCentered(pen Pen, x, y, size float64) {
	cx, cy := p.Bounds().Center()
	p.Draw(pen, x-cx*size, y-cy*size, size)
}

// Shift returns the path moved by (dx, dy) ems.
func (p Path) Shift(dx, dy float64) Path {
	q := make(Path, len(p))
	for i, s := range p {
		for k := range s.Op.points() {
			s.P[k].X += dx
			s.P[k].Y += dy
		}
		q[i] = s
	}
	return q
}

// normal returns the direction perpendicular to that from a to b, one em long.
func normal(a, b Point) Point {
	dx, dy := b.X-a.X, b.Y-a.Y
	d := math.Hypot(dx, dy)
	return Point{-dy / d, dx / d}
}
