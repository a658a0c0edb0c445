package standing

import (
	"yeye/bot/match"
	"yeye/bot/rating"
	"yeye/game"
)

// pool is games of a kind, in which a player has one rating. The names are stored.
type pool string

const (
	unrated pool = ""
	live    pool = "live" // on a clock at which both sit
	days    pool = "days" // days for each move
)

// over reports whether a match has come to a result that its players, or their clocks, brought about: also one that a moderator
// had paused, if somebody leaves it.
func over(m *match.Match) bool {
	return m.Mode.Competitive && !m.Mode.Unattended && m.Status == match.Ended && m.Ruling != match.RuledOver &&
		rating.Counts(m.Outcome, m.Game.Ply())
}

// poolOf is the pool in which a match that is over counts by its terms. Those who are barred, and the third game of a pair, are for
// the caller to know.
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

// even reports whether a match began as games do.
func even(m *match.Match) bool { return m.Odds == match.Even && m.Game.Start() == game.Start() }
