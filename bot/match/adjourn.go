package match

import (
	"context"
	"slices"
	"time"

	"yeye/bot/id"
	"yeye/bot/policy"
)

// An inactive match must not hold its channel forever, and must not be lost either: it is adjourned, and continues
// where it was when a player resumes it. Against a character that is after a day; between players after a week, and the
// player to move is reminded a day before. A match whose clock runs is not adjourned: the flag ends it. If a live clock
// has not started to run, no player came to play, and an hour is enough.
const (
	adjournUnbegun  = time.Hour
	adjournAlone    = 24 * time.Hour
	remindPeople    = 6 * 24 * time.Hour
	adjournReminded = 24 * time.Hour
)

// idle returns the act that is due when a player is to move and does not.
func (m *Match) idle() Act {
	if m.FreeMove() {
		return Act{Adjourn, m.Touched.Add(adjournUnbegun)}
	}
	if !m.Mode.People {
		return Act{Adjourn, m.Touched.Add(adjournAlone)}
	}
	if m.Reminded {
		return Act{Adjourn, m.Touched.Add(adjournReminded)}
	}
	return Act{Remind, m.Touched.Add(remindPeople)}
}

// Remind records that the player to move has been reminded, in a match as the caller read it.
func (s *Service) Remind(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Remind, Reminding, func(c *Change) error {
		c.Match.Reminded = true
		return nil
	})
}

// Adjourn adjourns an untouched match, as the caller read it, and frees its channel.
func (s *Service) Adjourn(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Adjourn, Paused, func(c *Change) error {
		c.Match.adjourn()
		return nil
	})
}

// adjourn pauses a match. An offer that was open is dropped, and may be made again once it continues.
func (m *Match) adjourn() {
	m.Status = Adjourned
	m.dropOffers()
}

// NeedsBoth reports whether an adjourned match continues only once both players have asked for it: between people, with
// a live clock that has begun. The clock would run while one of them is absent, and cost them the match.
func (m *Match) NeedsBoth() bool { return m.Mode.People && m.Clock.Live() && !m.FreeMove() }

// Resume continues an adjourned match. If it [Match.NeedsBoth], or the other player sits at another live board, it
// stays adjourned, with an [Offer], until the other player resumes it too; who sits at such a board themselves is
// refused with a [*policy.SeatError]. It returns an [*OccupiedError] if another is open in its channel by now, and
// [ErrOffered] to the player who has asked already, while the match waits for the other.
func (s *Service) Resume(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Resumed, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case m.Status != Adjourned:
			return ErrStale
		case m.Ruling == Held:
			return ErrHeld
		case m.brought(side):
			return ErrOffered
		}
		free, err := s.free(ctx, m, by.Player)
		switch {
		case err != nil:
			return err
		case !free || m.NeedsBoth() && !m.agreed(side, m.Channel):
			return s.transferAdjourned(ctx, c, Offer{Kind: OfferTransfer, By: side, Channel: m.Channel, Guild: m.Guild},
				true)
		}
		m.Status, m.Offer = Open, Offer{} // which can only have been that of a transfer
		m.Acted[side] = s.db.Now()
		return nil
	})
}

// sitters returns the players of a match who must not sit at another live board while it is played, and how the
// arrangers of boards begin that do not count: of boards that are arranged alike, since the host of a simul has
// several. nil means that they may.
func (m *Match) sitters() (players []id.Player, besides string) {
	if !m.Clock.Live() || !m.Mode.together() {
		return nil, ""
	}
	if !m.Arranger.None() {
		besides = string(m.Arranger.Kind) + "/"
	}
	for _, seat := range m.Seats {
		if seat.Human() {
			players = append(players, seat.Player)
		}
	}
	return players, besides
}

// free reports whether no player of an adjourned match sits at another live board, where their clock runs. If by does,
// it returns a [*policy.SeatError].
func (s *Service) free(ctx context.Context, m *Match, by id.Player) (bool, error) {
	players, besides := m.sitters()
	busy, err := s.SitAtLiveBoards(ctx, s.db.Read(), besides, players...)
	if err == nil && slices.Contains(busy, by) {
		err = &policy.SeatError{Players: []id.Player{by}, Err: policy.ErrAtBoard}
	}
	return len(busy) == 0, err
}
