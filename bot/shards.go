package bot

import (
	"cmp"
	"context"
	"sync"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/display"
	"yeye/bot/id"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// links holds the connections of this process.
type links struct {
	mu     sync.Mutex
	all    map[int]*link  // by shard
	keeper *shards.Keeper // holds the shards; nil if there are none, or not yet
	tasks  sync.WaitGroup
	there  chan struct{} // closed when players can reach the bot over one for the first time
	once   sync.Once
}

// link holds the objects of one connection.
type link struct {
	part    shards.Part
	reader  *backfill.Reader
	monitor *backfill.Monitor
	inbox   inbox
	ctx     context.Context
	stop    context.CancelFunc
}

func (l *links) get(shard int) *link {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[shard]
}

// Part returns the guilds that this process holds now.
func (c *Core) Part() shards.Part {
	if c.Shards == nil {
		return shards.Part{}
	}
	if k := c.keeper(); k != nil {
		return k.Part()
	}
	return shards.Part{Of: max(1, c.Shards.Of)} // none yet
}

// leads reports whether this process does what is done once for all guilds: the one that has shard 0 does.
func (c *Core) leads() bool { return c.Part().Has("") }

// connected reports whether events arrive over all connections that this process should have.
func (c *Core) connected() bool {
	return c.Gateway.Connected() || c.Shards != nil && c.Gateway.Size() == 0 && c.keeper() != nil
}

// keeper returns the keeper of the shards, nil if there is none or not yet.
func (c *Core) keeper() *shards.Keeper {
	c.links.mu.Lock()
	defer c.links.mu.Unlock()
	return c.links.keeper
}

// fence returns the display's fence; nil for a bot without shards.
func fence(c *Core) display.Fence {
	if c.Shards == nil {
		return nil
	}
	return fenced{c}
}

type fenced struct{ c *Core }

// Part implements [display.Fence].
func (f fenced) Part() shards.Part { return f.c.Part() }

// Check implements [display.Fence].
func (f fenced) Check(ctx context.Context, tx store.Tx, g id.Guild) error {
	if k := f.c.keeper(); k != nil {
		return k.Check(ctx, tx, g)
	}
	return shards.ErrNotOwner
}

// ring wakes the process that shows a card.
func (c *Core) ring(of id.Subject) {
	c.DB.Ring(store.CardsBell, string(of.Kind)+" "+string(of.ID))
}

// reader returns a reader of moves that were typed in some guilds while the bot was away.
func (c *Core) reader(p shards.Part) *backfill.Reader {
	return &backfill.Reader{Matches: c.Matches, Part: p, REST: c.REST, Queue: c.InQueue, Self: c.Self, Notation: c.notation, Refuse: c.refuseTyped, Now: c.DB.Now, Logger: c.Logger}
}

// turn waits until a new session may begin, if other processes begin sessions too.
func (c *Core) turn(ctx context.Context, shard, concurrency int, between time.Duration) error {
	if k := c.keeper(); k != nil {
		return k.Turn(ctx, shard, concurrency, between)
	}
	return nil
}

// begun records that a session began.
func (c *Core) begun(shard, concurrency int, at time.Time) {
	k := c.keeper()
	if k == nil {
		return
	}
	c.Router.Go(func() {
		ctx, cancel := context.WithTimeout(c.open, storeWithin)
		defer cancel()
		if err := k.Begun(ctx, shard, concurrency, at); err != nil && c.open.Err() == nil {
			c.Logger.Warn("cannot record the start of a session", "shard", shard, "err", err)
		}
	})
}

// storeWithin bounds database calls that nobody waits for.
const storeWithin = 5 * time.Second

// link creates the objects of a connection, until disconnect or ctx ends. Its events are held back.
func (c *Core) link(ctx context.Context, shard, of int) *link {
	ctx, stop := context.WithCancel(ctx)
	l := &link{part: shards.One(shard, of), ctx: ctx, stop: stop}
	l.reader = c.reader(l.part)
	l.monitor = backfill.NewMonitor(backfill.MonitorOptions{Matches: c.Matches, Part: l.part, Facts: facts{c.DB},
		Connected: func() bool { return c.Gateway.ShardConnected(shard) }, Acked: func() time.Time { return c.Gateway.Acked(shard) },
		Now: c.DB.Now, Logger: c.Logger})
	c.links.mu.Lock()
	defer c.links.mu.Unlock()
	if c.links.all == nil {
		c.links.all = map[int]*link{}
	}
	c.links.all[shard] = l
	return l
}

// unless calls f for a link that has ended, except if another link has replaced old by now: the absence from the shard's guilds is that one's to end.
func (l *links) unless(shard int, old *link, f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if next := l.all[shard]; next == nil || next == old {
		f()
	}
}

// connect serves a shard of of, where of is 0 for a bot with one connection, until disconnect or ctx ends. If it is connected
// already, as the shard's heir, it continues after the events that the previous owner has handled.
func (c *Core) connect(ctx context.Context, shard, of int, handled []id.Event) {
	l := c.links.get(shard)
	if l == nil {
		l = c.link(ctx, shard, of)
	}
	c.Matches.Away(l.part, c.Now()) // nothing is charged before the beginning of the absence is known
	c.Display.Took()
	c.links.tasks.Go(func() {
		defer c.links.unless(shard, l, l.monitor.End)
		l.monitor.Begin(l.ctx) // before anything is charged
		if c.links.get(shard) != l {
			return
		}
		l.inbox.release(handled, func(ev discord.Event) { c.handle(l, shard, ev) })
		c.Gateway.Start(shard, of)
		c.links.tasks.Go(func() {
			select {
			case <-l.ctx.Done():
			case <-l.monitor.There():
				c.links.once.Do(func() { close(c.links.there) })
			}
		})
		l.monitor.Run(l.ctx)
	})
}

// disconnect ends the service of a shard: another process has it, or is about to.
func (c *Core) disconnect(shard int) {
	c.links.mu.Lock()
	l := c.links.all[shard]
	delete(c.links.all, shard)
	c.links.mu.Unlock()
	c.Gateway.Stop(shard)
	if l == nil {
		return
	}
	l.stop()
	c.guilds.begin(l.part, nil)
	c.Audience.Reset(l.part.Has)
}

// Overdue reports whether the bot may be about to find out that it was away from a guild.
func (c *Core) Overdue(g id.Guild) bool {
	shard := 0
	if p := c.Part(); p.Of > 0 {
		shard = shards.Of(g, p.Of)
	}
	l := c.links.get(shard)
	return l == nil || l.monitor.Overdue()
}

// keep holds and serves the shards of this process until ctx ends. Then they are still held, so that pending work can be finished;
// end releases them.
func (c *Core) keep(ctx context.Context) (end func(context.Context)) {
	var all sync.WaitGroup
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	all.Go(func() {
		r, ok := c.divided(ctx)
		if !ok {
			return
		}
		k := shards.New(shards.Options{DB: c.DB, Process: c.Worker, Range: r, Logger: c.Logger,
			Gained: func(shard int, handled []id.Event) {
				if ctx.Err() == nil {
					c.connect(ctx, shard, r.Of, handled)
				}
			}, Lost: c.disconnect,
			Claimed: func(shard int) {
				if ctx.Err() == nil {
					c.standBy(ctx, shard, r.Of)
				}
			}, Dropped: c.disconnect, Stop: c.stopHandling, Resume: c.resumeHandling})
		c.links.mu.Lock()
		c.links.keeper = k
		c.links.mu.Unlock()
		context.AfterFunc(ctx, k.Drain)
		k.Run(life)
	})
	return func(ctx context.Context) {
		stop()
		all.Wait()
		if k := c.keeper(); k != nil {
			if err := k.Close(ctx); err != nil {
				c.Logger.Warn("cannot release shards; others will take them over when the leases expire", "err", err)
			}
		}
	}
}

// divided returns the range of shards with their total number, which it may have to ask for; ok is false if ctx ends first.
func (c *Core) divided(ctx context.Context) (r shards.Range, ok bool) {
	r = *c.Shards
	for pause := time.Second; r.Of == 0; {
		var advised discord.Starts
		of, err := shards.Division(ctx, c.DB)
		if err == nil && of == 0 {
			advised, err = c.REST.Starts(ctx)
		}
		if err == nil {
			r.Of = cmp.Or(of, max(1, advised.Shards))
			c.Logger.Info("servers divided into shards", "shards", r.Of, "by_others", of != 0)
			break
		}
		if ctx.Err() == nil {
			c.Logger.Warn("cannot determine the number of shards, trying again", "in", pause, "err", err)
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
