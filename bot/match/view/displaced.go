package view

import (
	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/bot/place"
	"yeye/game"
)

// DisplacedText says to a player why their displaced match is adjourned: what has happened to its channel.
func DisplacedText(w *words.Words, m *match.Match, side game.Color, why place.Status) string {
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
