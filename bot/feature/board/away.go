package board

import (
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// awayAfter is how long a player's page must be closed before the opponent sees that. Reloads and short losses of the
// connection do not show.
const awayAfter = 10 * time.Second

// away reports whether the opponent in a game without days per move has closed the page, and has not moved since. It is
// only shown: phones sleep, and the game can be played in Discord.
func (c *conn) away(m *match.Match) bool {
	you, seated := m.SeatOf(c.session.player)
	if c.socket == nil || !seated || m.Status != match.Open || m.Clock.Days > 0 || !m.Seats[you.Other()].Human() {
		return false
	}
	at := c.hub.leftAt(m.ID, m.Seats[you.Other()].Player)
	return !at.IsZero() && c.DB.Now().Sub(at) >= awayAfter && !m.Acted[you.Other()].After(at)
}

// announceArrival notifies the other processes that the connection's player has the page open.
func (c *conn) announceArrival() {
	c.DB.Notify(store.BoardsTopic, string(c.session.match)+" "+string(c.session.player))
}

// onArrival handles the notification of announceArrival.
func (s *site) onArrival(of, who string) { s.hub.playerBack(id.Match(of), id.Player(who)) }
