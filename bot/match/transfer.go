package match

import (
	"context"

	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/game"
)

// When the channel of a match is deleted, the match is adjourned, not lost, and a player can transfer it to
// another channel.

// Transferable reports whether a match can be transferred to another channel: it is open or adjourned, and not held
// by a moderator.
func (m *Match) Transferable() bool {
	return (m.Status == Open || m.Status == Adjourned && m.Ruling != PausedByModerator) && !m.Mode.Unattended
}

// MayOnlyResume reports whether a side may resume a match but not transfer it: it alone could have caused the loss of
// the place, and could cause that of the next one too.
func (m *Match) MayOnlyResume(side game.Color) bool {
	return m.Status == Adjourned && m.Displacement.Blamed && m.Displacement.Side == side
}

// Transfer continues a player's match in another channel. For a match that two players are playing it makes an
// [Offer] to the other player instead: they may be unable to see the channel while their clock runs. An adjourned
// match that [Match.NeedsBoth], or whose other player sits at another live board, is moved, but stays adjourned until
// the other player resumes it. It returns an [*OccupiedError] if another match is open in the channel, and
// [ErrBlamed] if the player [Match.MayOnlyResume]. The caller checks that all players can see the channel.
func (s *Service) Transfer(ctx context.Context, by Actor, match id.Match, guild id.Guild,
	channel id.Channel) (Change, error) {
	return s.transferTo(ctx, by, match, guild, channel, true)
}

// TransferUnseen is Transfer to a channel that the other player may be unable to see. There any adjourned match with a
// clock stays adjourned until the other player resumes it: a clock that runs where they cannot move would cost them the
// match.
func (s *Service) TransferUnseen(ctx context.Context, by Actor, match id.Match, guild id.Guild,
	channel id.Channel) (Change, error) {
	return s.transferTo(ctx, by, match, guild, channel, false)
}

func (s *Service) transferTo(ctx context.Context, by Actor, match id.Match, guild id.Guild, channel id.Channel,
	visible bool) (Change, error) {
	return s.do(ctx, by, s.byID(match), Transferred, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated || m.IsGuest(by.Player):
			return ErrNotSeated
		case m.Paused():
			return ErrPausedByModerator
		case !m.Transferable():
			return ErrEnded
		case m.Channel == channel && m.Status == Open:
			return ErrStale
		}
		agreed, o := m.agreed(side, channel), Offer{Kind: OfferTransfer, By: side, Channel: channel, Guild: guild}
		if m.MayOnlyResume(side) && !agreed {
			return ErrBlamed
		}
		maybeHidden := m.Mode.TwoPlayers && !m.Clock.None() && !visible
		othersFree, err := true, error(nil)
		if m.Status == Adjourned {
			othersFree, err = s.playersFree(ctx, m, by.Player)
		}
		switch {
		case err != nil:
			return err
		case m.BetweenPeople() && !agreed:
			return s.offer(c, o)
		case !othersFree || (m.NeedsBoth() || maybeHidden) && !agreed:
			return s.transferAdjourned(ctx, c, o, visible)
		}
		m.Acted[side] = s.db.Now()
		c.transfer(guild, channel)
		return nil
	})
}

// agreed reports whether the opponent of a side has asked to continue in that channel.
func (m *Match) agreed(side game.Color, channel id.Channel) bool {
	return m.Offer.Kind == OfferTransfer && m.Offer.By != side && m.Offer.Channel == channel
}

// transferAdjourned moves an adjourned match, which stays adjourned with the offer that the other player accepts by
// resuming it. The channel may be its present one: the card is posted again there, because it pings the other player.
// visible is whether they can see it.
func (s *Service) transferAdjourned(ctx context.Context, c *Change, o Offer, visible bool) error {
	m := &c.Match
	o.Turn = m.Turn
	if m.waitsForOpponent(o.By) && m.Offer.Channel == o.Channel {
		return ErrOffered
	}
	if err := s.Vacant(ctx, s.db.Read(), o.Channel); err != nil {
		return err
	}
	c.Verb = Transferred
	m.Guild, m.Channel, m.Offer = o.Guild, o.Channel, o
	if m.Offered[o.By].has(OfferTransfer) {
		m.Offered[o.By] |= askedAgain
	}
	m.Offered[o.By] = m.Offered[o.By].with(OfferTransfer)
	m.Acted[o.By] = s.db.Now()
	if m.Displacement.Latest = ""; !m.Displacement.None() { // the player acts in the place where it waits
		m.Displacement.Latest = place.Available
	}
	m.setForfeitDue(o.By, visible && m.NeedsBoth(), s.db.Now())
	return nil
}

// Asked returns the side that has asked to continue an adjourned match and waits for the other player to resume it; ok
// is false if neither has. again means that it had asked in this turn before: the other player, who was pinged then, is
// not pinged again.
func (m *Match) Asked() (side game.Color, again, ok bool) {
	side = m.Offer.By
	return side, m.Offered[side]&askedAgain != 0, m.Status == Adjourned && m.Offer.Kind == OfferTransfer
}

// waitsForOpponent reports whether a side has asked to continue an adjourned match and the opponent has not.
func (m *Match) waitsForOpponent(side game.Color) bool {
	by, _, ok := m.Asked()
	return ok && by == side
}

func (c *Change) transfer(guild id.Guild, channel id.Channel) {
	c.Verb = Transferred
	m := &c.Match
	m.Guild, m.Channel, m.Status = guild, channel, Open
	if m.Offer.Kind == OfferTransfer {
		m.Offer = Offer{}
	}
}
