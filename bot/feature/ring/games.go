package ring

import (
	"context"
	"errors"
	"time"

	"yeye/bot/guild"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/match/arrange"
	"yeye/bot/policy"
	"yeye/bot/store"
	"yeye/bot/store/scheduler"
	"yeye/game"
)

// The scheduled job of a ring and the results of its games: calls time out, games start, and the next players are
// called.

const (
	// retryAfter is the pause before a game that could not start is tried again: another game is played in the channel,
	// or the server has as many open games as it may.
	retryAfter = 20 * time.Second
)

// ignoreStale drops ErrStale and ErrNone: the change came too late, and there is nothing left to do.
func ignoreStale(err error) error {
	if errors.Is(err, ErrStale) || errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// Due runs the ring's scheduled job. It does nothing for a ring that is gone or not due yet.
func (s *Service) Due(ctx context.Context, of id.Match) error {
	r, err := s.Get(ctx, of)
	if err != nil {
		return ignoreStale(err)
	}
	switch {
	case r.Due.IsZero() || s.db.Now().Before(r.Due):
		return nil
	case r.State == Ready:
		return ignoreStale(s.startGame(ctx, &r))
	case r.State == Playing:
		return ignoreStale(s.checkFirstMove(ctx, &r))
	}
	_, err = s.change(ctx, "", of, func(now *Ring, at time.Time) error {
		switch {
		case now.State != r.State || !now.Due.Equal(r.Due):
			return ErrStale
		case now.State == Idle:
			now.close()
		// the job ran late: give the called players another chance before passing them over
		case scheduler.Late(now.Due, at):
			now.Due = at.Add(arrange.AnotherChance)
		default:
			now.expire(at)
		}
		return nil
	})
	return ignoreStale(err)
}

// startGame starts the game of the holder and the challenger, once both have sat down. A player who sits at another
// board is called again; if the channel or the server has no room, the start is tried again after retryAfter.
func (s *Service) startGame(ctx context.Context, read *Ring) error {
	terms := match.Terms{Mode: match.Paired, Guild: read.Guild, Channel: read.Channel, Seats: read.Seats(),
		Position: game.Start(), TimeControl: read.TimeControl, Casual: true, Locale: read.Locale,
		Arranger: read.Subject()}
	if read.KeeperHolds() {
		terms.Mode = match.Keeper
	}
	var c Change
	_, err := s.matches.StartWith(ctx, match.Actor{Source: match.FromClock, Guild: read.Guild}, terms,
		func(*match.Match) {}, func(ctx context.Context, tx store.Tx, made *match.Change) (err error) {
			c, err = s.changeIn(ctx, tx, read.ID, func(r *Ring, now time.Time) error {
				if r.State != Ready || r.Seats() != read.Seats() {
					return ErrStale
				}
				r.State, r.Match, r.Started, r.Due = Playing, made.Match.ID, now, now.Add(arrange.AbsentAfter)
				return nil
			})
			return err
		})
	retry := func(f func(*Ring, time.Time)) error {
		_, err := s.change(ctx, "", read.ID, func(r *Ring, now time.Time) error {
			if r.State != Ready {
				return ErrStale
			}
			f(r, now)
			return nil
		})
		return err
	}
	var occupied *match.OccupiedError
	var off *guild.OffError
	var seat *policy.SeatError
	switch {
	case err == nil:
		s.listeners.After(ctx, &c)
	case errors.Is(err, policy.ErrAtBoard) && errors.As(err, &seat):
		err = retry(func(r *Ring, now time.Time) { r.callAgain(seat.Of, now) })
	case errors.Is(err, guild.ErrBarred), // any change of the ring removes barred players
		errors.As(err, &off), errors.As(err, &occupied), errors.Is(err, match.ErrGuildFull):
		err = retry(func(r *Ring, now time.Time) { r.Due = now.Add(retryAfter) })
	}
	return err
}

// checkFirstMove ends a game in which the player to move has not made their first move in time; otherwise it schedules
// the next check.
func (s *Service) checkFirstMove(ctx context.Context, read *Ring) error {
	m, err := s.matches.Stored(ctx, read.Match)
	if err != nil {
		return err
	}
	now := s.db.Now()
	wait := arrange.FirstMove(&m, read.Started, now, scheduler.Late(read.Due, now), false)
	if wait.Absent {
		return s.matches.AbandonUnplayed(ctx, &m)
	}
	_, err = s.change(ctx, "", read.ID, func(r *Ring, _ time.Time) error {
		if r.Match != read.Match {
			return ErrStale
		}
		r.Due = wait.CheckAt
		return nil
	})
	return err
}

// OnMatch returns the listener that records a game's result in its ring, in the transaction in which the game ends.
func (s *Service) OnMatch() match.Listener {
	return match.Listener{InTx: s.gameEnded, After: s.afterMatch}
}

// gameEnded records the result of a game that has ended or stopped. A game that moved to another channel no longer
// belongs to the ring.
func (s *Service) gameEnded(ctx context.Context, tx store.Tx, c *match.Change) error {
	if arrange.EventsOf(c, CardKind)&^arrange.Resumed == 0 {
		return nil
	}
	of, _ := c.Match.ArrangedBy(CardKind)
	if of == "" {
		r, err := load(ctx, tx.Conn, `game = ?`, string(c.Match.ID))
		if err != nil {
			return ignoreStale(err)
		}
		of = r.ID
	}
	_, err := s.changeIn(ctx, tx, of, func(r *Ring, now time.Time) error {
		if r.Match != c.Match.ID {
			return ErrStale
		}
		r.finish(result(c, r.holderSide()), now)
		return nil
	})
	return ignoreStale(err)
}

// result returns how a game ended for the holder, who plays the given side. A player who never came loses. A challenger
// who moves a game against the keeper to another channel loses too: there is no second player who had to agree to that.
func result(c *match.Change, holder game.Color) Result {
	m := &c.Match
	winner, won := m.Outcome.Result.Winner()
	switch {
	case m.Channel != c.Before.Channel && !m.Mode.TwoPlayers:
		return HolderWon
	case m.Status != match.Ended || m.Ruling == match.EndedByModerator:
		return NoResult
	case m.Outcome.Method == game.Abandoned && c.By.Source == match.FromClock:
		winner, won = m.ToMove().Other(), true
	case m.Outcome.Result == game.Draw:
		return Drawn
	}
	switch {
	case !won:
		return NoResult
	case winner == holder:
		return HolderWon
	}
	return ChallengerWon
}

// afterMatch calls the ring's listeners after the transaction in which a game ended.
func (s *Service) afterMatch(ctx context.Context, c *match.Change) {
	if arrange.EventsOf(c, CardKind)&^arrange.Resumed == 0 {
		return
	}
	get := func() (Ring, error) { return s.InChannel(ctx, c.Before.Channel) }
	if of, _ := c.Match.ArrangedBy(CardKind); of != "" {
		get = func() (Ring, error) { return s.Get(ctx, of) }
	}
	if r, err := get(); err == nil {
		s.listeners.After(ctx, &Change{Ring: r, Before: r})
	}
}
