package render

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"github.com/fogleman/gg"

	"yeye/ai/character"
	"yeye/game"
	"yeye/render/glyph"
)

// Profile describes a player on one card: strength, opponents beaten, openings and mating patterns. Empty parts are
// left out and make the card lower.
type Profile struct {
	Theme    Theme
	Pieces   PieceSet // of the kings that label the sides
	Language Language
	Scale    int // 1 or 2; 0 means 2

	Name        string               // written if CanWrite
	Rating      int                  // 0 means none
	Provisional bool                 // the rating is marked with ?
	Curve       []float64            // ratings after the last games, oldest first
	Beaten      [character.Count]int // how often each character has been beaten, weakest first
	// for characters beaten only at odds: the odds, as text
	Odds       [character.Count]string
	PlaysLike  Likeness // the player's strength on the ladder of characters
	Won, Drawn int      // games
	Lost       int
	Openings   [2]string // favourites as Red and as Black, by name
	BestWin    string    // the strongest opponent beaten, as text: "Grandpa", "Mei 1720"
	Streak     int       // the longest, in wins
	Finishes   []Tally   // mating patterns, most frequent first
}

// Likeness is a player's estimated strength on the ladder of characters, by index: 2.5 is midway between Xiaoqing and
// Uncle.
type Likeness struct {
	Known         bool
	At, Low, High float64 // most likely value and confidence limits
}

// Tally is a name and its count.
type Tally struct {
	Name  string
	Count int
}

// Measures of a profile, pixels at scale 1.
const (
	profileWidth = unitWidth
	profileEdge  = 24.0
	profileInner = profileWidth - 2*profileEdge
	sectionGap   = 14.0
)

// Profile draws the card.
func (p *Painter) Profile(g Profile) (Card, error) {
	st, err := Style{Theme: g.Theme, Pieces: g.Pieces, Language: g.Language, Scale: g.Scale}.normal()
	if err != nil {
		return Card{}, err
	}
	if err := g.check(); err != nil {
		return Card{}, err
	}
	r := profileDrawing{Profile: g}
	sections := r.sections()
	height := 0.0
	for _, section := range sections {
		height += section.height + sectionGap
	}
	height += 2*profileEdge - sectionGap
	return p.paperCard(st, height, func(c *canvas, faces *faces, kings *kings) (names []string) {
		r.faces, r.kings = faces, kings
		y := profileEdge
		for i, section := range sections {
			if i > 0 {
				c.rect(profileEdge, y-sectionGap/2, profileInner, 1, alpha(c.colors.axis, 90))
			}
			section.draw(c, y)
			y += section.height + sectionGap
		}
		if CanWrite(g.Name) {
			names = []string{g.Name}
		}
		return names
	})
}

func (g *Profile) check() error {
	counts := append([]int{g.Rating, g.Won, g.Drawn, g.Lost, g.Streak}, g.Beaten[:]...)
	for _, t := range g.Finishes {
		counts = append(counts, t.Count)
	}
	for _, n := range counts {
		if n < 0 {
			return fmt.Errorf("render: a profile counts %d", n)
		}
	}
	for _, v := range g.Curve {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("render: a rating of %v", v)
		}
	}
	if l := g.PlaysLike; l.Known && !(0 <= l.Low && l.Low <= l.At && l.At <= l.High &&
		l.High <= float64(character.Count)-1) {
		return fmt.Errorf("render: a likeness of %v, %v to %v", l.At, l.Low, l.High)
	}
	return nil
}

// border draws the same frame as on boards around the card.
func (c *canvas) border(w, h float64) {
	for _, b := range []struct {
		inset, width float64
		colour       color.RGBA
	}{{0, 7, c.colors.frame}, {7, 1, c.colors.frameHi}} {
		c.rect(b.inset, b.inset, w-2*b.inset, b.width, b.colour)
		c.rect(b.inset, h-b.inset-b.width, w-2*b.inset, b.width, b.colour)
		c.rect(b.inset, b.inset, b.width, h-2*b.inset, b.colour)
		c.rect(w-b.inset-b.width, b.inset, b.width, h-2*b.inset, b.colour)
	}
}

// profileDrawing is a profile and the sprites to draw it with.
type profileDrawing struct {
	Profile
	faces *faces
	kings *kings
}

// section is a part of the card; height is in pixels at scale 1.
type section struct {
	height float64
	draw   func(c *canvas, y float64)
}

// sections returns the non-empty parts, from the top.
func (r *profileDrawing) sections() (out []section) {
	add := func(shown bool, height float64, draw func(*canvas, float64)) {
		if shown {
			out = append(out, section{height, draw})
		}
	}
	add(CanWrite(r.Name) || r.Rating > 0, 52, r.header)
	add(len(r.Curve) > 1, 104, r.curve)
	ladder := 98.0
	if r.PlaysLike.Known {
		ladder += likenessHeight
	}
	add(true, ladder, r.ladder)
	add(r.Won+r.Drawn+r.Lost > 0, 48, r.record)
	favourites := 0.0
	for _, name := range r.Openings {
		if CanWrite(name) {
			favourites++
		}
	}
	add(favourites > 0, 36*favourites-8, r.openings)
	add(CanWrite(r.BestWin) || r.Streak > 0, 44, r.bestWin)
	rows := r.chips(nil, 0)
	add(rows > 0, 20+35*float64(rows), func(c *canvas, y float64) { r.chips(c, y) })
	return out
}

func (r *profileDrawing) fonts(c *canvas) (label, value font) {
	return font{16, blend(c.colors.text, c.colors.paper, 0.25), glyph.Medium}, font{20, c.colors.text, glyph.Bold}
}

// header draws the name and the rating; without a name the rating is on the left.
func (r *profileDrawing) header(c *canvas, y float64) {
	text := ""
	if r.Rating > 0 {
		text = fmt.Sprint(r.Rating)
		if r.Provisional {
			text += "?"
		}
	}
	label, _ := r.fonts(c)
	number := font{46, c.colors.chartRed, glyph.Bold}
	if !CanWrite(r.Name) {
		x := profileEdge + c.text(text, number, profileEdge, y+26, 200, alignLeft) + 12
		c.text(wordRating[r.Language], label, x, y+26, 200, alignLeft)
		return
	}
	right := 0.0
	if text != "" {
		right = c.text(text, number, profileWidth-profileEdge, y+26, 170, alignRight) + 10
		right += c.text(wordRating[r.Language], label, profileWidth-profileEdge-right, y+26, 110, alignRight)
	}
	c.text(r.Name, font{34, c.colors.text, glyph.Bold}, profileEdge, y+26, profileInner-right-14, alignLeft)
}

// curve draws the ratings over the last games.
func (r *profileDrawing) curve(c *canvas, y float64) {
	const height, margin = 104.0, 10.0
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range r.Curve {
		low, high = min(low, v), max(high, v)
	}
	mid, half := (low+high)/2, max((high-low)/2, 25) // keeps an almost flat curve flat
	label, _ := r.fonts(c)
	left := profileEdge + 52.0
	right := profileWidth - profileEdge - 8
	at := func(i int) (float64, float64) {
		return left + float64(i)/float64(len(r.Curve)-1)*(right-left), y +
			height/2 - (r.Curve[i]-mid)/half*(height/2-margin)
	}
	for _, v := range []float64{low, high} {
		line := y + height/2 - (v-mid)/half*(height/2-margin)
		c.rect(left, line, right-left, 1, alpha(c.colors.axis, 80))
		if v == low && high-low < 20 {
			continue // the two numbers would overlap
		}
		c.text(fmt.Sprintf("%.0f", v), label, left-8, line, 46, alignRight)
	}
	x1, y1 := at(len(r.Curve) - 1)
	c.drawBox(left-6, y-2, right-left+14, height+4, func(dc *gg.Context) {
		path := func() {
			for i := range r.Curve {
				px, py := at(i)
				dc.LineTo(px*c.unit, py*c.unit)
			}
		}
		path()
		dc.LineTo(x1*c.unit, (y+height)*c.unit)
		dc.LineTo(left*c.unit, (y+height)*c.unit)
		dc.ClosePath()
		dc.SetColor(blend(c.colors.paper, c.colors.best, 0.16))
		dc.Fill()
		path()
		dc.SetLineJoinRound()
		dc.SetLineCapRound()
		dc.SetColor(c.colors.best)
		dc.SetLineWidth(3 * c.unit)
		dc.Stroke()
		dc.DrawCircle(x1*c.unit, y1*c.unit, 6*c.unit)
		dc.Fill()
	})
}

// likenessHeight is the additional height of the ladder if it shows the player's likeness.
const likenessHeight = 16.0

// ladder draws the characters: those beaten in color with the number of times, those beaten at odds with the odds.
func (r *profileDrawing) ladder(c *canvas, y float64) {
	step := (profileInner - smallPortrait) / (float64(character.Count) - 1)
	for i := range character.Count {
		x := profileEdge + smallPortrait/2.0 + float64(i)*step
		if i > 0 {
			colour := c.colors.axis
			if r.Beaten[i] > 0 && r.Beaten[i-1] > 0 {
				colour = c.colors.target
			}
			c.rect(x-step+smallPortrait/2.0-2, y+smallPortrait/2.0-1.5, step-smallPortrait+4, 3, colour)
		}
		if r.Beaten[i] == 0 {
			c.sprite(r.faces.muted[i], x, y+smallPortrait/2.0, smallPortrait)
			if CanWrite(r.Odds[i]) {
				c.text(r.Odds[i], font{16, c.colors.target, glyph.Medium}, x, y+smallPortrait+15, step-6, alignCenter)
			}
			continue
		}
		c.sprite(r.faces.small[i], x, y+smallPortrait/2.0, smallPortrait)
		c.text(fmt.Sprintf("×%d", r.Beaten[i]), font{19, c.colors.target, glyph.Bold}, x, y+smallPortrait+15, step-6,
			alignCenter)
	}
	if r.PlaysLike.Known {
		r.likeness(c, y+smallPortrait+38, step)
	}
}

// likeness draws a dot below the ladder at the player's strength, on a bar that shows the uncertainty.
func (r *profileDrawing) likeness(c *canvas, y, step float64) {
	at := func(place float64) float64 { return profileEdge + smallPortrait/2.0 + place*step }
	const thick, radius = 4.0, 6.0
	from, to := at(r.PlaysLike.Low), at(r.PlaysLike.High)
	c.rounded(from, y-thick/2, max(to-from, thick), thick, thick/2, blend(c.colors.paper, c.colors.axis, 0.6))
	c.rounded(at(r.PlaysLike.At)-radius, y-radius, 2*radius, 2*radius, radius, c.colors.best)
}

// record draws the games won, drawn and lost, as a bar and in numbers.
func (r *profileDrawing) record(c *canvas, y float64) {
	all := float64(r.Won + r.Drawn + r.Lost)
	x := profileEdge
	for _, part := range []struct {
		n      int
		colour color.RGBA
	}{{r.Won, c.colors.target}, {r.Drawn, blend(c.colors.paper, c.colors.axis, 0.6)}, {r.Lost, c.colors.chartRed}} {
		w := float64(part.n) / all * profileInner
		c.rect(x, y, w, 12, part.colour)
		x += w
	}
	_, value := r.fonts(c)
	value.size = 19
	c.text(fmt.Sprintf(wordRecord[r.Language], r.Won, r.Drawn, r.Lost), value, profileWidth/2, y+33, profileInner,
		alignCenter)
}

// openings draws the favorites, each beside the king of its side.
func (r *profileDrawing) openings(c *canvas, y float64) {
	label, value := r.fonts(c)
	value.size = 18
	sides := [2]words{wordAsRed, wordAsBlack}
	row := y + 14
	for side := range game.Color(2) {
		if !CanWrite(r.Openings[side]) {
			continue
		}
		c.sprite(r.kings.token[side], profileEdge+cardToken/2, row, cardToken)
		x := profileEdge + cardToken + 10
		x += c.text(sides[side][r.Language], label, x, row, 110, alignLeft) + 10
		c.text(r.Openings[side], value, x, row, profileWidth-profileEdge-x, alignLeft)
		row += 36
	}
}

// bestWin draws the best win and the longest streak.
func (r *profileDrawing) bestWin(c *canvas, y float64) {
	label, value := r.fonts(c)
	half := profileInner / 2
	x := profileEdge
	if CanWrite(r.BestWin) {
		c.text(wordBest[r.Language], label, x, y+8, half-10, alignLeft)
		c.text(r.BestWin, value, x, y+33, half-10, alignLeft)
		x += half
	}
	if r.Streak > 0 {
		c.text(wordStreak[r.Language], label, x, y+8, half-10, alignLeft)
		c.text(fmt.Sprint(r.Streak), value, x, y+33, half-10, alignLeft)
	}
}

// chipRows is the number of rows of mating patterns shown.
const chipRows = 2

// chips draws the mating patterns as chips. With a nil canvas it only returns how many rows they take.
func (r *profileDrawing) chips(c *canvas, y float64) (rows int) {
	const pad, gap, high = 11.0, 8.0, 29.0
	chip := font{size: 17, weight: glyph.Medium}
	if c != nil {
		label, _ := r.fonts(c)
		c.text(wordFinishes[r.Language], label, profileEdge, y+8, profileInner, alignLeft)
	}
	x, top := profileEdge, y+24
	for _, t := range r.Finishes {
		if !CanWrite(t.Name) || t.Count == 0 {
			continue
		}
		text := strings.TrimSpace(t.Name)
		if t.Count > 1 {
			text += fmt.Sprintf(" ×%d", t.Count)
		}
		w, err := chip.layout(text, 1, profileInner-2*pad)
		if err != nil {
			continue
		}
		if rows == 0 {
			rows = 1
		}
		if x+w.width+2*pad > profileWidth-profileEdge {
			if rows == chipRows {
				return rows
			}
			rows++
			x, top = profileEdge, top+high+6
		}
		if c != nil {
			c.rounded(x, top, w.width+2*pad, high, high/2, c.colors.bannerRed)
			c.text(text, font{chip.size, c.colors.bannerText, chip.weight}, x+pad, top+high/2, profileInner-2*pad,
				alignLeft)
		}
		x += w.width + 2*pad + gap
	}
	return rows
}
