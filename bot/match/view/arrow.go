package view

import (
	"strconv"

	"yeye/bot/discord"
	"yeye/game"
)

// AddArrows prefixes each option of the selects of [MoveSelects] with an arrow in the move's direction, for beginners
// who cannot read notation yet. below is the side at the bottom of their board.
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

// arrow writes a move as arrows, for a board with side below at the bottom: ↑5 is a rook five points up, ↑↗ a horse.
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

// steps writes count steps in a direction: ↑ for 1, ↑5 for 5.
func steps(direction string, count int) string {
	if count == 1 {
		return direction
	}
	return direction + strconv.Itoa(count)
}
