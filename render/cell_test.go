package render

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/fogleman/gg"
	"pgregory.net/rapid"

	"yeye/game"
)

// TestCellsTile: the cells lie side by side inside the frame, and turning the
// board turns them.
func TestCellsTile(t *testing.T) {
	for scale := 1; scale <= 2; scale++ {
		l := newLayout(scale)
		inside := image.Rect(0, 0, l.w, l.h).Inset(frameBand * scale)
		for a := range game.Square(game.Squares) {
			box := l.box(a, game.Red)
			if !box.In(inside) {
				t.Errorf("%v reaches into the frame", a)
			}
			if box != l.box(a.Turned(), game.Black) {
				t.Errorf("%v is elsewhere when the board is turned", a)
			}
			for b := range a {
				if box.Overlaps(l.box(b, game.Red)) {
					t.Errorf("%v and %v share pixels", a, b)
				}
			}
		}
		if l.box(0, game.Red).Min.X > l.box(8, game.Red).Min.X || l.box(0, game.Red).Min.Y < l.box(81, game.Red).Min.Y {
			t.Error("a0 is not at the bottom left of Red's board")
		}
	}
}

// TestNothingClipped draws every piece and every mark and requires the cell's edge
// to be untouched: anything that reaches it would have been clipped there.
func TestNothingClipped(t *testing.T) {
	// Night differs from wood in colors only.
	for _, theme := range []Theme{Wood, Contrast} {
		k := theme.colorScheme()
		l := newLayout(1)
		for _, st := range []Style{{}, {Newcomer: true}, {Newcomer: true, Language: TraditionalChinese},
			{Pieces: Pictogram, Newcomer: true, Language: Vietnamese}} {
			for r := game.King; r <= game.Pawn; r++ {
				e := newCellDrawing(l)
				p := game.NewPiece(game.Color(r%2), r)
				if err := e.drawCell(cellState{piece: p, pawnSign: 3}, st, k); err != nil {
					t.Fatal(err)
				}
				wantClearEdge(t, e.im, "%v, %v: %v", theme, st, p)
			}
		}
		for scale := 1; scale <= 2; scale++ {
			for m := mark(1); m < marksEnd; m <<= 1 {
				e := newCellDrawing(newLayout(scale))
				if err := e.drawMark(m, k); err != nil {
					t.Fatal(err)
				}
				wantClearEdge(t, e.im, "%v, scale %d: mark %b", theme, scale, m)
			}
		}
	}
}

func wantClearEdge(t *testing.T, im *image.RGBA, format string, args ...any) {
	t.Helper()
	b := im.Rect
	worst := uint8(0)
	for i := range b.Dx() {
		for _, p := range []image.Point{{i, 0}, {i, b.Dy() - 1}, {0, i}, {b.Dx() - 1, i}} {
			worst = max(worst, im.RGBAAt(p.X, p.Y).A)
		}
	}
	if worst > 24 {
		t.Errorf(format+": opacity %d of 255 at the cell's edge", append(args, worst)...)
	}
}

// TestLinesSharp: no straight line of the grid has a half-covered pixel, which
// looks blurred. The palaces have slanted lines.
func TestLinesSharp(t *testing.T) {
	for scale := 1; scale <= 2; scale++ {
		l := newLayout(scale)
		im := image.NewRGBA(image.Rect(0, 0, l.w, l.h))
		drawGrid(gg.NewContextForRGBA(im), l, Contrast.colorScheme())
		slanted := func(x, y int) bool {
			at := image.Pt(x, y)
			for _, row := range []int{0, 7} {
				if at.In(image.Rectangle{l.corner(3, row), l.corner(6, row+3)}) {
					return true
				}
			}
			return false
		}
		half := 0
		for y := range l.h {
			for x := range l.w {
				if a := im.RGBAAt(x, y).A; a != 0 && a != 0xFF && !slanted(x, y) {
					half++
				}
			}
		}
		if half > 0 {
			t.Errorf("scale %d: %d pixels are half a line's", scale, half)
		}
	}
}

// TestFiguresCentered: a piece's figure is in the middle of its disc, to a
// twenty-fifth of a cell.
func TestFiguresCentered(t *testing.T) {
	k := Wood.colorScheme()
	l := newLayout(2)
	for pieces := range pieceStyles {
		for c := range 2 {
			for r := game.King; r <= game.Pawn; r++ {
				e := newCellDrawing(l)
				d := k.pieces[c]
				d.flat = true // ink only, without the carving's light
				if err := e.drawFigure(pieces, game.NewPiece(game.Color(c), r), d, 1); err != nil {
					t.Fatal(err)
				}
				var box image.Rectangle
				for y := range l.cell {
					for x := range l.cell {
						if e.im.RGBAAt(x, y).A > 128 {
							box = box.Union(image.Rect(x, y, x+1, y+1))
						}
					}
				}
				mid := box.Min.Add(box.Max)
				if dx, dy := mid.X-l.cell-1, mid.Y-l.cell-1; max(dx, -dx, dy, -dy) > l.cell/12 {
					t.Errorf("%v %v: off by %d, %d half pixels", pieces, game.NewPiece(game.Color(c), r), dx, dy)
				}
				reach := 0
				for y := range l.cell {
					for x := range l.cell {
						if e.im.RGBAAt(x, y).A > 128 {
							dx, dy := 2*x+1-l.cell-1, 2*y+1-l.cell-1
							reach = max(reach, dx*dx+dy*dy)
						}
					}
				}
				if limit := 2 * 0.383 * float64(l.cell); float64(reach) > limit*limit {
					t.Errorf("%v %v: reaches over the ring", pieces, game.NewPiece(game.Color(c), r))
				}
			}
		}
	}
}

// TestStampIsPainting: stamping a sprite gives about the same colors as painting
// its picture over the same ground.
func TestStampIsPainting(t *testing.T) {
	p := New()
	s, st := p.caches[Wood], Style{Scale: 1}
	g, pieces := prepare(t, p, st)
	rapid.Check(t, func(t *rapid.T) {
		c := cellState{
			piece: game.NewPiece(game.Color(rapid.IntRange(0, 1).Draw(t, "color")),
				game.Role(rapid.IntRange(1, 7).Draw(t, "role"))),
			marks: mark(1) << rapid.IntRange(0, 7).Draw(t, "mark"),
		}
		sq := game.Square(rapid.IntRange(0, 89).Draw(t, "square"))
		box := g.layout.box(sq, game.Red)
		im := p.pooledBoard(g)
		copy(im.Pix, g.board.Pix)
		g.stampCell(im, pieces, c, box.Min)

		e := newCellDrawing(g.layout)
		if err := e.drawCell(c, st, s.colors); err != nil {
			t.Fatal(err)
		}
		want := image.NewRGBA(box)
		draw.Draw(want, box, g.board, box.Min, draw.Src)
		draw.Draw(want, box, e.im, image.Point{}, draw.Over)
		var sum, far int
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				a, b := want.RGBAAt(x, y), im.At(x, y).(color.RGBA)
				d := absDiff(a.R, b.R) + absDiff(a.G, b.G) + absDiff(a.B, b.B)
				sum += d
				if d > 90 {
					far++
				}
			}
		}
		if mean := float64(sum) / float64(box.Dx()*box.Dy()); mean > 9 || far > 30 {
			t.Errorf("%+v on %v: mean difference %.1f, %d pixels far off", c, sq, mean, far)
		}
	})
}

func absDiff(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// TestToldApart: Red's and Black's piece of a role differ clearly for people who
// cannot distinguish red and green, and inks contrast with their faces.
func TestToldApart(t *testing.T) {
	l := newLayout(1)
	for theme := range themes {
		k := theme.colorScheme()
		for c, d := range k.pieces {
			for _, face := range []color.RGBA{d.faceHi, d.faceLo} {
				if r := contrast(d.ink, face); r < 4.5 {
					t.Errorf("%v: %v's ink on its face has a contrast of %.1f", theme, game.Color(c), r)
				}
			}
		}
		// The rims, or if they are flat the faces, differ in lightness.
		tone := func(d pieceColors) color.RGBA { return blend(blend(d.rimHi, d.rimLo, 0.5), d.faceLo, 0.1) }
		if r := contrast(Deuteranope(tone(k.pieces[0])), Deuteranope(tone(k.pieces[1]))); r < 1.9 {
			t.Errorf("%v: the sides' rims have a contrast of %.1f", theme, r)
		}
		if r := contrast(k.label, k.frame); r < 4.5 {
			t.Errorf("%v: coordinates have a contrast of %.1f", theme, r)
		}
		if r := contrast(k.bannerText, k.bannerRed); r < 4.5 {
			t.Errorf("%v: the banner has a contrast of %.1f", theme, r)
		}
		for _, st := range []Style{{}, {Newcomer: true}, {Pieces: Letter}} {
			for r := game.King; r <= game.Pawn; r++ {
				var ims [2]*image.RGBA
				for c := range ims {
					e := newCellDrawing(l)
					// The figure is the same, so only color, rings and rims
					// differ.
					if err := e.drawCell(cellState{piece: game.NewPiece(game.Color(c), r)}, st, k); err != nil {
						t.Fatal(err)
					}
					ims[c] = e.im
				}
				n := 0
				for y := range l.cell {
					for x := range l.cell {
						a, b := Deuteranope(ims[0].RGBAAt(x, y)), Deuteranope(ims[1].RGBAAt(x, y))
						if absDiff(a.R, b.R)+absDiff(a.G, b.G)+absDiff(a.B, b.B) > 110 {
							n++
						}
					}
				}
				if n < l.cell*l.cell/18 {
					t.Errorf("%v, %v: only %d pixels tell the two %vs apart", theme, st, n, r)
				}
			}
		}
	}
}

// contrast returns the contrast of WCAG 2, 1 to 21.
func contrast(a, b color.RGBA) float64 {
	y := func(c color.RGBA) float64 {
		return 0.2126*toLinear(c.R) + 0.7152*toLinear(c.G) + 0.0722*toLinear(c.B) + 0.05
	}
	return max(y(a)/y(b), y(b)/y(a))
}

func TestDeuteranope(t *testing.T) {
	for _, grey := range []uint8{0, 90, 255} {
		c := color.RGBA{grey, grey, grey, 0xFF}
		if got := Deuteranope(c); absDiff(got.R, grey)+absDiff(got.G, grey)+absDiff(got.B, grey) > 3 {
			t.Errorf("gray %d looks %v", grey, got)
		}
	}
	a, b := Deuteranope(rgb(0xC00010)), Deuteranope(rgb(0x5C5C00))
	if absDiff(a.R, b.R)+absDiff(a.G, b.G) > 120 {
		t.Errorf("red %v and olive %v should look alike", a, b)
	}
}

// A newcomer's pawn on the last rank shows no step off the board.
func TestSignOfLastRank(t *testing.T) {
	p, err := game.ParseFEN("2P1k4/9/4P4/9/9/4p4/4P4/9/9/4K3p w")
	if err != nil {
		t.Fatal(err)
	}
	l := newLayout(1)
	// drawn reports whether a point of the cell, in cells from its middle, differs
	// from that of a piece without signs.
	drawn := func(c cellState, x, y float64) bool {
		var ims [2]*image.RGBA
		for i, role := range []game.Role{game.Pawn, game.NoRole} {
			e := newCellDrawing(l)
			e.drawMoveHints(cellState{piece: game.NewPiece(c.piece.Color(), role), pawnSign: c.pawnSign},
				Wood.colorScheme().pieces[c.piece.Color()], false)
			ims[i] = e.im
		}
		at := func(v float64) int { return int(l.middle() + v*float64(l.cell)) }
		return ims[0].RGBAAt(at(x), at(y)) != ims[1].RGBAAt(at(x), at(y))
	}
	for _, below := range []game.Color{game.Red, game.Black} {
		v := View{Position: p, Below: below, Style: Style{Newcomer: true}}
		states := v.states()
		for text, want := range map[string]struct{ ahead, sideways bool }{
			"c9": {false, true}, "i0": {false, true}, "e7": {true, true}, "e4": {true, true}, "e3": {true, false},
		} {
			s, _ := game.ParseSquare(text)
			c := states[s]
			up := -moveHintRadius
			if c.piece.Color() != below {
				up = moveHintRadius
			}
			if drawn(c, 0, up) != want.ahead || drawn(c, 0, -up) || drawn(c, moveHintRadius, 0) != want.sideways ||
				drawn(c, -moveHintRadius, 0) != want.sideways {
				t.Errorf("%s with %v below: %+v", text, below, c)
			}
		}
	}
}
