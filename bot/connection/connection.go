package connection

import (
	"context"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/interaction"
	"yeye/bot/place"
	"yeye/bot/store/shards"
)

// connection is the state of one shard's connection.
type connection struct {
	shard   int
	part    shards.Part // the guilds of the shard
	reader  *backfill.Reader
	monitor *backfill.Monitor
	inbox   inbox
	serving bool // the monitor has started; used by the keeper, one call after the other

	monitoring interaction.Tasks // the monitor
	tasks      interaction.Tasks // work started by events
}

// cancel closes the connection and cancels its work.
func (c *connection) cancel() {
	c.monitoring.Cancel()
	c.tasks.Cancel()
}

// wait waits until all of that has ended.
func (c *connection) wait() {
	c.monitoring.Wait()
	c.tasks.Wait()
}

const (
	// connectedSettleTime is how long after READY the successor's connection is sure to receive every event that the
	// owner's does not.
	connectedSettleTime = time.Second
	// finishTimeout limits the wait for a shard's pending requests before it is handed over: meanwhile the successor
	// buffers interactions, which must be answered within three seconds.
	finishTimeout = time.Second
)

// open makes the connection of a shard, which buffers events; nil if Run has ended.
func (m *Manager) open(shard int) *connection {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return nil
	}
	of := 0
	if m.keeper != nil {
		of = m.keeper.Range.Of
	}
	c := &connection{shard: shard, part: shards.Single(shard, of)}
	c.tasks.Recovered = m.Recovered
	c.inbox.handle = func(ev discord.Event) { m.handle(c, ev) }
	c.reader = m.Reader(c.part)
	c.monitor = backfill.NewMonitor(backfill.MonitorOptions{Matches: m.Matches, Votes: m.Votes, Part: c.part,
		Facts:     m.DB,
		Connected: func() bool { return m.gateway.ShardConnected(shard) },
		LastAck:   func() time.Time { return m.gateway.LastAck(shard) },
		Now:       m.DB.Now, Logger: m.Logger, Reachable: func() { m.once.Do(func() { close(m.reachable) }) }})
	m.all[shard] = c
	return c
}

// connect connects to a shard, unless its connection was dropped.
func (m *Manager) connect(c *connection) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all[c.shard] == c {
		m.gateway.Start(c.shard, c.part.Of)
	}
}

// Connect connects to a shard that another process is about to hand over.
func (m *Manager) Connect(shard int) {
	c := m.open(shard)
	if c == nil {
		return
	}
	c.inbox.onReady = func() {
		c.tasks.After(connectedSettleTime, func(context.Context) { m.getKeeper().Ready(shard) })
	}
	m.connect(c)
}

// Serve serves a shard until Drop. handled lists events that were already handled, by the previous owner or by this
// process before Finish.
func (m *Manager) Serve(shard int, handled []id.Event) {
	c := m.get(shard)
	if c == nil {
		c = m.open(shard)
	}
	if c == nil {
		return
	}
	if c.serving {
		c.inbox.resume(handled)
		return
	}
	c.serving = true
	m.Matches.BeginAbsence(c.part, m.DB.Now()) // no clock is charged before the start of the absence is known
	m.handler.GuildsGained()
	c.monitoring.Go(func(ctx context.Context) {
		defer m.endAbsence(c)
		c.monitor.Begin(ctx) // before any clock is charged
		if ctx.Err() != nil {
			return
		}
		c.inbox.resume(handled)
		m.connect(c)
		c.monitor.Run(ctx)
	})
}

// endAbsence ends the absence from a shard's guilds after its connection has ended, unless another connection has
// replaced it: then that one ends the absence.
func (m *Manager) endAbsence(c *connection) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if next := m.all[c.shard]; next == nil || next == c {
		c.monitor.End()
	}
}

// Finish buffers the events of a shard that another process is about to take over, and calls the keeper's Finished
// when no request is pending.
func (m *Manager) Finish(shard int) {
	c := m.get(shard)
	if c == nil { // Run has ended
		m.getKeeper().Finished(shard, nil)
		return
	}
	handled := c.inbox.pause()
	m.keeping.Go(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, finishTimeout)
		defer cancel()
		m.handler.WaitIdle(ctx, c.part)
		m.getKeeper().Finished(shard, handled)
	})
}

// Drop stops serving a shard, because another process has it, or is about to.
func (m *Manager) Drop(shard int) {
	m.mu.Lock()
	c := m.all[shard]
	delete(m.all, shard)
	m.mu.Unlock()
	m.gateway.Stop(shard)
	if c == nil {
		return
	}
	c.cancel()
	m.tasks.Go(func(context.Context) { c.wait() })
	m.guilds.begin(c.part, nil)
	m.Audience.Reset(c.part.Has)
}

// receive queues an event from the gateway and returns at once.
func (m *Manager) receive(shard int, ev discord.Event) {
	if c := m.get(shard); c != nil {
		c.inbox.receive(ev)
	}
}

// handle records what an event reports about guilds and channels, and passes it on. An event of a shard that another
// process holds by now is left to that process.
func (m *Manager) handle(c *connection, ev discord.Event) {
	if k := m.getKeeper(); k != nil && !k.Holds(c.shard) {
		return
	}
	switch d := ev.Data.(type) {
	case *discord.Interaction:
		m.slowmodes.record(d.Channel, d.Slowmode)
	case discord.ChannelUpdated:
		m.Audience.Channel(d)
		c.tasks.Go(func(ctx context.Context) { m.channelUpdated(ctx, d) })
	case discord.EveryonePermissions:
		m.Audience.Everybody(d)
		c.tasks.Go(func(ctx context.Context) { m.checkAccess(ctx, d.Guild, "") })
	case discord.BotRolesUpdated:
		if self, _ := m.gateway.Self(); d.Bot == self {
			c.tasks.Go(func(ctx context.Context) { m.rolesUpdated(ctx, d.Guild) })
		}
	case discord.ChannelDeleted:
		for _, channel := range m.Audience.Deleted(d) {
			c.tasks.Go(func(ctx context.Context) { m.channelDeleted(ctx, d, channel) })
		}
	case discord.GuildAvailable:
		c.reader.Guild(d)
		m.Audience.Guild(d)
		joined := m.guilds.set(d.ID, true)
		c.tasks.Go(func(ctx context.Context) { m.guildAvailable(ctx, d.ID, joined) })
		if len(d.Threads) > 0 {
			c.tasks.Go(func(ctx context.Context) { m.closeAbandoned(ctx, d.Threads) })
		}
	case discord.GuildRemoved:
		m.Audience.Gone(d.ID)
		if !d.Unavailable {
			m.guilds.set(d.ID, false)
			f := place.Fact{Status: place.LeftServer, Guild: d.ID}
			c.tasks.Go(func(ctx context.Context) { m.reportFact(ctx, f) })
		}
	case discord.Ready:
		m.Audience.Reset(c.part.Has)
		m.guilds.begin(c.part, d.Guilds)
		c.reader.Ready(d.Guilds)
		c.tasks.Go(c.reader.ReadAll)
	}
	m.handler.Event(ev)
}
