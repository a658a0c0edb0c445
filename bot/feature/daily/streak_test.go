package daily

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCount(t *testing.T) {
	to := func(a, b Number) (all []Number) {
		for n := a; n <= b; n++ {
			all = append(all, n)
		}
		return all
	}
	for _, c := range []struct {
		name   string
		solved []Number
		closed Number
		want   Streak
		away   []Number
	}{
		{"nothing", nil, 9, Streak{}, nil},
		{"three, and the next is open", to(1, 3), 3, Streak{Length: 3, Best: 3}, nil},
		{"solved before the ones before it were closed", to(1, 3), 1, Streak{Length: 3, Best: 3}, nil},
		{"one missed", to(1, 3), 4, Streak{Best: 3}, nil},
		{"seven earn a freeze", to(1, 7), 7, Streak{Length: 7, Best: 7, Freezes: 1}, nil},
		{"which bridges one", append(to(1, 7), to(9, 10)...), 10, Streak{Length: 9, Best: 9, Used: []Number{8}}, nil},
		{"but not two", append(to(1, 7), to(10, 10)...), 10, Streak{Length: 1, Best: 7}, nil},
		{"one that is open costs none", append(to(1, 7), 9), 7, Streak{Length: 8, Best: 8, Freezes: 1}, nil},
		{"two are kept at most", to(1, 28), 28, Streak{Length: 28, Best: 28, Freezes: 2}, nil},
		{"one missed while the bot was away", append(to(1, 3), 5), 5, Streak{Length: 4, Best: 4, Away: []Number{4}}, to(4, 4)},
		{"solved although the bot was away", to(1, 3), 3, Streak{Length: 3, Best: 3}, to(2, 2)},
		{"a freeze is kept for another day", append(to(1, 7), 9), 9, Streak{Length: 8, Best: 8, Freezes: 1, Away: []Number{8}}, to(8, 8)},
		{"missed the day after", append(to(1, 3), 6), 6, Streak{Length: 1, Best: 3}, to(4, 4)},
	} {
		got := CountStreak(c.solved, c.closed, func(n Number) bool { return slices.Contains(c.away, n) })
		if got.Length != c.want.Length || got.Best != c.want.Best || got.Freezes != c.want.Freezes || !slices.Equal(got.Used, c.want.Used) ||
			!slices.Equal(got.Away, c.want.Away) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// naive plays the numbers one by one as a person would keep the score.
func naive(solved, away map[Number]bool, closed Number) (length, best, freezes int) {
	earning, begun := 0, false
	for n := Number(1); n <= closed; n++ {
		if solved[n] {
			begun = true
			length++
			best = max(best, length)
			if earning++; earning == 7 {
				earning = 0
				if freezes < 2 {
					freezes++
				}
			}
			continue
		}
		if away[n] {
			continue
		}
		if !begun || length == 0 {
			length = 0
			continue
		}
		if freezes > 0 {
			freezes--
			continue
		}
		length, earning = 0, 0
	}
	return length, best, freezes
}

// TestCountRandom compares with the naive count, over 400 numbers.
func TestCountRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		odds := random.IntN(100)
		solved, gone := map[Number]bool{}, map[Number]bool{}
		var list []Number
		for n := Number(1); n <= 400; n++ {
			if random.IntN(100) < odds {
				solved[n] = true
				list = append(list, n)
			}
			gone[n] = random.IntN(10) == 0
		}
		got := CountStreak(list, 400, func(n Number) bool { return gone[n] })
		length, best, freezes := naive(solved, gone, 400)
		if got.Length != length || got.Best != best || got.Freezes != freezes {
			t.Fatalf("%d of 100: %+v, want %d, %d, %d", odds, got, length, best, freezes)
		}
	}
}
