package match

import (
	"time"

	"yeye/game"
	"yeye/game/jieqi"
)

// WarnDue returns when a player who was last active at acted is warned, in a turn that began at since with that many
// days.
func WarnDue(acted, since time.Time, days int) time.Time {
	m := &Match{Acted: [2]time.Time{acted, {}}, Clock: newClock(Timing{Days: days})}
	m.Clock.Since = since
	return m.warnDue(game.Red, since.Add(m.Clock.budget()))
}

// OnBoard returns a running match between people with a game of flipped chess on its board.
func OnBoard(g *jieqi.Game) Match {
	return Match{Mode: FlippedDuel, Seats: [2]Seat{{Player: "mei"}, {Player: "tom"}}, Game: game.NewGame(game.Start(), game.Asian), Flipped: &Flipped{game: g}}
}
