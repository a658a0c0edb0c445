package rating

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Meeting is a game between two players of a field, who are numbered from 0.
type Meeting struct {
	Red, Black int
	Score      float64 // Red's: 1, 0.5 or 0
	Group      int     // games that are not independent, like a pair from one opening, share a number
}

// ErrApart is returned if the games do not connect the field: some player or group has
// won or lost everything against the rest, so that no distance can be computed.
var ErrApart = errors.New("the games do not connect all players")

// Strengths returns the strength of each of a field of n in rating points, the anchor at
// 0, and the value of the first move, by the model of Bradley and Terry: the values that
// make the meetings likeliest, a draw being half a win.
func Strengths(n, anchor int, games []Meeting) (values []float64, edge float64, err error) {
	if !connected(n, games) {
		return nil, 0, ErrApart
	}
	values = make([]float64, n)
	pairs := paired(games)
	const turns, near = 10_000, 1e-9
	// One player at a time, by Newton's method: each step can only make the games
	// likelier, and there is one optimum.
	for range turns {
		worst := 0.0
		for i := range n + 1 {
			var slope, curve float64
			for _, m := range pairs {
				sign := 0.0
				switch {
				case i == n:
					sign = 1
				case m.Red == m.Black: // against itself: informs about the first move alone
				case i == m.Red:
					sign = 1
				case i == m.Black:
					sign = -1
				}
				if sign == 0 {
					continue
				}
				e := 1 / (1 + math.Exp(values[m.Black]-values[m.Red]-edge))
				slope += sign * (m.points - m.games*e)
				curve += m.games * e * (1 - e)
			}
			step := max(-1, min(slope/curve, 1))
			worst = max(worst, math.Abs(step))
			if i == n {
				edge += step
			} else {
				values[i] += step
			}
		}
		if worst < near {
			break
		}
	}
	zero := values[anchor]
	for i := range values {
		values[i] = scale * (values[i] - zero)
	}
	return values, scale * edge, nil
}

// pair sums all games of two players with the same colors.
type pair struct {
	Red, Black    int
	games, points float64 // points are Red's
}

func paired(games []Meeting) (pairs []pair) {
	at := map[[2]int]int{}
	for _, m := range games {
		k := [2]int{m.Red, m.Black}
		i, ok := at[k]
		if !ok {
			i = len(pairs)
			at[k], pairs = i, append(pairs, pair{Red: m.Red, Black: m.Black})
		}
		pairs[i].games++
		pairs[i].points += m.Score
	}
	return pairs
}

// connected reports whether a chain of points scored leads from every player to every
// other.
func connected(n int, games []Meeting) bool {
	reached := func(forward bool) int {
		seen := make([]bool, n)
		todo, count := []int{0}, 0
		seen[0] = true
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo, count = todo[:len(todo)-1], count+1
			for _, m := range games {
				for _, side := range [2]struct {
					from, to int
					took     bool
				}{{m.Red, m.Black, m.Score > 0}, {m.Black, m.Red, m.Score < 1}} {
					from, to := side.from, side.to
					if !forward {
						from, to = to, from
					}
					if side.took && from == at && !seen[to] {
						seen[to] = true
						todo = append(todo, to)
					}
				}
			}
		}
		return count
	}
	return n > 0 && reached(true) == n && reached(false) == n
}

// Spread is the 95 % interval of a value.
type Spread struct{ Value, Low, High float64 }

// StrengthsWithError computes [Strengths] with confidence intervals by bootstrap: the
// groups of games are drawn again n times, with replacement.
func StrengthsWithError(field, anchor int, games []Meeting, n int,
	seed uint64) (values []Spread, edge Spread, err error) {
	best, bestEdge, err := Strengths(field, anchor, games)
	if err != nil {
		return nil, Spread{}, err
	}
	groups := map[int][]Meeting{}
	for _, m := range games {
		groups[m.Group] = append(groups[m.Group], m)
	}
	keys := slices.Sorted(maps.Keys(groups))
	random := rand.New(rand.NewPCG(seed, uint64(len(games))))
	draws := make([][]float64, field+1)
	for range n {
		var drawn []Meeting
		for range keys {
			drawn = append(drawn, groups[keys[random.IntN(len(keys))]]...)
		}
		v, e, err := Strengths(field, anchor, drawn)
		if err != nil {
			continue // a sample that is not connected says nothing
		}
		for i, x := range append(v, e) {
			draws[i] = append(draws[i], x)
		}
	}
	for i, x := range append(best, bestEdge) {
		values = append(values, spread(x, draws[i]))
	}
	return values[:field], values[field], nil
}

func spread(value float64, draws []float64) Spread {
	if len(draws) == 0 {
		return Spread{value, math.Inf(-1), math.Inf(1)}
	}
	slices.Sort(draws)
	at := func(q float64) float64 { return draws[int(q*float64(len(draws)-1)+0.5)] }
	return Spread{value, at(0.025), at(0.975)}
}
