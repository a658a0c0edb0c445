package match

import (
	"context"
	"errors"
	"time"

	"yeye/bot/id"
	"yeye/game"
)

// Resign resigns the match. The control that confirms it contains the match's id but not its turn: the player still
// wants to resign one move later.
func (s *Service) Resign(ctx context.Context, by Actor, match id.Match) (Change, error) {
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		m := &c.Match
		side, seated := m.SeatOf(by.Player)
		switch {
		case !seated || m.IsGuest(by.Player):
			return ErrNotSeated
		case m.Status != Open:
			return m.NotOpen()
		}
		c.resign(side)
		m.Acted[side] = s.db.Now()
		return nil
	})
}

// end ends a match and its offers.
func (c *Change) end(o game.Outcome) {
	c.Verb = Finished
	c.Match.Status, c.Match.Outcome, c.Match.Offer = Ended, o, Offer{}
}

// Abandon ends a match without a result.
func (c *Change) Abandon() { c.end(game.Outcome{Method: game.Abandoned}) }

// AbandonUnplayed ends a match without a result because the player to move did not show up; the arranger scores it.
// It does nothing if the match has changed since the caller read it.
func (s *Service) AbandonUnplayed(ctx context.Context, read *Match) error {
	_, err := s.do(ctx, Actor{Source: FromClock}, s.byID(read.ID), Finished, func(c *Change) error {
		if m := &c.Match; m.Status != Open || m.Turn != read.Turn || !m.FreeMove() {
			return ErrStale
		}
		c.Abandon()
		return nil
	})
	if errors.Is(err, ErrStale) {
		return nil
	}
	return err
}

// AwaitedSince returns since when the player to move has been expected to make their first move, in a match that
// started at started.
func (m *Match) AwaitedSince(started time.Time) time.Time {
	if m.Ply() == 1 {
		return m.Played
	}
	return started
}

// resign ends a match at a side's request: if the mode has results, that side loses.
func (c *Change) resign(side game.Color) {
	if !c.Match.Mode.Competitive {
		c.Abandon()
		return
	}
	c.end(game.Outcome{Result: game.WinFor(side.Other()), Method: game.Resignation})
}

// endIfDecided ends the match if the rules give it an outcome.
func (m *Match) endIfDecided() {
	if o := m.variantBoard().RulesOutcome(); o.Over() && m.Mode.Competitive {
		m.Status, m.Outcome, m.Offer = Ended, o, Offer{}
	}
}
