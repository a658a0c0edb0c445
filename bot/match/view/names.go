package view

import (
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
)

// Who names the occupant of a seat; players are mentioned.
func Who(w *words.Words, s match.Seat) string {
	switch {
	case s.Erased():
		return w.Text("seat.gone")
	case s.Human():
		return "<@" + string(s.Player) + ">"
	case s.Open:
		return w.Text("seat.open")
	case s.Team != match.NoTeam:
		return teamName(w, s.Team)
	}
	return w.Character(s.Level)
}

// teamName names a team.
func teamName(w *words.Words, t match.Team) string {
	switch t {
	case match.RedTeam:
		return w.Text("seat.team.red")
	case match.BlackTeam:
		return w.Text("seat.team.black")
	}
	return w.Text("seat.server")
}

// WhoWithFace is Who, with the face of a character.
func WhoWithFace(w *words.Words, s match.Seat) string {
	if s.Character() {
		return w.NameWithFace(s.Level)
	}
	return Who(w, s)
}

// PlainName names the occupant of a seat without a mention, unless the player's name is not known.
func PlainName(w *words.Words, s match.Seat) string {
	if name := locale.Plain(s.Name, 32); s.Human() && name != "" {
		return name
	}
	return Who(w, s)
}

// MatchTitle returns the title of a match, also used for threads: "A – B", or the owner's name for a study. It keeps to
// Discord's limit of 100 characters.
func MatchTitle(w *words.Words, seats [2]match.Seat) string {
	name := func(s match.Seat) string {
		if s.Human() && !s.Erased() {
			return locale.Visible(s.Name, 40)
		}
		return Who(w, s)
	}
	if seats[0].Human() && seats[0].Player == seats[1].Player {
		return w.Text("study.title") + " · " + name(seats[0])
	}
	return name(seats[0]) + " – " + name(seats[1])
}
