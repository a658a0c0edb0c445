package match

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/bot/place"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// Ruling is a moderator's decision about a match. The numbers are stored.
type Ruling uint8

const (
	NoRuling           Ruling = iota
	EndedByModerator          // ended without a result
	PausedByModerator         // adjourned until a moderator releases it
	DeletedByModerator        // removed
)

var (
	// ErrPausedByModerator means that a moderator has paused the match, and players cannot resume it.
	ErrPausedByModerator = errors.New("a moderator has paused this game")
	// ErrNotPaused means that no moderator has paused it.
	ErrNotPaused = errors.New("no moderator has paused this game")
)

// Rule applies a moderator's decision: EndedByModerator ends the match without a result, PausedByModerator adjourns
// it, DeletedByModerator removes it with its cards, and NoRuling resumes a paused match. It returns an
// [*OccupiedError] if another match is open in the channel of a match to be resumed. The resumed match stays adjourned
// if it was displaced before, still waits for one of the players, or one of them sits at another live board. The caller
// checks whether the actor is a moderator.
func (s *Service) Rule(ctx context.Context, by Actor, match id.Match, r Ruling) (Change, error) {
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		d := policy.Decision{Act: rulingActs[r], By: by.Player, Guild: c.Match.Guild, Match: match,
			Own: c.Match.hasStake(by.Player)}
		if _, err := s.policy.Authorize(ctx, s.db.Read(), d); err != nil {
			return err
		}
		if err := c.rule(r); err != nil {
			return err
		}
		c.Match.Ruling, c.Match.RuledBy = r, by.Player
		switch m := &c.Match; {
		case c.Verb != Resumed:
		case m.waitsDisplaced() && m.LostPlace(): // lost during the pause
			s.displace(c, place.Fact{Status: m.Displacement.Status()})
		case !m.Displacement.Until.IsZero(): // nobody could come during the pause
			m.setForfeitDue(m.Offer.By, true, s.db.Now())
		case m.Status == Open:
			free, err := s.playersFree(ctx, m, "")
			if err != nil {
				return err
			}
			if !free {
				m.Status = Adjourned
			}
		}
		return nil
	})
}

// rulingActs are the rulings as acts of moderators.
var rulingActs = [...]string{
	NoRuling:           "resume",
	EndedByModerator:   "end",
	PausedByModerator:  "pause",
	DeletedByModerator: "delete",
}

// hasStake reports whether a player sits in this match and others depend on its result: an opponent, or the queue of
// a ring.
func (m *Match) hasStake(p id.Player) bool {
	_, seated := m.SeatOf(p)
	return seated && m.Mode.together() && m.Status != Ended
}

// maxStaked is how many games of a player are checked.
const maxStaked = 200

// Staked implements [policy.Stakes]: it reports whether the decision's moderator and the player that it is about are
// in a rated game with each other on that server, or the decision's manager, who switches vacations off, is in one of
// the games there in which they stop clocks. Barring either of them stops the game from counting; without vacations
// the opponent may run out of time.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.Player == "" && d.Feature != VacationFeature {
		return false, nil
	}
	now := s.db.Now()
	playing, err := s.all(ctx, c, whereSits, string(d.By), string(d.By), maxStaked)
	return slices.ContainsFunc(playing, func(m Match) bool {
		if d.Feature == VacationFeature {
			return m.Guild == d.Guild && m.MayRest(now)
		}
		_, plays := m.SeatOf(d.Player)
		return plays && m.Guild == d.Guild && m.Mode.TwoPlayers && m.CasualReason == Rated
	}), err
}

// Paused reports whether a moderator has paused the match: then only moderators of its channel can change it.
func (m *Match) Paused() bool { return m.Status == Adjourned && m.Ruling == PausedByModerator }

// PausedIn returns the matches of a channel that a moderator has paused.
func (s *Service) PausedIn(ctx context.Context, channel id.Channel) ([]Match, error) {
	return s.all(ctx, s.db.Read(), wherePausedIn, string(channel), int(Adjourned), int(PausedByModerator))
}

// Rulable reports whether a moderator could now make this ruling on a match.
func (m Match) Rulable(r Ruling) bool {
	c := Change{Match: m}
	return c.rule(r) == nil
}

func (c *Change) rule(r Ruling) error {
	m := &c.Match
	switch {
	case r == DeletedByModerator && m.flipped != nil && m.Live():
		return ErrSealed
	case r == DeletedByModerator:
		c.Verb, m.Status, m.Offer = Deleted, Removed, Offer{}
	case m.Status == Ended:
		return ErrEnded
	case r == EndedByModerator:
		c.Abandon()
	case r == PausedByModerator && m.Ruling == PausedByModerator:
		return ErrPausedByModerator
	case r == PausedByModerator:
		if c.Verb = Paused; m.Status == Open { // an adjourned match keeps the offer to continue it
			m.adjourn()
		}
	case !m.Paused():
		return ErrNotPaused
	default:
		c.Verb = Resumed
		// A displaced one was adjourned before the pause.
		if _, _, waits := m.Asked(); !waits && m.Displacement.None() {
			m.Status = Open
		}
	}
	return nil
}
