package render

import (
	"fmt"
	"strconv"

	"yeye/ai/character"
	"yeye/render/glyph"
)

// Leaderboard is a picture of a ranking of players, best first, each with the portrait of a character.
type Leaderboard struct {
	Theme    Theme
	Language Language
	Scale    int // 1 or 2; 0 means 2

	Rows []Row // at most MaxRows
}

// Row is a player on a [Leaderboard].
type Row struct {
	Number int    // the rank, from 1; 0 for an unranked player
	Name   string // drawn if CanWrite
	Face   character.Level
	Value  string // a rating, or the strongest opponent beaten; drawn if CanWrite
	Note   string // small, below the value; drawn if CanWrite
	You    bool   // the reader's own row
}

// MaxRows is the largest number of rows.
const MaxRows = 10

// Sizes of a leaderboard in pixels at scale 1.
const (
	leaderboardRow    = 72.0
	leaderboardGap    = 10.0 // before unranked players
	leaderboardNumber = 46.0 // the column of numbers
	leaderboardValue  = 190.0
)

// Leaderboard draws the card. Card.Names are the names that could be written.
func (p *Painter) Leaderboard(g Leaderboard) (Card, error) {
	st, err := Style{Theme: g.Theme, Language: g.Language, Scale: g.Scale}.normal()
	if err != nil {
		return Card{}, err
	}
	if err := g.check(); err != nil {
		return Card{}, err
	}
	height := 2*profileEdge + leaderboardRow*float64(len(g.Rows))
	if g.firstUnranked() > 0 {
		height += leaderboardGap
	}
	return p.paperCard(st, height, func(c *canvas, faces *faces, _ *kings) (names []string) {
		y := profileEdge
		for i, row := range g.Rows {
			if i == g.firstUnranked() {
				y += leaderboardGap
				c.rect(profileEdge, y-leaderboardGap/2, profileInner, 2, c.colors.axis)
			} else if i > 0 {
				c.rect(profileEdge, y, profileInner, 1, alpha(c.colors.axis, 70))
			}
			row.draw(c, faces, y)
			if CanWrite(row.Name) {
				names = append(names, row.Name)
			}
			y += leaderboardRow
		}
		return names
	})
}

// firstUnranked returns the index of the first unranked row that follows a ranked one, -1 if there is none.
func (g *Leaderboard) firstUnranked() int {
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

// draw draws the row with its top at y. Unranked rows are gray.
func (r *Row) draw(c *canvas, faces *faces, y float64) {
	mid := y + leaderboardRow/2
	if r.You {
		c.rounded(profileEdge-8, y+4, profileInner+16, leaderboardRow-8, 10, blend(c.colors.paper, c.colors.best, 0.16))
	}
	number, color, face := "", c.colors.text, faces.small
	if r.Number > 0 {
		number = strconv.Itoa(r.Number)
	} else {
		color, face = blend(c.colors.text, c.colors.paper, 0.25), faces.muted
	}
	x := profileEdge
	if number != "" {
		c.text(number, font{27, c.colors.chartRed, glyph.Bold}, x+leaderboardNumber/2-4, mid, leaderboardNumber-6,
			alignCenter)
	}
	x += leaderboardNumber
	c.sprite(face[r.Face], x+smallPortrait/2, mid, smallPortrait)
	x += smallPortrait + 10
	right := profileWidth - profileEdge
	at := mid
	if CanWrite(r.Note) {
		at = mid - 10
		c.text(r.Note, font{15, blend(c.colors.text, c.colors.paper, 0.25), glyph.Medium}, right, mid+16,
			leaderboardValue, alignRight)
	}
	width := 0.0
	if CanWrite(r.Value) {
		width = c.text(r.Value, font{25, color, glyph.Bold}, right, at, leaderboardValue, alignRight)
	}
	if CanWrite(r.Name) {
		c.text(r.Name, font{26, color, glyph.Bold}, x, mid, right-width-14-x, alignLeft)
	}
}
