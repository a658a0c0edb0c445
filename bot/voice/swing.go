package voice

import "math"

// Swing is the move that cost a side most, judged by the players' own searches before and after it.
type Swing struct {
	Move int // index in the game
	Cost int // thousandths of a game
}

// chance converts a worth to the expected share of games won, 0 to 1.
func chance(worth int) float64 { return 1 / (1 + math.Exp(-float64(worth)/350)) }

// Weigh returns the memory with the move that changed how the side which has just moved values the game, unless an earlier one cost
// its side more: that side's own previous move where it thinks worse of the game now, else the other side's answer to it. n is the
// number of moves played, mover the side of the last.
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
