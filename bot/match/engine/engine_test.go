package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"yeye/ai/character"
	"yeye/ai/explain"
	"yeye/bot/id"
	"yeye/bot/internal/testplay"
	"yeye/bot/match"
	"yeye/bot/match/engine"
	"yeye/bot/match/fairplay"
	"yeye/bot/store/scheduler"
	"yeye/game"
	"yeye/game/jieqi"
)

// fake holds matches in memory, each with a character to move at turn 1, and their jobs.
type fake struct {
	mu        sync.Mutex
	matches   map[id.Match]*match.Match
	jobs      map[id.Match]scheduler.Job // pending ones
	answered  []id.Match
	values    []int // values by characters' searches, if known
	postponed []time.Duration
}

func newFake(starters map[id.Match]id.Player) *fake {
	f := &fake{matches: map[id.Match]*match.Match{}, jobs: map[id.Match]scheduler.Job{}}
	for m, p := range starters {
		f.add(m, p)
	}
	return f
}

func (f *fake) add(m id.Match, starter id.Player) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.matches[m] = &match.Match{ID: m, Mode: match.Versus, Turn: 1, Starter: starter, Game: game.NewGame(game.Start(), game.Asian),
		Next: match.Act{Kind: match.Think, Due: time.Now()}}
	f.jobs[m] = scheduler.Job{Kind: match.ThinkJob, Subject: f.matches[m].Subject(), Version: 1, Due: time.Now(), Owner: starter}
}

func (f *fake) Get(_ context.Context, m id.Match) (match.Match, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.matches[m] == nil {
		return match.Match{}, match.ErrNoMatch
	}
	return *f.matches[m], nil
}

func (f *fake) Answer(_ context.Context, asked *match.Match, move game.Move, value int, known bool) (match.Change, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	one := f.matches[asked.ID]
	if one.Turn != asked.Turn {
		return match.Change{}, match.ErrStale
	}
	if !one.Game.Position().IsLegal(move) {
		return match.Change{}, errors.New("an illegal move")
	}
	one.Turn++
	one.Next = match.Act{}
	f.answered = append(f.answered, asked.ID)
	if known {
		f.values = append(f.values, value)
	}
	return match.Change{Match: *one}, nil
}

func (f *fake) Postpone(_ context.Context, m id.Match, turn int64, until time.Time, payload []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.matches[m].Turn != turn {
		return match.ErrStale
	}
	j := f.jobs[m]
	j.Due, j.Payload = until, payload
	f.jobs[m] = j
	f.postponed = append(f.postponed, time.Until(until))
	return nil
}

func (f *fake) done() []id.Match {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(slices.Values(f.answered))
}

// work does a job. One that was answered or postponed has another in its place.
func work(ctx context.Context, e *engine.Engine, j scheduler.Job) error {
	err := e.Handler().Work(ctx, j)
	if errors.Is(err, scheduler.ErrOvertaken) {
		return nil
	}
	return err
}

// run does due jobs like a scheduler, with as many workers as there are jobs, until stopped. An error is followed by a second's
// pause.
func (f *fake) run(t *testing.T, e *engine.Engine) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	busy := map[id.Match]bool{}
	again := func(m id.Match, j scheduler.Job, err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(busy, m)
		if now := f.jobs[m]; err == nil && now.Due.Equal(j.Due) {
			delete(f.jobs, m)
		}
	}
	all.Go(func() {
		for ctx.Err() == nil {
			f.mu.Lock()
			for m, j := range f.jobs {
				if busy[m] || j.Due.After(time.Now()) {
					continue
				}
				busy[m] = true
				all.Go(func() {
					err := errors.New("panic")
					defer func() {
						recover()
						if err != nil {
							select {
							case <-ctx.Done():
							case <-time.After(time.Second):
							}
						}
						again(m, j, err)
					}()
					err = work(ctx, e, j)
				})
			}
			f.mu.Unlock()
			select {
			case <-ctx.Done():
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return func() { cancel(); all.Wait() }
}

// thinker is a slow engine.
type thinker struct {
	takes time.Duration
	err   error
	calls *atomic.Int64
	broke *atomic.Bool // panics once if it is false
	seeds *sync.Map
}

func (th thinker) Think(ctx context.Context, g *game.Game, level character.Level, seed uint64) (game.Move, int, bool, error) {
	if th.calls != nil {
		th.calls.Add(1)
	}
	if th.seeds != nil {
		th.seeds.Store(seed, true)
	}
	if th.broke != nil && !th.broke.Swap(true) {
		panic("thinker is broken")
	}
	select {
	case <-ctx.Done():
		return game.NoMove, 0, false, ctx.Err()
	case <-time.After(th.takes):
	}
	return g.Position().LegalMoves(nil)[0], -17, level == 0, th.err
}

func TestAnswersOnceNoSoonerThanThePause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "tom"})
		defer f.run(t, engine.New(engine.Options{Matches: f, Thinker: thinker{takes: 100 * time.Millisecond}, Pause: time.Second}))()
		time.Sleep(900 * time.Millisecond)
		synctest.Wait()
		if len(f.done()) != 0 {
			t.Errorf("answered before the pause: %v", f.done())
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(f.done(), []id.Match{"a", "b"}) {
			t.Errorf("answered %v", f.done())
		}
	})
}

// An answer is held back as long as its tempo requires beyond the search, never less than the pause, while other games are thought
// about. An exhibition sets its own pace, and holds nothing back.
func TestTempo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "tom", "c": "lan"})
		f.matches["c"].Mode = match.Exhibition
		tempo := func(found engine.Found) time.Duration {
			if found.Took%(100*time.Millisecond) != 0 || !found.Match.Game.Position().IsLegal(found.Move) || !found.Known || found.Value != -17 {
				t.Errorf("%+v", found)
			}
			return map[id.Match]time.Duration{"a": 2 * time.Second, "b": 100 * time.Millisecond}[found.Match.ID]
		}
		e := engine.New(engine.Options{Matches: f, Thinker: thinker{takes: 100 * time.Millisecond}, Pause: 500 * time.Millisecond, Tempo: tempo, Threads: 1})
		defer f.run(t, e)()
		for _, step := range []struct {
			after time.Duration
			done  []id.Match
		}{
			{450 * time.Millisecond, nil},
			{250 * time.Millisecond, []id.Match{"b", "c"}}, // all have been searched, one after the other
			{1300 * time.Millisecond, []id.Match{"b", "c"}},
			{400 * time.Millisecond, []id.Match{"a", "b", "c"}},
		} {
			time.Sleep(step.after)
			synctest.Wait()
			if got := f.done(); !slices.Equal(slices.Sorted(slices.Values(got)), step.done) {
				t.Errorf("%v later: %v", step.after, got)
			}
		}
	})
}

// The thinker's value of the position is passed on with its move.
func TestThoughtsAreHandedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "mei"})
		f.matches["b"].Seats[0].Level = 1 // whose value is not known
		defer f.run(t, engine.New(engine.Options{Matches: f, Thinker: thinker{}}))()
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(f.done()) != 2 || !slices.Equal(f.values, []int{-17}) {
			t.Errorf("answered %v, values %v", f.done(), f.values)
		}
	})
}

// The seed is a new one for each turn, and the same for each try at a turn.
func TestSeeds(t *testing.T) {
	f := newFake(map[id.Match]id.Player{"a": "mei"})
	f.matches["a"].Seed = 77
	seeds := func() int {
		n := 0
		th := thinker{seeds: &sync.Map{}, err: errors.New("no idea")}
		e := engine.New(engine.Options{Matches: f, Thinker: th})
		for turn := range int64(4) {
			f.matches["a"].Turn = turn
			for range 3 {
				j := f.jobs["a"]
				j.Version = turn
				if err := e.Handler().Work(t.Context(), j); err == nil {
					t.Error("answered without a move")
				}
			}
		}
		th.seeds.Range(func(any, any) bool { n++; return true })
		return n
	}
	if n := seeds(); n != 4 {
		t.Errorf("%d seeds for four turns", n)
	}
}

// A job for another turn, or without a match, counts as done; any other failure is retried.
func TestWhatIsNoLongerDue(t *testing.T) {
	f := newFake(map[id.Match]id.Player{"a": "mei"})
	th := thinker{calls: new(atomic.Int64)}
	work := engine.New(engine.Options{Matches: f, Thinker: th}).Handler().Work
	late := f.jobs["a"]
	late.Version = 0
	gone := f.jobs["a"]
	gone.Subject.ID = "nothing"
	for name, j := range map[string]scheduler.Job{"an earlier turn": late, "no match": gone} {
		if err := work(t.Context(), j); err != nil || th.calls.Load() != 0 {
			t.Errorf("%s: %v, thought about %d times", name, err, th.calls.Load())
		}
	}
	broken := f.jobs["a"]
	broken.Payload = []byte("h2e2")
	if err := work(t.Context(), broken); err == nil {
		t.Error("an answer that cannot be read was played")
	}
	broken.Payload = []byte(`{"move":"a0a9"}`)
	if err := work(t.Context(), broken); err == nil {
		t.Error("an illegal answer was played")
	}
	f.matches["a"].Next = match.Act{Kind: match.Adjourn}
	if err := work(t.Context(), f.jobs["a"]); err != nil || th.calls.Load() != 0 {
		t.Errorf("another act: %v", err)
	}
}

// Fifty matches of one player wait for the engine, and the match of another, who arrives later, is the next to be answered.
func TestOnePlayerDoesNotHoldUpAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		who := map[id.Match]id.Player{}
		for n := range 50 {
			who[id.Match(fmt.Sprintf("m%02d", n))] = "mei"
		}
		f := newFake(who)
		defer f.run(t, engine.New(engine.Options{Matches: f, Thinker: thinker{takes: time.Second}, Threads: 1}))()
		time.Sleep(2500 * time.Millisecond)
		f.add("t", "tom")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if done := f.done(); !slices.Contains(done, "t") || len(done) != 4 {
			t.Errorf("after 4.5 s %v are answered", done)
		}
		time.Sleep(50 * time.Second)
		synctest.Wait()
		if n := len(f.done()); n != 51 {
			t.Errorf("in the end %d are answered", n)
		}
	})
}

// Players who have exceeded the hour's engine time are answered more slowly, and nobody else. An answer that is held back occupies
// no worker, and is not searched again.
func TestHourlyEngineTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "mei", "c": "mei", "d": "tom"})
		th := thinker{takes: 10 * time.Second, calls: new(atomic.Int64)}
		e := engine.New(engine.Options{Matches: f, Thinker: th, Hourly: 15 * time.Second, Threads: 4, Pause: time.Second})
		stop := f.run(t, e)
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if done := f.done(); !slices.Contains(done, "d") || len(done) != 2 {
			t.Errorf("after 11 s %v are answered", done)
		}
		stop() // no process waits for the answers that are held back: another one plays them
		stop = f.run(t, engine.New(engine.Options{Matches: f, Thinker: th, Hourly: 15 * time.Second, Threads: 4}))
		defer stop()
		time.Sleep(time.Minute)
		synctest.Wait()
		if n := len(f.done()); n != 4 || th.calls.Load() != 4 || len(f.postponed) != 2 {
			t.Errorf("a minute later %d are answered, after %d thoughts; held back %v", n, th.calls.Load(), f.postponed)
		}
		for _, d := range f.postponed {
			if d != time.Minute { // 5 and 15 seconds beyond 15 an hour
				t.Errorf("held back for %v", d)
			}
		}
		if !slices.Equal(f.values, []int{-17, -17, -17, -17}) {
			t.Errorf("values %v", f.values)
		}
	})
}

// However small the hourly limit is, nobody waits longer than a minute.
func TestHeldBackForAMinuteAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei"})
		e := engine.New(engine.Options{Matches: f, Thinker: thinker{takes: time.Hour}, Hourly: time.Nanosecond})
		if err := work(t.Context(), e, f.jobs["a"]); err != nil || !slices.Equal(f.postponed, []time.Duration{time.Minute}) {
			t.Errorf("held back for %v, %v", f.postponed, err)
		}
	})
}

// A thinker that panics or is stopped returns its turn.
func TestTurnsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "tom", "c": "lan"})
		th := thinker{takes: time.Second, broke: new(atomic.Bool)}
		e := engine.New(engine.Options{Matches: f, Thinker: th, Threads: 1})
		stop := f.run(t, e)
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		stop() // while one thinks and others wait for the engine
		stop = f.run(t, e)
		defer stop()
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if n := len(f.done()); n != 3 {
			t.Errorf("%d are answered", n)
		}
	})
}

// analyst is a slow analyst.
type analyst struct {
	takes time.Duration
	err   error
}

func (a analyst) Suggest(ctx context.Context, g *game.Game) (explain.Hint, error) {
	select {
	case <-ctx.Done():
		return explain.Hint{}, ctx.Err()
	case <-time.After(a.takes):
	}
	return explain.Hint{Move: g.Position().LegalMoves(nil)[0]}, a.err
}

// may permits a player's question about the usual start, which is never refused.
func may(t *testing.T, p id.Player) fairplay.Permit {
	return testplay.May(t, new(fairplay.Service), p, game.NewGame(game.Start(), game.Asian))
}

// Nothing is judged without a permission that fair play granted.
func TestNoPermit(t *testing.T) {
	e := engine.New(engine.Options{Analyst: analyst{}, Searcher: deaf{}})
	for name, ask := range map[string]func() error{
		"a hint": func() error { _, err := e.Suggest(t.Context(), fairplay.Permit{}); return err },
		"lines":  func() error { _, err := e.Lines(t.Context(), fairplay.Permit{}, 1); return err },
		"luck": func() error {
			_, err := e.Luck(t.Context(), fairplay.Permit{}, jieqi.Identity(), nil, false)
			return err
		},
	} {
		if err := ask(); !errors.Is(err, fairplay.ErrNoPermit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A player has one question at a time, and may ask again whatever its outcome.
func TestOneQuestionAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask := func(ctx context.Context, e *engine.Engine, p id.Player) error {
			_, err := e.Suggest(ctx, may(t, p))
			return err
		}
		if err := ask(t.Context(), engine.New(engine.Options{Thinker: thinker{}}), "mei"); !errors.Is(err, engine.ErrNoAnalyst) {
			t.Errorf("without an analyst: %v", err)
		}
		e := engine.New(engine.Options{Analyst: analyst{takes: 3 * time.Second}, Searcher: deaf{}})
		started := time.Now()
		first := make(chan struct{})
		go func() {
			defer close(first)
			if h, err := e.Suggest(t.Context(), may(t, "mei")); err != nil || h.Move == game.NoMove || time.Since(started) != 3*time.Second {
				t.Errorf("%+v after %v, %v", h, time.Since(started), err)
			}
		}()
		synctest.Wait()
		if err := ask(t.Context(), e, "mei"); !errors.Is(err, engine.ErrAlreadyAsked) {
			t.Errorf("twice: %v", err)
		}
		if _, err := e.Lines(t.Context(), may(t, "mei"), 3); !errors.Is(err, engine.ErrAlreadyAsked) {
			t.Errorf("lines meanwhile: %v", err)
		}
		if err := ask(t.Context(), e, "tom"); err != nil {
			t.Errorf("another player: %v", err)
		}
		<-first
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := ask(ctx, e, "mei"); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped: %v", err)
		}
		e.Analyst = analyst{takes: time.Hour}
		started = time.Now()
		if err := ask(t.Context(), e, "mei"); !errors.Is(err, context.DeadlineExceeded) || time.Since(started) != 2*time.Minute {
			t.Errorf("one that takes forever: %v after %v", err, time.Since(started))
		}
		e.Analyst = analyst{}
		if err := ask(t.Context(), e, "mei"); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// Hints count in the same hour's engine time as characters' turns.
func TestHintsAreEngineTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"a": "mei", "b": "tom"})
		e := engine.New(engine.Options{Matches: f, Thinker: thinker{takes: 5 * time.Second}, Analyst: analyst{takes: 12 * time.Second}, Hourly: 15 * time.Second, Threads: 2})
		hint := func(p id.Player) time.Duration {
			t.Helper()
			started := time.Now()
			if _, err := e.Suggest(t.Context(), may(t, p)); err != nil {
				t.Fatal(err)
			}
			return time.Since(started)
		}
		if d := hint("mei"); d != 12*time.Second {
			t.Errorf("the first hint takes %v", d)
		}
		defer f.run(t, e)()
		time.Sleep(6 * time.Second)
		synctest.Wait()
		if done := f.done(); !slices.Equal(done, []id.Match{"b"}) {
			t.Errorf("after a hint %v are answered at once", done)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if done := f.done(); len(done) != 2 {
			t.Errorf("then %v are answered", done)
		}
		if d := hint("mei"); d != 12*time.Second+time.Minute {
			t.Errorf("the next hint takes %v", d)
		}
	})
}

// The report of luck and choice is held back from a player who has used up the hour's engine time, like a hint.
func TestLuckIsEngineTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine.New(engine.Options{Analyst: analyst{takes: time.Minute}, Hourly: time.Second})
		luck := func() time.Duration {
			t.Helper()
			started := time.Now()
			if _, err := e.Luck(t.Context(), may(t, "mei"), jieqi.Identity(), nil, false); err != nil {
				t.Fatal(err)
			}
			return time.Since(started)
		}
		if d := luck(); d != 0 {
			t.Errorf("before any use it takes %v", d)
		}
		if _, err := e.Suggest(t.Context(), may(t, "mei")); err != nil {
			t.Fatal(err)
		}
		if d := luck(); d != time.Minute {
			t.Errorf("beyond the hour's time it takes %v", d)
		}
	})
}
