package render

import (
	"image"
	"math"

	"github.com/fogleman/gg"

	"yeye/game"
	"yeye/render/glyph"
)

// The words of the banner are part of the picture, like the characters on the
// men, and follow them: Chinese with Chinese men, English with the others. What
// the players are told in their language is the card's text. An abandoned game has
// no result, and so no banner.
var (
	resultWords = map[Men]map[game.Result]string{
		Traditional: {game.RedWins: "紅勝", game.BlackWins: "黑勝", game.Draw: "和棋"},
		Simplified:  {game.RedWins: "红胜", game.BlackWins: "黑胜", game.Draw: "和棋"},
		Pictogram:   {game.RedWins: "RED WINS", game.BlackWins: "BLACK WINS", game.Draw: "DRAW"},
	}
	methodWords = map[Men]map[game.Method]string{
		Traditional: {
			game.Checkmate: "將死", game.Stalemate: "困斃", game.PerpetualCheck: "長將", game.PerpetualChase: "長捉",
			game.MutualCheck: "長將", game.MutualChase: "長捉", game.Repetition: "重複", game.MoveLimit: "限着",
			game.Material: "官和", game.Resignation: "認輸", game.Agreement: "議和", game.Timeout: "超時",
		},
		Simplified: {
			game.Checkmate: "将死", game.Stalemate: "困毙", game.PerpetualCheck: "长将", game.PerpetualChase: "长捉",
			game.MutualCheck: "长将", game.MutualChase: "长捉", game.Repetition: "重复", game.MoveLimit: "限着",
			game.Material: "官和", game.Resignation: "认输", game.Agreement: "议和", game.Timeout: "超时",
		},
		Pictogram: {
			game.Checkmate: "CHECKMATE", game.Stalemate: "STALEMATE", game.PerpetualCheck: "PERPETUAL CHECK",
			game.PerpetualChase: "PERPETUAL CHASE", game.MutualCheck: "MUTUAL CHECK", game.MutualChase: "MUTUAL CHASE",
			game.Repetition: "REPETITION", game.MoveLimit: "MOVE LIMIT", game.Material: "NOBODY CAN WIN",
			game.Resignation: "RESIGNATION", game.Agreement: "AGREED", game.Timeout: "ON TIME",
		},
	}
)

// bannerHeight is in cells: as much of the river as men on both banks leave with
// all of their characters to be seen.
const bannerHeight = 0.46

// word is a piece of the banner's text, set and measured.
type word struct {
	paths []glyph.Path // each with its own origin
	at    []float64    // their origins from the word's left end, pixels
	width float64
	size  float64 // pixels to the em
	han   bool
}

// setWord sets Chinese characters, or capitals and spaces.
func setWord(text string, size float64, han bool) (word, error) {
	const between = 0.06 // ems
	w := word{size: size, han: han, width: -between * size}
	for _, r := range text {
		p, advance, err := glyph.Latin(glyph.Bold, string(r))
		if han {
			advance = 1
			p, err = glyph.Han(r)
		}
		if err != nil {
			return w, err
		}
		w.paths, w.at = append(w.paths, p), append(w.at, w.width+between*size)
		w.width += (advance + between) * size
	}
	return w, nil
}

// rise is how far the middle of what the words show lies above the line they
// stand on, in ems. No two characters fill their em alike.
func rise(words ...word) float64 {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, w := range words {
		for _, p := range w.paths {
			b := p.Bounds()
			top, bottom = min(top, b.Y0), max(bottom, b.Y1)
		}
	}
	return -(top + bottom) / 2
}

// draw writes the word with its left end at x on the line at base.
func (w word) draw(dc *gg.Context, x, base float64) {
	for i, p := range w.paths {
		p.Draw(dc, x+w.at[i], base, w.size)
		dc.FillPreserve()
		if w.han {
			dc.SetLineWidth(0.028 * w.size)
			dc.StrokePreserve()
		}
		dc.ClearPath()
	}
}

// bannerText is the words of an outcome in a style of men; the second may be
// empty.
func bannerText(men Men, o game.Outcome) (result, method string) {
	if men == Letter {
		men = Pictogram
	}
	return resultWords[men][o.Result], methodWords[men][o.Method]
}

// drawBanner lays a plaque with the outcome across the river, in place of its
// characters.
func (s *stock) drawBanner(im *image.Paletted, g *ground, v *View) error {
	l := g.layout
	cell := float64(l.cell)
	han, size := v.Style.Men <= Simplified, 0.275*cell
	if han {
		size = 0.36 * cell
	}
	result, method := bannerText(v.Style.Men, v.Marks.Banner)
	a, err := setWord(result, size, han)
	if err != nil {
		return err
	}
	b, err := setWord(method, size, han)
	if err != nil {
		return err
	}
	gap := 0.40 * cell
	text := a.width
	if method != "" {
		text += gap + b.width
	}
	x, y0 := l.center(4, 4)
	_, y1 := l.center(4, 5)
	x, y := math.Floor(x), math.Floor((y0+y1)/2) // whole pixels: a plaque with sharp edges
	w, h := math.Round(text/2+0.42*cell), math.Round(bannerHeight*cell/2)
	box := image.Rect(int(x-w)-2, int(y-h)-2, int(x+w)+3, int(y+h)+3)
	fill := s.look.ribbon
	switch v.Marks.Banner.Result {
	case game.BlackWins:
		fill = s.look.ribbonBlack
	case game.Draw:
		fill = s.look.ribbonDraw
	}
	return s.overlay(im, box, func(dc *gg.Context) error {
		unit := float64(l.scale)
		plaque(dc, x, y, w, h, 0.10*cell)
		dc.SetColor(fill)
		dc.Fill()
		dc.SetColor(s.look.ribbonEdge)
		plaque(dc, x, y, w-2.5*unit, h-2.5*unit, 0.10*cell)
		dc.SetLineWidth(1.2 * unit)
		dc.Stroke()
		dc.SetColor(s.look.ribbonText)
		left, base := x-text/2, y+rise(a, b)*size
		a.draw(dc, left, base)
		if method == "" {
			return nil
		}
		b.draw(dc, left+a.width+gap, base)
		dc.SetColor(s.look.ribbonEdge)
		dc.DrawRegularPolygon(4, left+a.width+gap/2, y, 0.055*cell, math.Pi/4)
		dc.Fill()
		return nil
	})
}

// plaque is a panel around (x, y), half sizes w and h, with corners cut in by
// quarter circles of radius r.
func plaque(dc *gg.Context, x, y, w, h, r float64) {
	dc.NewSubPath()
	dc.DrawArc(x-w, y-h, r, math.Pi/2, 0)
	dc.DrawArc(x+w, y-h, r, math.Pi, math.Pi/2)
	dc.DrawArc(x+w, y+h, r, 3*math.Pi/2, math.Pi)
	dc.DrawArc(x-w, y+h, r, 2*math.Pi, 3*math.Pi/2)
	dc.ClosePath()
}
