package agreement

import (
	"math"
	"math/rand/v2"
	"slices"
)

// strength holds the samples of players of one rating, one sample per game and side.
type strength struct {
	points float64
	games  []Sample
}

// Range is the central 95 % interval of values.
type Range struct{ Low, High float64 }

// Comparison says what honest players of a rating show over as many moves as the player, and how likely they are to
// match the player.
type Comparison struct {
	Rate, Accuracy Range
	// PValue and AccuracyPValue are the shares of honest players, 0 to 1, whose rate and accuracy are at least this
	// player's: the false alarm rate if this raised an alarm.
	PValue, AccuracyPValue float64
}

// draws is the number of honest players simulated.
const draws = 5000

// Known returns the lowest and highest rating of the reference table. Ratings outside use the nearest one.
func Known() (low, high float64) { return table[0].points, table[len(table)-1].points }

// StrengthStdDev is the standard deviation, in rating points, of the playing strengths of people with the same
// well-known rating: characters of one strength all play alike, people do not.
const StrengthStdDev = 120

// Compare compares a player's sample with honest players of a rating with that standard deviation. For each honest
// player it draws a strength, then games of the two nearest strengths in the table until they have as many moves. The
// same arguments give the same result.
func Compare(rating, deviation float64, shown Sample) Comparison {
	return compare(table[:], rating, math.Hypot(deviation, StrengthStdDev), shown)
}

func compare(known []strength, rating, deviation float64, shown Sample) (c Comparison) {
	random := rand.New(rand.NewPCG(uint64(shown.Moves), uint64(rating)))
	rates, accuracies := make([]float64, draws), make([]float64, draws)
	var matchingRate, matchingAccuracy int
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
			matchingRate++
		}
		if accuracies[i] >= shown.Accuracy {
			matchingAccuracy++
		}
	}
	c.Rate, c.Accuracy = centralInterval(rates), centralInterval(accuracies)
	c.PValue, c.AccuracyPValue = float64(matchingRate)/draws, float64(matchingAccuracy)/draws
	return c
}

// around returns the strengths below and above a rating, and the probability of drawing from the upper one.
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

func centralInterval(values []float64) Range {
	slices.Sort(values)
	const part = 0.025
	return Range{values[int(part*float64(len(values)))], values[int((1-part)*float64(len(values)))]}
}
