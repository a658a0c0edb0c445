package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// drawBoard draws the empty board without coordinates and without the river's text: wood, frame, grid. It is the same
// for both orientations.
func drawBoard(l layout, k colorScheme) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, l.w, l.h))
	k.ground.fill(im, im.Bounds(), l.scale)
	dc := gg.NewContextForRGBA(im)
	drawFrame(dc, l, k)
	drawGrid(dc, l, k)
	return im
}

// frameBand is the width of the frame at scale 1; it holds the coordinates.
const frameBand = 20

// drawFrame draws the band around the board with a bevelled inner edge.
func drawFrame(dc *gg.Context, l layout, k colorScheme) {
	s := float64(l.scale)
	w, h := float64(l.w), float64(l.h)
	band := func(inset, width float64, c color.Color) {
		dc.SetColor(c)
		dc.DrawRectangle(inset, inset, w-2*inset, width)
		dc.DrawRectangle(inset, h-inset-width, w-2*inset, width)
		dc.DrawRectangle(inset, inset+width, width, h-2*inset-2*width)
		dc.DrawRectangle(w-inset-width, inset+width, width, h-2*inset-2*width)
		dc.Fill()
	}
	band(0, frameBand*s, k.frame)
	band(0, 1*s, blend(k.frame, k.frameHi, 0.6))
	band((frameBand-2)*s, 1*s, k.frameHi)
	band((frameBand-1)*s, 1*s, blend(k.frame, rgb(0), 0.45))
	// The frame casts a thin shadow on the wood.
	for i := range 3 * l.scale {
		band(frameBand*s+float64(i), 1, alpha(rgb(0), uint8(70-70*i/(3*l.scale))))
	}
}

// drawGrid draws the lines. Grid points are half a pixel off the middle of their cell and widths are odd, so every
// straight line is sharp.
func drawGrid(dc *gg.Context, l layout, k colorScheme) {
	s := float64(l.scale)
	thin := 2*s - 1
	dc.SetColor(k.line)
	line := func(c0, r0, c1, r1 int, width float64) {
		x0, y0 := l.center(c0, r0)
		x1, y1 := l.center(c1, r1)
		dc.DrawRectangle(x0-width/2, y0-width/2, x1-x0+width, y1-y0+width)
		dc.Fill()
	}
	for r := range game.Ranks {
		line(0, r, 8, r, thin)
	}
	for c := range game.Files {
		if c == 0 || c == 8 {
			line(c, 0, c, 9, thin)
			continue
		}
		line(c, 0, c, 4, thin)
		line(c, 5, c, 9, thin)
	}
	// Outer frame.
	x0, y0 := l.center(0, 0)
	x1, y1 := l.center(8, 9)
	in, out := 5*s-0.5, 8*s+0.5
	rect(dc, x0-out, y0-out, x1+out, y0-in)
	rect(dc, x0-out, y1+in, x1+out, y1+out)
	rect(dc, x0-out, y0-in, x0-in, y1+in)
	rect(dc, x1+in, y0-in, x1+out, y1+in)
	dc.Fill()
	dc.SetLineWidth(thin)
	dc.SetLineCapButt()
	for _, row := range []int{0, 7} {
		for _, d := range []int{0, 2} {
			ax, ay := l.center(3, row+d)
			bx, by := l.center(5, row+2-d)
			dc.DrawLine(ax, ay, bx, by)
			dc.Stroke()
		}
	}
	for _, p := range starMarks {
		drawStar(dc, l, p[0], p[1])
	}
}

// starMarks lists the columns and rows of the points with L marks: the start squares of cannons and pawns.
var starMarks = [][2]int{
	{1, 2}, {7, 2}, {1, 7}, {7, 7},
	{0, 3}, {2, 3}, {4, 3}, {6, 3}, {8, 3},
	{0, 6}, {2, 6}, {4, 6}, {6, 6}, {8, 6},
}

// drawStar draws an L in each quarter around a point that is on the board. Its measures are whole
// pixels plus a half, like the point.
func drawStar(dc *gg.Context, l layout, col, row int) {
	s := float64(l.scale)
	w, near, far := 2*s-1, 4*s+0.5, 12*s+0.5
	x, y := l.center(col, row)
	for _, sx := range []float64{-1, 1} {
		if col == 0 && sx < 0 || col == 8 && sx > 0 {
			continue
		}
		for _, sy := range []float64{-1, 1} {
			rect(dc, x+sx*near, y+sy*near, x+sx*far, y+sy*(near+w))
			rect(dc, x+sx*near, y+sy*near, x+sx*(near+w), y+sy*far)
		}
	}
	dc.Fill()
}

// rect adds the rectangle between two opposite corners to the path.
func rect(dc *gg.Context, x0, y0, x1, y1 float64) {
	dc.DrawRectangle(min(x0, x1), min(y0, y1), math.Abs(x1-x0), math.Abs(y1-y0))
}

// drawRiver writes 楚河 漢界.
func drawRiver(dc *gg.Context, l layout, k colorScheme) error {
	cell := float64(l.cell)
	_, y0 := l.center(0, 4)
	_, y1 := l.center(0, 5)
	y := (y0 + y1) / 2
	for _, c := range []struct {
		r   rune
		col float64
	}{{'楚', 1.5}, {'河', 2.5}, {'漢', 5.5}, {'界', 6.5}} {
		p, err := glyph.Han(c.r)
		if err != nil {
			return err
		}
		x0, _ := l.center(0, 4)
		x := x0 + c.col*cell
		size := 0.62 * cell
		cx, cy := p.Bounds().Center()
		dc.SetColor(k.river)
		p.Draw(dc, x-cx*size, y-cy*size, size)
		dc.FillPreserve()
		dc.SetLineWidth(0.012 * cell)
		dc.Stroke()
	}
	return nil
}
