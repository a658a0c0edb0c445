package gateway

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Group holds the connections of a bot in this process, one for each of its shards. They share the budget of new
// sessions, the bot's identity, and whether Discord lets it read messages. Make it with NewGroup and call Begin before
// Start.
type Group struct {
	options Options
	handle  func(shard int, e discord.Event)

	ctx   context.Context
	end   context.CancelCauseFunc
	tasks sync.WaitGroup

	contentRefused atomic.Bool // Discord refuses the Message Content intent
	mu             sync.Mutex
	ended          bool // no member is started any more
	members        map[int]*member
	user           id.Player
	app            id.App
	starts         *startLimit // the latest of all members, nil before one has asked
}

type member struct {
	*Gateway
	stop context.CancelFunc
}

// NewGroup makes a Group with options common to all its connections. handle receives each event with its shard, and
// must return at once. NewGroup does not connect.
func NewGroup(o Options, handle func(shard int, e discord.Event)) *Group {
	o.Budget = cmp.Or(o.Budget, NewBudget())
	return &Group{options: o, handle: handle, members: map[int]*member{}}
}

// Begin sets the context that ends all connections.
func (g *Group) Begin(ctx context.Context) { g.ctx, g.end = context.WithCancelCause(ctx) }

// Wait returns when the context given to Begin and all connections have ended, which is no error. It returns a
// [*FatalError] when Discord will not let this bot in.
func (g *Group) Wait() error {
	<-g.ctx.Done()
	g.mu.Lock()
	g.ended = true
	g.mu.Unlock()
	g.tasks.Wait()
	var fatal *FatalError
	if errors.As(context.Cause(g.ctx), &fatal) {
		return fatal
	}
	return nil
}

// Start connects a shard and keeps it connected; of is the number of shards, 0 for a bot with one connection.
func (g *Group) Start(shard, of int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.members[shard] != nil || g.ended || g.ctx.Err() != nil {
		return
	}
	o := g.options
	o.Shard = [2]int{shard, of}
	o.contentRefused, o.user, o.app = &g.contentRefused, g.user, g.app
	ctx, stop := context.WithCancel(g.ctx)
	m := &member{stop: stop}
	o.Handle = func(e discord.Event) {
		if _, ok := e.Data.(discord.Ready); ok {
			g.recordIdentity(m)
		}
		if g.member(shard) == m {
			g.handle(shard, e)
		}
	}
	m.Gateway = New(o)
	g.members[shard] = m
	g.tasks.Go(func() {
		if err := m.Run(ctx); err != nil {
			g.end(err)
		}
	})
}

// Stop ends the connection of a shard. None of its events is passed on any more.
func (g *Group) Stop(shard int) {
	g.mu.Lock()
	m := g.members[shard]
	delete(g.members, shard)
	g.mu.Unlock()
	if m != nil {
		m.stop()
	}
}

// recordIdentity keeps the bot's identity and session limits for later connections.
func (g *Group) recordIdentity(m *member) {
	user, app := m.Self()
	starts := m.starts.Load()
	g.mu.Lock()
	defer g.mu.Unlock()
	if user != "" {
		g.user, g.app = user, app
	}
	if starts != nil && (g.starts == nil || starts.at.After(g.starts.at)) {
		g.starts = starts
	}
}

func (g *Group) member(shard int) *member {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.members[shard]
}

func (g *Group) all() []*member {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.members))
}

// Size returns how many shards this process connects.
func (g *Group) Size() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.members)
}

// Connected reports whether events arrive over every connection of the group, and over one at least.
func (g *Group) Connected() bool {
	all := g.all()
	return len(all) > 0 && !slices.ContainsFunc(all, func(m *member) bool { return !m.Gateway.Connected() })
}

// CanReachDiscord reports whether any connection reaches Discord: events arrive over it, or it only waits to send
// IDENTIFY.
func (g *Group) CanReachDiscord() bool {
	return slices.ContainsFunc(
		g.all(),
		func(m *member) bool { return m.Gateway.Connected() || m.awaitsIdentify.Load() },
	)
}

// ShardConnected reports whether events of a shard arrive.
func (g *Group) ShardConnected(shard int) bool {
	m := g.member(shard)
	return m != nil && m.Gateway.Connected()
}

// LastAck returns when Discord last acknowledged a heartbeat of a shard's connection, zero before that.
func (g *Group) LastAck(shard int) time.Time {
	if m := g.member(shard); m != nil {
		return m.Gateway.LastAck()
	}
	return time.Time{}
}

// Self returns the ids of the bot's user and of its application, "" before the first connection.
func (g *Group) Self() (id.Player, id.App) {
	g.mu.Lock()
	user, app := g.user, g.app
	g.mu.Unlock()
	if user != "" {
		return user, app
	}
	for _, m := range g.all() {
		if user, app := m.Self(); user != "" {
			return user, app
		}
	}
	return "", ""
}

// Intents returns the intents that new sessions ask for.
func (g *Group) Intents() Intents {
	if g.contentRefused.Load() {
		return g.options.Intents &^ MessageContent
	}
	return g.options.Intents
}

// ReadsContent reports whether the bot can read text that is not addressed to it: it asked for the intent, and was not
// refused so far.
func (g *Group) ReadsContent() bool { return g.Intents()&MessageContent != 0 }

// SessionStarts returns how many new sessions Discord allowed when it was last asked, or all of a day's if a new day
// has begun since; known is false before it was asked.
func (g *Group) SessionStarts() (s discord.SessionStarts, known bool) {
	for _, m := range g.all() {
		g.recordIdentity(m)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.starts == nil {
		return s, false
	}
	return g.starts.current(), true
}
