package voice

import "math"

// Swing is the move that cost a side most, by what the players' own searches thought before and after it.
type Swing struct {
	Move int // index in the game
	Cost int // thousandths of a game
}

// chance is what a worth is in games won, 0 to 1.
func chance(worth int) float64 { return 1 / (1 + math.Exp(-float64(worth)/350)) }

// Weigh remembers the move of the last two that changed what the side which has just moved thinks of the game, if none cost its side
// more: its own move before, where it thinks worse of the game now, or the other side's answer. n is how many moves have been
// played, mover the side of the last.
func (m Memory) Weigh(n int, mover int, before, now int) Memory {
	change := chance(now) - chance(before)
	swing, side := Swing{n - 3, int(math.Round(-1000 * change))}, mover
	if change > 0 {
		swing, side = Swing{n - 2, int(math.Round(1000 * change))}, 1-mover
	}
	if swing.Move >= 0 && swing.Cost > m.Swings[side].Cost {
		m.Swings[side] = swing
	}
	return m
}
