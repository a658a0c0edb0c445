package connection

import (
	"cmp"
	"context"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"yeye/bot/audience"
	"yeye/bot/backfill"
	"yeye/bot/challenge"
	"yeye/bot/discord"
	"yeye/bot/discord/gateway"
	"yeye/bot/id"
	"yeye/bot/match"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// REST is the part of Discord's REST interface that connections need.
type REST interface {
	Starts(ctx context.Context) (discord.Starts, error)
	// Share sets how many processes share the token's limit of requests.
	Share(processes int)
	Archive(ctx context.Context, thread id.Channel) error
}

// Options configures a manager. All fields but Shards and Panicked are needed.
type Options struct {
	DB      *store.DB
	Process string // names this process among those on one database
	// Shards limits which shards this process takes, among others on the same database; nil is one connection for all guilds,
	// regardless of other processes.
	Shards     *shards.Range
	Gateway    gateway.Options // its Handle, Turn and Begun are set here
	REST       REST
	Matches    *match.Service
	Challenges *challenge.Service
	Audience   *audience.Directory
	// Reader returns a reader of moves that were typed in a part of the guilds while the bot was away.
	Reader   func(shards.Part) *backfill.Reader
	Logger   *slog.Logger
	Panicked func() // called after a panic in the background; nil for nothing
}

// Handler takes what connections receive.
type Handler struct {
	// Event takes an event of a shard that this process serves, in the order of arrival, and must return at once.
	Event func(discord.Event)
	// Gained is called when this process begins to serve further guilds, before their events.
	Gained func()
	// Idle reports whether no request is pending.
	Idle func() bool
}

// Manager holds the connections of this process. Make it with New and call Run, then Close.
type Manager struct {
	Options
	Gateway *gateway.Group

	handler Handler
	guilds  guildSet
	slow    slowmodes
	tasks   sync.WaitGroup
	there   chan struct{} // closed when players can reach the bot over a connection for the first time
	once    sync.Once
	release func(context.Context) // set by Run

	mu     sync.Mutex
	all    map[int]*connection // by shard
	keeper *shards.Keeper      // holds the shards; nil if there are none, or not yet
}

// New makes a manager, which connects to nothing before Run.
func New(o Options) *Manager {
	m := &Manager{Options: o, there: make(chan struct{}), all: map[int]*connection{}}
	o.Gateway.Turn, o.Gateway.Begun = m.turn, m.begun
	m.Gateway = gateway.NewGroup(o.Gateway, m.receive)
	return m
}

// Run connects and passes events to the handler until ctx ends and others have taken over the shards of this process, as far as
// they can. Then shards that are left are still held, so that pending requests can be finished, until Close. It returns a
// [*gateway.FatalError] when Discord will not let this bot in.
func (m *Manager) Run(ctx context.Context, h Handler) error {
	m.handler = h
	inner, stop := context.WithCancel(context.WithoutCancel(ctx)) // continues until the shards are handed over
	defer stop()
	told := context.AfterFunc(ctx, func() {
		m.handOver(inner)
		stop()
	})
	defer told()
	m.Gateway.Begin(inner)
	if m.Shards == nil {
		m.connect(inner, 0, 0, nil)
	} else {
		m.tasks.Go(func() { m.divideRequests(inner) })
		m.tasks.Go(func() { m.reach(inner) })
		m.release = m.keep(inner)
	}
	err := m.Gateway.Wait()
	stop()
	m.tasks.Wait()
	return err
}

// Close releases the shards that are still held, so that other processes take them at once.
func (m *Manager) Close(ctx context.Context) {
	if m.release != nil {
		m.release(ctx)
	}
}

// There returns a channel that is closed when players can reach the bot for the first time, and clocks run.
func (m *Manager) There() <-chan struct{} { return m.there }

// Part returns the guilds that this process holds now.
func (m *Manager) Part() shards.Part {
	if m.Shards == nil {
		return shards.Part{}
	}
	if k := m.held(); k != nil {
		return k.Part()
	}
	return shards.Part{Of: max(1, m.Shards.Of)} // none yet
}

// Leads reports whether this process does what is done once for all guilds: the one that has shard 0 does.
func (m *Manager) Leads() bool { return m.Part().Has("") }

// Check returns [shards.ErrNotOwner] in a transaction if a guild now belongs to another process, or to none.
func (m *Manager) Check(ctx context.Context, tx store.Tx, g id.Guild) error {
	if m.Shards == nil {
		return nil
	}
	if k := m.held(); k != nil {
		return k.Check(ctx, tx, g)
	}
	return shards.ErrNotOwner
}

// Connected reports whether events arrive over all connections that this process should have.
func (m *Manager) Connected() bool {
	return m.Gateway.Connected() || m.Shards != nil && m.Gateway.Size() == 0 && m.held() != nil
}

// Guilds returns how many guilds the bot is on, as far as these connections have reported.
func (m *Manager) Guilds() int { return m.guilds.count() }

// Slowmode returns how long people must wait between two messages in a channel, 0 if that is not known.
func (m *Manager) Slowmode(c id.Channel) time.Duration { return m.slow.in(c) }

// Overdue reports whether the bot may be about to find out that it was away from a guild.
func (m *Manager) Overdue(g id.Guild) bool {
	shard := 0
	if p := m.Part(); p.Of > 0 {
		shard = shards.Of(g, p.Of)
	}
	c := m.get(shard)
	return c == nil || c.monitor.Overdue()
}

// held returns the keeper of the shards, nil if there is none or not yet.
func (m *Manager) held() *shards.Keeper {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keeper
}

func (m *Manager) get(shard int) *connection {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.all[shard]
}

// background runs f until the connections end.
func (m *Manager) background(f func()) {
	m.tasks.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				m.Logger.Error("panic beside a connection", "panic", p, "stack", string(debug.Stack()))
				if m.Panicked != nil {
					m.Panicked()
				}
			}
		}()
		f()
	})
}

// turn waits until a new session may begin, if other processes begin sessions too.
func (m *Manager) turn(ctx context.Context, shard, concurrency int, between time.Duration) error {
	if k := m.held(); k != nil {
		return k.Turn(ctx, shard, concurrency, between)
	}
	return nil
}

// begun records that a session began.
func (m *Manager) begun(shard, concurrency int, at time.Time) {
	k, c := m.held(), m.get(shard)
	if k == nil || c == nil {
		return
	}
	m.background(func() {
		ctx, cancel := context.WithTimeout(c.ctx, storeWithin)
		defer cancel()
		if err := k.Begun(ctx, shard, concurrency, at); err != nil && c.ctx.Err() == nil {
			m.Logger.Warn("cannot record the start of a session", "shard", shard, "err", err)
		}
	})
}

// storeWithin bounds database calls that nobody waits for.
const storeWithin = 5 * time.Second

// keep holds and serves the shards of this process until ctx ends. Then they are still held, so that pending work can be finished;
// end releases them.
func (m *Manager) keep(ctx context.Context) (end func(context.Context)) {
	var all sync.WaitGroup
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	all.Go(func() {
		r, ok := m.divided(ctx)
		if !ok {
			return
		}
		k := shards.New(shards.Options{DB: m.DB, Process: m.Process, Range: r, Logger: m.Logger,
			Gained: func(shard int, handled []id.Event) {
				if ctx.Err() == nil {
					m.connect(ctx, shard, r.Of, handled)
				}
			}, Lost: m.disconnect,
			Claimed: func(shard int) {
				if ctx.Err() == nil {
					m.standBy(ctx, shard, r.Of)
				}
			}, Dropped: m.disconnect, Stop: m.stopHandling, Resume: m.resumeHandling})
		m.mu.Lock()
		m.keeper = k
		m.mu.Unlock()
		context.AfterFunc(ctx, k.Drain)
		k.Run(life)
	})
	return func(ctx context.Context) {
		stop()
		all.Wait()
		if k := m.held(); k != nil {
			if err := k.Close(ctx); err != nil {
				m.Logger.Warn("cannot release shards; others will take them over when the leases expire", "err", err)
			}
		}
	}
}

// divided returns the range of shards with their total number, which it may have to ask for; ok is false if ctx ends first.
func (m *Manager) divided(ctx context.Context) (r shards.Range, ok bool) {
	r = *m.Shards
	for pause := time.Second; r.Of == 0; {
		var advised discord.Starts
		of, err := shards.Division(ctx, m.DB)
		if err == nil && of == 0 {
			advised, err = m.REST.Starts(ctx)
		}
		if err == nil {
			r.Of = cmp.Or(of, max(1, advised.Shards))
			m.Logger.Info("servers divided into shards", "shards", r.Of, "by_others", of != 0)
			break
		}
		if ctx.Err() == nil {
			m.Logger.Warn("cannot determine the number of shards, trying again", "in", pause, "err", err)
		}
		select {
		case <-ctx.Done():
			return r, false
		case <-time.After(pause):
			pause = min(2*pause, time.Minute)
		}
	}
	return r, true
}
