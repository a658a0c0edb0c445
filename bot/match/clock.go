package match

import (
	"context"
	"sync"
	"time"

	"yeye/bot/id"
	"yeye/bot/store/shards"
	"yeye/game"
)

// Clock holds the clocks of a match. A player's runs from the moment at which Discord confirmed that the board of their
// turn was posted to the moment at which they answered, both by Discord's time: a slow network or bot costs no one
// time. It is stopped while the board has yet to be shown and while the bot is away, and a character has none.
//
// A live clock does not count each side's first move. Taking a move back does not return its time, and deducts the time
// that was added for it; a player whose opponent takes a move back while they think is not charged for it. With days
// each turn has them again. A clock may limit single moves, always or once the base is used up: then the flag falls
// when the turn has taken that long, however much is left.
type Clock struct {
	Timing
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
	// warnDays is how long before the end of a move's days the player is warned at the latest, and wakeful how far from
	// the hour at which they were last active: time zones are not known, but at that hour they were awake.
	warnDays, wakeful = 3 * time.Hour, 2 * time.Hour
	// afterAway is the least time that a side has when the bot is back, because players cannot know when it will be;
	// and on a live clock when the channel was found gone.
	afterAway = 15 * time.Second
)

func newClock(t Timing) Clock {
	return Clock{Timing: t, Left: [2]time.Duration{t.budget(), t.budget()}}
}

// FreeMove reports whether the clock does not count the next move: each side's first with a live clock.
func (m *Match) FreeMove() bool { return m.Clock.Live() && m.Ply() < 2 }

// timed reports whether a player is to move on a clock.
func (m *Match) timed() bool {
	return m.Status == Open && !m.Clock.None() && m.Seats[m.ToMove()].Human() && !m.Mode.OneOwner && !m.FreeMove() &&
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

// fallen reports whether the flag of the side to move has fallen at a moment: its turn has used up its time.
func (m *Match) fallen(at time.Time) bool {
	return m.spentAt(at) >= m.Clock.allowed(m.Clock.Left[m.ToMove()])
}

// FlagAt returns when the flag of the side to move falls: if its clock does not run yet, when it would if it began now.
// ok is false if no flag falls.
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

// warnDue returns the latest moment at which a player can be warned of the end of their days, not at night as far as
// that can be known.
func (m *Match) warnDue(side game.Color, fall time.Time) time.Time {
	active := m.Acted[side]
	if active.IsZero() {
		active = m.Created
	}
	latest := fall.Add(-warnDays)
	hour := (latest.Sub(active)%day + day) % day // from the hour of day at which they were active
	if hour > wakeful && hour < day-wakeful {
		latest = latest.Add(wakeful - hour)
	}
	if !m.Clock.Since.Before(latest) { // after an absence of the bot
		latest = m.Clock.Since.Add(time.Second)
	}
	return latest
}

// press updates the clocks after a player's move: left is the time they had left then, free means that the move was not
// counted.
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

// refund takes back as much of what the side to move was charged in this turn that it has at least this time left, or
// the whole turn where that is shorter. It reports whether it took anything back.
func (m *Match) refund(least time.Duration) bool {
	charged := m.Clock.Spent
	m.Clock.Spent = min(charged, max(0, m.Clock.allowed(m.Clock.Left[m.ToMove()])-least))
	return m.Clock.Spent < charged
}

// leave stops the clock of a match that is no longer open, where the side to move is charged up to a moment. When its
// channel was found gone, it is unknown since when no answer was possible: then the side has the least time left, with
// days one of them. Else the match, adjourned and not lost, would be lost as soon as it continues. It has no more than
// that, even if its flag had fallen: a player may be able to hide the channel from the bot, again and again.
func (c *Change) leave(at time.Time) {
	m := &c.Match
	if m.Status == Open || m.Clock.Since.IsZero() {
		return
	}
	m.stopClock(at)
	switch {
	case c.Verb != Paused || m.Ruling == Held:
	case m.Clock.Live():
		m.refund(afterAway)
	case m.refund(day):
		m.Clock.Warned[m.ToMove()] = false
	}
}

// endTurn deducts the time that the side to move has used of its turn from the time it has left.
func (m *Match) endTurn(at time.Time) {
	m.Clock.Left[m.ToMove()] = m.LeftAt(m.ToMove(), at)
	m.Clock.Since, m.Clock.Spent = time.Time{}, 0
}

// flag ends the match: the side to move has no time left. It loses, unless the other side has no piece left that could
// win.
func (c *Change) flag() {
	m := &c.Match
	side := m.ToMove()
	m.endTurn(m.Clock.Since.Add(m.Clock.allowed(m.Clock.Left[side]) - m.Clock.Spent))
	o := game.Outcome{Result: game.WinFor(side.Other()), Method: game.Timeout}
	if !m.board().CanWin(side.Other()) {
		o.Result = game.Draw
	}
	c.end(o)
}

// Shown starts the clock of the side to move: the board of that turn was posted at that time of Discord's. It returns
// [ErrStale] if there is no clock to start.
func (s *Service) Shown(ctx context.Context, match id.Match, turn int64, at time.Time) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), ClockBegan, func(c *Change) error {
		if c.Match.Turn != turn || !c.Match.ClockWaits() {
			return ErrStale
		}
		c.Match.Clock.Since = at.Truncate(time.Millisecond)
		changed, err := s.readVacations(ctx, s.db.Read(), &c.Match, c.Match.Seats[c.Match.ToMove()].Player)
		if changed {
			c.Verb = Rested
		}
		return err
	})
}

// Warn records that the player to move has been notified that their time runs out. While the bot is away it does not:
// [ErrNotYet].
func (s *Service) Warn(ctx context.Context, match id.Match) (Change, error) {
	return s.due(ctx, s.byID(match), Warn, Warned, func(c *Change) error {
		if s.IsAway(c.Match.Guild) {
			return ErrNotYet
		}
		c.Match.Clock.Warned[c.Match.ToMove()] = true
		return nil
	})
}

// Flag ends a match, as the caller read it, whose player to move has run out of time. While the bot is away no flag
// falls: [ErrNotYet].
func (s *Service) Flag(ctx context.Context, m *Match) (Change, error) {
	return s.due(ctx, s.asRead(m), Flag, Finished, func(c *Change) error {
		if s.IsAway(c.Match.Guild) {
			return ErrNotYet
		}
		c.flag()
		return nil
	})
}

// due performs a match's next act if it is act, else it returns [ErrStale]; before the act is due it returns
// [ErrNotYet].
func (s *Service) due(ctx context.Context, load loader, act ActKind, verb Verb, f func(*Change) error) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, load, verb, func(c *Change) error {
		switch {
		case c.Match.Next.Kind != act:
			return ErrStale
		case s.db.Now().Before(c.Match.Next.Due):
			return ErrNotYet
		}
		return f(c)
	})
}

// Away begins an absence of the bot from some guilds at a time: until Back no time after it is charged there, and no
// flag falls.
func (s *Service) Away(p shards.Part, since time.Time) { s.away.begin(p, since) }

// Back ends the absence from those guilds, after each clock that ran in it has been adjusted by Skip.
func (s *Service) Back(p shards.Part) { s.away.end(p) }

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

// Skip takes an absence of the bot out of a running clock. A card that shows when the flag falls must be shown again.
func (s *Service) Skip(ctx context.Context, match id.Match, from, to time.Time) (Change, error) {
	return s.do(ctx, Actor{Source: FromClock}, s.byID(match), Skipped, func(c *Change) error {
		m := &c.Match
		if m.Clock.Since.IsZero() || !m.Clock.Since.Before(to) {
			return ErrStale
		}
		m.stopClock(from)
		m.refund(afterAway)
		m.Clock.Since = to.Truncate(time.Millisecond)
		return nil
	})
}

// answeredAt returns the moment up to which the actor is charged in a match of a guild.
func (s *Service) answeredAt(by Actor, in id.Guild) time.Time {
	at := by.At
	if at.IsZero() {
		at = s.db.Now()
	}
	if away := s.awaySince(in); !away.IsZero() && away.Before(at) {
		return away
	}
	return at
}
