package match

import (
	"context"
	"errors"
	"slices"

	"yeye/bot/id"
	"yeye/bot/policy"
	"yeye/bot/store"
)

// Ruling is a moderator's decision about a match. The numbers are stored.
type Ruling uint8

const (
	NoRuling  Ruling = iota
	RuledOver        // ended without a result
	Held             // adjourned until a moderator releases it
	Struck           // removed
)

var (
	// ErrHeld means that a moderator has paused the match, and players cannot resume it.
	ErrHeld = errors.New("a moderator has paused this game")
	// ErrNotHeld means that no moderator has paused it.
	ErrNotHeld = errors.New("no moderator has paused this game")
)

// Rule applies a moderator's decision: RuledOver ends the match without a result, Held adjourns it, Struck removes it
// with its cards. NoRuling releases a held match; it is an [*OccupiedError] if another match is open in its channel by
// now. If a player had asked to continue it before it was held, it is released adjourned, and still waits for the
// other; likewise if one of the two sits at another live board. The caller checks whether the actor is a moderator.
func (s *Service) Rule(ctx context.Context, by Actor, match id.Match, r Ruling) (Change, error) {
	return s.do(ctx, by, s.byID(match), Finished, func(c *Change) error {
		d := policy.Decision{Act: rulingActs[r], By: by.Player, Guild: c.Match.Guild, Match: match,
			Own: c.Match.plays(by.Player)}
		if _, err := s.policy.Judge(ctx, s.db.Read(), d); err != nil {
			return err
		}
		if err := c.rule(r); err != nil {
			return err
		}
		c.Match.Ruling, c.Match.RuledBy = r, by.Player
		if c.Verb == Resumed && c.Match.Status == Open {
			free, err := s.free(ctx, &c.Match, "")
			if err != nil {
				return err
			}
			if !free {
				c.Match.Status = Adjourned
			}
		}
		return nil
	})
}

// rulingActs are the rulings as acts of moderators.
var rulingActs = [...]string{NoRuling: "resume", RuledOver: "end", Held: "pause", Struck: "delete"}

// plays reports whether a player has an unfinished part in this match that others depend on: an opponent, or the queue
// of a ring.
func (m *Match) plays(p id.Player) bool {
	_, seated := m.SeatOf(p)
	return seated && m.Mode.together() && m.Status != Ended
}

// maxStaked is how many games of a player are checked.
const maxStaked = 200

// Staked implements [policy.Stakes]. Barring a player stops their rated games from counting, whether they bar
// themselves or their opponent.
func (s *Service) Staked(ctx context.Context, c store.Conn, d policy.Decision) (bool, error) {
	if d.About == "" {
		return false, nil
	}
	playing, err := s.all(ctx, c, whereSits, string(d.By), string(d.By), maxStaked)
	return slices.ContainsFunc(playing, func(m Match) bool {
		_, plays := m.SeatOf(d.About)
		return plays && m.Guild == d.Guild && m.Mode.People && m.Casual == Rated
	}), err
}

// Paused reports whether a moderator has paused the match: then only moderators of its channel can change it.
func (m *Match) Paused() bool { return m.Status == Adjourned && m.Ruling == Held }

// HeldIn returns the held matches of a channel.
func (s *Service) HeldIn(ctx context.Context, channel id.Channel) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereHeldIn, string(channel), int(Adjourned), int(Held))
}

// StuckIn returns the matches of a channel that would wait forever if it is deleted: held ones, and adjourned team
// matches.
func (s *Service) StuckIn(ctx context.Context, channel id.Channel) ([]Match, error) {
	return s.all(ctx, s.db.Read(), whereStuckIn, string(channel), int(Adjourned), int(Held), noCharacter, noCharacter)
}

// Release removes the ruling from a held match whose channel was deleted: only moderators of that channel could, and it
// would wait forever. It is then adjourned like any other, not ended: the pause was not a verdict, and after a transfer
// it can be paused again. An exhibition or a team match, which cannot be transferred, ends. It returns [ErrStale] if
// there is nothing to do.
func (s *Service) Release(ctx context.Context, match id.Match, channel id.Channel) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Paused, func(c *Change) error {
		m := &c.Match
		if m.Channel != channel || !m.Paused() && (m.Status != Adjourned || !m.Voted()) {
			return ErrStale
		}
		m.Ruling, m.RuledBy = NoRuling, ""
		if m.Mode.Unattended || m.Voted() {
			c.Abandon()
		}
		return nil
	})
}

// Rulable reports whether a moderator could now make this ruling on a match.
func (m Match) Rulable(r Ruling) bool {
	c := Change{Match: m}
	return c.rule(r) == nil
}

func (c *Change) rule(r Ruling) error {
	m := &c.Match
	switch {
	case r == Struck && m.flipped != nil && m.Live():
		return ErrSealed
	case r == Struck:
		c.Verb, m.Status, m.Offer = Deleted, Removed, Offer{}
	case m.Status == Ended:
		return ErrEnded
	case r == RuledOver:
		c.Abandon()
	case r == Held && m.Ruling == Held:
		return ErrHeld
	case r == Held:
		if c.Verb = Paused; m.Status == Open { // an adjourned match keeps the offer to continue it
			m.adjourn()
		}
	case !m.Paused():
		return ErrNotHeld
	default:
		c.Verb = Resumed
		if _, _, waits := m.Asked(); !waits {
			m.Status = Open
		}
	}
	return nil
}
