package daily

import (
	"slices"
	"testing"
	"time"
)

// TestOutages has the bot away from noon of number 33 on, which somebody misses between others: only after a long absence their streak
// goes on.
func TestOutages(t *testing.T) {
	for _, c := range []struct {
		name string
		away time.Duration
		want Streak
	}{
		{"never", 0, Streak{Length: 1, Best: 2}},
		{"a restart", 20 * time.Minute, Streak{Length: 1, Best: 2}},
		{"two hours", 2 * time.Hour, Streak{Length: 1, Best: 2}},
		{"four hours", 4 * time.Hour, Streak{Length: 3, Best: 3, Away: []Number{33}}},
		{"thirty hours", 30 * time.Hour, Streak{Length: 3, Best: 3, Away: []Number{33}}},
	} {
		now := Number(31).Date()
		s := open(t, &now)
		until := func(n Number, hour int) {
			t.Helper()
			for ; now.Before(n.Date().Add(time.Duration(hour) * time.Hour)); now = now.Add(2 * ReachableEvery) {
				if err := s.RecordReachable(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		solve := func(n Number) {
			t.Helper()
			if _, counted, err := s.RecordTry(t.Context(), Try{Player: "201", Number: n, Mark: Right, Solved: true}); err != nil ||
				!counted {
				t.Fatalf("%s: %d: counted %v (%v)", c.name, n, counted, err)
			}
		}
		until(31, 9)
		solve(31)
		until(32, 9)
		solve(32)
		until(33, 12)
		now = now.Add(c.away)
		until(34, 20)
		solve(34)
		until(35, 20)
		got, err := s.Streak(t.Context(), "201")
		if err != nil || got.Length != c.want.Length || got.Best != c.want.Best || !slices.Equal(got.Away, c.want.Away) {
			t.Errorf("%s: %+v, want %+v (%v)", c.name, got, c.want, err)
		}
	}
}
