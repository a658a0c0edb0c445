package vote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// Kinds and slots of the jobs of a vote: CountJob counts it once its time is up, PollJob shows on the card how many
// have voted. Their version is the match's turn.
const (
	CountJob = "countvotes"
	PollJob  = "showvotes"

	countSlot, pollSlot = "votes", "votesshown"
)

// CountVotes counts the vote of a turn once its time is up, and carries out the decision on the match. It returns
// [match.ErrStale] for a vote that was counted already, and [match.ErrNotDue] before its time is up. If the server has
// switched votes off, the match ends without a result instead.
func (s *Service) CountVotes(ctx context.Context, of id.Match, turn int64) (match.Change, error) {
	const tries = 30 // a ballot that arrives while we count makes us count again
	for try := 1; ; try++ {
		c, err := s.countOnce(ctx, of, turn)
		if !errors.Is(err, errChanged) || try == tries || ctx.Err() != nil {
			return c, err
		}
	}
}

func (s *Service) countOnce(ctx context.Context, of id.Match, turn int64) (match.Change, error) {
	var v Vote
	return s.matches.Amend(ctx, match.Actor{Source: match.FromVotes}, of, match.Moved,
		func(c *match.Change) (err error) {
			m := &c.Match
			if m.Status != match.Open || m.Turn != turn || m.Seats[m.ToMove()].Team == match.NoTeam {
				return match.ErrStale
			}
			if v, err = s.Get(ctx, of); err != nil {
				return err
			}
			if s.db.Now().Before(v.Ends.Add(CountDelay)) {
				return match.ErrNotDue
			}
			if err := s.guilds.MayUse(ctx, m.Guild, Feature); errors.As(err, new(*guild.OffError)) {
				c.Abandon()
				return nil
			} else if err != nil {
				return err
			}
			return s.decide(ctx, c, &v)
		}, func(ctx context.Context, tx store.Tx, c *match.Change) error {
			if counted, err := closeVote(ctx, tx, of, turn, &v); err != nil {
				return err
			} else if !counted {
				return errChanged
			}
			if c.Verb == match.VotesChanged { // prolonged: the vote gets its time once more
				s.scheduleEnd(ctx, tx, &c.Match, tx.Now.Add(v.Window))
				return nil
			}
			eraseChoices(ctx, tx, of, turn)
			return nil
		})
}

// decide changes the match as its vote decides, and sets v.Last or v.Prolonged.
func (s *Service) decide(ctx context.Context, c *match.Change, v *Vote) error {
	m := &c.Match
	side := m.ToMove()
	ballots, err := loadBallots(ctx, s.db.Read(), m.ID, v.Turn)
	if err != nil {
		return err
	}
	recent, err := recentVoters(ctx, s.db.Read(), m.ID, side, v.Turn)
	if err != nil {
		return err
	}
	electors := slices.Clone(recent)
	for _, b := range ballots {
		electors = append(electors, b.Player)
	}
	barred, err := s.guilds.BarredIn(ctx, s.db.Read(), m.Guild, electors...) // since they voted
	if err != nil {
		return err
	}
	ballots = slices.DeleteFunc(ballots, func(b Ballot) bool { return slices.Contains(barred, b.Player) })
	recent = slices.DeleteFunc(recent, func(p id.Player) bool { return slices.Contains(barred, p) })
	r := result(m.Game.Ply(), ballots, recent)
	decision, move := Decide(ballots, recent, v.Prolonged)
	if decision == WantsDraw {
		err := s.matches.TeamDraws(c)
		var playsOn *match.PlaysOnError
		switch {
		case errors.As(err, &playsOn):
			r.Refused = true
		case errors.Is(err, match.ErrNotAsked):
			r.Offered = move != game.NoMove
		case err != nil:
			return err
		default:
			v.Last = r
			return nil
		}
		decision = decideMove(move, v.Prolonged)
	}
	switch decision {
	case Resigns:
		s.matches.TeamResigns(c)
	case Plays:
		if err := s.matches.TeamMoves(c, move, r.Offered); err != nil {
			return fmt.Errorf("the move that was voted for: %w", err)
		}
	case Prolongs:
		c.Verb, v.Prolonged = match.VotesChanged, true
		return nil
	case Adjourns:
		c.Adjourn()
		return nil
	}
	v.Last = r
	return nil
}

// Poll makes the card show how many have voted by now.
func (s *Service) Poll(ctx context.Context, of id.Match, turn int64) error {
	_, err := s.matches.Amend(
		ctx,
		match.Actor{Source: match.FromClock},
		of,
		match.VotesChanged,
		func(c *match.Change) error {
			if c.Match.Status != match.Open || c.Match.Turn != turn {
				return match.ErrStale
			}
			return nil
		},
		func(ctx context.Context, tx store.Tx, _ *match.Change) error {
			setShown(ctx, tx, of, tx.Now, false)
			return nil
		},
	)
	return err
}

// Resume continues an adjourned match; any player who may vote may do it.
func (s *Service) Resume(ctx context.Context, v Voter, of id.Match) (match.Change, error) {
	if _, err := s.Join(ctx, v, of); err != nil {
		return match.Change{}, err
	}
	return s.matches.Amend(ctx, v.Actor, of, match.Resumed, func(c *match.Change) error {
		m := &c.Match
		switch {
		case m.Status != match.Adjourned:
			return match.ErrStale
		case m.Paused():
			return match.ErrPausedByModerator
		}
		m.Status = match.Open
		return nil
	}, nil)
}

// Stop ends a match without a result. Only the player who started it may, before the first vote; else it returns
// [match.ErrNotAsked].
func (s *Service) Stop(ctx context.Context, by match.Actor, of id.Match) (match.Change, error) {
	return s.matches.Amend(ctx, by, of, match.Finished, func(c *match.Change) error {
		m := &c.Match
		switch {
		case !m.Live():
			return match.ErrEnded
		case by.Player == "" || by.Player != m.Starter:
			return match.ErrNotAsked
		}
		if _, err := s.matches.Policy().Authorize(ctx, s.db.Read(),
			policy.Decision{Act: ActStop, By: by.Player, Guild: m.Guild}); err != nil {
			return err
		}
		c.Abandon()
		return nil
	}, func(ctx context.Context, tx store.Tx, _ *match.Change) error {
		if untouched, err := closeIfNoVotes(ctx, tx, of); err != nil {
			return err
		} else if !untouched {
			return match.ErrNotAsked
		}
		return nil
	})
}

// OnMatchChange opens and closes votes as their match changes, in the transaction of that change.
func (s *Service) OnMatchChange(ctx context.Context, tx store.Tx, c *match.Change) error {
	m := &c.Match
	if m.Mode.Kind != match.Voting.Kind {
		return nil
	}
	if m.Status == match.Removed {
		s.cancelVote(ctx, tx, m)
		removeVote(ctx, tx, m.ID)
		return nil
	}
	votes := m.Status == match.Open && m.Seats[m.ToMove()].Team != match.NoTeam
	switch {
	case votes && (c.PositionChanged() || c.Before.Status != match.Open):
		return s.open(ctx, tx, m)
	case !votes && (c.PositionChanged() || c.Before.Status == match.Open):
		s.cancelVote(ctx, tx, m)
	}
	return nil
}

// open opens the vote of the current turn. A vote that was interrupted, by an adjournment say, keeps its ballots.
func (s *Service) open(ctx context.Context, tx store.Tx, m *match.Match) error {
	v, err := loadVote(ctx, tx.Conn, m.ID)
	if err != nil {
		return err
	}
	if v.Turn != m.Turn {
		v.Turn, v.changes = m.Turn, 0
	}
	v.Prolonged = false
	openVote(ctx, tx, m.ID, &v)
	scheduler.Drop(ctx, tx, pollSlot, m.Subject())
	s.scheduleEnd(ctx, tx, m, tx.Now.Add(v.Window))
	return nil
}

// scheduleEnd sets when the open vote ends, and schedules its count.
func (s *Service) scheduleEnd(ctx context.Context, tx store.Tx, m *match.Match, at time.Time) {
	setEnd(ctx, tx, m.ID, at)
	scheduler.Put(ctx, tx, scheduler.Job{Slot: countSlot, Kind: CountJob, Subject: m.Subject(), Version: m.Turn,
		Due: at.Add(CountDelay), Pool: scheduler.Timed, Guild: m.Guild})
}

// cancelVote closes a vote without counting it.
func (s *Service) cancelVote(ctx context.Context, tx store.Tx, m *match.Match) {
	setEnd(ctx, tx, m.ID, time.Time{})
	for _, slot := range []string{countSlot, pollSlot} {
		scheduler.Drop(ctx, tx, slot, m.Subject())
	}
}
