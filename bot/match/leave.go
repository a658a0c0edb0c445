package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/game"
)

// GonePlayer returns the id that replaces an erased player of that side.
func GonePlayer(c game.Color) id.Player { return id.Player(player.GonePrefix + c.String()) }

// Gone reports whether the player of this seat has been erased.
func (s Seat) Gone() bool {
	return len(s.Player) > len(player.GonePrefix) && s.Player[:len(player.GonePrefix)] == player.GonePrefix
}

// HasGone reports whether a player of this match has been erased.
func (m *Match) HasGone() bool { return m.Seats[game.Red].Gone() || m.Seats[game.Black].Gone() }

// Leave ends a player's part in a match: one against another player is resigned, also if adjourned; one against a
// character, a study or an exhibition of theirs ends without a result. It returns [ErrEnded] if there is nothing to
// end. The event is not recorded as handled, since a player leaves many matches in one event.
func (s *Service) Leave(ctx context.Context, by Actor, match id.Match) (Change, error) {
	by.Event = ""
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case m.Status == Open && m.Mode.Unattended && by.Player != "" && by.Player == m.Starter:
			c.Abandon()
			return nil
		case !seated || m.IsGuest(by.Player):
			return ErrNotSeated
		case !m.Live():
			return ErrEnded
		case !m.Mode.People:
			c.Abandon()
			return nil
		}
		c.resign(side)
		m.Acted[side] = s.db.Now()
		return nil
	})
}
