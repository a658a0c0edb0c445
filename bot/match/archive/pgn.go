package archive

import (
	"fmt"

	"yeye/bot/match"
	"yeye/game"
)

// timeControl returns a clock in PGN's form, in seconds: 300+3, or a number of moves in a time. Limits of single moves
// follow.
func timeControl(t match.TimeControl) string {
	switch {
	case t.Live():
		return fmt.Sprintf("%d+%d", int(t.Base.Seconds()), int(t.Added.Seconds())) + limits(t)
	case t.Days > 0:
		return fmt.Sprintf("1/%d", t.Days*24*60*60)
	}
	return "-"
}

// limits returns, in words, the limits for which PGN has no form: the most time that a move may take, and the time for
// each move once the base is used up.
func limits(t match.TimeControl) string {
	text := ""
	if t.PerMove > 0 {
		text += fmt.Sprintf(", at most %d a move", int(t.PerMove.Seconds()))
	}
	if t.Byoyomi > 0 {
		text += fmt.Sprintf(", then %d a move", int(t.Byoyomi.Seconds()))
	}
	return text
}

// termination returns how a game ended, in PGN's words.
func termination(m *match.Match) string {
	switch {
	case m.Status != match.Ended:
		return "unterminated"
	case m.OutOfTime():
		return "time forfeit"
	case m.Outcome.Method == game.Abandoned:
		return "abandoned"
	}
	return "normal"
}
