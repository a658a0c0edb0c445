package match

import (
	"context"
	"errors"

	"yeye/bot/id"
)

// Ruling is what a moderator has decided about a match. The numbers are stored.
type Ruling uint8

const (
	NoRuling  Ruling = iota
	RuledOver        // ended without a result
	Held             // adjourned until a moderator lets it go on
	Struck           // removed
)

var (
	// ErrHeld: a moderator has paused the match, and players cannot resume it.
	ErrHeld = errors.New("a moderator has paused this game")
	// ErrNotHeld: no moderator has paused it.
	ErrNotHeld = errors.New("no moderator has paused this game")
)

// Rule has a moderator decide about a match: RuledOver ends it without a result, Held adjourns it, Struck removes it with its
// cards. NoRuling lets a match that is held go on; where its channel is being played in meanwhile that is an [*OccupiedError].
// Whether the player may is for the caller to know.
func (s *Service) Rule(ctx context.Context, by Actor, match id.Match, r Ruling) (Change, error) {
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		if err := c.rule(r); err != nil {
			return err
		}
		c.Match.Ruling, c.Match.RuledBy = r, by.Player
		return nil
	})
}

// Rulable reports whether a moderator could decide so about a match now.
func (m Match) Rulable(r Ruling) bool {
	c := Change{Match: m}
	return c.rule(r) == nil
}

func (c *Change) rule(r Ruling) error {
	m := &c.Match
	switch {
	case r == Struck:
		c.Verb, m.Status, m.Offer = Deleted, Removed, Offer{}
	case m.Status == Ended:
		return ErrEnded
	case r == RuledOver:
		c.abandon()
	case r == Held && m.Ruling == Held:
		return ErrHeld
	case r == Held:
		c.Verb = Paused
		m.adjourn()
	case m.Status != Adjourned || m.Ruling != Held:
		return ErrNotHeld
	default:
		c.Verb, m.Status = Resumed, Open
	}
	return nil
}
