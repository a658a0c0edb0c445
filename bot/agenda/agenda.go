// Package agenda does what sessions say is due: a character's answer now, flags
// and warnings later. What is due stands in the store, not in timers, so a crash
// costs one lease and nothing else: due acts are claimed for a while, the claim
// is renewed while the work lasts, and what its claimer did not finish somebody
// else claims again.
//
// Results go through the same door as players' commands, [session.Service], which
// refuses what no longer fits.
//
// What may not enter: rules, Discord, storage. Time comes from the store's side
// of [Queue] and, for waiting, from the time package (testing/synctest bends it).
package agenda

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"yeye/bot/session"
	"yeye/game"
)

// Job is a due act, claimed.
type Job struct {
	Session session.ID
	Turn    int64
	Thinks  bool // a character is to answer; else it is one of time alone
}

// Hands is how many acts can be taken on: characters' answers, and those of time
// alone, as flags and reminders, which must not wait until all have thought.
type Hands struct{ Thinking, Timed int }

// Queue is what is due, kept by the store.
type Queue interface {
	// Claim makes as many due acts as there are hands for the owner's for the length
	// of the lease.
	Claim(ctx context.Context, owner string, lease time.Duration, free Hands) ([]Job, error)
	// Renew makes the lease end that much from now.
	Renew(ctx context.Context, owner string, id session.ID, lease time.Duration) error
	// Release gives a claim back for somebody else to take at once.
	Release(ctx context.Context, owner string, id session.ID) error
}

// Thinker finds a character's move. Worth is what it thinks of the position for the
// side to move, in hundredths of a pawn, and known is false where the move was not
// searched for.
type Thinker interface {
	Think(ctx context.Context, g *game.Game, level int, seed uint64) (m game.Move, worth int, known bool, err error)
}

// Sessions is the door: session.Service.
type Sessions interface {
	Get(ctx context.Context, id session.ID) (session.Session, error)
	Answer(ctx context.Context, id session.ID, turn int64, m game.Move, worth int, known bool) (session.Session, error)
	Expire(ctx context.Context, id session.ID) (session.Session, error)
	Remind(ctx context.Context, id session.ID) (session.Session, error)
	Rest(ctx context.Context, id session.ID) (session.Session, error)
	Warn(ctx context.Context, id session.ID) (session.Session, error)
	Flag(ctx context.Context, id session.ID) (session.Session, error)
}

// Options of an Agenda. Owner, Queue, Sessions and Thinker are needed.
type Options struct {
	Owner    string // names this process among those on one database
	Queue    Queue
	Sessions Sessions
	Thinker  Thinker
	// Pause is how long thinking is seen at least.
	Pause time.Duration
	// Lease is how long a claim lasts unless renewed; default 5 s.
	Lease time.Duration
	// Poll is how often the queue is looked at without being woken; default 1 s.
	Poll time.Duration
	// AtOnce is how many acts of each kind are under way at most; default 128 and 32.
	AtOnce Hands
	// Thinkers is how many think at the same time, which is where turns are shared
	// out fairly among the people who started the games; 0 leaves that to Thinker.
	Thinkers int
	// Hourly is the engine time that one person may have in an hour; beyond it their
	// characters answer more slowly. 0 is no limit.
	Hourly time.Duration
	// Changed is told of each session that an act has changed.
	Changed func(session.Session)
	Logger  *slog.Logger
}

// Agenda works what is due. Make it with New, then Run it.
type Agenda struct {
	Options
	wake  chan struct{}
	turns *turns
}

// New makes an Agenda.
func New(o Options) *Agenda {
	if o.Lease == 0 {
		o.Lease = 5 * time.Second
	}
	if o.Poll == 0 {
		o.Poll = time.Second
	}
	if o.AtOnce == (Hands{}) {
		o.AtOnce = Hands{128, 32}
	}
	if o.Changed == nil {
		o.Changed = func(session.Session) {}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Agenda{Options: o, wake: make(chan struct{}, 1), turns: newTurns(o.Thinkers, o.Hourly)}
}

// Wake makes the agenda look at once: something has become due.
func (a *Agenda) Wake() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// Run works until ctx ends, then waits for what is under way, which ctx stops.
func (a *Agenda) Run(ctx context.Context) {
	var working sync.WaitGroup
	defer working.Wait()
	thinking, timed := make(chan struct{}, a.AtOnce.Thinking), make(chan struct{}, a.AtOnce.Timed)
	tick := time.NewTicker(a.Poll)
	defer tick.Stop()
	for {
		if free := (Hands{cap(thinking) - len(thinking), cap(timed) - len(timed)}); free != (Hands{}) {
			jobs, err := a.Queue.Claim(ctx, a.Owner, a.Lease, free)
			if err != nil && ctx.Err() == nil {
				a.Logger.Error("cannot look for what is due", "err", err)
			}
			for _, j := range jobs {
				hands := timed
				if j.Thinks {
					hands = thinking
				}
				hands <- struct{}{}
				working.Go(func() {
					defer func() {
						<-hands
						a.Wake() // there may have been more than we had hands for
					}()
					a.work(ctx, j)
				})
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-a.wake:
		case <-tick.C:
		}
	}
}

func (a *Agenda) work(ctx context.Context, j Job) {
	defer func() {
		if r := recover(); r != nil { // one broken session must not stop the others
			a.Logger.Error("panic in an act", "session", j.Session, "panic", r)
		}
	}()
	ctx, done := context.WithCancel(ctx)
	defer done()
	go a.hold(ctx, j.Session)
	if err := a.act(ctx, j); err != nil && !errors.Is(err, session.ErrStale) {
		if ctx.Err() == nil {
			a.Logger.Error("act failed", "session", j.Session, "err", err)
			return // the lease is the pause before the next try
		}
		release, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := a.Queue.Release(release, a.Owner, j.Session); err != nil {
			a.Logger.Warn("claim not given back", "session", j.Session, "err", err)
		}
	}
}

// hold renews the lease until ctx ends.
func (a *Agenda) hold(ctx context.Context, id session.ID) {
	tick := time.NewTicker(a.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := a.Queue.Renew(ctx, a.Owner, id, a.Lease); err != nil && ctx.Err() == nil {
				a.Logger.Warn("lease not renewed", "session", id, "err", err)
			}
		}
	}
}

// act does what is due.
func (a *Agenda) act(ctx context.Context, j Job) error {
	s, err := a.Sessions.Get(ctx, j.Session)
	if err != nil {
		return err
	}
	if s.Turn != j.Turn {
		return session.ErrStale
	}
	switch s.Next.Kind {
	case session.Think:
		s, err = a.think(ctx, j, s)
	case session.Expire:
		s, err = a.Sessions.Expire(ctx, j.Session)
	case session.Remind:
		s, err = a.Sessions.Remind(ctx, j.Session)
	case session.Rest:
		s, err = a.Sessions.Rest(ctx, j.Session)
	case session.Warn:
		s, err = a.Sessions.Warn(ctx, j.Session)
	case session.Flag:
		s, err = a.Sessions.Flag(ctx, j.Session)
	default:
		err = session.ErrStale
	}
	if err == nil {
		a.Changed(s)
	}
	return err
}

// think has the character answer, no sooner than the pause.
func (a *Agenda) think(ctx context.Context, j Job, s session.Session) (session.Session, error) {
	seen := time.NewTimer(a.Pause)
	defer seen.Stop()
	// Another seed for each turn, the same one for each try at a turn.
	m, worth, known, over, err := a.inTurn(ctx, s, s.Seed+uint64(s.Turn)*0x9e3779b97f4a7c15)
	if err != nil {
		return s, err
	}
	select {
	case <-ctx.Done():
		return s, ctx.Err()
	case <-seen.C:
	}
	if a.Hourly > 0 && over > 0 { // the time in which as much is anybody's again
		select {
		case <-ctx.Done():
			return s, ctx.Err()
		case <-time.After(min(slowest, time.Duration(float64(over)*float64(time.Hour)/float64(a.Hourly)))):
		}
	}
	return a.Sessions.Answer(ctx, j.Session, j.Turn, m, worth, known)
}

// inTurn thinks when it is the starter's turn at the engine. Over is by how much
// they have had more than is theirs.
func (a *Agenda) inTurn(ctx context.Context, s session.Session, seed uint64) (m game.Move, worth int, known bool, over time.Duration, err error) {
	if err = a.turns.take(ctx, s.Starter); err != nil {
		return
	}
	begun := time.Now()
	defer func() { over = a.turns.give(s.Starter, time.Since(begun)) }() // after a panic, too
	m, worth, known, err = a.Thinker.Think(ctx, s.Game, s.Seats[s.ToMove()].Level, seed)
	return
}
