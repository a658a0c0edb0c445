package daily

// Streak is how many puzzles of the day a player has solved in a row. It goes by number, so that neither traveling nor
// daylight saving time breaks it, and is always computed from the solved numbers, never stored.
type Streak struct {
	Length  int
	Best    int
	Freezes int      // that are left
	Used    []Number // numbers of the present streak that a freeze has bridged
	Away    []Number // and those that were not solved because the bot was away
}

// A freeze bridges one number. One is earned by earnedBy solved numbers, and at most maxKept are kept.
const (
	solvedPerFreeze = 7
	maxFreezes  = 2
)

// Count returns the streak of somebody who solved these numbers, in ascending order, when all numbers up to closed are
// over. A number on whose day the bot was away counts for the streak if it was solved, and is passed over otherwise.
func CountStreak(solved []Number, closed Number, away func(Number) bool) (s Streak) {
	if len(solved) == 0 {
		return s
	}
	earning := 0
	next := 0 // of solved
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
