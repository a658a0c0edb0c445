package archive

import (
	"fmt"

	"yeye/bot/match"
	"yeye/game"
)

// timeControl returns the value of PGN's TimeControl tag, in seconds: "300+3", or "1/86400" for days per move. Limits
// that PGN cannot express are appended in words.
func timeControl(t match.TimeControl) string {
	switch {
	case t.Live():
		return fmt.Sprintf("%d+%d", int(t.Base.Seconds()), int(t.Added.Seconds())) + limits(t)
	case t.Days > 0:
		return fmt.Sprintf("1/%d", t.Days*24*60*60)
	}
	return "-"
}

// limits returns, in words, the limit per move and the byoyomi, in seconds.
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

// termination returns the value of PGN's Termination tag.
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
