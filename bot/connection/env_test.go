package connection

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/backfill"
	"yeye/bot/discord"
	"yeye/bot/discord/audience"
	"yeye/bot/id"
	"yeye/bot/internal/testdb"
	"yeye/bot/match"
	"yeye/bot/match/challenge"
	"yeye/bot/place"
	"yeye/bot/player"
	"yeye/bot/store"
	"yeye/bot/store/shards"
)

// world is Discord and a database in the bubble's time, with the processes that work on them.
type world struct {
	*testing.T
	where string

	mu    sync.Mutex
	all   []*process
	next  int
	sent  map[id.Event]time.Time
	taken map[id.Event][]string // by which processes each event was handled
	order map[int][]id.Event    // of the events handled, by shard
	slow  time.Duration         // the longest time from an event to its handler
}

func bubble(t *testing.T, f func(*world)) {
	t.Helper()
	where := testdb.New(t)
	synctest.Test(t, func(t *testing.T) {
		f(&world{T: t, where: where, sent: map[id.Event]time.Time{}, taken: map[id.Event][]string{}, order: map[int][]id.Event{}})
	})
}

// guild returns a guild of a shard.
func guild(shard int) id.Guild { return id.Guild(strconv.Itoa(shard << 22)) }

// process is a process with its connections.
type process struct {
	*Manager
	world *world
	name  string
	db    *store.DB
	lag   time.Duration // of its events
	stop  context.CancelFunc
	ended chan struct{}

	mu       sync.Mutex
	dead     bool         // nothing reaches anybody any more
	cut      bool         // Discord is out of reach
	waits    bool         // no session may begin yet
	online   map[int]bool // by shard that it connects to: whether events arrive
	pending  map[int]bool // shards with a request that does not end
	archived []id.Channel
	hidden   id.Channel              // which it does not see
	access   []discord.ChannelAccess // the bot's, in all channels
	end      <-chan struct{}
}

// start starts a process; shards is a setting like "auto".
func (w *world) start(name, setting string, of int, lag time.Duration) *process {
	w.Helper()
	r, err := shards.ParseRange(setting)
	if err != nil {
		w.Fatal(err)
	}
	r.Of = of
	p := newProcess(w.T, testdb.At(w, w.where, time.Now), &r)
	p.world, p.name, p.lag, p.Process = w, name, lag, name
	p.db.Observe(store.Observer{Statement: func(context.Context, string) error {
		if p.is(&p.dead) {
			return errors.New("the process is dead")
		}
		return nil
	}})
	w.mu.Lock()
	w.all = append(w.all, p)
	w.mu.Unlock()
	ctx, cancel := context.WithCancel(w.Context())
	p.stop, p.ended = cancel, make(chan struct{})
	go func() {
		defer close(p.ended)
		if err := p.Run(ctx, Handler{Event: p.take, GuildsGained: func() {}, WaitIdle: p.settle}); err != nil {
			w.Error(err)
		}
		p.Close(context.Background())
	}()
	w.Cleanup(func() { cancel(); <-p.ended; p.db.Close() })
	return p
}

// newProcess makes the connections of a process on a database, and a Discord for it.
func newProcess(t *testing.T, db *store.DB, r *shards.Range) *process {
	t.Helper()
	matches, players := match.NewService(db), player.New(db)
	p := &process{db: db, online: map[int]bool{}, pending: map[int]bool{}}
	challenges, places := challenge.NewService(db, matches, players), new(place.Handlers)
	places.Add(place.Handler{OnFact: challenges.OnPlaceFact}, place.Handler{OnFact: matches.OnPlaceFact})
	p.Manager = New(Options{DB: db, Shards: r, REST: p, Matches: matches, Challenges: challenges, Places: places,
		Audience: new(audience.Directory), Logger: slog.New(slog.DiscardHandler), Reader: func(part shards.Part) *backfill.Reader {
			return &backfill.Reader{Matches: matches, Part: part, Now: db.Now, Logger: slog.New(slog.DiscardHandler)}
		}})
	p.gateway = p
	return p
}

func (p *process) is(what *bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *what
}

func (p *process) set(what *bool, is bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*what = is
}

// kill ends a process without notice.
func (p *process) kill() {
	p.set(&p.dead, true)
	p.stop()
	<-p.ended
}

// Run of a gateway.

func (p *process) Begin(ctx context.Context) { p.end = ctx.Done() }
func (p *process) Wait() error               { <-p.end; return nil }

// Start connects a shard, which takes a moment.
func (p *process) Start(shard, _ int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.online[shard]; ok {
		return
	}
	p.online[shard] = false
	time.AfterFunc(700*time.Millisecond, func() {
		p.mu.Lock()
		_, ok := p.online[shard]
		if ok && !p.cut && !p.waits {
			p.online[shard] = true
		}
		p.mu.Unlock()
		if ok {
			p.hear(shard, discord.Event{Data: discord.Ready{Guilds: []id.Guild{guild(shard)}}})
		}
	})
}

func (p *process) Stop(shard int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.online, shard)
}

func (p *process) Size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.online)
}

func (p *process) states() (all []bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, online := range p.online {
		all = append(all, online && !p.cut && !p.waits)
	}
	return all
}

func (p *process) Connected() bool {
	all := p.states()
	return len(all) > 0 && !slices.Contains(all, false)
}
func (p *process) CanReachDiscord() bool {
	return slices.Contains(p.states(), true) || p.is(&p.waits) && !p.is(&p.cut)
}
func (p *process) ShardConnected(shard int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.online[shard] && !p.cut
}
func (p *process) LastAck(int) time.Time     { return time.Now() }
func (p *process) Self() (id.Player, id.App) { return "self", "app" }
func (p *process) SetProcesses(int)          {}

func (p *process) Archive(_ context.Context, thread id.Channel) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.archived = append(p.archived, thread)
	return nil
}

func (p *process) Channels(context.Context, id.Guild, id.Player) ([]discord.ChannelAccess, error) {
	return p.access, nil
}

func (p *process) Channel(_ context.Context, c id.Channel) (discord.Channel, error) {
	if p.hidden == c {
		return discord.Channel{}, &discord.APIError{Status: 403, Code: 50001}
	}
	return discord.Channel{ID: c}, nil
}

func (p *process) SessionStarts(context.Context) (discord.SessionStarts, error) {
	if p.is(&p.cut) {
		return discord.SessionStarts{}, errors.New("out of reach")
	}
	return discord.SessionStarts{Shards: 2}, nil
}

// hear delivers an event over a connection that exists.
func (p *process) hear(shard int, ev discord.Event) {
	if p.ShardConnected(shard) && !p.is(&p.dead) {
		p.receive(shard, ev)
	}
}

// say sends a message in each of two shards, to every process that is connected to it.
func (w *world) say() {
	w.mu.Lock()
	all := slices.Clone(w.all)
	w.next++
	n := w.next
	w.mu.Unlock()
	for shard := range 2 {
		ev := discord.Event{ID: id.Event(fmt.Sprintf("%04d-%d", n, shard)), Data: &discord.Received{Guild: guild(shard)}}
		w.mu.Lock()
		w.sent[ev.ID] = time.Now()
		w.mu.Unlock()
		for _, p := range all {
			if p.ShardConnected(shard) {
				time.AfterFunc(p.lag, func() { p.hear(shard, ev) })
			}
		}
	}
}

// talk sends messages until f returns, and for a moment after.
func (w *world) talk(f func()) {
	done := make(chan struct{})
	var talking sync.WaitGroup
	talking.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
				w.say()
			}
		}
	})
	f()
	close(done)
	talking.Wait()
	time.Sleep(3 * time.Second)
}

// take is the handler of a process.
func (p *process) take(ev discord.Event) {
	d, ok := ev.Data.(*discord.Received)
	if !ok || p.world == nil {
		return
	}
	w := p.world
	w.mu.Lock()
	defer w.mu.Unlock()
	w.taken[ev.ID] = append(w.taken[ev.ID], p.name)
	shard := shards.Of(d.Guild, 2)
	w.order[shard] = append(w.order[shard], ev.ID)
	w.slow = max(w.slow, time.Since(w.sent[ev.ID]))
}

// settle waits while a request of the shard is pending.
func (p *process) settle(ctx context.Context, of shards.Part) {
	p.mu.Lock()
	blocked := p.pending[of.Shards[0]]
	p.mu.Unlock()
	if blocked {
		<-ctx.Done()
	}
}

// onceInOrder requires that every message was handled once, by whomever, in order and soon.
func (w *world) onceInOrder(soon time.Duration) {
	w.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for ev := range w.sent {
		if by := w.taken[ev]; len(by) != 1 {
			w.Errorf("%s was handled by %v", ev, by)
		}
	}
	for shard, all := range w.order {
		if !slices.IsSorted(all) {
			for n := range all[1:] {
				if all[n] > all[n+1] {
					w.Errorf("shard %d: %s %v before %s %v", shard, all[n], w.taken[all[n]], all[n+1], w.taken[all[n+1]])
				}
			}
		}
	}
	if w.slow > soon {
		w.Errorf("a message waited for %v", w.slow)
	}
}

// holds requires a process to hold exactly these shards.
func (p *process) holds(want ...int) {
	p.world.Helper()
	if got := p.Part().Shards; !slices.Equal(got, want) {
		p.world.Errorf("%s holds %v, want %v", p.name, got, want)
	}
}
