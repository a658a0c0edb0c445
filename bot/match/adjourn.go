package match

import (
	"context"
	"slices"
	"strings"
	"time"

	"yeye/bot/id"
	"yeye/bot/policy"
)

// An inactive match is adjourned, so that it does not occupy its channel forever. A player can resume it later.
// Against a character it is adjourned after a day. Between players it is adjourned after a week, and the player to
// move is reminded a day before. A match whose clock runs is not adjourned: the flag ends it. A match whose live
// clock has not started within an hour is adjourned: no player came to play.
const (
	adjournUnbegun  = time.Hour
	adjournAlone    = 24 * time.Hour
	remindPeople    = 6 * 24 * time.Hour
	adjournReminded = 24 * time.Hour
)

// idle returns the next act if the player to move stays inactive: a reminder or an adjournment.
func (m *Match) idle() Act {
	if m.FreeMove() {
		return Act{Adjourn, m.Touched.Add(adjournUnbegun)}
	}
	if !m.Mode.TwoPlayers {
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

// Adjourn adjourns an inactive match, as the caller read it, and releases its channel.
func (s *Service) Adjourn(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Adjourn, Paused, func(c *Change) error {
		c.Match.adjourn()
		return nil
	})
}

// adjourn sets the match's status to adjourned and drops an open offer. The offer may be made again once the match is
// resumed.
func (m *Match) adjourn() {
	m.Status = Adjourned
	m.dropOffers()
}

// NeedsBoth reports whether both players must resume the match before it continues: it is between people and its live
// clock has started. Otherwise the clock of an absent player would run down.
func (m *Match) NeedsBoth() bool { return m.Mode.TwoPlayers && m.Clock.Live() && !m.FreeMove() }

// Resume continues an adjourned match. If it [Match.NeedsBoth], or the other player sits at another live board, it
// stays adjourned, with an [Offer], until the other player resumes it too. It returns a [*policy.SeatError] if the
// actor sits at another live board, an [*OccupiedError] if another match is open in the channel, and [ErrOffered] if
// the actor has asked already.
func (s *Service) Resume(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Resumed, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case m.Status != Adjourned:
			return ErrStale
		case m.Ruling == PausedByModerator:
			return ErrPausedByModerator
		case m.waitsForOpponent(side):
			return ErrOffered
		}
		free, err := s.playersFree(ctx, m, by.Player)
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

// livePlayers returns the players of a match who must not sit at another live board while it is played, and the
// prefix of the arrangers whose boards do not count: the host of a simul sits at several boards of one round. The ids
// of such arrangers differ in their last part only, after a hyphen; a ring has one board, and an id without a hyphen.
// players is nil if they may sit at other boards too.
func (m *Match) livePlayers() (players []id.Player, exceptArrangers string) {
	if !m.Clock.Live() || !m.Mode.together() {
		return nil, ""
	}
	if i := strings.LastIndexByte(string(m.Arranger.ID), '-'); i >= 0 {
		exceptArrangers = string(m.Arranger.Kind) + "/" + string(m.Arranger.ID[:i+1])
	}
	for _, seat := range m.Seats {
		if seat.Human() {
			players = append(players, seat.Player)
		}
	}
	return players, exceptArrangers
}

// playersFree reports whether no player of an adjourned match sits at another live board, where their clock runs. If
// by does, it returns a [*policy.SeatError].
func (s *Service) playersFree(ctx context.Context, m *Match, by id.Player) (bool, error) {
	players, exceptArrangers := m.livePlayers()
	busy, err := s.SitAtLiveBoards(ctx, s.db.Read(), exceptArrangers, players...)
	if err == nil && slices.Contains(busy, by) {
		err = &policy.SeatError{Players: []id.Player{by}, Err: policy.ErrAtBoard}
	}
	return len(busy) == 0, err
}
