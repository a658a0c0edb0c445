package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is the time control of a match: none, a number of days for each move, or a live clock. The zero Timing is
// none.
type TimeControl struct {
	Days  int           // for each move, 1 to MaxDays; 0 for none
	Base  time.Duration // of a live clock, in whole minutes: the initial time of each side; 0 for none
	Added time.Duration // of a live clock, in whole seconds: for each move made

	// PerMove is the most time that one move may take on a live clock (步时), in whole seconds; 0 is no limit.
	PerMove time.Duration
	// Byoyomi is the time for each move once the base is used up (读秒), in whole seconds; with 0 the flag falls then.
	// With a byoyomi no time is added for moves.
	Byoyomi time.Duration
}

const (
	// MaxDays is the longest time for a move.
	MaxDays = 14
	// maxMinutes and maxSeconds bound a live clock.
	maxMinutes, maxSeconds = 180, 180
	// minLimit and maxLimit bound, in seconds, the limits of a single move: less is too short for a board to be shown
	// and answered.
	minLimit, maxLimit = 10, 600
)

const day = 24 * time.Hour

// TimeControls returns those on offer in /play, /challenge, /ring and /tournament, the default first. To add one, add
// an entry here: options, names and stored text follow from its values.
func TimeControls() []TimeControl {
	return []TimeControl{{}, liveClock(5, 3), liveClock(10, 5), liveClock(15, 10),
		liveClock(10, 0).limited(60, 30), liveClock(10, 5).limited(60, 0), liveClock(20, 0).limited(0, 30),
		liveClock(30, 0).limited(0, 60), {Days: 1}, {Days: 2}, {Days: 3}, {Days: 5}, {Days: 7}, {Days: 14}}
}

func liveClock(minutes, seconds int) TimeControl {
	return TimeControl{Base: time.Duration(minutes) * time.Minute, Added: time.Duration(seconds) * time.Second}
}

// limited returns a live clock with limits of single moves, in seconds.
func (t TimeControl) limited(perMove, byoyomi int) TimeControl {
	t.PerMove, t.Byoyomi = time.Duration(perMove)*time.Second, time.Duration(byoyomi)*time.Second
	return t
}

// None reports whether there is no clock.
func (t TimeControl) None() bool { return t == TimeControl{} }

// Live reports whether the time control is a live clock: both players are expected at the board.
func (t TimeControl) Live() bool { return t.Base > 0 }

// String returns "none", "3d" for three days a move, or "5+3" for five minutes and three seconds; "10+0/60b30" is ten
// minutes, at most 60 seconds for a move, and 30 for each once the ten minutes are gone.
func (t TimeControl) String() string {
	switch {
	case t.Live():
		text := fmt.Sprintf("%d+%d", t.Base/time.Minute, t.Added/time.Second)
		if t.PerMove > 0 {
			text += fmt.Sprintf("/%d", t.PerMove/time.Second)
		}
		if t.Byoyomi > 0 {
			text += fmt.Sprintf("b%d", t.Byoyomi/time.Second)
		}
		return text
	case t.Days > 0:
		return strconv.Itoa(t.Days) + "d"
	}
	return "none"
}

// ParseTimeControl reads what String writes, within the bounds.
func ParseTimeControl(text string) (TimeControl, bool) {
	if text == "none" {
		return TimeControl{}, true
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		return TimeControl{Days: n}, err == nil && 1 <= n && n <= MaxDays
	}
	text, byoyomi, ok := limit(text, "b")
	if !ok {
		return TimeControl{}, false
	}
	text, perMove, ok := limit(text, "/")
	if !ok {
		return TimeControl{}, false
	}
	minutes, seconds, ok := strings.Cut(text, "+")
	m, err1 := strconv.Atoi(minutes)
	s, err2 := strconv.Atoi(seconds)
	if !ok || err1 != nil || err2 != nil || m < 1 || m > maxMinutes || s < 0 || s > maxSeconds ||
		s > 0 && byoyomi > 0 {
		return TimeControl{}, false
	}
	return liveClock(m, s).limited(perMove, byoyomi), true
}

// limit cuts a limit in seconds, introduced by sign, off the end of a text; 0 if the text does not contain the sign.
func limit(text, sign string) (rest string, seconds int, ok bool) {
	rest, digits, found := strings.Cut(text, sign)
	if !found {
		return rest, 0, true
	}
	n, err := strconv.Atoi(digits)
	return rest, n, err == nil && minLimit <= n && n <= maxLimit
}

// allowed returns how long a turn may take that begins with left of the base.
func (t TimeControl) allowed(left time.Duration) time.Duration {
	left += t.Byoyomi
	if t.PerMove > 0 {
		return min(left, t.PerMove)
	}
	return left
}

// warning returns how long before the fall of a flag a player on a live clock is warned.
func (t TimeControl) warning() time.Duration {
	warn := warnLive
	for _, limit := range []time.Duration{t.PerMove, t.Byoyomi} {
		if limit > 0 {
			warn = min(warn, limit/3)
		}
	}
	return warn
}

// budget returns a side's time at the start of the match; with days per move, of each turn.
func (t TimeControl) budget() time.Duration {
	if t.Live() {
		return t.Base
	}
	return time.Duration(t.Days) * day
}
