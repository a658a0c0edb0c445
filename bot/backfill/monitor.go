package backfill

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store/shards"
)

// Monitor watches whether players can reach the bot. Clocks stand still while nobody can: while its process is down, stopped or
// asleep, and while it is not connected. It records every few seconds that all is well, in the database too while a clock runs.
// After a gap it takes the absence out of each running clock before anything is charged again. Make it with NewMonitor.
type Monitor struct {
	MonitorOptions
	good  time.Time     // when all was well last, by the machine's own clock; zero for not yet
	acked time.Time     // when Discord had last answered a heartbeat, as seen then
	since time.Time     // when the bot went away, by Now; zero while it is there
	own   string        // what this process recorded last
	there chan struct{} // closed when the bot is there for the first time
	once  sync.Once

	looked atomic.Int64 // when, in Unix nanoseconds
}

// MonitorOptions is what a monitor watches. All but Part are needed.
type MonitorOptions struct {
	Matches *match.Service
	Part    shards.Part // of which guilds; the zero Part is all
	Facts   interface {
		Fact(ctx context.Context, name string) (string, error)
		SetFact(ctx context.Context, name, value string) error
	}
	Connected func() bool
	Acked     func() time.Time // when Discord last acknowledged a heartbeat
	Now       func() time.Time
	Logger    *slog.Logger
}

const (
	// beat is how often the monitor looks, and while the bot is away, that clocks may run again as soon as it is back.
	beat, beatAway = 2 * time.Second, 100 * time.Millisecond
	// stalled is a gap between two looks that is no mere delay: the process did not run. A process that has too much to do for so
	// long could not have answered.
	stalled = 10 * time.Second
	// deaf is how old an answered heartbeat may be on a sound connection: Discord wants one every 41 seconds.
	deaf = 50 * time.Second
)

// aliveFact is under which name the database keeps when the bot was last there for all guilds, in Unix milliseconds. For those of a
// part it is kept under a name of its own.
const aliveFact = "alive"

func (m *Monitor) fact() string {
	if m.Part.Of == 0 {
		return aliveFact
	}
	return aliveFact + " " + m.Part.String()
}

// NewMonitor makes a monitor; nothing is watched before Begin and Run.
func NewMonitor(o MonitorOptions) *Monitor {
	return &Monitor{MonitorOptions: o, there: make(chan struct{})}
}

// There is closed when the bot is there for the first time, and clocks run.
func (m *Monitor) There() <-chan struct{} { return m.there }

// Begin begins with the absence since an earlier process was last there.
func (m *Monitor) Begin(ctx context.Context) {
	m.since = m.Now()
	if at, _ := m.recorded(ctx); !at.IsZero() && at.Before(m.since) {
		m.since = at
	}
	m.Matches.Away(m.Part, m.since)
}

// recorded is when a process of this bot was last there, zero if that is not known, and whether that was another one.
func (m *Monitor) recorded(ctx context.Context) (at time.Time, another bool) {
	text, err := m.Facts.Fact(ctx, m.fact())
	if err == nil && text == "" { // the guilds were divided otherwise, or not at all
		text, err = m.Facts.Fact(ctx, aliveFact)
	}
	if err != nil {
		m.Logger.Error("cannot tell since when the bot was away", "err", err)
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	return time.UnixMilli(ms), text != m.own
}

// End is called when another process is to be there instead, after Run.
func (m *Monitor) End() { m.Matches.Back(m.Part) }

// Run looks until ctx ends.
func (m *Monitor) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(m.look(ctx)):
		}
	}
}

// look does one look and returns the pause until the next.
func (m *Monitor) look(ctx context.Context) time.Duration {
	gap := wallSince(m.good)
	m.looked.Store(time.Now().UnixNano())
	connected := m.Connected()
	if m.since.IsZero() && (!connected || gap > stalled) {
		if !m.acked.IsZero() && m.good.Sub(m.acked) > deaf { // the connection was dead for a while already
			gap += m.good.Sub(m.acked)
		}
		m.since = m.Now().Add(-gap)
		m.Matches.Away(m.Part, m.since)
		m.Logger.Info("clocks stand still", "since", m.since)
	}
	if !connected {
		return beatAway
	}
	if !m.since.IsZero() {
		from, to := m.since, m.Now()
		if at, another := m.recorded(ctx); another && at.After(from) && !at.After(to) {
			from = at // clocks ran meanwhile, for people could play
		}
		if err := m.skip(ctx, from, to); err != nil {
			if ctx.Err() == nil {
				m.Logger.Error("clocks not set after an absence, will be tried again", "err", err)
			}
			return beat
		}
		m.Matches.Back(m.Part)
		m.Logger.Info("clocks run again", "stood", to.Sub(from))
		m.since = time.Time{}
		m.once.Do(func() { close(m.there) })
	}
	m.good = time.Now() // setting many clocks takes its time
	if at := m.Acked(); !at.IsZero() {
		m.acked = at
	}
	m.record(ctx)
	return beat
}

// wallSince is how long ago something was, a machine's sleep included, in which the monotonic clock stands still.
func wallSince(t time.Time) time.Duration { return time.Now().Round(0).Sub(t.Round(0)) }

// Overdue reports whether the monitor itself has not looked for so long that it may be about to find out that the bot was away.
func (m *Monitor) Overdue() bool { return wallSince(time.Unix(0, m.looked.Load())) > stalled }

// record keeps that the bot is there, if a clock runs.
func (m *Monitor) record(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, beat) // a slow database is no absence
	defer cancel()
	running, err := m.Matches.Running(ctx, m.Part, "", 1)
	if err == nil && len(running) > 0 {
		m.own = strconv.FormatInt(m.Now().UnixMilli(), 10)
		err = m.Facts.SetFact(ctx, m.fact(), m.own)
	}
	if err != nil && ctx.Err() == nil {
		m.Logger.Warn("cannot record that the bot is there", "err", err)
	}
}

// skip takes an absence out of all running clocks; their cards are shown again.
func (m *Monitor) skip(ctx context.Context, from, to time.Time) error {
	const page = 100
	for after := id.Match(""); ; {
		ids, err := m.Matches.Running(ctx, m.Part, after, page)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, of := range ids {
			after = of
			c, err := m.Matches.Skip(ctx, of, from, to)
			switch {
			case err == nil:
				m.Logger.Info("an absence was taken out of a clock", "match", of, "from", from, "to", to, "left", c.Match.LeftAt(c.Match.ToMove(), to))
			case !errors.Is(err, match.ErrStale):
				return err
			}
		}
	}
}
