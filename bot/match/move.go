package match

import (
	"context"
	"errors"

	"yeye/bot/id"
	"yeye/game"
	"yeye/game/jieqi/seal"
	"yeye/game/notation"
)

// Move plays the move that a player typed in a channel, in any notation; in a study it may be several moves. The
// errors are [ErrNoMatch], [ErrNotSeated], [ErrNotYourTurn], and a [*MoveError] that wraps the error of the parser or
// the rules. If the player's flag has fallen, Move, like Step, ends the match on time and returns no error.
func (s *Service) Move(ctx context.Context, by Actor, channel id.Channel, text notation.Parsed,
	prefer notation.Family) (Change, error) {
	return s.do(ctx, by, s.inChannel(channel), Moved, func(c *Change) error {
		m := &c.Match
		if err := m.mayMove(by.Player); err != nil {
			return err
		}
		move, err := text.Move(m.variantBoard().Board(), prefer)
		if err == nil {
			return s.play(c, text.String(), move)
		}
		if line := text.Line(); m.Mode.OnePlayer && line != nil {
			return s.playLine(c, line, prefer)
		}
		return m.refuse(text.String(), m.ToMove(), err)
	})
}

// playLine plays several moves typed in one text, of both sides: all, or none if one of them is refused.
func (s *Service) playLine(c *Change, line []notation.Parsed, prefer notation.Family) error {
	for _, text := range line {
		at := *c.Match.Game.Position()
		move, err := text.Move(&at, prefer)
		if err != nil {
			return &MoveError{Text: text.String(), Turn: at.Turn(), Err: err, Position: &at}
		}
		if err := s.play(c, text.String(), move); err != nil {
			return err
		}
	}
	return nil
}

// Step plays a move from a control made for turn; a control for another turn is refused with [ErrStale].
func (s *Service) Step(ctx context.Context, by Actor, match id.Match, turn int64, move game.Move) (Change, error) {
	return s.do(ctx, by, s.byID(match), Moved, func(c *Change) error {
		if err := c.Match.mayMove(by.Player); err != nil && !errors.Is(err, ErrNotYourTurn) {
			return err
		}
		if c.Match.Turn != turn {
			return c.Match.Stale()
		}
		if err := c.Match.mayMove(by.Player); err != nil {
			return err
		}
		return s.play(c, move.String(), move)
	})
}

// StepConfirmed is Step without [*RiskError]: it plays a move that the player has confirmed.
func (s *Service) StepConfirmed(
	ctx context.Context,
	by Actor,
	match id.Match,
	turn int64,
	move game.Move,
) (Change, error) {
	by.riskConfirmed = true
	return s.Step(ctx, by, match, turn, move)
}

// Answer plays the engine's move for the character to move in a match as it was read, and, if known, records its
// search's value of the position. After a takeback, an end or another answer it is refused with [ErrStale].
func (s *Service) Answer(ctx context.Context, read *Match, move game.Move, value int, known bool) (Change, error) {
	turn := read.Turn
	return s.do(ctx, Actor{Source: FromEngine}, s.asRead(read), Moved, func(c *Change) error {
		m := &c.Match
		if m.Status != Open || m.Turn != turn || !m.Seats[m.ToMove()].Character() {
			return ErrStale
		}
		ply := m.Ply()
		if err := s.play(c, move.String(), move); err != nil {
			return err
		}
		if known {
			m.Scores = m.Scores.with(Score{ply, value})
		}
		m.offerToConcede(m.ToMove().Other())
		return nil
	})
}

func (m *Match) mayMove(p id.Player) error {
	side, seated := m.SeatOf(p)
	switch {
	case !seated:
		return m.NotSeated()
	case m.Status != Open:
		return m.NotOpen()
	case !m.dealt() && (side != m.ToMove() || !m.MayDeclineByMoving()):
		return ErrNotDealt
	case side != m.ToMove():
		return ErrNotYourTurn
	}
	return nil
}

func (s *Service) play(c *Change, text string, move game.Move) error {
	m := &c.Match
	if m.MayDeclineByMoving() {
		m.flipped.Give("", seal.Word(""))
	}
	side := m.ToMove()
	answeredAt, freeMove := s.chargedUntil(c.By, m.Guild), m.FreeMove()
	timeLeft := m.LeftAt(side, answeredAt)
	if !m.Clock.Since.IsZero() && m.flagFallen(answeredAt) {
		c.flag()
		return nil
	}
	if o := m.variantBoard().Risk(move); !c.By.riskConfirmed && !m.Hidden() && m.Seats[side].Human() &&
		o.Result == game.WinFor(side.Other()) {
		return &RiskError{
			m.ID,
			m.Turn,
			move,
			m.variantBoard().Snapshot(),
			o,
			!m.variantBoard().OutcomeAfter(move).Over(),
		}
	}
	if maxPlies := m.Mode.MaxPlies; maxPlies > 0 && m.Ply() >= maxPlies {
		return &TooLongError{maxPlies}
	}
	if err := m.variantBoard().Play(move); err != nil {
		return m.refuse(text, side, err)
	}
	if err := m.secondMove(); err != nil {
		return err
	}
	now := s.db.Now()
	m.Turn++
	if m.Seats[side].Human() {
		m.Clock.press(side, timeLeft, freeMove)
	}
	if m.Played = now; c.By.Source != FromPremove { // the player of a premove may not be present
		m.Acted[side] = now
	}
	c.endVacationByMove(side)
	if move != m.Premoves[side].Move { // the player has thought again
		m.Lines[side] = Lines{}
	}
	m.Premoves[side] = Premove{}
	keep := m.Offered[side] & tookBackFreely
	m.dropOffers() // an offer ends with the next move
	m.Offered[side] |= keep
	m.endIfDecided()
	return nil
}

// refuse returns the error for a refused move; in a blindfold game without the reason, which would reveal the board.
func (m *Match) refuse(text string, side game.Color, err error) error {
	if m.Hidden() {
		return ErrUnseen
	}
	return &MoveError{Text: text, Turn: side, Err: err, Position: m.variantBoard().Snapshot()}
}
