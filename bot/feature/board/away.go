package board

import (
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
)

// awayAfter is how long somebody's page must be gone before the other player is told: a phone that comes back at once,
// or a page that is loaded again, is no news.
const awayAfter = 10 * time.Second

// away reports whether the other player had the page of a game open that is played at once, has it open no more, and
// has not moved since. Nothing follows from it: phones sleep, and the game can be played in Discord.
func (c *conn) away(m *match.Match) bool {
	you, seated := m.SeatOf(c.session.player)
	if c.socket == nil || !seated || m.Status != match.Open || m.Clock.Days > 0 || !m.Seats[you.Other()].Human() {
		return false
	}
	at := c.hub.leftAt(m.ID, m.Seats[you.Other()].Player)
	return !at.IsZero() && c.DB.Now().Sub(at) >= awayAfter && !m.Acted[you.Other()].After(at)
}

// arrive tells the other processes that the player of a connection is at the page.
func (c *conn) announceArrival() {
	c.DB.Notify(store.BoardsTopic, string(c.session.match)+" "+string(c.session.player))
}

// arrived hears that.
func (s *site) onArrival(of, who string) { s.hub.playerBack(id.Match(of), id.Player(who)) }
