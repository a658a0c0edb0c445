package connection

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/discord/audience"
	"yeye/bot/discord/gateway"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/place"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// REST is the part of Discord's REST interface that this package needs.
type REST interface {
	SessionStarts(ctx context.Context) (discord.SessionStarts, error)
	// SetProcesses sets how many processes share the token's rate limit.
	SetProcesses(processes int)
	Archive(ctx context.Context, thread id.Channel) error
	Channel(ctx context.Context, channel id.Channel) (discord.Channel, error)
	// Channels returns the text channels of a guild, with a member's permissions there.
	Channels(ctx context.Context, g id.Guild, member id.Player) ([]discord.ChannelAccess, error)
}

// group is the part of [gateway.Group] that a manager needs.
type group interface {
	Begin(ctx context.Context)
	Wait() error
	Start(shard, of int)
	Stop(shard int)
	Size() int
	Connected() bool
	CanReachDiscord() bool
	ShardConnected(shard int) bool
	LastAck(shard int) time.Time
	Self() (id.Player, id.App)
}

// Options configures a manager. All fields but Shards, Votes and Recovered are needed.
type Options struct {
	DB      *store.DB
	Process string // names this process among those on one database
	// Shards limits which shards this process takes, among others on the same database; nil is one connection for all
	// guilds, regardless of other processes.
	Shards     *shards.Range
	Lease      time.Duration   // of the shards; see shards.Options
	Gateway    gateway.Options // WaitForIdentify and OnIdentify are set by New, Handle by the group
	REST       REST
	Matches    *match.Service
	Votes      backfill.Votes // absences extend their deadlines; nil for none
	Challenges *challenge.Service
	Audience   *audience.Directory // the channels that everybody on a server may view
	Places     *place.Handlers     // receive facts about channels and guilds
	// Reader returns a reader of the moves typed in a part of the guilds while the bot was away.
	Reader func(shards.Part) *backfill.Reader
	Logger *slog.Logger
	// Recovered receives the panic of work that an event started; nil lets it end the program.
	Recovered func(p any)
}

// Handler receives the events of the connections.
type Handler struct {
	// Event takes an event of a shard that this process serves, in the order of arrival, and must return at once.
	Event func(discord.Event)
	// GuildsGained is called when this process starts serving further guilds, before their events.
	GuildsGained func()
	// WaitIdle waits until no request of a part of the guilds is pending, or ctx ends.
	WaitIdle func(ctx context.Context, of shards.Part)
}

// Manager holds the connections of this process. Make it with New and call Run, then Close.
type Manager struct {
	Options
	Gateway *gateway.Group

	gateway   group // Gateway, except in tests
	handler   Handler
	guilds    guildSet
	slowmodes slowmodes
	reachable chan struct{} // closed when players can reach the bot for the first time
	once      sync.Once

	tasks   interaction.Tasks // end with Run
	keeping interaction.Tasks // keep the shards; they end with Close

	mu     sync.Mutex
	ended  bool                // all connections have ended
	all    map[int]*connection // by shard
	keeper *shards.Keeper      // holds the shards; nil if there are none, or not yet
}

// New makes a manager, which connects to nothing before Run.
func New(o Options) *Manager {
	m := &Manager{Options: o, reachable: make(chan struct{}), all: map[int]*connection{},
		guilds: guildSet{all: map[id.Guild]bool{}}}
	o.Gateway.WaitForIdentify, o.Gateway.OnIdentify = m.waitForIdentify, m.recordIdentify
	m.Gateway = gateway.NewGroup(o.Gateway, m.receive)
	m.gateway = m.Gateway
	return m
}

// Run connects and passes events to the handler until ctx ends and others have taken over the shards of this process,
// as far as they can. Shards that no one took over are held until Close, so that pending requests can be finished. It
// returns a [*gateway.FatalError] when Discord permanently refuses this bot.
func (m *Manager) Run(ctx context.Context, h Handler) (err error) {
	m.handler = h
	inner, stop := context.WithCancel(context.WithoutCancel(ctx)) // continues until the shards are handed over
	defer stop()
	m.gateway.Begin(inner)
	if m.Shards == nil {
		m.Serve(0, nil)
	} else {
		m.tasks.Go(m.shareRateLimit)
		m.tasks.Go(m.watchReachability)
		m.tasks.Go(m.startKeeper)
	}
	gone := make(chan struct{})
	go func() {
		err = m.gateway.Wait()
		close(gone)
	}()
	select {
	case <-gone:
	case <-ctx.Done():
		m.handOver(inner)
		stop()
		<-gone
	}
	m.tasks.Cancel()
	m.tasks.Wait()
	if k := m.getKeeper(); k != nil {
		k.Drain()
	}
	for _, c := range m.end() {
		c.cancel()
		c.wait()
	}
	return err
}

// end returns the remaining connections, and prevents new ones.
func (m *Manager) end() []*connection {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ended = true
	return slices.Collect(maps.Values(m.all))
}

// Close releases the shards that are still held, so that other processes take them at once.
func (m *Manager) Close(ctx context.Context) {
	m.keeping.Cancel()
	m.keeping.Wait()
	m.tasks.Wait() // for connections dropped since Run
	if k := m.getKeeper(); k != nil {
		if err := k.Close(ctx); err != nil {
			m.Logger.Warn("cannot release shards; others will take them over when the leases expire", "err", err)
		}
	}
}

// Reachable returns a channel that is closed when players can reach the bot for the first time. From then on the clocks
// of games run.
func (m *Manager) Reachable() <-chan struct{} { return m.reachable }

// Part returns the guilds that this process holds now.
func (m *Manager) Part() shards.Part {
	if m.Shards == nil {
		return shards.Part{}
	}
	if k := m.getKeeper(); k != nil {
		return k.Part()
	}
	return shards.Part{Of: max(1, m.Shards.Of)} // none yet
}

// ShardCount returns the number of shards of the bot, 1 for a single connection or if it is unknown yet.
func (m *Manager) ShardCount() int { return max(1, m.Part().Of) }

// IsLeader reports whether this process holds shard 0, the one of direct messages (guild ""). It then does the work
// that is done once for all guilds.
func (m *Manager) IsLeader() bool { return m.Part().Has("") }

// Check returns [shards.ErrNotOwner] in a transaction if a guild now belongs to another process, or to none.
func (m *Manager) Check(ctx context.Context, tx store.Tx, g id.Guild) error {
	if m.Shards == nil {
		return nil
	}
	if k := m.getKeeper(); k != nil {
		return k.Check(ctx, tx, g)
	}
	return shards.ErrNotOwner
}

// Connected reports whether events arrive over all connections that this process should have; false if it has none.
func (m *Manager) Connected() bool { return m.gateway.Connected() }

// Standby reports whether this process runs without a shard, because other processes hold all.
func (m *Manager) Standby() bool {
	k := m.getKeeper()
	return k != nil && k.Standby()
}

// Self returns the bot's user, "" before the first connection.
func (m *Manager) Self() id.Player {
	user, _ := m.Gateway.Self()
	return user
}

// ReadsContent reports whether the bot receives text that is not addressed to it.
func (m *Manager) ReadsContent() bool { return m.Gateway.ReadsContent() }

// Guilds returns how many guilds the bot is on, as far as these connections have reported.
func (m *Manager) Guilds() int { return m.guilds.count() }

// Slowmode returns how long people must wait between two messages in a channel, 0 if that is not known.
func (m *Manager) Slowmode(c id.Channel) time.Duration { return m.slowmodes.get(c) }

// Overdue reports whether the bot may have been away from a guild without having noticed yet.
func (m *Manager) Overdue(g id.Guild) bool {
	c := m.get(shards.Of(g, m.Part().Of))
	return c == nil || c.monitor.Overdue()
}

// getKeeper returns the keeper of the shards, nil before or without one.
func (m *Manager) getKeeper() *shards.Keeper {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.keeper
}

// get returns the connection of a shard, nil for none.
func (m *Manager) get(shard int) *connection {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.all[shard]
}

// waitForIdentify waits until a new session may start, if other processes start sessions too. between is the interval
// between two IDENTIFYs of one rate limit key.
func (m *Manager) waitForIdentify(ctx context.Context, shard, concurrency int, between time.Duration) error {
	if k := m.getKeeper(); k != nil {
		return k.WaitForIdentify(ctx, shard, concurrency, between)
	}
	return nil
}

// recordIdentify records that a session started.
func (m *Manager) recordIdentify(shard, concurrency int, at time.Time) {
	k := m.getKeeper()
	if k == nil {
		return
	}
	m.tasks.Go(func(ctx context.Context) {
		soon, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		if err := k.RecordIdentify(soon, shard, concurrency, at); err != nil && ctx.Err() == nil {
			m.Logger.Warn("cannot record the start of a session", "shard", shard, "err", err)
		}
	})
}

// storeTimeout bounds database calls whose result no request waits for.
const storeTimeout = 5 * time.Second
