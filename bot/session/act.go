package session

import (
	"time"
)

// ActKind is what is to be done about a session without anybody asking.
type ActKind uint8

const (
	Nothing ActKind = iota
	Think           // the character to move answers
	Expire          // a challenge that nobody answered is closed
	Remind          // the player to move is told that the game will rest
	Rest            // an untouched game is set aside
	Warn            // the player to move is told that their time runs out
	Flag            // the player to move has run out of time
)

// Act is a session's next act and when it is due.
type Act struct {
	Kind ActKind
	Due  time.Time
}

// next works out what is due; the service stores it with every change.
func (s *Session) next(now time.Time) Act {
	switch {
	case s.Status == Proposed:
		return Act{Expire, s.Created.Add(s.patience())}
	case s.Status != Open:
		return Act{}
	case s.Seats[s.ToMove()].Character():
		if s.Exhibition() {
			return Act{Think, now.Add(exhibitPace)}
		}
		return Act{Think, now}
	case !s.Clock.Since.IsZero():
		return s.clockAct()
	}
	return s.idle()
}
