package screen

import "math"

// Effect is what a change does, with standard errors, which are infinite for fewer than two pairs.
type Effect struct {
	Elo, EloError     float64
	Depth, DepthError float64 // plies
}

// Effects returns the effect of each change, of that many. The other changes in a pair are on and off at random: they only add to the
// errors.
func Effects(changes int, pairs []Pair) []Effect {
	// Elo for a whole point more than expected, at even strength.
	const perPoint = 400 / math.Ln10 * 4
	effects := make([]Effect, changes)
	for i := range effects {
		var score, depth mean
		for _, p := range pairs {
			sign := 1.0
			if p.On>>i&1 == 0 {
				sign = -1
			}
			score.add(sign * (p.Points/2 - 0.5))
			depth.add(sign * p.Depth)
		}
		e := &effects[i]
		e.Elo, e.EloError = score.of(perPoint)
		e.Depth, e.DepthError = depth.of(1)
	}
	return effects
}

// mean is that of the numbers added to it.
type mean struct{ n, sum, squares float64 }

func (m *mean) add(x float64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

// of returns the mean and its standard error in a unit.
func (m *mean) of(unit float64) (value, err float64) {
	if m.n < 2 {
		return unit * m.sum / max(m.n, 1), math.Inf(1)
	}
	value = m.sum / m.n
	return unit * value, unit * math.Sqrt(max(0, m.squares/m.n-value*value)/(m.n-1))
}
