package render

import (
	"image"

	"yeye/game"
)

// Measures at scale 1, in pixels. A cell is the square around a point of the
// board; the cells leave a border for the frame and the coordinates.
const (
	unitCell   = 58
	borderX    = 27
	borderY    = 33
	unitWidth  = game.Files*unitCell + 2*borderX
	unitHeight = game.Ranks*unitCell + 2*borderY
)

// layout holds the positions at one scale. Points are half a pixel off the center of their cell, so that lines of odd
// width have sharp edges.
type layout struct {
	scale, cell, w, h int
}

func newLayout(scale int) layout {
	return layout{scale, unitCell * scale, unitWidth * scale, unitHeight * scale}
}

// gridPosition returns the column and row of a point on the picture, from the top left.
func gridPosition(s game.Square, below game.Color) (col, row int) {
	if below == game.Black {
		s = s.Turned()
	}
	return s.File(), game.Ranks - 1 - s.Rank()
}

// corner returns the top left pixel of the cell in that column and row.
func (l layout) corner(col, row int) image.Point {
	return image.Pt(borderX*l.scale+col*l.cell, borderY*l.scale+row*l.cell)
}

// box returns the cell of a point.
func (l layout) box(s game.Square, below game.Color) image.Rectangle {
	p := l.corner(gridPosition(s, below))
	return image.Rectangle{p, p.Add(image.Pt(l.cell, l.cell))}
}

// middle returns the position of a point within its cell, in pixels from the
// cell's edge.
func (l layout) middle() float64 { return float64(l.cell/2) + 0.5 }

// center returns the position on the picture of the point in that column and
// row.
func (l layout) center(col, row int) (x, y float64) {
	p := l.corner(col, row)
	return float64(p.X) + l.middle(), float64(p.Y) + l.middle()
}

// edges returns the pixel rows at which the upper border, the ranks and the lower border start.
func (l layout) edges() []int {
	rows := []int{0}
	for row := range game.Ranks + 1 {
		rows = append(rows, l.corner(0, row).Y)
	}
	return rows
}

// river returns the box between the two banks, from edge to edge of the outer
// files' cells.
func (l layout) river() image.Rectangle {
	p := l.corner(0, 4).Add(image.Pt(0, l.cell/2+l.scale+1))
	return image.Rectangle{p, p.Add(image.Pt(game.Files*l.cell, l.cell-2*l.scale-2))}
}
