package match

import "yeye/game"

// Team is a group of members of a server who play a side together by voting. Package vote counts the votes. The
// numbers are stored.
type Team uint8

const (
	NoTeam      Team = iota
	WholeServer      // all members, against a character
	RedTeam          // half of the server, against the other half
	BlackTeam
)

// Voted reports whether a team plays in this match.
func (m *Match) Voted() bool { return m.Seats[0].Team != NoTeam || m.Seats[1].Team != NoTeam }

// NotSeated returns the error for an act of a user without a seat.
func (m *Match) NotSeated() error {
	if m.Voted() {
		return ErrVoted
	}
	return ErrNotSeated
}

// The methods below are called only from the function of an Amend, for the team to move.

// TeamMoves plays a team's move. With a draw offered, another team can accept it in its next turn.
func (s *Service) TeamMoves(c *Change, move game.Move, draw bool) error {
	m := &c.Match
	side := m.ToMove()
	if err := s.play(c, move.String(), move); err != nil {
		return err
	}
	if draw && m.Status == Open && m.Seats[side.Other()].Team != NoTeam {
		m.Offer = Offer{Kind: OfferDraw, By: side, Turn: m.Turn}
	}
	return nil
}

// TeamResigns resigns on a team's behalf.
func (s *Service) TeamResigns(c *Change) {
	side := c.Match.ToMove()
	c.resign(side)
	c.Match.Acted[side] = s.db.Now()
}

// TeamDraws accepts the other team's draw offer, or offers a draw to a character, which accepts or refuses at once with
// a [*PlaysOnError]. It returns [ErrNotAsked] if the other side is a team without a draw offer.
func (s *Service) TeamDraws(c *Change) error {
	m := &c.Match
	side := m.ToMove()
	switch {
	case m.Seats[side.Other()].Character():
		return s.askCharacter(c, side)
	case m.Offer.Kind != OfferDraw || m.Offer.By == side:
		return ErrNotAsked
	}
	s.agreeDraw(c, side)
	return nil
}

// Adjourn adjourns a match without votes.
func (c *Change) Adjourn() {
	c.Verb = Paused
	c.Match.adjourn()
}
