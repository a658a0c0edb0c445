package rating_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"yeye/ai/character"
	"yeye/bot/match/rating"
)

// field plays a round robin of neighbors and of those two apart.
func field(truth []float64, edge float64, games int, seed uint64) (all []rating.Meeting) {
	random := rand.New(rand.NewPCG(seed, 2))
	for gap := 1; gap <= 2; gap++ {
		for i := gap; i < len(truth); i++ {
			for k := range games {
				m := rating.Meeting{Red: i, Black: i - gap, Group: len(all) / 2}
				if k%2 == 1 {
					m.Red, m.Black = m.Black, m.Red
				}
				e := 1 / (1 + math.Pow(10, (truth[m.Black]-truth[m.Red]-edge)/400))
				if random.Float64() < e {
					m.Score = 1
				}
				all = append(all, m)
			}
		}
	}
	return all
}

func TestStrengthsAreFound(t *testing.T) {
	truth := []float64{-500, -200, 0, 250, 500}
	values, edge, err := rating.StrengthsWithError(len(truth), 2, field(truth, 40, 400, 1), 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		if !(v.Low-1 <= truth[i] && truth[i] <= v.High+1) {
			t.Errorf("player %d is %v, in truth %v", i, v, truth[i])
		}
		if i != 2 && v.High-v.Low > 200 {
			t.Errorf("player %d: %v says little", i, v)
		}
	}
	if values[2].Value != 0 || !(edge.Low < 40 && 40 < edge.High) {
		t.Errorf("anchor %v, edge %v", values[2], edge)
	}
}

func TestStrengthsNeedLinks(t *testing.T) {
	won := []rating.Meeting{{Red: 0, Black: 1, Score: 1}, {Red: 1, Black: 0, Score: 0}}
	for _, c := range []struct {
		n     int
		games []rating.Meeting
	}{{0, nil}, {2, nil}, {2, won}, {2, []rating.Meeting{{Red: 1, Black: 0, Score: 1}}}, {3, append(won, rating.Meeting{Red: 1, Black: 0, Score: 1})}} {
		if v, _, err := rating.Strengths(c.n, 0, c.games); !errors.Is(err, rating.ErrApart) {
			t.Errorf("%v: %v %v", c.games, v, err)
		}
	}
	if v, _, err := rating.Strengths(2, 0, append(won, rating.Meeting{Red: 1, Black: 0, Score: 0.5})); err != nil || v[1] >= 0 {
		t.Errorf("a draw links: %v %v", v, err)
	}
}

// Games against oneself inform about the first move, and about nobody's strength.
func TestGamesWithOneself(t *testing.T) {
	games := field([]float64{-100, 0, 100}, 80, 100, 3)
	before, edge, err := rating.Strengths(3, 1, games)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		games = append(games, rating.Meeting{Red: 2, Black: 2, Score: float64(i % 2), Group: 1000 + i})
	}
	after, less, err := rating.Strengths(3, 1, games)
	if err != nil {
		t.Fatal(err)
	}
	for i := range before {
		if math.Abs(before[i]-after[i]) > 5 {
			t.Errorf("player %d was %v and is %v", i, before[i], after[i])
		}
	}
	if math.Abs(less) >= math.Abs(edge) {
		t.Errorf("300 even games leave an edge of %v, before %v", less, edge)
	}
	// All won by the first move: neither side is stronger.
	for i := range 100 {
		games = append(games, rating.Meeting{Red: 2, Black: 2, Score: 1, Group: 2000 + i})
	}
	if won, more, err := rating.Strengths(3, 1, games); err != nil || more <= less || math.Abs(won[2]-after[2]) > 30 {
		t.Errorf("%v, edge %v, %v", won, more, err)
	}
}

func TestLike(t *testing.T) {
	play := func(level character.Level, games int, points float64) (all []rating.Against) {
		for i := range games {
			score := max(0, min(1, points-float64(i)))
			all = append(all, rating.Against{Level: level, Red: i%2 == 0, Score: score})
		}
		return all
	}
	if l, ok := rating.Like(play(3, 9, 5)); ok {
		t.Errorf("after nine games: %+v", l)
	}
	for _, c := range []struct {
		name   string
		games  []rating.Against
		level  character.Level
		shade  rating.Shade
		widest float64
	}{
		{"even with Uncle", play(3, 40, 20), 3, rating.Usual, 320},
		{"beats Uncle nearly three times of four", play(3, 40, 29), 4, rating.Weak, 330},
		{"a little better than Uncle", play(3, 40, 26.5), 3, rating.Strong, 330},
		{"beats the Kid always, Xiaoqing mostly, Uncle now and then", append(append(play(1, 10, 10), play(2, 10, 7)...), play(3, 10, 3)...), 3, rating.Weak, 350},
		{"loses everything to the Newborn", play(0, 10, 0), 0, rating.Weak, 1000},
		{"beats the Immortal always", play(6, 20, 20), 6, rating.Strong, 1000},
	} {
		l, ok := rating.Like(c.games)
		if !ok || l.Level != c.level || l.Shade != c.shade || !(l.Low < l.Value && l.Value < l.High) || l.High-l.Low > c.widest || l.Games != len(c.games) {
			t.Errorf("%s: %+v", c.name, l)
		}
	}
}

// The first move is worth its points: the same score with Red is that of somebody weaker.
func TestLikeKnowsTheFirstMove(t *testing.T) {
	var red, black []rating.Against
	for i := range 40 {
		a := rating.Against{Level: 3, Red: true, Score: float64(i % 2)}
		red = append(red, a)
		a.Red = false
		black = append(black, a)
	}
	r, _ := rating.Like(red)
	b, _ := rating.Like(black)
	if got := b.Value - r.Value; got < rating.RedAdvantage || 2*rating.RedAdvantage < got {
		t.Errorf("%.1f points between the sides, want up to %.1f", got, 2*rating.RedAdvantage)
	}
}

// The value is the mean of what the prior and the games say together, here summed in another way.
func TestLikeIsTheMean(t *testing.T) {
	for name, c := range map[string]struct{ games, won int }{"one game of ten": {10, 1}, "half": {12, 6}, "all": {10, 10}, "half of very many": {3000, 1500}} {
		var all []rating.Against
		for i := range c.games {
			a := rating.Against{Level: 4, Red: i%2 == 0}
			if i < c.won {
				a.Score = 1
			}
			all = append(all, a)
		}
		density := func(r float64) float64 {
			log := -math.Pow((r-1400)/450, 2) / 2
			for _, a := range all {
				edge := map[bool]float64{true: rating.RedAdvantage, false: -rating.RedAdvantage}[a.Red]
				e := 1 / (1 + math.Pow(10, (rating.CharacterAt(a.Level).Value-r-edge)/400))
				log += math.Log(map[float64]float64{1: e, 0: 1 - e}[a.Score])
			}
			return log
		}
		most := math.Inf(-1)
		for r := 0.0; r < 3200; r += 10 {
			most = max(most, density(r))
		}
		sum, mean := 0.0, 0.0
		for r := 5.0; r < 3200; r += 10 {
			w := math.Exp(density(r) - most)
			sum, mean = sum+w, mean+w*r
		}
		if l, ok := rating.Like(all); !ok || !(math.Abs(l.Value-mean/sum) <= 1) { // nor may it be no number
			t.Errorf("%s: %v, want %v", name, l.Value, mean/sum)
		}
	}
}

// However many games there are, and however few, the value is a number within what is shown.
func TestLikeOfMany(t *testing.T) {
	for _, n := range []int{10, 3000} {
		var all []rating.Against
		for i := range n {
			all = append(all, rating.Against{Level: 6, Red: i%2 == 0, Score: 1})
		}
		if l, _ := rating.Like(all); !(2400 < l.Value && l.Value < 3200 && l.Low < l.Value && l.Value < l.High && l.High <= 3200) {
			t.Errorf("%d games: %+v", n, l)
		} else if n == 3000 && l.High != 3200 {
			t.Errorf("nothing shows that 3200 is too much, and the upper bound is %v", l.High)
		}
	}
}

func TestShadeHasWords(t *testing.T) {
	for shade, want := range map[rating.Shade]string{rating.Weak: "weak", rating.Usual: "usual", rating.Strong: "strong"} {
		if got := shade.String(); got != want {
			t.Errorf("%d: %q, want %q", shade, got, want)
		}
	}
}

func TestCharactersGetStronger(t *testing.T) {
	for i := character.Kid; i.Valid(); i++ {
		if rating.CharacterAt(i).Value <= rating.CharacterAt(i-1).Value {
			t.Errorf("level %d is not stronger than the one before", i)
		}
	}
	if rating.CharacterAt(0).Provisional() {
		t.Error("a character's rating is known")
	}
}

// A character is on its own step, the middle between two is midway, and every value is on the ladder.
func TestStep(t *testing.T) {
	for _, level := range character.All() {
		if at := rating.Step(rating.CharacterAt(level).Value); at != float64(level) {
			t.Errorf("level %d is at %v", level, at)
		}
	}
	if at := rating.Step((rating.CharacterAt(2).Value + rating.CharacterAt(3).Value) / 2); at != 2.5 {
		t.Errorf("between 2 and 3 is %v", at)
	}
	if low, high := rating.Step(-100), rating.Step(9000); low != 0 || high != 6 {
		t.Errorf("the ends are %v and %v", low, high)
	}
}
