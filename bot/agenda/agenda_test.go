package agenda_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/agenda"
	"yeye/bot/session"
	"yeye/game"
)

// hall is a queue and a door in memory, with leases in the bubble's time.
type hall struct {
	mu       sync.Mutex
	sessions map[session.ID]*session.Session
	leases   map[session.ID]lease
	answered []session.ID
	expired  []session.ID
	clocks   []string
	worth    []int // what characters thought, where they said so
	fail     error
}

type lease struct {
	owner string
	until time.Time
}

func newHall(ids ...session.ID) *hall {
	h := &hall{sessions: map[session.ID]*session.Session{}, leases: map[session.ID]lease{}}
	for _, id := range ids {
		h.sessions[id] = &session.Session{ID: id, Turn: 1, Game: game.NewGame(game.Start(), game.Asian),
			Next: session.Act{Kind: session.Think, Due: time.Now()}}
	}
	return h
}

func (h *hall) Claim(_ context.Context, owner string, d time.Duration, free agenda.Hands) (jobs []agenda.Job, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, s := range h.sessions {
		thinks := s.Next.Kind == session.Think
		left := &free.Timed
		if thinks {
			left = &free.Thinking
		}
		if *left > 0 && s.Next.Kind != session.Nothing && !s.Next.Due.After(time.Now()) && !h.leases[id].until.After(time.Now()) {
			*left--
			h.leases[id] = lease{owner, time.Now().Add(d)}
			jobs = append(jobs, agenda.Job{Session: id, Turn: s.Turn, Thinks: thinks})
		}
	}
	return jobs, nil
}

func (h *hall) Renew(_ context.Context, owner string, id session.ID, d time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.leases[id].owner == owner {
		h.leases[id] = lease{owner, time.Now().Add(d)}
	}
	return nil
}

func (h *hall) Release(_ context.Context, owner string, id session.ID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.leases[id].owner == owner {
		delete(h.leases, id)
	}
	return nil
}

func (h *hall) Get(_ context.Context, id session.ID) (session.Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return *h.sessions[id], h.fail
}

func (h *hall) Answer(_ context.Context, id session.ID, turn int64, m game.Move, worth int, known bool) (session.Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[id]
	if s.Turn != turn {
		return *s, session.ErrStale
	}
	s.Turn++
	s.Next = session.Act{}
	h.answered = append(h.answered, id)
	if known {
		h.worth = append(h.worth, worth)
	}
	return *s, nil
}

func (h *hall) Expire(_ context.Context, id session.ID) (session.Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[id]
	s.Next = session.Act{}
	h.expired = append(h.expired, id)
	return *s, nil
}

func (h *hall) Remind(ctx context.Context, id session.ID) (session.Session, error) {
	return h.Expire(ctx, id)
}
func (h *hall) Rest(ctx context.Context, id session.ID) (session.Session, error) {
	return h.Expire(ctx, id)
}

func (h *hall) Warn(_ context.Context, id session.ID) (session.Session, error) {
	return h.timed("warn", id)
}
func (h *hall) Flag(_ context.Context, id session.ID) (session.Session, error) {
	return h.timed("flag", id)
}

func (h *hall) timed(what string, id session.ID) (session.Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[id]
	s.Next = session.Act{}
	h.clocks = append(h.clocks, what+" "+string(id))
	return *s, nil
}

// came is the warnings and flags so far.
func (h *hall) came() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.clocks)
}

func (h *hall) done() []session.ID {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(slices.Values(h.answered))
}

func (h *hall) held() map[session.ID]lease {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.leases)
}

// thinker takes its time.
type thinker struct {
	takes time.Duration
	err   error
	panic bool
}

func (th thinker) Think(ctx context.Context, g *game.Game, level int, _ uint64) (game.Move, int, bool, error) {
	if th.panic {
		panic("thinker is broken")
	}
	select {
	case <-ctx.Done():
		return game.NoMove, 0, false, ctx.Err()
	case <-time.After(th.takes):
	}
	var buf [game.MaxMoves]game.Move
	return g.Position().LegalMoves(buf[:0])[0], -17, level == 0, th.err
}

func start(t *testing.T, h *hall, th agenda.Thinker, o agenda.Options) (*agenda.Agenda, func()) {
	t.Helper()
	o.Queue, o.Sessions, o.Thinker = h, h, th
	if o.Owner == "" {
		o.Owner = "one"
	}
	a := agenda.New(o)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { a.Run(ctx); close(done) }()
	return a, func() { cancel(); <-done }
}

func TestAnswersOnceNoSoonerThanThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a", "b")
		var changed []session.ID
		var mu sync.Mutex
		told := func() []session.ID { mu.Lock(); defer mu.Unlock(); return slices.Clone(changed) }
		_, stop := start(t, h, thinker{takes: 100 * time.Millisecond}, agenda.Options{Pause: time.Second,
			Changed: func(s session.Session) { mu.Lock(); changed = append(changed, s.ID); mu.Unlock() }})
		defer stop()
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if len(h.done()) != 0 {
			t.Errorf("answered before the pause: %v", h.done())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(h.done(), []session.ID{"a", "b"}) || len(told()) != 2 {
			t.Errorf("answered %v, told of %v", h.done(), told())
		}
	})
}

// What a thinker thought of the position goes with its move.
func TestThoughtsAreHandedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a", "b")
		h.sessions["b"].Seats[0].Level = 1 // for which nothing is known
		_, stop := start(t, h, thinker{}, agenda.Options{})
		defer stop()
		time.Sleep(time.Minute)
		synctest.Wait()
		h.mu.Lock()
		defer h.mu.Unlock()
		if len(h.answered) != 2 || !slices.Equal(h.worth, []int{-17}) {
			t.Errorf("answered %v, worth %v", h.answered, h.worth)
		}
	})
}

// A long thought outlives its lease because it is renewed: nobody else takes it.
func TestLeaseIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a")
		_, stop := start(t, h, thinker{takes: time.Minute}, agenda.Options{Owner: "one", Lease: 5 * time.Second})
		defer stop()
		synctest.Wait()
		_, stop2 := start(t, h, thinker{}, agenda.Options{Owner: "two", Lease: 5 * time.Second})
		defer stop2()
		time.Sleep(50 * time.Second)
		synctest.Wait()
		if len(h.done()) != 0 || h.held()["a"].owner != "one" {
			t.Errorf("answered %v, lease %v", h.done(), h.held()["a"])
		}
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if len(h.done()) != 1 {
			t.Errorf("answered %v", h.done())
		}
	})
}

// What a dead process had claimed another takes when the lease has run out.
func TestCrashCostsOneLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a")
		if jobs, _ := h.Claim(t.Context(), "dead", 5*time.Second, agenda.Hands{Thinking: 1}); len(jobs) != 1 {
			t.Fatal("nothing to claim")
		}
		_, stop := start(t, h, thinker{}, agenda.Options{})
		defer stop()
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if len(h.done()) != 0 {
			t.Error("took a claim that was not over")
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if len(h.done()) != 1 {
			t.Error("did not take the claim of the dead")
		}
	})
}

func TestStopGivesClaimsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a", "b")
		_, stop := start(t, h, thinker{takes: time.Hour}, agenda.Options{})
		synctest.Wait()
		if len(h.held()) != 2 {
			t.Fatalf("claimed %v", h.held())
		}
		begun := time.Now()
		stop()
		if len(h.held()) != 0 || len(h.done()) != 0 {
			t.Errorf("after the stop: leases %v, answered %v", h.held(), h.done())
		}
		if d := time.Since(begun); d > time.Second {
			t.Errorf("stopping took %v", d)
		}
	})
}

func TestWakeIsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall()
		a, stop := start(t, h, thinker{}, agenda.Options{Poll: time.Hour})
		defer stop()
		synctest.Wait()
		h.mu.Lock()
		h.sessions["a"] = newHall("a").sessions["a"]
		h.mu.Unlock()
		a.Wake()
		synctest.Wait()
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if len(h.done()) != 1 {
			t.Error("woken, it did nothing")
		}
	})
}

// Flags fall however many characters think.
func TestFlagsDoNotWaitForThoughts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a", "b", "c")
		_, stop := start(t, h, thinker{takes: time.Hour}, agenda.Options{AtOnce: agenda.Hands{Thinking: 2, Timed: 1}})
		defer stop()
		synctest.Wait()
		h.mu.Lock()
		for _, id := range []session.ID{"d", "e"} {
			h.sessions[id] = &session.Session{ID: id, Turn: 1, Next: session.Act{Kind: session.Flag, Due: time.Now().Add(time.Minute)}}
		}
		h.mu.Unlock()
		time.Sleep(time.Minute + 2*time.Second)
		synctest.Wait()
		if came := h.came(); len(came) != 2 {
			t.Errorf("fell: %v", came)
		}
		if held := h.held(); len(held) != 4 { // one of the three that think waits
			t.Errorf("claimed: %v", held)
		}
	})
}

// More is due than there are hands for: all is done in the end.
func TestMoreThanHands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ids []session.ID
		for i := range 50 {
			ids = append(ids, session.ID(rune('A'+i)))
		}
		h := newHall(ids...)
		_, stop := start(t, h, thinker{takes: time.Second}, agenda.Options{AtOnce: agenda.Hands{Thinking: 4}, Poll: time.Hour})
		defer stop()
		time.Sleep(14 * time.Second)
		synctest.Wait()
		if len(h.done()) != 50 {
			t.Errorf("%d of 50 answered", len(h.done()))
		}
	})
}

// Neither an error nor a panic stops the agenda; the lease is the pause before the
// next try.
func TestFailures(t *testing.T) {
	for name, th := range map[string]thinker{"error": {err: errors.New("no idea")}, "panic": {panic: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall("a")
				_, stop := start(t, h, th, agenda.Options{Lease: 5 * time.Second})
				time.Sleep(20 * time.Second)
				synctest.Wait()
				stop()
				if len(h.done()) != 0 {
					t.Error("answered with nothing")
				}
				_, stop = start(t, h, thinker{}, agenda.Options{})
				defer stop()
				time.Sleep(10 * time.Second)
				synctest.Wait()
				if len(h.done()) != 1 {
					t.Error("never recovered")
				}
			})
		})
	}
}

func TestChallengesExpireWhenDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall("a")
		h.sessions["a"].Next = session.Act{Kind: session.Expire, Due: time.Now().Add(time.Hour)}
		_, stop := start(t, h, thinker{}, agenda.Options{})
		defer stop()
		expired := func() int { h.mu.Lock(); defer h.mu.Unlock(); return len(h.expired) }
		time.Sleep(59 * time.Minute)
		synctest.Wait()
		if expired() != 0 {
			t.Error("expired too early")
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if expired() != 1 || len(h.done()) != 0 {
			t.Errorf("expired %d times", expired())
		}
	})
}

// Flags and the warnings of them are no timers: they come when they are due, from
// the queue, and not for a turn that is over.
func TestFlagsAndWarningsWhenDue(t *testing.T) {
	for kind, name := range map[session.ActKind]string{session.Warn: "warn", session.Flag: "flag"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHall("a", "b")
				h.sessions["a"].Next = session.Act{Kind: kind, Due: time.Now().Add(5 * time.Minute)}
				h.sessions["b"].Next = session.Act{Kind: kind, Due: time.Now().Add(time.Hour)}
				_, stop := start(t, h, thinker{}, agenda.Options{})
				defer stop()
				time.Sleep(5*time.Minute - time.Second)
				synctest.Wait()
				if got := h.came(); len(got) != 0 {
					t.Errorf("too early: %v", got)
				}
				time.Sleep(3 * time.Second)
				synctest.Wait()
				if got := h.came(); !slices.Equal(got, []string{name + " a"}) {
					t.Errorf("came: %v", got)
				}
			})
		})
	}
}
