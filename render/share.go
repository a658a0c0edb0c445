package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"yeye/ai/character"
	"yeye/game"
	"yeye/render/glyph"
)

// Share describes a card of a finished game: the players, the result, the accuracies, and a board.
type Share struct {
	// Board is the decisive position with its marks: the last one, or a turning point with its arrows. A Banner among
	// the marks and a title in the frame are ignored, because the card shows them above the board.
	Board    View
	Sides    [2]Side      // Red's and Black's
	Outcome  game.Outcome // without a result, the band shows only the length of the game
	Plies    int
	Finish   string // the name of the mating pattern, "" means none
	Opening  string // its name, "" means none
	Accuracy bool   // whether the sides' accuracies are known
}

// Side is the player of a side.
type Side struct {
	Character character.Level // who played, if IsCharacter
	// Name is a person's name. If CanWrite is false for it, or if it is "", the card says Red or Black.
	Name        string
	IsCharacter bool
	Accuracy    float64 // 0 to 100
}

// The heights of a share card above its board, pixels at scale 1.
const (
	shareHead = 112
	shareBand = 38
	// openingBand is the additional height of the band for the opening's name. In the frame, where boards have it, it
	// is too small for Chinese on a card as wide as a phone.
	openingBand = 32
)

// Share draws the card, in the style of its board.
func (p *Painter) Share(g Share) (Card, error) {
	st, err := g.Board.Style.normal()
	if err != nil {
		return Card{}, err
	}
	if err := g.check(); err != nil {
		return Card{}, err
	}
	s := p.caches[st.Theme]
	cards, faces, kings, err := s.cardCache(st)
	if err != nil {
		return Card{}, err
	}
	ink := p.scratch.Get().(*scratch)
	defer p.scratch.Put(ink)
	head := shareHead + g.bandHeight()
	card := Card{Width: unitWidth * st.Scale, Height: (unitHeight + head) * st.Scale}
	c := newCanvas(s.colors, cards.pal, ink, st.Scale, unitWidth, head, unitHeight, s.colors.frame)
	for side := range game.Color(2) {
		if g.drawSide(c, side, st.Language, faces, kings) {
			card.Names = append(card.Names, g.Sides[side].Name)
		}
	}
	g.drawResult(c, st.Language)
	if c.err != nil {
		return Card{}, c.err
	}
	v := g.Board
	v.Marks.Banner, v.Frame.Title = game.Outcome{}, ""
	top := head * st.Scale
	if err := p.withBoard(v, func(board *image.Paletted) error {
		to := c.im.Pix[top*c.im.Stride:][:len(board.Pix)]
		for i, at := range board.Pix {
			to[i] = cards.remap[at]
		}
		return nil
	}); err != nil {
		return Card{}, err
	}
	card.PNG, err = p.bands.encode(c.im, evenEdges(c.im), bestSpeed)
	return card, err
}

func (g *Share) check() error {
	if g.Plies < 0 {
		return fmt.Errorf("render: a game of %d plies", g.Plies)
	}
	for _, s := range g.Sides {
		if s.IsCharacter && !s.Character.Valid() {
			return fmt.Errorf("render: no character %d", int(s.Character))
		}
		if g.Accuracy && !(s.Accuracy >= 0 && s.Accuracy <= 100) {
			return fmt.Errorf("render: an accuracy of %v", s.Accuracy)
		}
	}
	return nil
}

// drawSide draws one side's half of the header and reports whether it shows a person's name.
func (g *Share) drawSide(c *canvas, drawSide game.Color, l Language, faces *faces, kings *kings) (named bool) {
	const edge, middle = 16.0, 56.0
	who := g.Sides[drawSide]
	face, name := kings.large[drawSide], sideWords[drawSide][l]
	switch {
	case who.IsCharacter:
		face, name = faces.large[who.Character], who.Character.Name(l.String())
	case CanWrite(who.Name):
		name, named = who.Name, true
	}
	// Red is on the left, Black on the right. x counts from the side's edge.
	x, where := func(x float64) float64 { return x }, alignLeft
	if drawSide == game.Black {
		x, where = func(x float64) float64 { return unitWidth - x }, alignRight
	}
	c.sprite(face, x(edge+largePortrait/2), middle, largePortrait)
	left := edge + largePortrait + 12.0
	const room = unitWidth/2 - edge - largePortrait - 12 - 8
	y := middle
	if g.Accuracy {
		y -= 17
	}
	token := 0.0
	if who.IsCharacter { // a person is shown as the king, which is already drawn
		c.sprite(kings.token[drawSide], x(left+cardToken/2), y, cardToken)
		token = cardToken + 7
	}
	c.text(name, font{21, c.colors.label, glyph.Bold}, x(left+token), y, room-token, where)
	if !g.Accuracy {
		return named
	}
	y += 34
	value := c.text(fmt.Sprintf("%.0f%%", math.Floor(who.Accuracy+0.5)), font{22, c.colors.bannerEdge, glyph.Bold},
		x(left),
		y, room, where)
	c.text(wordAccuracy[l], font{18, c.colors.label, glyph.Medium}, x(left+value+7), y+1, room-value-7, where)
	return named
}

// bandHeight returns the height of the band with the result, in pixels at scale 1.
func (g *Share) bandHeight() int {
	if CanWrite(g.Opening) {
		return shareBand + openingBand
	}
	return shareBand
}

// drawResult draws the band with the result, and the opening's name under it.
func (g *Share) drawResult(c *canvas, l Language) {
	fill := c.colors.bannerRed
	switch g.Outcome.Result {
	case game.BlackWins:
		fill = c.colors.bannerBlack
	case game.Draw, game.Ongoing:
		fill = c.colors.bannerDraw
	}
	band := float64(g.bandHeight())
	c.rect(0, shareHead, unitWidth, band, fill)
	c.rect(0, shareHead, unitWidth, 1, c.colors.bannerEdge)
	c.rect(0, shareHead+band-1, unitWidth, 1, c.colors.bannerEdge)
	result, method := bannerWords(g.Outcome, g.Finish, l)
	parts := []string{result, method}
	if moves := moveNumber(g.Plies, game.Red); moves > 0 {
		parts = append(parts, strings.ToUpper(countOf(moves, wordMove, wordMoves, l)))
	}
	size := 20.0
	if l.chinese() {
		size = 22
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	c.text(strings.Join(parts, "  ·  "), font{size, c.colors.bannerText, glyph.Bold}, unitWidth/2,
		shareHead+shareBand/2.0,
		unitWidth-30, alignCenter)
	if band > shareBand {
		c.text(g.Opening, font{size, c.colors.bannerText, glyph.Medium}, unitWidth/2,
			shareHead+shareBand+openingBand/2.0-3,
			unitWidth-30, alignCenter)
	}
}

// countOf returns one or many with the number n in it.
func countOf(n int, one, many words, l Language) string {
	if n == 1 {
		return one[l]
	}
	return fmt.Sprintf(many[l], n)
}
