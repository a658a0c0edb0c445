package render

import (
	"fmt"
	"image"
	"image/color"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// labels holds the coordinates as sprites, each drawn in a box of frameBand
// times the cell (files) or frameBand square (ranks).
type labels struct {
	han    [2][9]*sprite // Red's 一–九, Black's 1–9
	letter [9]*sprite    // a–i
	rank   [10]*sprite   // 0–9
	both   [2][9]*sprite // by side and file: the side's number and the letter
}

// hanDigits are Red's names of the files.
var hanDigits = [9]rune{'一', '二', '三', '四', '五', '六', '七', '八', '九'}

func (g *background) makeLabels(sprites *spriteBuilder, k colorScheme) error {
	l := g.layout
	band := frameBand * l.scale
	var err error
	cut := func(w, h int, paint func(dc *gg.Context, x, y float64) error) *sprite {
		im := image.NewRGBA(image.Rect(0, 0, w, h))
		if e := paint(gg.NewContextForRGBA(im), float64(w)/2, float64(h)/2); e != nil {
			err = e
		}
		return sprites.add(im)
	}
	number := func(side game.Color, n int) func(dc *gg.Context, x, y float64) error {
		return func(dc *gg.Context, x, y float64) error {
			if side == game.Red {
				return hanLabel(dc, hanDigits[n], x, y, 17.5*float64(l.scale), k.label)
			}
			return latinLabel(dc, fmt.Sprint(n+1), x, y, 14.5*float64(l.scale), k.label)
		}
	}
	for i := range 9 {
		g.labels.letter[i] = cut(l.cell, band, func(dc *gg.Context, x, y float64) error {
			return latinLabel(dc, string(rune('a'+i)), x, y, 17.5*float64(l.scale), k.label)
		})
		for side := range 2 {
			c := game.Color(side)
			g.labels.han[side][i] = cut(l.cell, band, number(c, i))
			n := i // the side's number of file i, starting from 0
			if c == game.Red {
				n = 8 - i
			}
			g.labels.both[side][i] = cut(l.cell, band, func(dc *gg.Context, x, y float64) error {
				off := 8 * float64(l.scale)
				if err := number(c, n)(dc, x-off, y); err != nil {
					return err
				}
				return latinLabel(dc, string(rune('a'+i)), x+off, y, 13.5*float64(l.scale), k.secondaryLabel)
			})
		}
	}
	for i := range 10 {
		g.labels.rank[i] = cut(band, l.cell, func(dc *gg.Context, x, y float64) error {
			return latinLabel(dc, fmt.Sprint(i), x, y, 14*float64(l.scale), k.label)
		})
	}
	return err
}

// latinLabel draws one character; all letters share a baseline.
func latinLabel(dc *gg.Context, text string, x, y, size float64, c color.Color) error {
	p, adv, err := glyph.Latin(glyph.Medium, text)
	if err != nil {
		return err
	}
	dc.SetColor(c)
	// The middle of digits, 0.72 em high. Lower-case letters are lowered by their middle, 0.27 em.
	base := y + 0.36*size
	if text[0] >= 'a' {
		base = y + 0.29*size
	}
	p.Draw(dc, x-adv*size/2, base, size)
	dc.Fill()
	return nil
}

func hanLabel(dc *gg.Context, r rune, x, y, size float64, c color.Color) error {
	p, err := glyph.Han(r)
	if err != nil {
		return err
	}
	dc.SetColor(c)
	// 一 would be centered on its stroke: use the em's middle for x, the stroke's for y.
	_, cy := p.Bounds().Center()
	p.Draw(dc, x-0.5*size, y-cy*size, size)
	dc.FillPreserve()
	dc.SetLineWidth(0.055 * size)
	dc.Stroke()
	return nil
}

// stampLabels draws each coordinate once on the frame. The top and the right stay free for other content; see frame.go.
func (g *background) stampLabels(dst *image.Paletted, coords Coords, below game.Color) {
	l := g.layout
	if coords == NoCoords {
		return
	}
	band := frameBand * l.scale
	for col := range game.Files {
		x := l.corner(col, 0).X
		file := col
		if below == game.Black {
			file = 8 - col
		}
		for _, side := range [2]game.Color{game.Red, game.Black} {
			y := l.h - band
			if side != below {
				y = 0
			}
			own := file // the file's number from the side's right, starting from 0
			if side == game.Red {
				own = 8 - file
			}
			switch {
			case coords == Digits:
				g.labels.han[game.Black][own].stamp(dst, x, y)
			case coords == Algebraic && side == below:
				g.labels.letter[file].stamp(dst, x, y)
			case coords == Algebraic:
			case coords == BothCoords && side == below:
				g.labels.both[side][file].stamp(dst, x, y)
			default:
				g.labels.han[side][own].stamp(dst, x, y)
			}
		}
	}
	if coords == Chinese || coords == Digits {
		return
	}
	for row := range game.Ranks {
		rank := 9 - row
		if below == game.Black {
			rank = row
		}
		g.labels.rank[rank].stamp(dst, 0, l.corner(0, row).Y)
	}
}
