package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// TimeControlText describes a time control in words.
func TimeControlText(w *words.Words, t match.TimeControl) string {
	switch {
	case t.Live():
		return liveText(w, t)
	case t.Days > 0:
		return w.Text("clock.days", locale.Args{"Count": t.Days})
	}
	return w.Text("clock.none")
}

// liveText describes a live time control: base time, increment, limit per move and byoyomi.
func liveText(w *words.Words, t match.TimeControl) string {
	minutes := locale.Args{"Minutes": int(t.Base.Minutes()), "Seconds": int(t.Added.Seconds())}
	text := w.Text("clock.live", minutes)
	if t.Added == 0 && (t.PerMove > 0 || t.Byoyomi > 0) {
		text = w.Text("clock.live.base", minutes)
	}
	if t.PerMove > 0 {
		text += w.Text("clock.live.permove", locale.Args{"Seconds": int(t.PerMove.Seconds())})
	}
	if t.Byoyomi > 0 {
		text += w.Text("clock.live.byoyomi", locale.Args{"Seconds": int(t.Byoyomi.Seconds())})
	}
	return text
}

// RatedText says whether a match is rated.
func RatedText(w *words.Words, c match.CasualReason) string {
	if c == match.Rated {
		return w.Text("rated.yes")
	}
	return w.Text("rated.no")
}

// OddsText says who gives which odds to whom, and which side moves first.
func OddsText(w *words.Words, odds match.Odds, seats [2]match.Seat) string {
	giver := odds.Giver()
	return w.Text("odds.said."+odds.String(), locale.Args{"Giver": Who(w, seats[giver]),
		"Taker": Who(w, seats[giver.Other()])})
}

// clockLine says how much time each side has left when the card is posted. For the side to move it adds a Discord
// timestamp, which counts down in the client. It is "" without a clock.
func clockLine(w *words.Words, m *match.Match, now time.Time) string {
	if m.Clock.None() || m.Mode.Unattended || m.Mode.OnePlayer {
		return ""
	}
	var parts []string
	if m.Clock.Live() {
		for _, side := range [2]game.Color{game.Red, game.Black} {
			if m.Seats[side].Human() { // a character has no clock
				parts = append(parts, w.Color(side)+" **"+remainingText(w, m, side, now)+"**")
			}
		}
	}
	if m.Status == match.Open {
		text := TimeText(w, m, now)
		switch {
		case m.FreeMove():
			parts = append(parts, w.Text("clock.free"))
		case text != "":
			parts = append(parts, text)
		case !m.Clock.Live():
			parts = append(parts, TimeControlText(w, m.Clock.TimeControl))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "⏱️ " + strings.Join(parts, " · ")
}

// TimeText says when the flag of the side to move falls, or until when the clock is stopped, and who is on vacation; ""
// without a clock.
func TimeText(w *words.Words, m *match.Match, now time.Time) string {
	var parts []string
	if fall, timed := m.FlagAt(now); timed {
		if _, rests := m.RestUntil(m.ToMove(), now); !rests {
			parts = append(parts, w.Text("clock.flag", locale.Args{"When": Relative(fall)}))
		}
	}
	if m.OnBreak(now) {
		parts = append(parts, w.Text("clock.break", locale.Args{"When": Moment(m.Rest.Break)}))
		for side, on := range m.Rest.WantsToContinue {
			if on {
				parts = append(parts, w.Text("clock.break.on", locale.Args{"Who": Who(w, m.Seats[side])}))
			}
		}
	}
	for side, seat := range m.Seats {
		if until, away := m.OnVacation(game.Color(side), now); away {
			parts = append(parts, w.Text("clock.vacation", locale.Args{"Who": Who(w, seat), "When": Moment(until)}))
		}
	}
	return strings.Join(parts, " · ")
}

// remainingText writes a side's remaining base time, or its byoyomi once that is used up.
func remainingText(w *words.Words, m *match.Match, side game.Color, now time.Time) string {
	left := m.LeftAt(side, now)
	if left == 0 && m.Clock.Byoyomi > 0 && m.Status == match.Open {
		return w.Text("clock.byoyomi", locale.Args{"Seconds": int(m.Clock.Byoyomi.Seconds())})
	}
	return Minutes(left)
}

// Minutes formats a duration as mm:ss, rounded up: a flag that has not fallen does not show 00:00.
func Minutes(d time.Duration) string {
	s := int64((d + time.Second - 1) / time.Second)
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// Relative formats a time as a relative Discord timestamp, which counts down: "in 5 minutes".
func Relative(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":R>" }

// Clock formats a time of day as a Discord timestamp, shown in the reader's time zone. Unlike Relative, it stays right
// in messages that are no longer updated.
func Clock(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":t>" }

// Moment formats a date and time as a Discord timestamp, shown in the reader's time zone.
func Moment(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":f>" }

// casualLine returns the reason why a match has become casual, on the cards just after that happened; "" otherwise.
func casualLine(r *Reader, m *match.Match) string {
	w := r.Words
	until := m.CasualTurn
	if until == 1 { // casual from the start: the character may have moved already
		until++
	}
	switch m.CasualReason {
	case match.Rated, match.Agreed, match.DailyLimit:
		return ""
	}
	if m.Status == match.Ended || m.Turn < m.CasualTurn || m.Turn > until || m.Mode.Unattended {
		return ""
	}
	if !m.Mode.TwoPlayers { // a game against a character changes no rating
		if m.Unaided() {
			return ""
		}
		if _, marked := r.Marks(m); m.CasualReason == match.Marked && !marked { // the marks were shown before
			return w.Text("casual.helped.marked.before",
				locale.Args{"Resign": w.Text("control.resign"), "Again": w.Text("control.again")})
		}
		return w.Text("casual.helped." + m.CasualReason.String())
	}
	return w.Text("casual." + m.CasualReason.String())
}

// footer returns what follows the seats at the foot of a card: the time control; rated or casual between people;
// against a character whether there was help; the variant or the rules. Rules are named if the match is rated or they
// are not Asian; unusual ones are explained during the first plies.
func footer(r *Reader, m *match.Match) string {
	w := r.Words
	if m.Mode.Unattended {
		return ""
	}
	text := ""
	if !m.Clock.None() {
		text = " · " + TimeControlText(w, m.Clock.TimeControl)
	}
	switch _, versus := m.Opponent(); {
	case m.Mode.TwoPlayers:
		text += " · " + RatedText(w, m.CasualReason)
	case versus && m.Status == match.Open && !m.Unaided() && casualLine(r, m) == "": // casualLine says it already
		text += " · " + w.Text("card.helped")
	}
	if name := GameName(w, m.Mode.Variant); name != "" {
		text += " · " + name
	}
	if !m.Mode.Takes("rules") {
		return text
	}
	switch rules := m.Game.Rules(); {
	case m.Game.Ply() < OpeningPlies && rules != game.Asian:
		text += " · " + w.Text("rules."+rules.String())
	case rules != game.Asian, m.Mode.TwoPlayers && m.CasualReason == match.Rated:
		text += " · " + w.Text("rules.name."+rules.String())
	}
	return text
}

// OpeningPlies is the number of plies for which a card explains how to play.
const OpeningPlies = 4
