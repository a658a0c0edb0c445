package bot

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"yeye/bot/old/locale"
	"yeye/bot/session"
	"yeye/game"
)

// clockLine is what a card says about time, "" if nothing is counted: what each
// side has left as it is posted, and for the side to move a time of Discord's that
// counts down on its own.
func clockLine(say *locale.Speaker, se *session.Session, now time.Time) string {
	if se.Clock.None() || se.Exhibition() || se.Study() {
		return ""
	}
	var parts []string
	if se.Clock.Live() {
		for _, side := range [2]game.Color{game.Red, game.Black} {
			if se.Seats[side].Human() { // a character has no clock
				parts = append(parts, say.Color(side)+" **"+minutes(se.LeftAt(side, now))+"**")
			}
		}
	}
	if se.Status == session.Open {
		fall, ok := se.FlagAt(now)
		switch {
		case se.FreeMove():
			parts = append(parts, say.Say("clock.free"))
		case ok:
			parts = append(parts, say.Say("clock.flag", locale.Args{"When": relative(fall)}))
		case !se.Clock.Live():
			parts = append(parts, timingText(say, se.Clock.Timing))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "⏱️ " + strings.Join(parts, " · ")
}

// minutes is a length of time as clocks show it, rounded up: a flag that has not
// fallen does not show 00:00.
func minutes(d time.Duration) string {
	s := int64((d + time.Second - 1) / time.Second)
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// relative is a moment as Discord shows it, counting: in 5 minutes.
func relative(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":R>" }

// casualLine says once why a game is casual, "" if there is nothing to say.
func casualLine(say *locale.Speaker, se *session.Session) string {
	if se.Status == session.Ended || se.Casual == session.Rated || se.Casual == session.Agreed || se.CasualTurn != se.Turn || se.Study() || se.Exhibition() {
		return ""
	}
	return say.Say("casual." + se.Casual.String())
}

// footing is what stands behind the seats at the foot of a card: clock and rating,
// and at first the rules, if they are not the usual.
func footing(say *locale.Speaker, se *session.Session) string {
	if se.Exhibition() {
		return ""
	}
	text := ""
	if !se.Clock.None() {
		text = " · " + timingText(say, se.Clock.Timing)
	}
	text += " · " + ratedText(say, se)
	if rules := se.Game.Rules(); rules != game.Asian && se.Game.Ply() < 4 {
		text += " · " + say.Say("rules."+rules.String())
	}
	return text
}

// timeControl is a clock as PGN writes it, in seconds: 300+3, or a move in so many.
func timeControl(t session.Timing) string {
	switch {
	case t.Live():
		return fmt.Sprintf("%d+%d", int(t.Base.Seconds()), int(t.Added.Seconds()))
	case t.Days > 0:
		return fmt.Sprintf("1/%d", t.Days*24*60*60)
	}
	return "-"
}

// termination is how a game ended, in PGN's words.
func termination(se *session.Session) string {
	switch {
	case se.Status != session.Ended:
		return "unterminated"
	case se.OutOfTime():
		return "time forfeit"
	case se.Outcome.Method == game.Abandoned:
		return "abandoned"
	}
	return "normal"
}
