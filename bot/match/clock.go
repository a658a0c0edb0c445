package match

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store/shards"
	"yeye/game"
)

// Clock holds the clocks of a match. A player's clock runs from when the board of their turn was posted to when they
// answered, both by Discord's timestamps, so that a slow network or bot costs no one time. It is stopped until the
// board is posted and while the bot is away. A character has no clock.
//
// A live clock does not count each side's first move. A takeback does not return the time of the move, and deducts
// its increment. A player who is thinking when the opponent takes a move back is not charged for that time. With days
// per move, each turn starts with the full days. A time control may also limit each move, always or as a byoyomi:
// then the flag falls when the turn has taken that long, however much time is left.
type Clock struct {
	TimeControl
	Left   [2]time.Duration // of each side when its turn began; meaningless for a character
	Since  time.Time        // start of the charge to the side to move; zero while the clock is stopped
	Spent  time.Duration    // charged to the side to move in this turn before Since
	Warned [2]bool          // that time runs out: in this turn with days, in this match with a live clock
}

const (
	// flagGrace is how long after a flag's fall an answer given in time may still arrive.
	flagGrace = 2 * time.Second
	// warnLive is the time left on a live clock at the warning.
	warnLive = 30 * time.Second
	// warnDays is how long before the flag falls a player with days per move is warned at the latest. The warning
	// comes within nearActiveHour of the hour of day at which the player was last active: time zones are unknown, but
	// at that hour they were awake.
	warnDays, nearActiveHour = 3 * time.Hour, 2 * time.Hour
	// minAfterAbsence is the least time that a side has left when the bot is back, because players cannot know when
	// that is, and on a live clock also when its channel was lost.
	minAfterAbsence = 15 * time.Second
)

func newClock(t TimeControl) Clock {
	return Clock{TimeControl: t, Left: [2]time.Duration{t.budget(), t.budget()}}
}

// FreeMove reports whether the clock does not count the next move: each side's first with a live clock.
func (m *Match) FreeMove() bool { return m.Clock.Live() && m.Ply() < 2 }

// timed reports whether a player is to move on a clock.
func (m *Match) timed() bool {
	return m.Status == Open && !m.Clock.None() && m.Seats[m.ToMove()].Human() && !m.Mode.OnePlayer && !m.FreeMove() &&
		m.dealt()
}

// ClockWaits reports whether a clock starts as soon as the board is shown.
func (m *Match) ClockWaits() bool { return m.timed() && m.Clock.Since.IsZero() }

// LeftAt returns the time that a side has left at a moment, at least zero. With a byoyomi it may have none left and
// still move.
func (m *Match) LeftAt(side game.Color, at time.Time) time.Duration {
	left := m.Clock.Left[side]
	if side == m.ToMove() {
		left -= m.spentAt(at)
	}
	return max(0, left)
}

// spentAt returns how much the side to move has used of its turn.
func (m *Match) spentAt(at time.Time) time.Duration {
	spent := m.Clock.Spent
	if !m.Clock.Since.IsZero() {
		spent += max(0, at.Sub(m.Clock.Since))
	}
	return spent
}

// flagFallen reports whether the side to move has run out of time at a moment.
func (m *Match) flagFallen(at time.Time) bool {
	return m.spentAt(at) >= m.Clock.allowed(m.Clock.Left[m.ToMove()])
}

// FlagAt returns when the flag of the side to move falls. If its clock does not run yet, it is taken to start now. ok
// is false if the side is not on a clock.
func (m *Match) FlagAt(now time.Time) (at time.Time, ok bool) {
	since := m.Clock.Since
	if since.IsZero() {
		since = now
	}
	return since.Add(m.Clock.allowed(m.Clock.Left[m.ToMove()]) - m.Clock.Spent), m.timed()
}

// OutOfTime reports whether the match ended by the fall of a flag.
func (m *Match) OutOfTime() bool { return m.Status == Ended && m.Outcome.Method == game.Timeout }

// clockAct returns the next act while a clock runs.
func (m *Match) clockAct() Act {
	side := m.ToMove()
	fall, _ := m.FlagAt(time.Time{})
	if !m.Clock.Warned[side] {
		warn := fall.Add(-m.Clock.warning())
		if !m.Clock.Live() {
			warn = m.warnDue(side, fall)
		}
		if m.Clock.Since.Before(warn) {
			return Act{Warn, warn}
		}
	}
	return Act{Flag, fall.Add(flagGrace)}
}

// warnDue returns when to warn a player with days per move: as late as possible, but near the hour of day at which
// they were last active.
func (m *Match) warnDue(side game.Color, fall time.Time) time.Time {
	active := m.Acted[side]
	if active.IsZero() {
		active = m.Created
	}
	latest := fall.Add(-warnDays)
	hour := (latest.Sub(active)%day + day) % day // from the hour of day at which they were active
	if hour > nearActiveHour && hour < day-nearActiveHour {
		latest = latest.Add(nearActiveHour - hour)
	}
	if !m.Clock.Since.Before(latest) { // after an absence of the bot
		latest = m.Clock.Since.Add(time.Second)
	}
	return latest
}

// press updates the clocks after a player's move. left is the player's time before the increment; free is set if the
// clock did not count the move.
func (c *Clock) press(side game.Color, left time.Duration, free bool) {
	c.Since, c.Spent = time.Time{}, 0
	switch {
	case c.Live() && !free:
		c.Left[side] = left + c.Added
	case c.Days > 0:
		c.Left[side], c.Warned[side] = c.budget(), false
	}
}

// unpress updates the clocks after a player's move is taken back.
func (c *Clock) unpress(side game.Color, free bool) {
	c.Since, c.Spent = time.Time{}, 0
	switch {
	case c.Live() && !free: // but a takeback alone does not cost the game
		c.Left[side] = max(c.Left[side]-c.Added, min(c.Left[side], time.Second))
	case c.Days > 0:
		c.Left[side], c.Warned[side] = c.budget(), false
	}
}

// stopClock charges the side to move up to a moment and stops its clock.
func (m *Match) stopClock(at time.Time) {
	m.Clock.Spent, m.Clock.Since = m.spentAt(at), time.Time{}
}

// refund reduces what the side to move was charged in this turn, so that it has at least this time left, or the full
// time of the turn if that is shorter. It reports whether it changed the charge.
func (m *Match) refund(least time.Duration) bool {
	charged := m.Clock.Spent
	m.Clock.Spent = min(charged, max(0, m.Clock.allowed(m.Clock.Left[m.ToMove()])-least))
	return m.Clock.Spent < charged
}

// stopClockUnlessOpen stops the clock of a match that is no longer open, and charges the side to move up to a moment.
// If the channel was lost, it is unknown since when no answer was possible: the side then gets at least
// minAfterAbsence, with days per move one day, so that it does not lose as soon as the match is resumed. It gets no
// more, because a player may be able to hide the channel from the bot again and again.
func (c *Change) stopClockUnlessOpen(at time.Time) {
	m := &c.Match
	if m.Status == Open || m.Clock.Since.IsZero() {
		return
	}
	m.stopClock(at)
	switch {
	case c.Verb != Paused || m.Ruling == PausedByModerator:
	case m.Clock.Live():
		m.refund(minAfterAbsence)
	case m.refund(day):
		m.Clock.Warned[m.ToMove()] = false
	}
}

// endTurn deducts from the clock of the side to move what it has used in this turn, and stops it.
func (m *Match) endTurn(at time.Time) {
	m.Clock.Left[m.ToMove()] = m.LeftAt(m.ToMove(), at)
	m.Clock.Since, m.Clock.Spent = time.Time{}, 0
}

// flag ends the match on time. The side to move loses, or draws if the opponent has no piece left that could win.
func (c *Change) flag() {
	m := &c.Match
	side := m.ToMove()
	m.endTurn(m.Clock.Since.Add(m.Clock.allowed(m.Clock.Left[side]) - m.Clock.Spent))
	o := game.Outcome{Result: game.WinFor(side.Other()), Method: game.Timeout}
	if !m.variantBoard().CanWin(side.Other()) {
		o.Result = game.Draw
	}
	c.end(o)
}

// Shown starts the clock of the side to move, from when the board of that turn was posted by Discord's timestamp. It
// returns [ErrStale] if there is no clock to start.
func (s *Service) Shown(ctx context.Context, match id.Match, turn int64, at time.Time) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), ClockBegan, func(c *Change) error {
		if c.Match.Turn != turn || !c.Match.ClockWaits() {
			return ErrStale
		}
		c.Match.Clock.Since = at.Truncate(time.Millisecond)
		changed, err := s.readVacations(ctx, s.db.Read(), &c.Match, c.Match.Seats[c.Match.ToMove()].Player)
		if changed {
			c.Verb = RestChanged
		}
		return err
	})
}

// Warn records that the player to move has been warned that their time runs out. It returns [ErrNotDue] while the bot
// is away.
func (s *Service) Warn(ctx context.Context, match id.Match) (Change, error) {
	return s.due(ctx, s.byID(match), Warn, Warned, func(c *Change) error {
		if s.IsAway(c.Match.Guild) {
			return ErrNotDue
		}
		c.Match.Clock.Warned[c.Match.ToMove()] = true
		return nil
	})
}

// Flag ends a match, as the caller read it, whose player to move has run out of time. It returns [ErrNotDue] while
// the bot is away.
func (s *Service) Flag(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Flag, Finished, func(c *Change) error {
		if s.IsAway(c.Match.Guild) {
			return ErrNotDue
		}
		c.flag()
		return nil
	})
}

// due performs the match's next act. It returns [ErrStale] if that is not act, and [ErrNotDue] if it is not due yet.
func (s *Service) due(ctx context.Context, load loader, act ActKind, verb Verb, f func(*Change) error) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, load, verb, func(c *Change) error {
		switch {
		case c.Match.Next.Kind != act:
			return ErrStale
		case s.db.Now().Before(c.Match.Next.Due):
			return ErrNotDue
		}
		return f(c)
	})
}

// BeginAbsence begins an absence of the bot from some guilds at a time: until EndAbsence no time after it is charged
// there, and no flag falls.
func (s *Service) BeginAbsence(p shards.Part, since time.Time) { s.away.begin(p, since) }

// EndAbsence ends the absence from those guilds. Before that, the caller adjusts each running clock with
// DeductAbsence.
func (s *Service) EndAbsence(p shards.Part) { s.away.end(p) }

// IsAway reports whether the bot is away from a guild.
func (s *Service) IsAway(g id.Guild) bool { return !s.awaySince(g).IsZero() }

// awaySince returns the beginning of the absence from a guild, the zero time if there is none.
func (s *Service) awaySince(g id.Guild) time.Time { return s.away.since(g) }

// absences records from which guilds the bot is away, and since when.
type absences struct {
	mu  sync.RWMutex
	all map[string]absence // by the part's text
}

type absence struct {
	from  shards.Part
	since time.Time
}

func (a *absences) begin(p shards.Part, since time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]absence{}
	}
	a.all[p.String()] = absence{p, since.Truncate(time.Millisecond)}
}

func (a *absences) end(p shards.Part) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.all, p.String())
}

func (a *absences) since(g id.Guild) (since time.Time) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, one := range a.all {
		if one.from.Has(g) {
			return one.since
		}
	}
	return since
}

// DeductAbsence deducts an absence of the bot from a running clock. A card that shows when the flag falls must then
// be updated.
func (s *Service) DeductAbsence(ctx context.Context, match id.Match, from, to time.Time) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), AbsenceDeducted, func(c *Change) error {
		m := &c.Match
		if m.Clock.Since.IsZero() || !m.Clock.Since.Before(to) {
			return ErrStale
		}
		m.stopClock(from)
		m.refund(minAfterAbsence)
		m.Clock.Since = to.Truncate(time.Millisecond)
		return nil
	})
}

// chargedUntil returns the moment up to which the actor is charged in a match of a guild.
func (s *Service) chargedUntil(by Actor, in id.Guild) time.Time {
	at := by.At
	if at.IsZero() {
		at = s.db.Now()
	}
	if away := s.awaySince(in); !away.IsZero() && away.Before(at) {
		return away
	}
	return at
}
