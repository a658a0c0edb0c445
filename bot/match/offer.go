package match

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// OfferKind is the kind of an offer from one player to the other. The numbers are stored.
type OfferKind uint8

const (
	NoOffer OfferKind = iota
	OfferDraw
	OfferTakeback
	OfferTransfer // to continue in another channel, or an adjourned match where it is
	OfferResign   // a character offers to resign

	// OfferBreak is an offer of a break of [Rest].Asked days. Its bit of [Offered] is the one that no other kind has.
	OfferBreak OfferKind = 8
)

// Offer is an offer from one player to the other. It ends with the next move.
type Offer struct {
	Kind OfferKind
	By   game.Color
	Turn int64 // in which it was made

	Channel id.Channel // of OfferTransfer: the target
	Guild   id.Guild   // likewise
}

// same reports whether a control for o is about this offer; the control does not contain the target of a transfer.
func (f Offer) same(o Offer) bool { return f.Kind == o.Kind && f.By == o.By && f.Turn == o.Turn }

// Offered is the set of kinds of offers that a side has made in a turn, one bit each.
type Offered uint8

func (o Offered) has(k OfferKind) bool     { return o&(1<<(k%8)) != 0 }
func (o Offered) with(k OfferKind) Offered { return o | 1<<(k%8) }

// askedAgain is a bit of Offered that stands for no kind: the side has asked more than once to continue the adjourned
// match.
const askedAgain Offered = 1 << 7

// tookBackFreely is another such bit: the side has taken a move back without asking, and the other has not moved
// since. A second free takeback is refused, because each move pings the other player.
const tookBackFreely Offered = 1 << 6

// gracePeriod is how long a move between players may be taken back without asking, if the opponent has not acted since.
const gracePeriod = 30 * time.Second

// OfferDraw offers the opponent a draw, or accepts the opponent's offer. A character accepts or refuses at once, with a
// [*PlaysOnError].
func (s *Service) OfferDraw(ctx context.Context, by Actor, channel id.Channel) (Change, error) {
	return s.do(ctx, by, s.inChannel(channel), Offering, s.offerDraw)
}

// OfferDrawIn is OfferDraw for a control of the match.
func (s *Service) OfferDrawIn(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Offering, s.offerDraw)
}

func (s *Service) offerDraw(c *Change) error {
	side, err := c.Match.mayOffer(c.By.Player)
	switch {
	case errors.Is(err, ErrCharacter) && !c.Match.Mode.OnePlayer:
		return s.askCharacter(c, side)
	case err != nil:
		return err
	case c.Match.Offer.Kind == OfferDraw && c.Match.Offer.By != side:
		if !s.outOfTime(c, side) {
			s.agreeDraw(c, side)
		}
		return nil
	}
	return s.offer(c, Offer{Kind: OfferDraw, By: side})
}

// offer makes an offer to the opponent, who is pinged: each kind once in a turn. A repeated offer returns [ErrOffered]
// while the first one waits, and [ErrAnswered] after it was answered.
func (s *Service) offer(c *Change, o Offer) error {
	m := &c.Match
	switch {
	case m.Offer.Kind == o.Kind && m.Offer.By == o.By:
		return ErrOffered
	case m.Offered[o.By].has(o.Kind):
		return ErrAnswered
	}
	c.Verb = Offering
	o.Turn = m.Turn
	m.Offer = o
	m.Offered[o.By] = m.Offered[o.By].with(o.Kind)
	m.Acted[o.By] = s.db.Now()
	return nil
}

// Accord accepts or declines an offer. If the accepting side has run out of time, the match ends on time instead. It
// returns [ErrClosed] if the offer has been answered or replaced, and an [*OccupiedError] for a transfer to a channel
// in which another match is open.
func (s *Service) Accord(ctx context.Context, by Actor, match id.Match, offer Offer, accept bool) (Change, error) {
	return s.do(ctx, by, s.byID(match), Answered, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case m.Status != Open || offer.Kind == NoOffer || !m.Offer.same(offer):
			return ErrClosed
		case offer.By == side && accept:
			return ErrNotAsked
		}
		offer, days := m.Offer, m.Rest.Asked
		m.Offer = Offer{}
		m.Acted[side] = s.db.Now()
		switch {
		case !accept, s.outOfTime(c, side):
		case offer.Kind == OfferDraw:
			s.agreeDraw(c, side)
		case offer.Kind == OfferResign:
			c.resign(offer.By)
		case offer.Kind == OfferTransfer:
			c.transfer(offer.Guild, offer.Channel)
		case offer.Kind == OfferBreak:
			s.agreeBreak(m, days)
		default:
			return s.takeBack(c, offer.By)
		}
		return nil
	})
}

// outOfTime flags the acting side if it is to move and had run out of time when it acted. It reports
// whether it did.
func (s *Service) outOfTime(c *Change, side game.Color) bool {
	m := &c.Match
	if m.ToMove() != side || !m.timed() || !m.flagFallen(s.chargedUntil(c.By, m.Guild)) {
		return false
	}
	c.flag()
	return true
}

// agreeDraw ends the match in a draw.
func (s *Service) agreeDraw(c *Change, side game.Color) {
	c.end(game.Outcome{Result: game.Draw, Method: game.Agreement})
	c.Match.Acted[side] = s.db.Now()
}

// mayOffer returns the side of a player who may make an offer to the other player.
func (m *Match) mayOffer(p id.Player) (game.Color, error) {
	side, seated := m.SeatOf(p)
	_, character := m.Opponent()
	switch {
	case !seated:
		return side, m.NotSeated()
	case m.Status != Open:
		return side, m.NotOpen()
	case character || m.Mode.OnePlayer:
		return side, ErrCharacter
	}
	return side, nil
}
