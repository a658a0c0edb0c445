package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/player"
	"yeye/game"
)

// ErasedPlayer returns the id that replaces an erased player of that side.
func ErasedPlayer(c game.Color) id.Player { return id.Player(player.ErasedPrefix + c.String()) }

// Erased reports whether the player of this seat has been erased.
func (s Seat) Erased() bool {
	return len(s.Player) > len(player.ErasedPrefix) && s.Player[:len(player.ErasedPrefix)] == player.ErasedPrefix
}

// HasErased reports whether a player of this match has been erased.
func (m *Match) HasErased() bool { return m.Seats[game.Red].Erased() || m.Seats[game.Black].Erased() }

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
		case !m.Mode.TwoPlayers:
			c.Abandon()
			return nil
		}
		c.resign(side)
		m.Acted[side] = s.db.Now()
		return nil
	})
}
