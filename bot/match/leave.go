package match

import (
	"context"

	"yeye/bot/id"
	"yeye/game"
)

// gonePrefix begins what replaces a player whom nobody is to know any more. The side follows, so that two of them in one match
// stay two.
const gonePrefix = "gone:"

// GonePlayer is what replaces a player of that side who has had themselves forgotten.
func GonePlayer(c game.Color) id.Player { return id.Player(gonePrefix + c.String()) }

// Gone reports whether a player sat here who has had themselves forgotten.
func (s Seat) Gone() bool {
	return len(s.Player) > len(gonePrefix) && s.Player[:len(gonePrefix)] == gonePrefix
}

// HasGone reports whether somebody who sat here has had themselves forgotten.
func (m *Match) HasGone() bool { return m.Seats[game.Red].Gone() || m.Seats[game.Black].Gone() }

// Leave ends a player's part in a match: one against another player is resigned, also an adjourned one, one against a
// character, a study or an exhibition of theirs ends without a result. It is [ErrEnded] where there is nothing to end. A player
// leaves many matches in one event, which is therefore not remembered.
func (s *Service) Leave(ctx context.Context, by Actor, match id.Match) (Change, error) {
	by.Event = ""
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case m.Status == Open && m.Mode.Unattended && by.Player != "" && by.Player == m.Starter:
			c.abandon()
			return nil
		case !seated || m.IsGuest(by.Player):
			return ErrNotSeated
		case !m.Live():
			return ErrEnded
		case !m.Mode.People:
			c.abandon()
			return nil
		}
		c.resign(side)
		m.Acted[side] = s.db.Now()
		return nil
	})
}
