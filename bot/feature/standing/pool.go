package standing

import (
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/game"
)

// pool is a kind of games, for which a player has one rating. The names are stored.
type pool string

const (
	unrated pool = ""
	live    pool = "live" // on a clock, with both players present
	days    pool = "days" // days for each move
)

// over reports whether a match has a result that its players, or their clocks, brought about; this includes a match paused by a
// moderator that a player then leaves.
func over(m *match.Match) bool {
	return m.Mode.Competitive && !m.Mode.Unattended && m.Status == match.Ended && m.Ruling != match.RuledOver &&
		rating.Counts(m.Outcome, m.Game.Ply())
}

// poolOf returns the pool in which a match that is over counts by its terms. The caller checks whether a player is barred, and
// whether the pair has had its games of the day.
func poolOf(m *match.Match) pool {
	red, black := m.Seats[game.Red], m.Seats[game.Black]
	people := m.Mode.People && red.Human() && black.Human() && !m.HasGone() && red.Player != black.Player
	switch {
	case !over(m), !people, m.Casual != match.Rated, !even(m):
		return unrated
	case m.Clock.Live():
		return live
	case !m.Clock.None():
		return days
	}
	return unrated
}

// even reports whether a match began at the starting position, without odds.
func even(m *match.Match) bool { return m.Odds == match.Even && m.Game.Start() == game.Start() }
