package bot

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/session"
)

// Clocks stand still while nobody can reach the bot: while its process is down,
// stopped or asleep, and while it is not connected. The pulse notes every few
// seconds that all is well, in the database too while a clock runs. After a gap it
// takes the absence out of each running clock before anything is charged again.
type pulse struct {
	b     *Bot
	good  time.Time     // when all was well last, by the machine's own clock; zero for not yet
	acked time.Time     // when Discord had last answered a heartbeat, as seen then
	since time.Time     // when the bot went away, by Now; zero while it is there
	own   string        // what this process noted last
	there chan struct{} // closed when the bot is there for the first time
	once  sync.Once

	looked atomic.Int64 // when, in Unix nanoseconds
}

func newPulse(b *Bot) *pulse { return &pulse{b: b, there: make(chan struct{})} }

const (
	// beat is how often the pulse looks, and while the bot is away, that clocks may run
	// again as soon as it is back.
	beat, beatAway = 2 * time.Second, 100 * time.Millisecond
	// stalled is a gap between two looks that is no mere delay: the process did not
	// run. A process that has too much to do for so long could not have answered.
	stalled = 10 * time.Second
	// deaf is how old an answered heartbeat may be on a sound connection: Discord wants
	// one every 41 seconds.
	deaf = 50 * time.Second
)

// aliveFact is under which name the store keeps when the bot was last there, in
// Unix milliseconds.
const aliveFact = "alive"

// wake begins with the absence since an earlier process was last there.
func (p *pulse) wake(ctx context.Context) {
	p.since = p.b.Now()
	if at, _ := p.noted(ctx); !at.IsZero() && at.Before(p.since) {
		p.since = at
	}
	p.b.Sessions.Away(p.since)
}

// noted is when a process of this bot was last there, zero if that is not known, and
// whether that was another one.
func (p *pulse) noted(ctx context.Context) (at time.Time, another bool) {
	text, err := p.b.Records.Fact(ctx, aliveFact)
	if err != nil {
		p.b.Logger.Error("cannot tell since when the bot was away", "err", err)
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	return time.UnixMilli(ms), text != p.own
}

// run looks until ctx ends.
func (p *pulse) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(p.look(ctx)):
		}
	}
}

// look does one look and returns the pause until the next.
func (p *pulse) look(ctx context.Context) time.Duration {
	gap := wallSince(p.good)
	p.looked.Store(time.Now().UnixNano())
	connected := p.b.gateway.Connected()
	if p.since.IsZero() && (!connected || gap > stalled) {
		if !p.acked.IsZero() && p.good.Sub(p.acked) > deaf { // the connection was dead for a while already
			gap += p.good.Sub(p.acked)
		}
		p.since = p.b.Now().Add(-gap)
		p.b.Sessions.Away(p.since)
		p.b.Logger.Info("clocks stand still", "since", p.since)
	}
	if !connected {
		return beatAway
	}
	if !p.since.IsZero() {
		from, to := p.since, p.b.Now()
		if at, another := p.noted(ctx); another && at.After(from) && !at.After(to) {
			from = at // clocks ran meanwhile, for people could play
		}
		if err := p.b.skip(ctx, from, to); err != nil {
			if ctx.Err() == nil {
				p.b.Logger.Error("clocks not set after an absence, will be tried again", "err", err)
			}
			return beat
		}
		p.b.Sessions.Back()
		p.b.Logger.Info("clocks run again", "stood", to.Sub(from))
		p.since = time.Time{}
		p.once.Do(func() { close(p.there) })
	}
	p.good = time.Now() // setting many clocks takes its time
	if at := p.b.gateway.Acked(); !at.IsZero() {
		p.acked = at
	}
	p.note(ctx)
	return beat
}

// wallSince is how long ago something was, a machine's sleep included, in which the
// monotonic clock stands still.
func wallSince(t time.Time) time.Duration { return time.Now().Round(0).Sub(t.Round(0)) }

// overdue reports whether the pulse itself has not looked for so long that it may be
// about to find out that the bot was away.
func (p *pulse) overdue() bool { return wallSince(time.Unix(0, p.looked.Load())) > stalled }

// note keeps that the bot is there, if a clock runs.
func (p *pulse) note(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, beat) // a slow database is no absence
	defer cancel()
	running, err := p.b.Records.Running(ctx, "", 1)
	if err == nil && len(running) > 0 {
		p.own = strconv.FormatInt(p.b.Now().UnixMilli(), 10)
		err = p.b.Records.SetFact(ctx, aliveFact, p.own)
	}
	if err != nil && ctx.Err() == nil {
		p.b.Logger.Warn("cannot note that the bot is there", "err", err)
	}
}

// skip takes an absence out of all running clocks and has their cards shown again.
func (b *Bot) skip(ctx context.Context, from, to time.Time) error {
	for after := session.ID(""); ; {
		ids, err := b.Records.Running(ctx, after, 100)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			after = id
			se, err := b.Sessions.Skip(ctx, id, from, to)
			switch {
			case err == nil:
				b.Logger.Info("an absence was taken out of a clock", "session", id, "from", from, "to", to, "left", se.LeftAt(se.ToMove(), to))
				b.shower.poke(id)
			case !errors.Is(err, session.ErrStale):
				return err
			}
		}
	}
}
