package connection

import (
	"context"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// connection is what belongs to the connection of a shard.
type connection struct {
	part    shards.Part
	reader  *backfill.Reader
	monitor *backfill.Monitor
	inbox   inbox
	ctx     context.Context
	stop    context.CancelFunc
}

// open creates a connection, until disconnect or ctx ends. Its events are held back.
func (m *Manager) open(ctx context.Context, shard, of int) *connection {
	ctx, stop := context.WithCancel(ctx)
	c := &connection{part: shards.One(shard, of), ctx: ctx, stop: stop}
	c.reader = m.Reader(c.part)
	c.monitor = backfill.NewMonitor(backfill.MonitorOptions{Matches: m.Matches, Part: c.part, Facts: facts{m.DB},
		Connected: func() bool { return m.Gateway.ShardConnected(shard) }, Acked: func() time.Time { return m.Gateway.Acked(shard) },
		Now: m.DB.Now, Logger: m.Logger})
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all[shard] = c
	return c
}

// unless calls f for a connection that has ended, except if another one has replaced it by now: the absence from the shard's guilds
// is that one's to end.
func (m *Manager) unless(shard int, old *connection, f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if next := m.all[shard]; next == nil || next == old {
		f()
	}
}

// connect serves a shard of of, where of is 0 for a bot with one connection, until disconnect or ctx ends. If it is connected
// already, as the shard's heir, it continues after the events that the previous owner has handled.
func (m *Manager) connect(ctx context.Context, shard, of int, handled []id.Event) {
	c := m.get(shard)
	if c == nil {
		c = m.open(ctx, shard, of)
	}
	m.Matches.Away(c.part, m.DB.Now()) // nothing is charged before the beginning of the absence is known
	m.handler.Gained()
	m.tasks.Go(func() {
		defer m.unless(shard, c, c.monitor.End)
		c.monitor.Begin(c.ctx) // before anything is charged
		if m.get(shard) != c {
			return
		}
		c.inbox.release(handled, func(ev discord.Event) { m.handle(c, shard, ev) })
		m.Gateway.Start(shard, of)
		m.tasks.Go(func() {
			select {
			case <-c.ctx.Done():
			case <-c.monitor.There():
				m.once.Do(func() { close(m.there) })
			}
		})
		c.monitor.Run(c.ctx)
	})
}

// disconnect ends the service of a shard: another process has it, or is about to.
func (m *Manager) disconnect(shard int) {
	m.mu.Lock()
	c := m.all[shard]
	delete(m.all, shard)
	m.mu.Unlock()
	m.Gateway.Stop(shard)
	if c == nil {
		return
	}
	c.stop()
	m.guilds.begin(c.part, nil)
	m.Audience.Reset(c.part.Has)
}

// receive takes an event from the gateway and returns at once.
func (m *Manager) receive(shard int, ev discord.Event) {
	if c := m.get(shard); c != nil {
		c.inbox.take(ev, func(ev discord.Event) { m.handle(c, shard, ev) })
	}
}

// handle records what an event reports of guilds and channels, and passes it on. An event of a shard that another process holds by
// now is left to that process.
func (m *Manager) handle(c *connection, shard int, ev discord.Event) {
	if k := m.held(); k != nil && !k.Holds(shard) {
		return
	}
	switch d := ev.Data.(type) {
	case *discord.Interaction:
		m.slow.saw(d.Channel, d.Slowmode)
	case discord.ChannelSeen:
		m.Audience.Channel(d)
	case discord.EverybodyMay:
		m.Audience.Everybody(d)
	case discord.ChannelGone:
		for _, channel := range m.Audience.Deleted(d) {
			m.background(func() { m.channelGone(c.ctx, channel) })
		}
	case discord.GuildAvailable:
		m.guilds.joined(d.ID)
		c.reader.Guild(d)
		m.Audience.Guild(d)
		if len(d.Threads) > 0 {
			m.background(func() { m.closeAbandoned(c.ctx, d.Threads) })
		}
	case discord.GuildGone:
		m.Audience.Gone(d.ID)
		if !d.Unavailable {
			m.guilds.left(d.ID)
			m.background(func() { m.guildGone(c.ctx, d.ID) })
		}
	case discord.Ready:
		m.Audience.Reset(c.part.Has)
		m.guilds.begin(c.part, d.Guilds)
		c.reader.Ready(d.Guilds)
	}
	m.handler.Event(ev)
	if _, ok := ev.Data.(discord.Ready); ok {
		m.background(func() { c.reader.All(c.ctx) }) // until another process reads there
	}
}

// facts implements [backfill.MonitorOptions].Facts on the database.
type facts struct{ db *store.DB }

func (f facts) Fact(ctx context.Context, name string) (string, error) {
	return store.Fact(ctx, f.db.Read(), name)
}

func (f facts) SetFact(ctx context.Context, name, value string) error {
	return store.SetFact(ctx, f.db.Write(), name, value)
}
