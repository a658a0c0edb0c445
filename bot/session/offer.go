package session

import (
	"context"
	"errors"
	"time"

	"yeye/game"
)

// OfferKind is what one player can ask of the other.
type OfferKind uint8

const (
	NoOffer OfferKind = iota
	OfferDraw
	OfferTakeback
)

// Offer is what stands offered at a table. It dies with the next move.
type Offer struct {
	Kind OfferKind
	By   game.Color
	Turn int64 // when it was made
}

// Asked is the kinds of offers that a side has made in a turn, a bit for each.
type Asked uint8

func (a Asked) has(k OfferKind) bool   { return a&(1<<k) != 0 }
func (a Asked) with(k OfferKind) Asked { return a | 1<<k }

// slip is how long a move between people may be taken back without asking, if the
// opponent has not acted on it.
const slip = 30 * time.Second

// OfferDraw offers the opponent a draw. An opponent's draw offer that stands is
// accepted by it. A character accepts or refuses at once, with a [*PlaysOnError].
func (s *Service) OfferDraw(ctx context.Context, by Origin, place Place) (Session, error) {
	return s.change(ctx, by.Event, s.inPlace(ctx, place), func(se *Session) error {
		side, err := se.mayOffer(by.Player)
		switch {
		case errors.Is(err, ErrCharacter) && !se.Study():
			return s.askCharacter(se, side)
		case err != nil:
			return err
		case se.Offer.Kind == OfferDraw && se.Offer.By != side:
			s.agreeDraw(se, side)
			se.wantCard(ByCommand, s.now())
			return nil
		}
		return s.offer(se, OfferDraw, side)
	})
}

// offer asks something of the opponent, who is pinged for it: of each kind once in a
// turn, whatever became of it, else [ErrOffered].
func (s *Service) offer(se *Session, kind OfferKind, side game.Color) error {
	if se.Asked[side].has(kind) {
		return ErrOffered
	}
	se.Offer = Offer{kind, side, se.Turn}
	se.Asked[side] = se.Asked[side].with(kind)
	se.Acted[side] = s.now()
	return nil
}

// Accord answers an offer: yes does what was offered. Where it stands no longer, or
// another has taken its place, it is [ErrClosed].
func (s *Service) Accord(ctx context.Context, by Origin, id ID, offer Offer, yes bool) (Session, error) {
	return s.change(ctx, by.Event, s.byID(ctx, id), func(se *Session) error {
		side, seated := se.SeatOf(by.Player)
		switch {
		case !seated:
			return ErrNotSeated
		case se.Status != Open || offer.Kind == NoOffer || se.Offer != offer:
			return ErrClosed
		case offer.By == side && yes:
			return ErrNotAsked
		}
		now := s.now()
		se.Offer = Offer{}
		se.Acted[side] = now
		if !yes {
			return nil
		}
		if offer.Kind == OfferDraw {
			s.agreeDraw(se, side)
			se.wantCard(ByCommand, now)
			return nil
		}
		return s.takeBack(se, by, offer.By)
	})
}

func (s *Service) agreeDraw(se *Session, side game.Color) {
	se.end(game.Outcome{Result: game.Draw, Method: game.Agreement})
	se.Acted[side] = s.now()
}

// mayOffer is the side of a player who may ask the other person for something.
func (s *Session) mayOffer(p PlayerID) (game.Color, error) {
	side, seated := s.SeatOf(p)
	_, character := s.Opponent()
	switch {
	case !seated:
		return side, ErrNotSeated
	case s.Status == Proposed:
		return side, ErrProposed
	case s.Status != Open:
		return side, ErrEnded
	case character || s.Study():
		return side, ErrCharacter
	}
	return side, nil
}
