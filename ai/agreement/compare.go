package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
)

// strength is what players of a strength show, a sample a game and side.
type strength struct {
	points float64
	games  []Sample
}

// Range is where nineteen of twenty lie.
type Range struct{ Low, High float64 }

// Comparison is what honest players of a rating show in as many moves, and how often they show as much as somebody did.
type Comparison struct {
	Rate, Accuracy Range
	// SoOften and SoAccurate are which part of honest players, 0 to 1, would look like this or more so: the rate of false alarms, if
	// this were one.
	SoOften, SoAccurate float64
}

// draws is how many honest players are drawn.
const draws = 5000

// Known is the ratings between which there are games to compare with; beyond them the nearest count.
func Known() (low, high float64) { return table[0].points, table[len(table)-1].points }

// Unlike is how far, in rating points, the strengths of people of one rating must be taken to lie apart though the rating be known
// well: characters of a strength all play alike, people do not.
const Unlike = 120

// Compare sets what somebody showed beside honest players of a rating that is known up to a deviation: of each the strength is
// drawn, and games from those of the two strengths around it until they have as many moves. The same question has the same answer.
func Compare(rating, deviation float64, shown Sample) Comparison {
	return compare(table[:], rating, math.Hypot(deviation, Unlike), shown)
}

func compare(known []strength, rating, deviation float64, shown Sample) (c Comparison) {
	random := rand.New(rand.NewPCG(uint64(shown.Moves), uint64(rating)))
	rates, accuracies := make([]float64, draws), make([]float64, draws)
	var often, accurate int
	for i := range draws {
		low, high, upper := around(known, rating+deviation*random.NormFloat64())
		var games []Sample
		for moves := 0; moves < max(shown.Moves, 1); {
			from := low
			if random.Float64() < upper {
				from = high
			}
			one := from.games[random.IntN(len(from.games))]
			games = append(games, one)
			moves += one.Moves
		}
		sum := Sum(games)
		rates[i], accuracies[i] = sum.Rate(), sum.Accuracy
		if rates[i] >= shown.Rate() {
			often++
		}
		if accuracies[i] >= shown.Accuracy {
			accurate++
		}
	}
	c.Rate, c.Accuracy = spread(rates), spread(accuracies)
	c.SoOften, c.SoAccurate = float64(often)/draws, float64(accurate)/draws
	return c
}

// around is the strengths below and above a rating, and which part of the games is to come from the upper one.
func around(known []strength, rating float64) (low, high *strength, upper float64) {
	for i := range known {
		if known[i].points < rating {
			continue
		}
		if i == 0 {
			return &known[0], &known[0], 0
		}
		below := &known[i-1]
		return below, &known[i], (rating - below.points) / (known[i].points - below.points)
	}
	last := &known[len(known)-1]
	return last, last, 0
}

func spread(values []float64) Range {
	slices.Sort(values)
	const part = 0.025
	return Range{values[int(part*float64(len(values)))], values[int((1-part)*float64(len(values)))]}
}
