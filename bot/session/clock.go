package session

import (
	"context"
	"time"

	"yeye/game"
)

// Clock is the clocks of a session. A person's runs from the moment at which
// Discord confirmed that the board of their turn is posted to the moment at which
// they answered, both by Discord's own time: how slow the network or the bot is
// costs nobody. It stands still while a board is owed and while the bot is away,
// and a character has none.
//
// A live clock does not count each side's first move. Time is not given back with
// a move that is taken back, and what was added for that move goes again; whoever
// was thinking about a move that is taken away is not charged for it. With days
// each turn has them anew.
type Clock struct {
	Timing
	Left   [2]time.Duration // of each side when its turn began; a character's means nothing
	Since  time.Time        // from when the side to move is charged; zero while it stands still
	Warned [2]bool          // that it runs out: in this turn with days, in this game with a live clock
}

const (
	// grace is how long after a flag's fall an answer given in time may still come
	// in.
	grace = 2 * time.Second
	// warnLive is what is left on a live clock at the warning.
	warnLive = 30 * time.Second
	// warnDays is how long before the end of a move's days the player is warned at
	// the latest, and wakeful how far from the hour at which they were last active:
	// time zones are not known, but at that hour they were not asleep.
	warnDays, wakeful = 3 * time.Hour, 2 * time.Hour
	// afterAway is what everybody has at least when the bot comes back: nobody can
	// know when it will.
	afterAway = 15 * time.Second
)

func newClock(t Timing) Clock {
	return Clock{Timing: t, Left: [2]time.Duration{t.budget(), t.budget()}}
}

// FreeMove reports whether the move to be made is one that the clock does not
// count: each side's first with a live clock.
func (s *Session) FreeMove() bool { return s.Clock.Live() && s.Game.Ply() < 2 }

// timed reports whether a person is to move on a clock.
func (s *Session) timed() bool {
	return s.Status == Open && !s.Clock.None() && s.Seats[s.ToMove()].Human() && !s.Study() && !s.FreeMove()
}

// Waits reports whether a clock is to run as soon as the board is seen.
func (s *Session) Waits() bool { return s.timed() && s.Clock.Since.IsZero() }

// LeftAt is what a side has left at a moment, never less than nothing.
func (s *Session) LeftAt(side game.Color, at time.Time) time.Duration {
	left := s.Clock.Left[side]
	if side == s.ToMove() && !s.Clock.Since.IsZero() {
		left -= max(0, at.Sub(s.Clock.Since))
	}
	return max(0, left)
}

// FlagAt is when the flag of the side to move falls: if its clock does not run
// yet, when it would if it began now. ok is false where no flag falls.
func (s *Session) FlagAt(now time.Time) (at time.Time, ok bool) {
	since := s.Clock.Since
	if since.IsZero() {
		since = now
	}
	return since.Add(s.Clock.Left[s.ToMove()]), s.timed()
}

// OutOfTime reports whether the game ended by the fall of a flag.
func (s *Session) OutOfTime() bool { return s.Status == Ended && s.Outcome.Method == game.Timeout }

// clockAct is what is due while a clock runs.
func (s *Session) clockAct() Act {
	side := s.ToMove()
	fall, _ := s.FlagAt(time.Time{})
	if !s.Clock.Warned[side] {
		warn := fall.Add(-warnLive)
		if !s.Clock.Live() {
			warn = s.warnDue(side, fall)
		}
		if s.Clock.Since.Before(warn) {
			return Act{Warn, warn}
		}
	}
	return Act{Flag, fall.Add(grace)}
}

// warnDue is the latest moment at which a player can be warned of the end of their
// days, not in the night as far as one can know.
func (s *Session) warnDue(side game.Color, fall time.Time) time.Time {
	active := s.Acted[side]
	if active.IsZero() {
		active = s.Created
	}
	latest := fall.Add(-warnDays)
	hour := (latest.Sub(active)%day + day) % day // since the hour of day at which they were active
	if hour > wakeful && hour < day-wakeful {
		latest = latest.Add(wakeful - hour)
	}
	if !s.Clock.Since.Before(latest) { // after an absence of the bot's
		latest = s.Clock.Since.Add(time.Second)
	}
	return latest
}

// hit is what a person's move does to the clocks: left is what they had left when
// they made it, free that it was not counted.
func (c *Clock) hit(side game.Color, left time.Duration, free bool) {
	c.Since = time.Time{}
	switch {
	case c.Live() && !free:
		c.Left[side] = left + c.Added
	case c.Days > 0:
		c.Left[side], c.Warned[side] = c.budget(), false
	}
}

// unhit is what taking a person's move back does.
func (c *Clock) unhit(side game.Color, free bool) {
	c.Since = time.Time{}
	switch {
	case c.Live() && !free: // but nobody loses by a takeback itself
		c.Left[side] = max(c.Left[side]-c.Added, min(c.Left[side], time.Second))
	case c.Days > 0:
		c.Left[side], c.Warned[side] = c.budget(), false
	}
}

// halt charges the side to move up to a moment and stops its clock.
func (s *Session) halt(at time.Time) {
	side := s.ToMove()
	s.Clock.Left[side] = s.LeftAt(side, at)
	s.Clock.Since = time.Time{}
}

// fall ends the game: the side to move has no time left. It loses, unless the
// other side has no man left that could win.
func (s *Session) fall() {
	side := s.ToMove()
	s.Clock.Left[side], s.Clock.Since = 0, time.Time{}
	o := game.Outcome{Result: game.WinFor(side.Other()), Method: game.Timeout}
	if !s.Game.Position().CanWin(side.Other()) {
		o.Result = game.Draw
	}
	s.end(o)
	s.NewCard = newCardHere
}

// Shown notes that the board of a turn is posted, at that time of Discord's: the
// clock of the side to move runs from then on. Where none is to run it is
// [ErrStale].
func (s *Service) Shown(ctx context.Context, id ID, turn int64, at time.Time) (Session, error) {
	return s.alter(ctx, "", s.byID(ctx, id), unseen, func(se *Session) error {
		if se.Turn != turn || !se.Waits() {
			return ErrStale
		}
		se.Clock.Since = at.Truncate(time.Millisecond)
		return nil
	})
}

// Warn notes that the player to move has been told that their time runs out.
func (s *Service) Warn(ctx context.Context, id ID) (Session, error) {
	return s.alter(ctx, "", s.byID(ctx, id), unseen, func(se *Session) error {
		if se.Next.Kind != Warn || s.now().Before(se.Next.Due) {
			return ErrStale
		}
		se.Clock.Warned[se.ToMove()] = true
		return nil
	})
}

// Flag ends a game whose player to move has run out of time. While the bot is away
// no flag falls.
func (s *Service) Flag(ctx context.Context, id ID) (Session, error) {
	return s.change(ctx, "", s.byID(ctx, id), func(se *Session) error {
		if !s.awaySince().IsZero() || se.Next.Kind != Flag || s.now().Before(se.Next.Due) {
			return ErrStale
		}
		se.fall()
		return nil
	})
}

// Away says since when the bot has not been where players can reach it: until Back,
// nothing is charged from then on, and no flag falls.
func (s *Service) Away(since time.Time) { s.away.Store(since.UnixMilli()) }

// Back ends an absence, once each clock that ran in it has been set by Skip.
func (s *Service) Back() { s.away.Store(0) }

// awaySince is the beginning of an absence, zero for none.
func (s *Service) awaySince() time.Time {
	if ms := s.away.Load(); ms != 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}

// Skip takes an absence of the bot's out of a running clock. A card that shows
// when the flag falls is to be shown again.
func (s *Service) Skip(ctx context.Context, id ID, from, to time.Time) (Session, error) {
	return s.alter(ctx, "", s.byID(ctx, id), redrawn, func(se *Session) error {
		since := se.Clock.Since
		if since.IsZero() || !since.Before(to) {
			return ErrStale
		}
		se.halt(from)
		side := se.ToMove()
		se.Clock.Left[side] = max(se.Clock.Left[side], afterAway)
		se.Clock.Since = to.Truncate(time.Millisecond)
		return nil
	})
}

// answered is the moment up to which whoever asks is charged.
func (s *Service) answered(by Origin) time.Time {
	at := by.At
	if at.IsZero() {
		at = s.now()
	}
	if away := s.awaySince(); !away.IsZero() && away.Before(at) {
		return away
	}
	return at
}
