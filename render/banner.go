package render

import (
	"image"
	"image/color"
	"math"
	"strings"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// bannerHeight is in cells: the part of the river between the pieces on both banks, which the banner must not hide.
const bannerHeight = 0.46

// bannerWidth is the largest width of the text, in cells, so that a banner stays on the board.
const bannerWidth = game.Files - 1

// bannerWords returns the words of an outcome; the second may be empty. finish is the name of the mating pattern, ""
// for none. It replaces checkmate if it can be written.
func bannerWords(o game.Outcome, finish string, l Language) (result, method string) {
	// Capitals, to be read from a distance.
	said := methodWords[o.Method]
	if winner, won := o.Result.Winner(); won {
		if lost, ok := lostWords[o.Method]; ok {
			said = lost[winner.Other()]
		}
	}
	method = said[l]
	if CanWrite(finish) {
		method = finish
	}
	return strings.ToUpper(resultWords[o.Result][l]), strings.ToUpper(method)
}

// banner is the result of a game, laid out and placed.
type banner struct {
	result, method glyphRun
	text, gap      float64 // widths in pixels: of the whole text, and between the two words
	x, y, w, h     float64 // center and half sizes in pixels
	fill           color.RGBA
}

// layoutBanner lays out the outcome of a view and places it; nil if the game is not over.
func (s *themeCache) layoutBanner(l layout, v *View) (*banner, error) {
	if !v.Marks.Banner.Over() {
		return nil, nil
	}
	cell := float64(l.cell)
	size := 0.275 * cell
	if v.Style.Language.chinese() {
		size = 0.36 * cell
	}
	p := &banner{fill: s.colors.bannerRed}
	switch v.Marks.Banner.Result {
	case game.BlackWins:
		p.fill = s.colors.bannerBlack
	case game.Draw:
		p.fill = s.colors.bannerDraw
	}
	if err := p.write(v, v.Marks.Finish, size, cell); err != nil {
		return nil, err
	}
	if p.text > bannerWidth*cell {
		if err := p.write(v, "", size, cell); err != nil {
			return nil, err
		}
	}
	p.w, p.h = math.Round(p.text/2+0.42*cell), math.Round(bannerHeight*cell/2)
	col, row := v.bannerPlace(p.w/cell, p.h/cell)
	x0, y0 := l.center(0, 0)
	p.x, p.y = math.Floor(x0+col*cell), math.Floor(y0+row*cell) // whole pixels: sharp edges
	return p, nil
}

// write lays out the words; size and cell are in pixels.
func (p *banner) write(v *View, finish string, size, cell float64) error {
	result, method := bannerWords(v.Marks.Banner, finish, v.Style.Language)
	var err error
	if p.result, err = layoutRun(result, size, glyph.Bold); err != nil {
		return err
	}
	p.text, p.gap, p.method = p.result.width, 0, glyphRun{}
	if method == "" {
		return nil
	}
	if p.method, err = layoutRun(method, size, glyph.Bold); err != nil {
		return err
	}
	p.gap = 0.40 * cell
	p.text += p.gap + p.method.width
	return nil
}

// bannerPlace returns the place where a banner of these half sizes covers the least of the pieces, and none of those
// that ended the game, in columns and rows from the top left point, all in cells. Among equal places it is the one
// nearest to the middle of the river.
func (v *View) bannerPlace(w, h float64) (col, row float64) {
	const step = 0.25
	costs := v.coverCosts()
	best := math.Inf(1)
	for y := 0.0; y <= game.Ranks-1; y += step {
		for x := w - 0.45; x <= game.Files-1+0.45-w+1e-9; x += step {
			// Steps are counted from the central file; a place off it costs more.
			mid := float64(game.Files-1)/2 + math.Round((x-float64(game.Files-1)/2)/step)*step
			cost := 0.02*math.Abs(y-4.5) + 0.03*math.Abs(mid-4)
			for sq := range game.Square(game.Squares) {
				if weight := costs[sq]; weight > 0 {
					c, r := gridPosition(sq, v.Below)
					cost += weight * covered(math.Abs(float64(c)-mid)-w, math.Abs(float64(r)-y)-h)
				}
			}
			if cost < best-1e-9 {
				best, col, row = cost, mid, y
			}
		}
	}
	return col, row
}

// coverCosts returns the cost of covering each point: 1 for a piece, 8 for the beaten king and pieces that took part in
// the mate.
func (v *View) coverCosts() (weight [game.Squares]float64) {
	const part, piece = 8, 1
	b := v.board()
	for sq := range game.Square(game.Squares) {
		if b.At(sq) != game.NoPiece {
			weight[sq] = piece
		}
	}
	if m := v.Marks.LastMove; m != game.NoMove {
		weight[m.From()], weight[m.To()] = max(weight[m.From()], 0.5), part
	}
	turn := b.Turn()
	king := b.King(turn)
	if king == game.NoSquare {
		return weight
	}
	weight[king] = part
	for sq := range game.Square(game.Squares) {
		if p := b.At(sq); p == game.NoPiece {
			continue
		}
		near := max(absInt(sq.File()-king.File()), absInt(sq.Rank()-king.Rank())) <= 2
		aimed := sq.File() == king.File() || sq.Rank() == king.Rank()
		if near || aimed && b.InCheck() {
			weight[sq] = part
		}
	}
	return weight
}

func absInt(n int) int { return max(n, -n) }

// covered returns the approximate share of a piece covered by a panel, 0 to 1. dx and dy are the distances in cells of
// its middle beyond the panel's edges, negative inside.
func covered(dx, dy float64) float64 {
	d := math.Hypot(max(dx, 0), max(dy, 0))
	if dx < 0 && dy < 0 {
		d = 0
	}
	return max(0, 1-d/newcomerRadius)
}

// box returns the area that the banner covers, including its soft edge.
func (p *banner) box() image.Rectangle {
	return image.Rect(int(p.x-p.w)-2, int(p.y-p.h)-2, int(p.x+p.w)+3, int(p.y+p.h)+3)
}

// hidesRiver reports whether the banner overlaps the river, so that the river's text must be left out.
func (p *banner) hidesRiver(l layout) bool { return p != nil && p.box().Overlaps(l.river()) }

// drawBanner draws the banner onto the board.
func (s *themeCache) drawBanner(im *image.Paletted, l layout, p *banner) error {
	return s.overlay(im, p.box(), func(dc *gg.Context) error {
		cell, unit := float64(l.cell), float64(l.scale)
		panel(dc, p.x, p.y, p.w, p.h, 0.10*cell)
		dc.SetColor(p.fill)
		dc.Fill()
		dc.SetColor(s.colors.bannerEdge)
		panel(dc, p.x, p.y, p.w-2.5*unit, p.h-2.5*unit, 0.10*cell)
		dc.SetLineWidth(1.2 * unit)
		dc.Stroke()
		dc.SetColor(s.colors.bannerText)
		left, base := p.x-p.text/2, p.y+centerAboveBaseline(p.result, p.method)*p.result.size
		p.result.draw(dc, left, base)
		if p.gap == 0 {
			return nil
		}
		p.method.draw(dc, left+p.result.width+p.gap, base)
		dc.SetColor(s.colors.bannerEdge)
		dc.DrawRegularPolygon(4, left+p.result.width+p.gap/2, p.y, 0.055*cell, math.Pi/4)
		dc.Fill()
		return nil
	})
}

// panel adds a panel around (x, y) with half sizes w and h and corners cut in by quarter circles of radius r.
func panel(dc *gg.Context, x, y, w, h, r float64) {
	dc.NewSubPath()
	dc.DrawArc(x-w, y-h, r, math.Pi/2, 0)
	dc.DrawArc(x+w, y-h, r, math.Pi, math.Pi/2)
	dc.DrawArc(x+w, y+h, r, 3*math.Pi/2, math.Pi)
	dc.DrawArc(x-w, y+h, r, 2*math.Pi, 3*math.Pi/2)
	dc.ClosePath()
}
