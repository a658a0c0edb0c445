package render

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// Graph shows which side was better at each ply of a game.
type Graph struct {
	Theme  Theme
	Pieces PieceSet // of the two kings that label the sides
	Scale  int      // 1 (576×260) or 2 (1152×520); 0 means 2
	// after each ply, starting with the start position: 1 Red is winning, 0 even, -1 Black is winning, NaN unknown
	Balance []float64
	First   game.Color // the side that made the first move
	Number  int        // of the first move, 0 means 1
	Turning []int      // plies to mark as turning points, with the numbers of their moves
	At      int        // a ply to highlight, 0 means none

	Language Language  // of the phases
	Names    [2]string // of the players, by color; "" for none
	// Phases are the plies at which the middle game and the endgame start, 0 for none.
	Phases [2]int
}

// Chart is a drawn graph.
type Chart struct {
	PNG           []byte
	Width, Height int
	Plies         int   // the last ply on the axis
	Moves         int   // its move number
	Turning       []int // as marked
}

// Measures of a graph at scale 1.
const (
	graphWidth  = unitWidth
	graphHeight = 260
	graphLeft   = 52
	graphRight  = 16
	graphTop    = 26
	graphBottom = 38
)

// maxPlies is the longest game that is drawn: ten times the longest real game.
const maxPlies = 5000

// Graph draws the curve over an axis of moves. Above the middle Red is better, below it Black.
func (p *Painter) Graph(g Graph) (Chart, error) {
	st, err := Style{Theme: g.Theme, Pieces: g.Pieces, Language: g.Language, Scale: g.Scale}.normal()
	if err != nil {
		return Chart{}, err
	}
	g.Scale = st.Scale
	if err := g.check(); err != nil {
		return Chart{}, err
	}
	s := p.caches[g.Theme]
	chart, err := s.chartCache(st)
	if err != nil {
		return Chart{}, err
	}
	d, err := g.draw(s.colors)
	if err != nil {
		return Chart{}, err
	}
	im := chart.pal.index(d.im)
	for c, b := range [2]float64{0.62, -0.62} {
		k := chart.kings[c]
		k.stamp(im, int((graphLeft*d.unit-d.kingSize())/2), int(d.y(b)-d.kingSize()/2))
	}
	data, err := p.bands.encode(im, evenEdges(im), bestSpeed)
	if err != nil {
		return Chart{}, err
	}
	last := len(g.Balance) - 1
	return Chart{data, im.Rect.Dx(), im.Rect.Dy(), last, max(1, g.Number) - 1 + moveNumber(last, g.First), g.Turning},
		nil
}

// check refuses invalid data.
func (g *Graph) check() error {
	last := len(g.Balance) - 1
	if last < 1 || last > maxPlies {
		return fmt.Errorf("render: a graph needs 2 to %d positions, not %d", maxPlies+1, len(g.Balance))
	}
	for _, t := range append([]int{g.At}, g.Turning...) {
		if t < 0 || t > last {
			return fmt.Errorf("render: no ply %d in a graph of %d", t, last)
		}
		if t > 0 && math.IsNaN(g.Balance[t]) {
			return fmt.Errorf("render: no balance at ply %d", t)
		}
	}
	if g.Number < 0 || g.First > game.Black || len(g.Turning) > 9 {
		return fmt.Errorf("render: a graph from move %d of side %d with %d turning points", g.Number, g.First,
			len(g.Turning))
	}
	return nil
}

// chartCache holds the prepared parts of a theme's graphs.
type chartCache struct {
	pal   *palette
	kings [2]*sprite // of one style and scale
}

// chartCache returns the parts that a graph needs; missing ones are made.
func (s *themeCache) chartCache(st Style) (chartCache, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.chartPal == nil {
		pal, err := s.chartPalette()
		if err != nil {
			return chartCache{}, err
		}
		s.chartPal = pal
		s.memory += pal.bytes()
	}
	kings := &s.chartKings[st.Scale-1][st.Pieces]
	if kings[0] == nil {
		sprites := newSpriteBuilder(s.chartPal)
		var made [2]*sprite
		for c := range made {
			im, err := drawKing(game.Color(c), st.Pieces, s.colors, kingSize*float64(st.Scale))
			if err != nil {
				return chartCache{}, err
			}
			made[c] = sprites.add(im)
		}
		s.memory += sprites.finish()
		*kings = made
	}
	return chartCache{s.chartPal, *kings}, nil
}

// chartPalette returns the colors of a theme's graphs, chosen from a graph with everything on it.
func (s *themeCache) chartPalette() (*palette, error) {
	sample := Graph{Theme: s.theme, Scale: 1, Turning: []int{2, 5}, At: 3,
		Balance: []float64{0, 0.5, 0.9, 0.2, -0.4, -0.9, 0.3}}
	c := newHistogram()
	d, err := sample.draw(s.colors)
	if err != nil {
		return nil, err
	}
	c.add(d.im)
	for side := range game.Color(2) {
		im, err := drawKing(side, Traditional, s.colors, 2*kingSize)
		if err != nil {
			return nil, err
		}
		c.add(im)
	}
	k := s.colors
	return newPalette(c.choose(160, []color.RGBA{k.paper, k.axis, k.text, k.last, k.threat, k.pieces[0].ink,
		k.pieces[1].ink})), nil
}

// kingSize is the size of the kings at the graph's left, pixels at scale 1.
const kingSize = 40

// drawKing draws a king that fills a square of size pixels.
func drawKing(side game.Color, pieces PieceSet, k colorScheme, size float64) (*image.RGBA, error) {
	e := newDrawing(int(size), size/(2*discRadius+0.01), size/2, size/2)
	e.drawDisc(k.pieces[side], discRadius, rimWidth)
	e.drawRing(k.pieces[side])
	return e.im, e.drawFigure(pieces, game.NewPiece(side, game.King), k.pieces[side], 1)
}

// moveNumber returns the number of the move that a ply belongs to.
func moveNumber(ply int, first game.Color) int { return (ply + 1 + int(first)) / 2 }

// diagram is a graph being drawn.
type diagram struct {
	colors  colorScheme
	unit    float64 // pixels at scale 1
	im      *image.RGBA
	dc      *gg.Context
	last    int
	first   game.Color
	err     error // the first error of drawing text
	number  int   // of the first move
	balance []float64
}

func (d *diagram) x(ply float64) float64 {
	return d.unit * (graphLeft + ply/float64(d.last)*(graphWidth-graphLeft-graphRight))
}

func (d *diagram) y(b float64) float64 {
	half := float64(graphHeight-graphTop-graphBottom) / 2
	return d.unit * (graphTop + half - max(-1, min(1, b))*half)
}

// draw draws the graph without its kings.
func (g *Graph) draw(k colorScheme) (*diagram, error) {
	im := image.NewRGBA(image.Rect(0, 0, graphWidth*g.Scale, graphHeight*g.Scale))
	d := &diagram{colors: k, unit: float64(g.Scale), last: len(g.Balance) - 1, first: g.First, number: max(1, g.Number),
		balance: g.Balance, im: im, dc: gg.NewContextForRGBA(im)}
	draw.Draw(im, im.Rect, image.NewUniform(k.paper), image.Point{}, draw.Src)
	dc, u := d.dc, d.unit
	for _, side := range []struct {
		c    color.RGBA
		sign float64
	}{{k.chartRed, 1}, {k.chartBlack, -1}} {
		// The half where this side is better is tinted, its advantage is filled.
		top, bottom := d.y(max(side.sign, 0)), d.y(min(side.sign, 0))
		draw.Draw(im, image.Rect(int(d.x(0)), int(top), int(d.x(float64(d.last))), int(bottom)),
			image.NewUniform(blend(k.paper, side.c, 0.10)), image.Point{}, draw.Src)
		d.areaPath(side.sign)
		dc.SetColor(blend(k.paper, side.c, 0.80))
		dc.Fill()
	}
	d.fadeDecided()
	if err := d.drawAxis(im); err != nil {
		return nil, err
	}
	d.drawPhases(g)
	d.curvePath()
	dc.SetLineJoinRound()
	dc.SetLineCapRound()
	dc.SetColor(k.text)
	dc.SetLineWidth(2.4 * u)
	dc.Stroke()
	d.drawNames(g.Names, g.Language)
	if g.At > 0 {
		dc.SetColor(k.last)
		dc.SetLineWidth(2 * u)
		dc.DrawLine(d.x(float64(g.At)), d.y(1), d.x(float64(g.At)), d.y(-1))
		dc.Stroke()
		d.drawDot(g.At, k.last, 5.5)
	}
	if err := d.drawTurningPoints(g.Turning); err != nil {
		return nil, err
	}
	d.drawPercents()
	return d, d.err
}

func (d *diagram) kingSize() float64 { return kingSize * d.unit }

// known reports whether the balance is known at a ply.
func (d *diagram) known(ply int) bool { return !math.IsNaN(d.balance[ply]) }

// curvePath adds the curve of the balance to the path, where it is known.
func (d *diagram) curvePath() {
	for i, b := range d.balance {
		switch {
		case !d.known(i):
		case i == 0 || !d.known(i-1):
			d.dc.MoveTo(d.x(float64(i)), d.y(b))
		default:
			d.dc.LineTo(d.x(float64(i)), d.y(b))
		}
	}
}

// areaPath adds the area between the middle line and the balance, where it has this sign.
func (d *diagram) areaPath(sign float64) {
	part := func(b float64) float64 { return d.y(sign * max(0, sign*b)) }
	for i, b := range d.balance {
		if !d.known(i) {
			continue
		}
		if i == 0 || !d.known(i-1) {
			d.dc.MoveTo(d.x(float64(i)), d.y(0))
		} else if b*d.balance[i-1] < 0 {
			a := d.balance[i-1]
			d.dc.LineTo(d.x(float64(i-1)+a/(a-b)), d.y(0))
		}
		d.dc.LineTo(d.x(float64(i)), part(b))
		if i == d.last || !d.known(i+1) {
			d.dc.LineTo(d.x(float64(i)), d.y(0))
			d.dc.ClosePath()
		}
	}
}

// drawAxis draws the middle line, the bottom line and the move numbers.
func (d *diagram) drawAxis(im *image.RGBA) error {
	k, u := d.colors, d.unit
	hair := math.Max(1, u)
	bar := func(x, y, w, h float64, c color.RGBA) {
		draw.Draw(im, image.Rect(int(math.Round(x)), int(math.Round(y)), int(math.Round(x+w)), int(math.Round(y+h))),
			image.NewUniform(c), image.Point{}, draw.Over)
	}
	width := d.x(float64(d.last)) - d.x(0)
	moves := moveNumber(d.last, d.first)
	step, before := tickStep(moves), d.number-1
	for n := (before/step + 1) * step; n <= before+moves; n += step {
		// Between the two plies of the move.
		x := d.x(min(float64(d.last), 2*float64(n-before)-0.5-float64(d.first)))
		bar(x, d.y(1), hair, d.y(-1)-d.y(1), alpha(k.axis, 60))
		bar(x, d.y(-1), hair, 5*u, k.axis)
		if err := d.label(n, x, d.y(-1)+20*u, 18*u, k.text); err != nil {
			return err
		}
	}
	bar(d.x(0), d.y(0), width, math.Round(1.5*u), k.axis)
	bar(d.x(0), d.y(-1), width, hair, k.axis)
	return nil
}

// tickStep returns the distance between the axis' labels in moves, so that there are at most nine.
func tickStep(moves int) int {
	for step := 1; ; step *= 10 {
		for _, f := range []int{1, 2, 5} {
			if moves/(step*f) <= 8 {
				return step * f
			}
		}
	}
}

func (d *diagram) label(n int, x, y, size float64, c color.Color) error {
	path, _, err := glyph.Latin(glyph.Medium, fmt.Sprint(n))
	if err != nil {
		return err
	}
	d.dc.SetColor(c)
	path.DrawCentered(d.dc, x, y, size)
	d.dc.Fill()
	return nil
}

// drawDot draws a dot on the curve.
func (d *diagram) drawDot(ply int, c color.Color, r float64) {
	x, y := d.x(float64(ply)), d.y(d.balance[ply])
	d.dc.SetColor(d.colors.paper)
	d.dc.DrawCircle(x, y, (r+2)*d.unit)
	d.dc.Fill()
	d.dc.SetColor(c)
	d.dc.DrawCircle(x, y, r*d.unit)
	d.dc.Fill()
}

// badgeFont is the size of a badge's number at scale 1, by its digits.
var badgeFont = [...]float64{19, 16, 12, 9}

// Measures of a turning point's badge, at scale 1.
const (
	badgeRadius   = 12.5
	badgeDistance = 27 // from the curve
)

// drawTurningPoints marks the turning points: a dot on the curve and, at the end of a stem, a badge
// with the number of the move, placed away from the curve and from other badges.
func (d *diagram) drawTurningPoints(plies []int) error {
	var placed [][2]float64
	for _, ply := range plies {
		x, y := d.x(float64(ply)), d.y(d.balance[ply])
		bx, by := d.badgePlace(ply, placed)
		placed = append(placed, [2]float64{bx, by})
		d.dc.SetColor(d.colors.text)
		d.dc.SetLineWidth(1.6 * d.unit)
		d.dc.DrawLine(x, y, bx, by)
		d.dc.Stroke()
		d.drawDot(ply, d.colors.threat, 4.5)
		d.dc.SetColor(d.colors.paper)
		d.dc.DrawCircle(bx, by, (badgeRadius+1.6)*d.unit)
		d.dc.Fill()
		d.dc.SetColor(d.colors.threat)
		d.dc.DrawCircle(bx, by, badgeRadius*d.unit)
		d.dc.Fill()
		number := fmt.Sprint(d.number - 1 + moveNumber(ply, d.first))
		path, _, err := glyph.Latin(glyph.Bold, number)
		if err != nil {
			return err
		}
		d.dc.SetColor(inkOn(d.colors.threat))
		path.DrawCentered(d.dc, bx, by, badgeFont[min(len(number), len(badgeFont))-1]*d.unit)
		d.dc.Fill()
	}
	return nil
}

// badgePlace returns the center of a ply's badge in pixels: of eight candidates around the ply, clamped to the graph,
// the one farthest from the curve and from badges already placed.
func (d *diagram) badgePlace(ply int, placed [][2]float64) (x, y float64) {
	cx, cy := d.x(float64(ply)), d.y(d.balance[ply])
	best := math.Inf(-1)
	for i := range 8 {
		a := -math.Pi/2 + float64(i)*math.Pi/4
		bx, by := cx+badgeDistance*d.unit*math.Cos(a), cy+badgeDistance*d.unit*math.Sin(a)
		edge := (badgeRadius + 2) * d.unit
		inX := max(d.x(0)+edge, min(d.x(float64(d.last))+graphRight*d.unit-edge, bx))
		inY := max(edge, min(d.y(-1)-edge, by))
		out := math.Hypot(bx-inX, by-inY)
		bx, by = inX, inY
		free := math.Inf(1)
		for j, b := range d.balance {
			if j != ply && d.known(j) {
				free = min(free, math.Hypot(d.x(float64(j))-bx, d.y(b)-by))
			}
		}
		for _, p := range placed {
			free = min(free, math.Hypot(p[0]-bx, p[1]-by)-badgeRadius*d.unit)
		}
		free -= 3 * out
		if i%2 != 0 {
			free -= 3 * d.unit // prefers places straight above or below
		}
		if free > best {
			best, x, y = free, bx, by
		}
	}
	return x, y
}
