package match

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Takeback takes back a player's last move, and the reply if there is one. Against a character it is free, and a
// character that is thinking stops; between players in a casual match it is free for 30 seconds while the opponent
// has not acted, once until the opponent moves, and otherwise becomes an [Offer] in the returned match. It raises
// Turn, so that an engine move for the old turn is refused.
func (s *Service) Takeback(ctx context.Context, by Actor, channel id.Channel) (Change, error) {
	return s.do(ctx, by, s.inChannel(channel), TookBack, s.askTakeback)
}

// TakebackAt is Takeback for a control made for turn; a control for another turn is [ErrStale].
func (s *Service) TakebackAt(ctx context.Context, by Actor, match id.Match, turn int64) (Change, error) {
	return s.do(ctx, by, s.byID(match), TookBack, func(c *Change) error {
		if _, seated := c.Match.SeatOf(by.Player); seated && c.Match.Status == Open && c.Match.Turn != turn {
			return c.Match.Stale()
		}
		return s.askTakeback(c)
	})
}

func (s *Service) askTakeback(c *Change) error {
	m := &c.Match
	side, seated := m.SeatOf(c.By.Player)
	switch {
	case !seated:
		return m.NotSeated()
	case m.Status != Open:
		return m.NotOpen()
	case m.Mode.Arranged:
		return ErrArranged
	case m.Hidden():
		return ErrHidden
	case m.Ply() < m.pliesBack(side):
		return ErrNothingToTakeBack
	case m.Mode.TwoPlayers && !m.Mode.Takebacks():
		return ErrBetweenPeople
	case m.revealed(m.pliesBack(side)):
		return ErrRevealed
	}
	_, character := m.Opponent()
	if character || m.Mode.OnePlayer || m.inGracePeriod(side, s.db.Now()) {
		m.Acted[side] = s.db.Now()
		err := s.takeBack(c, side)
		if m.Mode.TwoPlayers {
			m.Offered[side] |= tookBackFreely
		}
		return err
	}
	return s.offer(c, Offer{Kind: OfferTakeback, By: side})
}

// inGracePeriod reports whether a side's last move may be taken back without asking: it was played just now, the
// opponent has not acted and nobody has made an offer since, nor has the side already taken one back. In a rated match
// every takeback needs agreement.
func (m *Match) inGracePeriod(side game.Color, now time.Time) bool {
	return m.CasualReason != Rated && m.ToMove() != side && now.Sub(m.Played) <= gracePeriod &&
		m.Offered == [2]Offered{} && !m.Acted[side.Other()].After(m.Played)
}

// TookBackLast reports whether the last event in a match is that a side took its move back: its player need not be
// pinged to move.
func (m *Match) TookBackLast(side game.Color) bool {
	return m.Played.IsZero() && m.Acted[side].After(m.Acted[side.Other()])
}

// TakebackMakesCasual reports whether a takeback that a player could ask for now would make the match casual once the
// opponent agrees.
func (m *Match) TakebackMakesCasual(p id.Player) bool {
	side, seated := m.SeatOf(p)
	return seated && m.Status == Open && m.Mode.TwoPlayers && !m.Mode.Arranged && m.CasualReason == Rated &&
		m.Ply() >= m.pliesBack(side) && !m.Offered[side].has(OfferTakeback)
}

// pliesBack returns how many plies undo the last move of a side.
func (m *Match) pliesBack(side game.Color) int {
	if m.ToMove() == side && !m.Mode.OnePlayer {
		return 2
	}
	return 1
}

// MayTakeBack reports whether a player in this match has made a move that could be taken back.
func (m *Match) MayTakeBack() bool {
	if m.Mode.Arranged || m.Hidden() {
		return false
	}
	for _, c := range [2]game.Color{game.Red, game.Black} {
		if plies := m.pliesBack(c); m.Seats[c].Human() && m.Ply() >= plies {
			return (!m.Mode.TwoPlayers || m.Mode.Takebacks()) && !m.revealed(plies)
		}
	}
	return false
}

func (s *Service) takeBack(c *Change, side game.Color) error {
	m := &c.Match
	plies := m.pliesBack(side)
	switch {
	case m.Ply() < plies:
		return ErrNothingToTakeBack
	case m.revealed(plies): // the character's reply may have revealed a piece
		return ErrRevealed
	}
	if m.ToMove() == side {
		if s.outOfTime(c, side) {
			return nil
		}
		m.endTurn(s.chargedUntil(c.By, m.Guild))
	}
	moves := m.Moves()
	c.Before.Undone = slices.Clone(moves[len(moves)-plies:])
	for range plies {
		m.variantBoard().Takeback()
		if mover := m.ToMove(); m.Seats[mover].Human() {
			m.Clock.unpress(mover, m.FreeMove())
		}
	}
	if m.Clock.Days > 0 {
		m.Clock.Warned = [2]bool{} // the next turn has its full days again
	}
	c.Verb = TookBack
	m.Scores = m.Scores.before(m.Ply())
	m.Turn++
	m.makeCasual(AfterTakeback)
	m.Played = time.Time{}
	m.dropOffers()
	m.Premoves = [2]Premove{} // the position changes, so no offer or premove survives
	return nil
}
