package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Timing is what the players have agreed about time: nothing, so many days for
// each move, or a live clock. The zero Timing is none.
type Timing struct {
	Days  int           // for each move, 1 to MaxDays; 0 without
	Base  time.Duration // of a live clock, in whole minutes: what each side begins with; 0 without
	Added time.Duration // of a live clock, in whole seconds: for each move made
}

const (
	// MaxDays is the longest time for a move.
	MaxDays = 14
	// maxMinutes and maxSeconds bound a live clock.
	maxMinutes, maxSeconds = 180, 180
)

const day = 24 * time.Hour

// Timings is what is offered, the usual first.
func Timings() []Timing {
	return []Timing{{}, liveClock(5, 3), liveClock(10, 5), liveClock(15, 10),
		{Days: 1}, {Days: 2}, {Days: 3}, {Days: 5}, {Days: 7}, {Days: 14}}
}

func liveClock(minutes, seconds int) Timing {
	return Timing{Base: time.Duration(minutes) * time.Minute, Added: time.Duration(seconds) * time.Second}
}

// None reports whether nobody's time is counted.
func (t Timing) None() bool { return t == Timing{} }

// Live reports whether the players sit at the board together.
func (t Timing) Live() bool { return t.Base > 0 }

// String is "none", "3d" for three days a move, or "5+3" for five minutes and
// three seconds.
func (t Timing) String() string {
	switch {
	case t.Live():
		return fmt.Sprintf("%d+%d", t.Base/time.Minute, t.Added/time.Second)
	case t.Days > 0:
		return strconv.Itoa(t.Days) + "d"
	}
	return "none"
}

// ParseTiming reads what String writes, within the bounds.
func ParseTiming(text string) (Timing, bool) {
	if text == "none" {
		return Timing{}, true
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		return Timing{Days: n}, err == nil && 1 <= n && n <= MaxDays
	}
	minutes, seconds, ok := strings.Cut(text, "+")
	m, err1 := strconv.Atoi(minutes)
	s, err2 := strconv.Atoi(seconds)
	if !ok || err1 != nil || err2 != nil || m < 1 || m > maxMinutes || s < 0 || s > maxSeconds {
		return Timing{}, false
	}
	return liveClock(m, s), true
}

// budget is what a side has at the beginning, and with days for each move.
func (t Timing) budget() time.Duration {
	if t.Live() {
		return t.Base
	}
	return time.Duration(t.Days) * day
}
