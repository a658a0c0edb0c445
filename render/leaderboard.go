package render

import (
	"fmt"
	"strconv"

	"yeye/ai/character"
	"yeye/render/glyph"
)

// Leaderboard is a card with a ranking of players, best first, each with the face of a character.
type Leaderboard struct {
	Theme    Theme
	Language Language
	Scale    int // 1 or 2; 0 means 2

	Rows []Row // at most MaxRows
}

// Row is a player on a [Leaderboard].
type Row struct {
	Number int    // the place, from 1; 0 for a player below the places
	Name   string // written if CanWrite
	Face   character.Level
	Value  string // a rating, or who was beaten; written if CanWrite
	Note   string // small, below the value; written if CanWrite
	You    bool   // the reader's own row
}

// MaxRows is the largest number of rows.
const MaxRows = 10

// Measures of a leaderboard, pixels at scale 1.
const (
	boardRow    = 72.0
	boardGap    = 10.0 // before the players below the places
	boardNumber = 46.0 // the column of numbers
	boardValue  = 190.0
)

// Leaderboard draws the card. Its Names are those that were written.
func (p *Painter) Leaderboard(g Leaderboard) (Card, error) {
	st, err := Style{Theme: g.Theme, Language: g.Language, Scale: g.Scale}.normal()
	if err != nil {
		return Card{}, err
	}
	if err := g.check(); err != nil {
		return Card{}, err
	}
	height := 2*profileEdge + boardRow*float64(len(g.Rows))
	if g.below() > 0 {
		height += boardGap
	}
	return p.paperCard(st, height, func(c *canvas, faces *faces, _ *kings) (names []string) {
		y := profileEdge
		for i, row := range g.Rows {
			if i == g.below() {
				y += boardGap
				c.rect(profileEdge, y-boardGap/2, profileInner, 2, c.k.axis)
			} else if i > 0 {
				c.rect(profileEdge, y, profileInner, 1, alpha(c.k.axis, 70))
			}
			row.draw(c, faces, y)
			if CanWrite(row.Name) {
				names = append(names, row.Name)
			}
			y += boardRow
		}
		return names
	})
}

// below returns the index of the first row without a place, -1 if no such row follows one with a place.
func (g *Leaderboard) below() int {
	for i := range g.Rows {
		if i > 0 && g.Rows[i].Number == 0 && g.Rows[i-1].Number > 0 {
			return i
		}
	}
	return -1
}

func (g *Leaderboard) check() error {
	if len(g.Rows) > MaxRows {
		return fmt.Errorf("render: a leaderboard of %d rows", len(g.Rows))
	}
	for _, r := range g.Rows {
		if r.Number < 0 || !r.Face.Valid() {
			return fmt.Errorf("render: place %d with face %d", r.Number, r.Face)
		}
	}
	return nil
}

// draw draws the row downward from y. Rows with a place get its color.
func (r *Row) draw(c *canvas, faces *faces, y float64) {
	mid := y + boardRow/2
	if r.You {
		c.rounded(profileEdge-8, y+4, profileInner+16, boardRow-8, 10, blend(c.k.paper, c.k.best, 0.16))
	}
	number, color, face := "", c.k.text, faces.small
	if r.Number > 0 {
		number = strconv.Itoa(r.Number)
	} else {
		color, face = blend(c.k.text, c.k.paper, 0.25), faces.muted
	}
	x := profileEdge
	if number != "" {
		c.text(number, font{27, c.k.redSide, glyph.Bold}, x+boardNumber/2-4, mid, boardNumber-6, atMiddle)
	}
	x += boardNumber
	c.sprite(face[r.Face], x+smallPortrait/2, mid, smallPortrait)
	x += smallPortrait + 10
	right := profileWidth - profileEdge
	at := mid
	if CanWrite(r.Note) {
		at = mid - 10
		c.text(r.Note, font{15, blend(c.k.text, c.k.paper, 0.25), glyph.Medium}, right, mid+16, boardValue, atRight)
	}
	width := 0.0
	if CanWrite(r.Value) {
		width = c.text(r.Value, font{25, color, glyph.Bold}, right, at, boardValue, atRight)
	}
	if CanWrite(r.Name) {
		c.text(r.Name, font{26, color, glyph.Bold}, x, mid, right-width-14-x, atLeft)
	}
}
