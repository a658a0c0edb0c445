package match

import (
	"time"

	"yeye/bot/match/variant"
	"yeye/game"
)

// WarnDue returns when a player who was last active at acted is warned, in a turn that began at since with that many
// days.
func WarnDue(acted, since time.Time, days int) time.Time {
	m := &Match{Acted: [2]time.Time{acted, {}}, Clock: newClock(TimeControl{Days: days})}
	m.Clock.Since = since
	return m.warnDue(game.Red, since.Add(m.Clock.budget()))
}

// InFlipped returns a running match of flipped chess between people.
func InFlipped() Match {
	m := Match{Mode: DuelOf(variant.Flipped), Seats: [2]Seat{{Player: "mei"}, {Player: "tom"}},
		Game: game.NewGame(game.Start(), game.Asian)}
	m.seal()
	return m
}
