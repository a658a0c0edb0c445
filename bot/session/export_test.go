package session

import (
	"time"

	"yeye/game"
)

// WarnDue is when a player who was last active at acted is warned, in a turn that
// began at since with so many days.
func WarnDue(acted, since time.Time, days int) time.Time {
	s := &Session{Acted: [2]time.Time{acted, {}}, Clock: newClock(Timing{Days: days})}
	s.Clock.Since = since
	return s.warnDue(game.Red, since.Add(s.Clock.budget()))
}
