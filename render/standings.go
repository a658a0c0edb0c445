package render

import (
	"errors"
	"fmt"
	"strconv"

	"yeye/render/glyph"
)

// Standings is a card with the crosstable of a tournament: a row per player, a square per round.
type Standings struct {
	Theme Theme
	Scale int // 1 or 2; 0 means 2

	Title  string // written if CanWrite
	Rows   []StandingsRow
	Rounds int // columns; 0 for a table without
}

// StandingsRow is a player's row.
type StandingsRow struct {
	Place  int
	Number int    // written if the name cannot be, unless it is 0
	Name   string // written if CanWrite
	Points int
	Cells  []StandingsCell // by round, at most Rounds of them
}

// StandingsCell is a round: the opponent's place with + for a win, = for a draw or − for a loss, on
// a square in the color of the result.
type StandingsCell struct {
	Opponent int // place, 0 for a round without a game
	Points   int // 2 won, 1 drawn, 0 lost
	Empty    bool
}

// Measures of a table, pixels at scale 1.
const (
	tableRow   = 36.0
	tableHead  = 46.0
	tablePlace = 38.0
	tableLast  = 52.0 // points
	tableName  = 130.0
	tableCell  = 34.0
	// MaxStandingsRows and MaxStandingsRounds are the numbers of rows and columns that fit on a card.
	MaxStandingsRows, MaxStandingsRounds = 16, 9
)

// Standings draws the card.
func (p *Painter) Standings(g Standings) (Card, error) {
	st, err := Style{Theme: g.Theme, Scale: g.Scale}.normal()
	if err != nil {
		return Card{}, err
	}
	if len(g.Rows) == 0 || len(g.Rows) > MaxStandingsRows || g.Rounds < 0 || g.Rounds > MaxStandingsRounds {
		return Card{}, errors.New("render: a table of " + strconv.Itoa(len(g.Rows)) + " rows and " +
			strconv.Itoa(g.Rounds) + " rounds")
	}
	top := profileEdge
	if CanWrite(g.Title) {
		top += tableHead
	}
	height := top + tableRow*float64(len(g.Rows)) + profileEdge
	return p.paperCard(st, height, func(c *canvas, _ *faces, _ *kings) (names []string) {
		if CanWrite(g.Title) {
			c.text(g.Title, font{26, c.colors.text, glyph.Bold}, profileWidth/2, profileEdge+tableHead/2-6,
				profileInner,
				alignCenter)
			names = append(names, g.Title)
		}
		for i, row := range g.Rows {
			y := top + tableRow*float64(i)
			if i%2 == 0 {
				c.rect(profileEdge, y, profileInner, tableRow, blend(c.colors.paper, c.colors.axis, 0.1))
			}
			if name := row.draw(c, y+tableRow/2, g.Rounds); name != "" {
				names = append(names, name)
			}
		}
		return names
	})
}

// draw draws a row centered on y, and returns the name if it is written.
func (r *StandingsRow) draw(c *canvas, y float64, rounds int) (written string) {
	left, right := profileEdge+6, profileEdge+profileInner-8
	place := font{20, blend(c.colors.text, c.colors.paper, 0.25), glyph.Medium}
	if r.Place <= 3 {
		place = font{22, c.colors.chartRed, glyph.Bold}
	}
	c.text(strconv.Itoa(r.Place), place, left+tablePlace-12, y, tablePlace-6, alignRight)
	c.text(strconv.Itoa(r.Points), font{22, c.colors.text, glyph.Bold}, right, y, tableLast-8, alignRight)
	cells := tableCell * float64(rounds)
	name := r.Name
	if written = name; !CanWrite(name) {
		if name, written = "", ""; r.Number > 0 {
			name = fmt.Sprintf("#%d", r.Number)
		}
	}
	room := right - tableLast - cells - left - tablePlace
	c.text(name, font{20, c.colors.text, glyph.Medium}, left+tablePlace, y, max(room, tableName/2)-8, alignLeft)
	x := right - tableLast - cells
	for i := range min(len(r.Cells), rounds) {
		r.Cells[i].draw(c, x+tableCell*(float64(i)+0.5), y)
	}
	return written
}

// draw draws a square around a point.
func (s StandingsCell) draw(c *canvas, x, y float64) {
	if s.Empty {
		return
	}
	fill, sign := c.colors.chartRed, "−"
	switch s.Points {
	case 2:
		fill, sign = c.colors.target, "+"
	case 1:
		fill, sign = blend(c.colors.paper, c.colors.axis, 0.6), "="
	}
	const side = tableCell - 6
	c.rounded(x-side/2, y-side/2, side, side, 5, fill)
	label := sign
	if s.Opponent > 0 {
		label = strconv.Itoa(s.Opponent) + sign
	}
	c.text(label, font{15, c.colors.paper, glyph.Bold}, x, y, side-4, alignCenter)
}
