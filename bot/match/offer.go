package match

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// OfferKind is what one player can ask of the other. The numbers are stored.
type OfferKind uint8

const (
	NoOffer OfferKind = iota
	OfferDraw
	OfferTakeback
	OfferTransfer // to go on in another channel
	OfferResign   // a character is ready to resign
)

// Offer is what one player offers the other. It ends with the next move.
type Offer struct {
	Kind OfferKind
	By   game.Color
	Turn int64 // when it was made

	Channel id.Channel // of OfferTransfer: where to
	Guild   id.Guild   // likewise
}

// same reports whether a control that carries o answers this offer: where a transfer leads it does not say.
func (f Offer) same(o Offer) bool { return f.Kind == o.Kind && f.By == o.By && f.Turn == o.Turn }

// Offered is the kinds of offers that a side has made in a turn, a bit for each.
type Offered uint8

func (o Offered) has(k OfferKind) bool     { return o&(1<<k) != 0 }
func (o Offered) with(k OfferKind) Offered { return o | 1<<k }

// gracePeriod is how long a move between players may be taken back without asking, if the opponent has not acted since.
const gracePeriod = 30 * time.Second

// OfferDraw offers the opponent a draw. If the opponent has offered one, it is accepted by it. A character accepts or refuses
// at once, with a [*PlaysOnError].
func (s *Service) OfferDraw(ctx context.Context, by Actor, channel id.Channel) (Change, error) {
	return s.do(ctx, by, s.inChannel(channel), Offering, func(c *Change) error {
		side, err := c.Match.mayOffer(by.Player)
		switch {
		case errors.Is(err, ErrCharacter) && !c.Match.Mode.OneOwner:
			return s.askCharacter(c, side)
		case err != nil:
			return err
		case c.Match.Offer.Kind == OfferDraw && c.Match.Offer.By != side:
			s.agreeDraw(c, side)
			return nil
		}
		return s.offer(c, Offer{Kind: OfferDraw, By: side})
	})
}

// offer asks something of the opponent, who is pinged for it: of each kind once in a turn, whatever became of it, else
// [ErrOffered] while it waits and then [ErrAnswered].
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

// Accord answers an offer: yes does what was offered. An offer that has been answered or replaced is [ErrClosed]; going on in
// a channel in which another match is open is an [*OccupiedError].
func (s *Service) Accord(ctx context.Context, by Actor, match id.Match, offer Offer, yes bool) (Change, error) {
	return s.do(ctx, by, s.byID(match), Answered, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case m.Status != Open || offer.Kind == NoOffer || !m.Offer.same(offer):
			return ErrClosed
		case offer.By == side && yes:
			return ErrNotAsked
		}
		offer := m.Offer
		m.Offer = Offer{}
		m.Acted[side] = s.db.Now()
		switch {
		case !yes:
		case offer.Kind == OfferDraw:
			s.agreeDraw(c, side)
		case offer.Kind == OfferResign:
			c.resign(offer.By)
		case offer.Kind == OfferTransfer:
			c.transfer(offer.Guild, offer.Channel)
		default:
			return s.takeBack(c, offer.By)
		}
		return nil
	})
}

func (s *Service) agreeDraw(c *Change, side game.Color) {
	c.end(game.Outcome{Result: game.Draw, Method: game.Agreement})
	c.Match.Acted[side] = s.db.Now()
}

// mayOffer is the side of a player who may ask the other player for something.
func (m *Match) mayOffer(p id.Player) (game.Color, error) {
	side, seated := m.SeatOf(p)
	_, character := m.Opponent()
	switch {
	case !seated:
		return side, ErrNotSeated
	case m.Status != Open:
		return side, ErrEnded
	case character || m.Mode.OneOwner:
		return side, ErrCharacter
	}
	return side, nil
}
