package render

import (
	"image"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// The frame's bands are as wide as their coordinates need. The right one has none, and
// shows the captured pieces: at its end next to each side what that side has taken. The
// opening's name stands at the top where there are no files, else on the left where there
// are no ranks, else on the right if the captured pieces leave it the room.

const (
	tokenSize = 17.0 // of a captured piece, pixels at scale 1
	tokenStep = 17.5
)

// capturedOrder is the order of captured pieces: the ones worth most first.
var capturedOrder = [...]game.Role{game.King, game.Rook, game.Cannon, game.Horse, game.Elephant, game.Advisor, game.Pawn}

// stampCaptured lays the captured pieces on the right band.
func (g *background) stampCaptured(dst *image.Paletted, men *pieceSet, v *View) {
	l := g.layout
	x := l.w - (frameBand*l.scale+men.tokenPixels)/2
	for c := range 2 {
		taker := game.Color(c).Other()
		n := 0
		for _, r := range capturedOrder {
			for range v.Frame.Captured[c][r] {
				off := int(float64(n)*tokenStep*float64(l.scale)) + (frameBand+4)*l.scale
				if off+men.tokenPixels > l.h/2 {
					return // more than there are in a game
				}
				y := off
				if taker == v.Below {
					y = l.h - off - men.tokenPixels
				}
				men.tokens[game.NewPiece(game.Color(c), r)].stamp(dst, x, y)
				n++
			}
		}
	}
}

// capturedEnds is how far the captured pieces reach from the top and from the bottom.
func (v *View) capturedEnds(l layout) (top, bottom float64) {
	reach := func(c game.Color) float64 {
		n := 0
		for _, k := range v.Frame.Captured[c] {
			n += int(k)
		}
		return (float64(n)*tokenStep + frameBand + 8) * float64(l.scale)
	}
	return reach(v.Below), reach(v.Below.Other()) // who is above took what is below's
}

// drawFrameWords writes the title.
func (s *themeCache) drawFrameWords(im *image.Paletted, g *background, v *View) error {
	if !CanWrite(v.Frame.Title) {
		return nil
	}
	l, unit := g.layout, float64(g.layout.scale)
	size := 14.5 * unit
	w, err := setWord(v.Frame.Title, size, glyph.Medium)
	if err != nil {
		return err
	}
	band := frameBand * l.scale
	const aside = 30 // pixels at scale 1 that a title keeps from the corners
	place := func(x, from, to float64) error {
		if w.width > to-from {
			return nil
		}
		y := (from + to - w.width) / 2
		box := image.Rect(int(x)-band/2, int(y)-2, int(x)+band/2, int(y+w.width)+3)
		return s.overlay(im, box, func(dc *gg.Context) error {
			dc.SetColor(s.look.label)
			w.drawDown(dc, x, y)
			return nil
		})
	}
	switch v.Style.Coords {
	case Algebraic, NoCoords:
		if w.width > float64(l.w)-2*aside*unit {
			return nil
		}
		x := (float64(l.w) - w.width) / 2
		return s.overlay(im, image.Rect(int(x)-2, 0, int(x+w.width)+3, band), func(dc *gg.Context) error {
			dc.SetColor(s.look.label)
			w.draw(dc, x, float64(band)/2+w.lineRise()*size-0.5*unit)
			return nil
		})
	case BothCoords:
		top, bottom := v.capturedEnds(l)
		return place(float64(l.w)-float64(band)/2, top, float64(l.h)-bottom)
	default:
		return place(float64(band)/2, aside*unit, float64(l.h)-aside*unit)
	}
}
