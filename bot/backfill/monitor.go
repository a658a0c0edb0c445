package backfill

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/shards"
	"yeye/internal/sleep"
)

// Monitor watches whether players can reach the bot. Clocks are stopped while they cannot: while its process is down,
// stopped or suspended, while it is not connected, and while its database cannot be used. While a clock or the time for
// a vote runs, it records in the database every few seconds that the bot is reachable. After a gap it deducts the
// absence from each running clock and vote before any time is charged again. Make it with NewMonitor.
type Monitor struct {
	MonitorOptions
	lastGood      time.Time // last time that the bot was reachable, by the machine's clock; zero before the first
	lastAck       time.Time // the last heartbeat acknowledgement at lastGood
	since         time.Time // start of the absence, by Now; zero while the bot is reachable
	loadedAbsence bool      // since includes what an earlier process recorded
	lastRecorded  string    // the last value that this process recorded
	once          sync.Once

	lastCheck atomic.Int64 // time of the last check, in Unix nanoseconds
}

// MonitorOptions configures a monitor. All fields but Part, Votes and Reachable are needed.
type MonitorOptions struct {
	Matches *match.Service
	Part    shards.Part // the guilds it watches for; the zero Part is all
	Facts   interface {
		Facts(ctx context.Context, prefix string) (map[string]string, error)
		SetFact(ctx context.Context, name, value string) error
	}
	Votes     Votes // nil for none
	Connected func() bool
	LastAck   func() time.Time // when Discord last acknowledged a heartbeat
	Now       func() time.Time
	Logger    *slog.Logger
	// Reachable is called when players can reach the bot for the first time, and clocks run; nil for nothing.
	Reachable func()
}

// Votes extends the deadlines of votes by absences of the bot; package vote implements it.
type Votes interface {
	// Running reports whether a vote is open in some guilds.
	Running(ctx context.Context, in shards.Part) (bool, error)
	// DeductAbsence extends the deadlines of the votes open there by an absence. Repeating it changes nothing.
	DeductAbsence(ctx context.Context, in shards.Part, from, to time.Time) error
}

const (
	// checkInterval is the interval between checks; while the bot is away it is awayCheckInterval, so that clocks run
	// again as soon as it is back.
	checkInterval, awayCheckInterval = 2 * time.Second, 100 * time.Millisecond
	// suspendedAfter is the gap between two checks from which the process counts as suspended or overloaded.
	suspendedAfter = 10 * time.Second
	// maxHeartbeatAge is the greatest age of the last acknowledged heartbeat on a sound connection: Discord wants one
	// every 41 seconds.
	maxHeartbeatAge = 50 * time.Second
)

// reachableFact names the database entry with the time at which the bot was last reachable for all guilds, in Unix
// milliseconds. A part of the guilds has its own entry.
const reachableFact = "alive"

func (m *Monitor) fact() string {
	if m.Part.Of == 0 {
		return reachableFact
	}
	return reachableFact + " " + m.Part.String()
}

// overlaps reports whether an entry is about a part that shares guilds with this monitor's part.
func (m *Monitor) overlaps(fact string) bool {
	if fact == reachableFact {
		return true
	}
	text, found := strings.CutPrefix(fact, reachableFact+" ")
	of, err := shards.ParsePart(text)
	return found && err == nil && of.Overlaps(m.Part)
}

// NewMonitor makes a monitor. It does nothing before Begin and Run.
func NewMonitor(o MonitorOptions) *Monitor {
	if o.Reachable == nil {
		o.Reachable = func() {}
	}
	return &Monitor{MonitorOptions: o}
}

// Begin starts with the absence since an earlier process last recorded that it was reachable.
func (m *Monitor) Begin(ctx context.Context) {
	m.since = m.Now()
	if at, _, err := m.loadLastReachable(ctx); err != nil {
		m.logLoadFailure(ctx, err)
	} else {
		m.moveAbsenceBack(at)
	}
	m.Matches.BeginAbsence(m.Part, m.since)
}

// moveAbsenceBack moves the start of the absence back to when an earlier process was last reachable, if any was.
func (m *Monitor) moveAbsenceBack(at time.Time) {
	if m.loadedAbsence = true; !at.IsZero() && at.Before(m.since) {
		m.since = at
	}
}

// loadLastReachable returns when a process of this bot was last reachable for the guilds of this part, zero if never,
// and whether it was another process. The number of shards may have been different: the newest entry of all parts
// that overlap with this one counts.
func (m *Monitor) loadLastReachable(ctx context.Context) (at time.Time, another bool, err error) {
	all, err := m.Facts.Facts(ctx, reachableFact)
	if err != nil {
		return time.Time{}, false, err
	}
	for name, text := range all {
		ms, err := strconv.ParseInt(text, 10, 64)
		then := time.UnixMilli(ms)
		switch {
		case err != nil, !then.After(at), !m.overlaps(name):
		// written by a clock that was ahead; no process corrects an entry of another division
		case name != m.fact() && then.After(m.Now()):
		default:
			at, another = then, text != m.lastRecorded
		}
	}
	return at, another, nil
}

// End is called after Run, when another process takes over the guilds.
func (m *Monitor) End() { m.Matches.EndAbsence(m.Part) }

// Run checks periodically until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	for sleep.For(ctx, m.check(ctx)) == nil {
	}
}

// check checks once and returns the pause until the next check.
func (m *Monitor) check(ctx context.Context) time.Duration {
	gap := wallSince(m.lastGood)
	m.lastCheck.Store(time.Now().UnixNano())
	connected := m.Connected()
	if m.since.IsZero() && (!connected || gap > suspendedAfter) {
		if !m.lastAck.IsZero() &&
			m.lastGood.Sub(m.lastAck) > maxHeartbeatAge { // the connection had been dead for a while
			gap += m.lastGood.Sub(m.lastAck)
		}
		m.since = m.Now().Add(-gap)
		m.Matches.BeginAbsence(m.Part, m.since)
		m.Logger.Info("clocks stopped", "since", m.since)
	}
	if !connected {
		return awayCheckInterval
	}
	if !m.since.IsZero() {
		at, another, err := m.loadLastReachable(ctx)
		if err != nil {
			m.logLoadFailure(ctx, err)
			return checkInterval
		}
		if !m.loadedAbsence { // otherwise players would be charged for an absence that only the database records
			m.moveAbsenceBack(at)
			m.Matches.BeginAbsence(m.Part, m.since)
		}
		from, to := m.since, m.Now()
		if another && at.After(from) && !at.After(to) {
			from = at // another process was reachable until then, so clocks ran
		}
		if err := m.deductAbsence(ctx, from, to); err != nil {
			if ctx.Err() == nil {
				m.Logger.Error("cannot adjust clocks after an absence, will try again", "err", err)
			}
			return checkInterval
		}
		m.Matches.EndAbsence(m.Part)
		m.Logger.Info("clocks running again", "stopped_for", to.Sub(from))
		m.since = time.Time{}
		m.lastGood = time.Now() // adjusting many clocks takes time
		m.once.Do(m.Reachable)
	}
	good, acked := time.Now(), m.LastAck()
	if !m.record(ctx) { // without a database no player can move; after a while that counts as an absence
		return checkInterval
	}
	if m.lastGood = good; !acked.IsZero() {
		m.lastAck = acked
	}
	return checkInterval
}

// wallSince returns how long ago t was, including a machine's sleep, during which the monotonic clock stops.
func wallSince(t time.Time) time.Duration { return time.Now().Round(0).Sub(t.Round(0)) }

// Overdue reports whether the last check is so long ago that the next may find that the bot was away.
func (m *Monitor) Overdue() bool { return wallSince(time.Unix(0, m.lastCheck.Load())) > suspendedAfter }

// recordTimeout is how long the database may take to record that the bot is reachable: a slow database is no absence.
// With checkInterval it stays below suspendedAfter; with a slower database players cannot play.
const recordTimeout = 3 * checkInterval

// record stores that the bot is reachable, if a clock or the time for a vote runs, and reports whether the database
// could be used.
func (m *Monitor) record(ctx context.Context) bool {
	soon, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	running, err := m.running(soon)
	if err == nil && running {
		m.lastRecorded = strconv.FormatInt(m.Now().UnixMilli(), 10)
		err = m.Facts.SetFact(soon, m.fact(), m.lastRecorded)
	}
	if err != nil && ctx.Err() == nil {
		m.Logger.Warn("cannot record that the bot is available", "err", err)
	}
	return err == nil
}

// running reports whether a clock or the time for a vote runs.
func (m *Monitor) running(ctx context.Context) (bool, error) {
	clocks, err := m.Matches.Running(ctx, m.Part, "", 1)
	if err != nil || len(clocks) > 0 || m.Votes == nil {
		return len(clocks) > 0, err
	}
	return m.Votes.Running(ctx, m.Part)
}

func (m *Monitor) logLoadFailure(ctx context.Context, err error) {
	if ctx.Err() == nil {
		m.Logger.Error("cannot load when the bot was last available, will try again", "err", err)
	}
}

// deductAbsence deducts an absence from all running clocks and votes, and updates their cards.
func (m *Monitor) deductAbsence(ctx context.Context, from, to time.Time) error {
	if m.Votes != nil {
		if err := m.Votes.DeductAbsence(ctx, m.Part, from, to); err != nil {
			return err
		}
	}
	const page = 100
	for after := id.Match(""); ; {
		ids, err := m.Matches.Running(ctx, m.Part, after, page)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, of := range ids {
			after = of
			c, err := m.Matches.DeductAbsence(ctx, of, from, to)
			switch {
			case err == nil:
				m.Logger.Info("excluded an absence from a clock", "match", of, "from", from, "to", to, "left",
					c.Match.LeftAt(c.Match.ToMove(), to))
			case !errors.Is(err, match.ErrStale):
				return err
			}
		}
	}
}
