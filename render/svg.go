package render

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"yeye/game"
	"yeye/render/glyph"
)

// SVG for web pages, with the outlines and colors of pictures: an empty board, and the pieces as symbols.

// Colors are the colors of a theme for the rest of a page, as #rrggbb.
type Colors struct {
	Paper, Text, Axis, Frame, Label         string
	Last, Halo, Check, Selected, Red, Black string
}

// Colors returns the theme's colors for pages.
func (t Theme) Colors() Colors {
	k := t.colorScheme()
	return Colors{Paper: rrggbb(k.paper), Text: rrggbb(k.text), Axis: rrggbb(k.axis), Frame: rrggbb(k.frame),
		Label: rrggbb(k.label), Last: rrggbb(k.last),
		Halo: rrggbb(k.halo), Check: rrggbb(k.check), Selected: rrggbb(k.selected), Red: rrggbb(k.chartRed),
		Black: rrggbb(k.chartBlack)}
}

func rrggbb(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// svg is an SVG document that is being written.
type svg struct{ strings.Builder }

func (b *svg) add(format string, args ...any) { fmt.Fprintf(b, format, args...) }

// number formats a coordinate with at most one decimal.
func number(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	if text = strings.TrimSuffix(text, ".0"); text == "-0" {
		text = "0"
	}
	return text
}

// pen writes the data of an SVG path; it implements glyph.Pen.
type pen struct{ strings.Builder }

func (p *pen) op(op byte, all ...float64) {
	p.WriteByte(op)
	for i, v := range all {
		text := number(v)
		if i > 0 && text[0] != '-' {
			p.WriteByte(' ')
		}
		p.WriteString(text)
	}
}

func (p *pen) MoveTo(x, y float64)                { p.op('M', x, y) }
func (p *pen) LineTo(x, y float64)                { p.op('L', x, y) }
func (p *pen) QuadraticTo(x1, y1, x2, y2 float64) { p.op('Q', x1, y1, x2, y2) }
func (p *pen) ClosePath()                         { p.op('Z') }

// outline returns the SVG data of a path centered at (x, y); size is the length of an em.
func outline(g glyph.Path, x, y, size float64) string {
	var p pen
	g.DrawCentered(&p, x, y, size)
	return p.String()
}

// BoardSVG returns the empty board with its coordinates as a side sees it, in the measures of a picture of scale 1.
func BoardSVG(st Style, below game.Color) ([]byte, error) {
	st, err := st.normal()
	if err != nil {
		return nil, err
	}
	k, l := st.Theme.colorScheme(), newLayout(1)
	b := &svg{}
	b.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`, l.w, l.h)
	b.wood(k.ground, l)
	b.frame(k, l)
	b.grid(k, l)
	for _, c := range []struct {
		r   rune
		col float64
	}{{'楚', 1.5}, {'河', 2.5}, {'漢', 5.5}, {'界', 6.5}} {
		p, err := glyph.Han(c.r)
		if err != nil {
			return nil, err
		}
		x, y := l.center(0, 4)
		b.add(`<path fill="%s" d="%s"/>`, rrggbb(k.river), outline(p, x+c.col*unitCell, y+unitCell/2, 0.62*unitCell))
	}
	if err := b.labels(k, l, st.Coords, below); err != nil {
		return nil, err
	}
	b.add(`</svg>`)
	return []byte(b.String()), nil
}

// wood draws the wooden background: streaks that follow one slow bend, cross-faded between two profiles, and pores.
func (b *svg) wood(w wood, l layout) {
	b.add(`<rect width="%d" height="%d" fill="%s"/>`, l.w, l.h, rrggbb(blend(w.light, w.dark, 0.5)))
	if w.light == w.dark {
		return
	}
	var grain pen
	for x := -24; x <= l.w+24; x += 24 {
		if x == -24 {
			grain.MoveTo(float64(x), -bend(float64(x)))
		} else {
			grain.LineTo(float64(x), -bend(float64(x)))
		}
	}
	b.add(`<defs><path id="g" fill="none" d="%s"/><linearGradient id="f">`, grain.String())
	for x := 0; x <= l.w; x += 36 {
		fade := w.noise(float64(x)/240, 40)
		b.add(`<stop offset="%.2f" stop-color="#fff" stop-opacity="%.2f"/>`, float64(x)/float64(l.w),
			fade*fade*(3-2*fade))
	}
	b.add(`</linearGradient><mask id="m"><rect width="%d" height="%d" fill="url(#f)"/></mask></defs>`, l.w, l.h)
	const step = 2
	for profile := range 2 {
		if profile == 0 {
			b.add(`<g>`)
		} else {
			b.add(`<g mask="url(#m)">`)
		}
		tone := func(y int) int {
			t := float64(y)
			v := 0.40*w.noise(t/44, 3*profile) + 0.24*w.noise(t/11, 3*profile+1) + 0.36*w.noise(t/3.1, 3*profile+2)
			return max(0, min(woodTones-1, int((v-0.22)*1.8*woodTones)))
		}
		for y := -16; y < l.h+16; {
			end := y + step
			for end < l.h+16 && tone(end+64) == tone(y+64) {
				end += step
			}
			b.add(`<use href="#g" y="%s" stroke="%s" stroke-width="%s"/>`, number(float64(y+end)/2),
				rrggbb(blend(w.light, w.dark, float64(tone(y+64))/(woodTones-1))), number(float64(end-y)+0.6))
			y = end
		}
		b.add(`</g>`)
	}
	var pores pen
	for i := range 520 {
		x, y := w.hash(3*i+900001)*float64(l.w), w.hash(3*i+900002)*float64(l.h)
		n := 6 + 34*w.hash(3*i+900003)
		pores.op('M', math.Round(x), math.Round(y))
		pores.op('l', math.Round(n), math.Round(bend(x)-bend(x+n)))
	}
	b.add(`<path fill="none" stroke="%s" stroke-opacity=".34" d="%s"/>`, rrggbb(w.pore), pores.String())
}

// frame draws the band around the board, and its shadow.
func (b *svg) frame(k colorScheme, l layout) {
	band := func(inset, width, opacity float64, c color.RGBA) {
		at := inset + width/2
		b.add(
			`<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="%s" stroke-width="%s" stroke-opacity="%.2f"/>`,
			number(at), number(at), number(float64(l.w)-2*at), number(float64(l.h)-2*at), rrggbb(c), number(width),
			opacity)
	}
	band(0, frameBand, 1, k.frame)
	band(0, 1, 1, blend(k.frame, k.frameHi, 0.6))
	band(frameBand-2, 1, 1, k.frameHi)
	band(frameBand-1, 1, 1, blend(k.frame, rgb(0), 0.45))
	for i := range 3 {
		band(frameBand+float64(i), 1, float64(70-70*i/3)/255, rgb(0))
	}
}

// grid draws the lines and the marks of cannons and pawns.
func (b *svg) grid(k colorScheme, l layout) {
	var p pen
	line := func(c0, r0, c1, r1 int) {
		x0, y0 := l.center(c0, r0)
		x1, y1 := l.center(c1, r1)
		p.MoveTo(x0, y0)
		p.LineTo(x1, y1)
	}
	for r := range game.Ranks {
		line(0, r, 8, r)
	}
	for c := range game.Files {
		if c == 0 || c == 8 {
			line(c, 0, c, 9)
			continue
		}
		line(c, 0, c, 4)
		line(c, 5, c, 9)
	}
	for _, row := range []int{0, 7} {
		line(3, row, 5, row+2)
		line(3, row+2, 5, row)
	}
	for _, at := range starMarks {
		x, y := l.center(at[0], at[1])
		for _, sx := range []float64{-1, 1} {
			if at[0] == 0 && sx < 0 || at[0] == 8 && sx > 0 {
				continue
			}
			for _, sy := range []float64{-1, 1} {
				p.MoveTo(x+sx*12, y+sy*4.5)
				p.LineTo(x+sx*4.5, y+sy*4.5)
				p.LineTo(x+sx*4.5, y+sy*12)
			}
		}
	}
	x0, y0 := l.center(0, 0)
	x1, y1 := l.center(8, 9)
	b.add(`<g fill="none" stroke="%s"><path stroke-width="1.5" stroke-linecap="square" d="%s"/>`, rrggbb(k.line),
		p.String())
	b.add(`<rect x="%s" y="%s" width="%s" height="%s" stroke-width="3"/></g>`, number(x0-6.5), number(y0-6.5),
		number(x1-x0+13), number(y1-y0+13))
}

// labels writes the coordinates on the frame, as pictures have them.
func (b *svg) labels(k colorScheme, l layout, coords Coords, below game.Color) (err error) {
	latin := func(text string, x, y, size float64, c color.RGBA) {
		p, advance, e := glyph.Latin(glyph.Medium, text)
		if e != nil {
			err = e
			return
		}
		base := y + 0.36*size
		if text[0] >= 'a' {
			base = y + 0.29*size
		}
		var d pen
		p.Draw(&d, x-advance*size/2, base, size)
		b.add(`<path fill="%s" d="%s"/>`, rrggbb(c), d.String())
	}
	own := func(side game.Color, n int, x, y float64) {
		if side == game.Black {
			latin(strconv.Itoa(n+1), x, y, 14.5, k.label)
			return
		}
		p, e := glyph.Han(hanDigits[n])
		if e != nil {
			err = e
			return
		}
		_, cy := p.Bounds().Center()
		var d pen
		p.Draw(&d, x-0.5*17.5, y-cy*17.5, 17.5)
		b.add(`<path fill="%s" stroke="%[1]s" d="%s"/>`, rrggbb(k.label), d.String())
	}
	if coords == NoCoords {
		return nil
	}
	for col := range game.Files {
		x, _ := l.center(col, 0)
		file := col
		if below == game.Black {
			file = 8 - col
		}
		for _, side := range [2]game.Color{game.Red, game.Black} {
			y := float64(l.h) - frameBand/2
			if side != below {
				y = frameBand / 2
			}
			n, letter := file, string(rune('a'+file))
			if side == game.Red {
				n = 8 - file
			}
			switch {
			case coords == Digits:
				own(game.Black, n, x, y)
			case coords == Algebraic && side == below:
				latin(letter, x, y, 17.5, k.label)
			case coords == Algebraic:
			case coords == BothCoords && side == below:
				own(side, n, x-8, y)
				latin(letter, x+8, y, 13.5, k.secondaryLabel)
			default:
				own(side, n, x, y)
			}
		}
	}
	for row := range game.Ranks {
		if coords == Chinese || coords == Digits {
			break
		}
		rank := 9 - row
		if below == game.Black {
			rank = row
		}
		_, y := l.center(0, row)
		latin(strconv.Itoa(rank), frameBand/2, y, 14, k.label)
	}
	return err
}

// PiecesSVG returns the pieces of a set as symbols of 100 by 100 units, the size of a cell. Their IDs are their FEN
// letters: p-K for Red's king and p-k for Black's.
func PiecesSVG(t Theme, pieces PieceSet) ([]byte, error) {
	st, err := Style{Theme: t, Pieces: pieces}.normal()
	if err != nil {
		return nil, err
	}
	b := &svg{}
	b.add(`<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"><defs>`)
	for side, d := range st.Theme.colorScheme().pieces {
		b.disc(side, d)
	}
	b.add(`</defs>`)
	for side, d := range st.Theme.colorScheme().pieces {
		for role := game.King; role <= game.Pawn; role++ {
			if err := b.piece(st.Pieces, game.NewPiece(game.Color(side), role), d); err != nil {
				return nil, err
			}
		}
	}
	b.add(`</svg>`)
	return []byte(b.String()), nil
}

// disc defines an empty piece of a side, as #d0 or #d1.
func (b *svg) disc(side int, d pieceColors) {
	const c, radius, rim = 50, 100 * discRadius, 100 * rimWidth
	q := radius * math.Sqrt2 / 2
	gradient := func(name string, stops ...color.RGBA) {
		b.add(`<linearGradient id="%s%d" gradientUnits="userSpaceOnUse" x1="%s" y1="%[3]s" x2="%s" y2="%[4]s">`, name,
			side, number(c-q), number(c+q))
		for i, s := range stops {
			b.add(`<stop offset="%.2f" stop-color="%s"/>`, float64(i)/float64(len(stops)-1), rrggbb(s))
		}
		b.add(`</linearGradient>`)
	}
	gradient("rim", d.rimHi, d.rimLo)
	gradient("lip", blend(d.rimLo, d.edge, 0.25), blend(d.rimLo, d.faceLo, 0.5), d.rimHi)
	b.add(`<radialGradient id="face%d" gradientUnits="userSpaceOnUse" cx="50" cy="50" r="%s" fx="42" fy="40">`, side,
		number(radius-rim))
	b.add(
		`<stop stop-color="%s"/><stop offset=".55" stop-color="%s"/><stop offset="1" stop-color="%s"/></radialGradient>`,
		rrggbb(d.faceHi), rrggbb(blend(d.faceHi, d.faceLo, 0.35)), rrggbb(d.faceLo))
	if d.shadow > 0 {
		b.add(`<radialGradient id="sh%d" gradientUnits="userSpaceOnUse" cx="51.2" cy="52.6" r="47.2">`, side)
		for _, s := range [][2]float64{{0.847, 1}, {0.9, 0.52}, {0.954, 0.16}, {1, 0}} {
			b.add(`<stop offset="%.3f" stop-opacity="%.2f"/>`, s[0], s[1]*float64(d.shadow)/255)
		}
		b.add(`</radialGradient>`)
	}
	circle := func(r float64, fill string) { b.add(`<circle cx="50" cy="50" r="%s" fill="%s"/>`, number(r), fill) }
	ring := func(r, width float64) {
		b.add(`<circle cx="50" cy="50" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`, number(100*r),
			rrggbb(d.ink), number(100*width))
	}
	b.add(`<g id="d%d">`, side)
	if d.shadow > 0 {
		b.add(`<circle cx="51.2" cy="52.6" r="47.2" fill="url(#sh%d)"/>`, side)
	}
	edge := 1.4
	if d.flat {
		edge = 3
	}
	circle(radius, rrggbb(d.edge))
	circle(radius-edge, fmt.Sprintf("url(#rim%d)", side))
	if !d.flat {
		circle(radius-rim+1, fmt.Sprintf("url(#lip%d)", side))
	}
	circle(radius-rim, fmt.Sprintf("url(#face%d)", side))
	if d.doubleRing {
		ring(discRadius*ringShare-0.004, 0.020)
		ring(discRadius*ringShare-0.036, 0.013)
	} else {
		ring(discRadius*ringShare-0.012, 0.028)
	}
	b.add(`</g>`)
}

// piece adds the symbol of a piece.
func (b *svg) piece(pieces PieceSet, p game.Piece, d pieceColors) error {
	path, size, bold, err := figure(pieces, p)
	if err != nil {
		return err
	}
	b.add(`<symbol id="p-%c" viewBox="0 0 100 100"><use href="#d%d"/>`, p.Letter(), p.Color())
	id := fmt.Sprintf("f-%c", p.Letter())
	b.add(`<defs><path id="%s" stroke-width="%.2f" stroke-linejoin="round" d="%s"/></defs>`, id, 200*bold,
		outline(path, 50, 50, 100*size))
	if !d.flat {
		b.add(`<use href="#%s" x="1.2" y="1.55" fill="%s" stroke="%[2]s" opacity=".75"/>`, id, rrggbb(d.carve))
	}
	b.add(`<use href="#%s" fill="%s" stroke="%[2]s"/></symbol>`, id, rrggbb(d.ink))
	return nil
}
