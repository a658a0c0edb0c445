package rating

import (
	"math"

	"yeye/ai/character"
)

// characters holds the strength of the seven on the scale of people, weakest first: the
// means, weighted by precision, of 2264 games of a field with skips (lab ladder) and of
// the matches of neighbors in the README; the Immortal by the latter alone. By the
// former, with 95 % intervals:
//
//	Newborn 629 (565 to 682), Kid 866 (809 to 916), Xiaoqing 1214 (1172 to 1255),
//	Uncle 1500, Park Master 1757 (1687 to 1853), Grandpa 2359 (2178 to 2591)
//
// The anchor, Uncle at 1500, is a convention until people's own games can decide, and
// distances between engines are likely greater than people will find them.
var characters = [character.Count]float64{640, 885, 1225, 1500, 1780, 2210, 2535}

// CharacterAt returns the rating of a character. Games never change it.
func CharacterAt(level character.Level) Rating {
	return Rating{Value: characters[level], Deviation: 45, Volatility: 0.06}
}

// Against is a finished even game of a person, without help, against a character.
type Against struct {
	Level character.Level
	Red   bool // the person's color
	Score float64
}

// Shade says on which side of a character a player's strength lies.
type Shade int8

const (
	Weak   Shade = -1
	Usual  Shade = 0
	Strong Shade = 1
)

// String returns the key of its word.
func (s Shade) String() string { return [...]string{"weak", "usual", "strong"}[s+1] }

// Likeness is the character that a player plays like.
type Likeness struct {
	Level character.Level
	Shade Shade
	Spread
	Games int
}

// EnoughGames is how many games are needed for a Likeness.
const EnoughGames = 10

// Like returns the character that a player with these results plays like, and false
// before there are [EnoughGames]. The prior is only that people are between a newborn and
// an immortal, most of them nearer the middle.
func Like(results []Against) (Likeness, bool) {
	if len(results) < EnoughGames {
		return Likeness{}, false
	}
	const low, high, step = 0, 3200, 4
	const typical, wide = 1400, 450
	var points, weights []float64
	best := math.Inf(-1)
	for r := float64(low); r <= high; r += step {
		z := (r - typical) / wide
		log := -z * z / 2
		for _, a := range results {
			edge := -float64(RedAdvantage)
			if a.Red {
				edge = RedAdvantage
			}
			e := expected(1, r-characters[a.Level]+edge)
			log += a.Score*math.Log(e) + (1-a.Score)*math.Log(1-e)
		}
		points, weights = append(points, r), append(weights, log)
		best = max(best, log)
	}
	sum, mean := 0.0, 0.0
	for i := range weights {
		weights[i] = math.Exp(weights[i] - best)
		sum += weights[i]
		mean += weights[i] * points[i]
	}
	l := Likeness{Spread: Spread{mean / sum, quantile(points, weights, 0.025*sum),
		quantile(points, weights, 0.975*sum)}, Games: len(results)}
	l.Level, l.Shade = nearest(l.Value)
	return l, true
}

// Step returns the place of a value on the ladder of the characters, from 0 to character.Count-1:
// 2.5 is midway between the characters of levels 2 and 3.
func Step(value float64) float64 {
	for i, c := range characters {
		if value >= c {
			continue
		}
		if i == 0 {
			return 0
		}
		below := characters[i-1]
		return float64(i-1) + (value-below)/(c-below)
	}
	return float64(character.Count - 1)
}

func quantile(points, weights []float64, part float64) float64 {
	for i, w := range weights {
		if part -= w; part <= 0 {
			return points[i]
		}
	}
	return points[len(points)-1]
}

// Nearest returns the level of the character nearest to a value.
func Nearest(value float64) character.Level {
	level, _ := nearest(value)
	return level
}

// nearest returns the character nearest to a value, and on which side of it the value
// lies: a third of the way to the next one is still the character itself.
func nearest(value float64) (level character.Level, shade Shade) {
	for i, c := range characters {
		if math.Abs(c-value) < math.Abs(characters[level]-value) {
			level = character.Level(i)
		}
	}
	gap := value - characters[level]
	next := level + character.Level(math.Copysign(1, gap))
	if !next.Valid() {
		if math.Abs(gap) < 100 {
			return level, Usual
		}
	} else if math.Abs(gap) < math.Abs(characters[next]-characters[level])/3 {
		return level, Usual
	}
	return level, Shade(math.Copysign(1, gap))
}
