package view

import (
	"strconv"

	"yeye/bot/discord"
	"yeye/game"
)

// Pointing puts an arrow in the direction of each move before its label in the selects of [MoveSelects], for a board
// with that side at its bottom: beginners cannot read moves yet.
func AddArrows(rows []discord.Row, below game.Color) []discord.Row {
	for _, row := range rows {
		if len(row) == 0 {
			continue
		}
		s, ok := row[0].(discord.Select)
		for i := 0; ok && i < len(s.Options); i++ {
			o := &s.Options[i]
			if m, err := game.ParseMove(o.Value); err == nil {
				o.Label = arrow(m, below) + " · " + o.Label
			}
		}
	}
	return rows
}

// arrow shows a move as steps, seen with a side at the bottom: ↑5 is a rook's five points up, ↑↗ a horse's step.
func arrow(m game.Move, below game.Color) string {
	right, up := m.To().File()-m.From().File(), m.To().Rank()-m.From().Rank()
	if below == game.Black {
		right, up = -right, -up
	}
	wide, high := max(right, -right), max(up, -up)
	text := ""
	switch {
	case wide > high && right > 0:
		text = steps("→", wide-high)
	case wide > high:
		text = steps("←", wide-high)
	case high > wide && up > 0:
		text = steps("↑", high-wide)
	case high > wide:
		text = steps("↓", high-wide)
	}
	switch diagonal := min(wide, high); {
	case diagonal == 0:
	case up > 0 && right > 0:
		text += steps("↗", diagonal)
	case up > 0:
		text += steps("↖", diagonal)
	case right > 0:
		text += steps("↘", diagonal)
	default:
		text += steps("↙", diagonal)
	}
	return text
}

// steps writes so many steps in a direction.
func steps(direction string, count int) string {
	if count == 1 {
		return direction
	}
	return direction + strconv.Itoa(count)
}
