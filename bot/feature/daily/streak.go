package daily

// Streak is a run of consecutive puzzles of the day that a player has solved. It counts numbers, not local dates, so
// that neither travel nor daylight saving time breaks it. It is computed from the solved numbers, never stored.
type Streak struct {
	Length  int
	Best    int
	Freezes int      // that are left
	Used    []Number // numbers of the current streak bridged by a freeze
	Away    []Number // numbers missed because of an outage
}

// A freeze bridges a missed number. Each solvedPerFreeze solved numbers earn one, up to maxFreezes.
const (
	solvedPerFreeze = 7
	maxFreezes      = 2
)

// CountStreak returns the streak for solved numbers in ascending order, where closed is the last closed number. A
// missed number is skipped if away returns true for it.
func CountStreak(solved []Number, closed Number, away func(Number) bool) (s Streak) {
	if len(solved) == 0 {
		return s
	}
	earning := 0
	next := 0 // index in solved
	for n := solved[0]; n <= max(closed, solved[len(solved)-1]); n++ {
		switch {
		case next < len(solved) && solved[next] == n:
			next++
			s.Length++
			s.Best = max(s.Best, s.Length)
			if earning++; earning == solvedPerFreeze {
				earning, s.Freezes = 0, min(s.Freezes+1, maxFreezes)
			}
		case n > closed: // it can still be solved
		case s.Length > 0 && away(n):
			s.Away = append(s.Away, n)
		case s.Length > 0 && s.Freezes > 0:
			s.Freezes--
			s.Used = append(s.Used, n)
		default:
			s.Length, s.Used, s.Away, earning = 0, nil, nil, 0
		}
	}
	return s
}
