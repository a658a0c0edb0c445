package view

import (
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
)

// DisplacedText says to a player why their match was displaced from its channel and adjourned, or cannot go on there
// now.
func DisplacedText(w *words.Words, m *match.Match, side game.Color) string {
	why := m.Displacement.Place
	if now := m.Displacement.Status(); now.Lost() {
		why = now
	}
	return w.Text("taken."+string(why), DisplacedArgs(w, m, side))
}

// DisplacedArgs are the arguments of texts to a player whose match was displaced and adjourned.
func DisplacedArgs(w *words.Words, m *match.Match, side game.Color) locale.Args {
	within := "taken.within.hours"
	n := int(m.ComesWithin().Hours())
	if n == 0 {
		within, n = "taken.within.minutes", int(m.ComesWithin().Minutes())
	}
	return locale.Args{"Other": PlainName(w, m.Seats[side.Other()]), "Place": "<#" + string(m.Channel) + ">",
		"Within": w.Text(within, locale.Args{"Count": n})}
}
