package engine_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/ai"
	"yeye/ai/character"
	"yeye/bot/id"
	"yeye/bot/match/engine"
	"yeye/game"
)

// slowSearcher searches each position slowly and returns a line of one move.
type slowSearcher struct {
	mu    sync.Mutex
	takes time.Duration
	begun int
	cut   int
	nodes []uint64 // of each search
}

func (s *slowSearcher) Lines(ctx context.Context, g *game.Game, lim ai.Limits) ([]ai.Info, error) {
	s.mu.Lock()
	s.begun++
	s.nodes = append(s.nodes, lim.Nodes)
	s.mu.Unlock()
	select {
	case <-time.After(s.takes):
	case <-ctx.Done(): // like the engine: the best so far
		s.mu.Lock()
		s.cut++
		s.mu.Unlock()
		return []ai.Info{{Score: -1}}, nil
	}
	var buf [game.MaxMoves]game.Move
	return []ai.Info{{Score: 17, PV: g.Position().LegalMoves(buf[:0])[:1]}}, nil
}

// A character's turn does not wait for a patient search: that is aborted at once, and restarted afterwards.
func TestReviewMakesRoomForMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searcher := &slowSearcher{takes: time.Minute}
		f := newFake(map[id.Match]id.Player{"m": "tom"})
		e := engine.New(engine.Options{Matches: f, Thinker: instant{}, Searcher: searcher, Threads: 1})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		found := make(chan []ai.Info, 1)
		go func() {
			lines, err := review.Lines(t.Context(), game.NewGame(game.Start(), game.Asian), ai.Limits{Nodes: 800_000})
			if err != nil {
				t.Error(err)
			}
			found <- lines
		}()
		synctest.Wait()
		started := time.Now()
		if err := work(t.Context(), e, f.jobs["m"]); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(started); waited > time.Millisecond || len(f.answered) != 1 {
			t.Errorf("the move waited %v for the review; answered %v", waited, f.answered)
		}
		if lines := <-found; len(lines) != 1 || lines[0].Score != 17 {
			t.Errorf("found %v", lines)
		}
		if searcher.begun != 2 || searcher.cut != 1 {
			t.Errorf("%d searches begun, %d broken off", searcher.begun, searcher.cut)
		}
	})
}

// If moves arrive so often that no search finishes, it takes its turn as they do: it is as long as the first time.
func TestReviewEndsAmongMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		searcher := &slowSearcher{takes: time.Minute}
		starters := map[id.Match]id.Player{}
		for n := range 6 {
			starters[id.Match(string(rune('a'+n)))] = "tom"
		}
		f := newFake(starters)
		e := engine.New(engine.Options{Matches: f, Thinker: instant{}, Searcher: searcher, Threads: 1})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := review.Lines(t.Context(), game.NewGame(game.Start(), game.Asian), ai.Limits{Nodes: 800_000})
			ended <- err
		}()
		for m := range starters {
			synctest.Wait()
			if err := work(t.Context(), e, f.jobs[m]); err != nil {
				t.Fatal(err)
			}
		}
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if want := []uint64{800_000, 800_000, 800_000, 800_000}; !slices.Equal(searcher.nodes, want) {
			t.Errorf("searches of %v nodes, want %v", searcher.nodes, want)
		}
	})
}

// instant plays any move at once.
type instant struct{}

func (instant) Think(_ context.Context, g *game.Game, _ character.Level, _ uint64) (game.Move, int, bool, error) {
	var buf [game.MaxMoves]game.Move
	return g.Position().LegalMoves(buf[:0])[0], 0, false, nil
}

// Of patient searches, the one whose player has used the least goes first; and their time counts in the hour.
func TestReviewIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine.New(engine.Options{Searcher: &slowSearcher{takes: 10 * time.Minute}, Threads: 1, Hourly: 15 * time.Minute})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		g := game.NewGame(game.Start(), game.Asian)
		var pauses []time.Duration
		for range 2 {
			if _, err := review.Lines(t.Context(), g, ai.Limits{}); err != nil {
				t.Fatal(err)
			}
			pauses = append(pauses, review.Pause())
		}
		if pauses[0] != 0 || pauses[1] <= 0 {
			t.Errorf("pauses %v after 10 and 20 of 15 minutes", pauses)
		}
		order := make(chan id.Player, 3)
		for _, p := range []id.Player{"mei", "mei", "tom"} {
			r, err := e.Review(p)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				if _, err := r.Lines(t.Context(), g, ai.Limits{}); err != nil {
					t.Error(err)
				}
				order <- p
			}()
			synctest.Wait()
		}
		if got := []id.Player{<-order, <-order, <-order}; got[0] != "mei" || got[1] != "tom" {
			t.Errorf("searched for %v", got)
		}
	})
}

// A search that stops waiting, or is stopped in the middle, returns the reason and releases its slot.
func TestReviewStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine.New(engine.Options{Searcher: &slowSearcher{takes: time.Hour}, Threads: 1})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		gone := errors.New("nobody wants it")
		for range 2 { // a slot that is not released would keep the second from beginning
			ctx, stop := context.WithCancelCause(t.Context())
			ended := make(chan error)
			go func() {
				_, err := review.Lines(ctx, game.NewGame(game.Start(), game.Asian), ai.Limits{})
				ended <- err
			}()
			synctest.Wait()
			stop(gone)
			if err := <-ended; !errors.Is(err, gone) {
				t.Errorf("stopped with %v", err)
			}
		}
		if _, err := engine.New(engine.Options{}).Review("mei"); !errors.Is(err, engine.ErrNoAnalyst) {
			t.Errorf("without a searcher: %v", err)
		}
	})
}

// An evaluation that was cut short before it searched enough to see what repetition loses is none.
func TestShortEvaluationIsNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := engine.New(engine.Options{Searcher: &slowSearcher{takes: time.Minute}, Threads: 1})
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		lines, err := e.Lines(ctx, may(t, "mei"), 3)
		if !errors.Is(err, context.DeadlineExceeded) || lines != nil {
			t.Errorf("%v, %v", lines, err)
		}
	})
}

// deaf is a searcher that notices an interrupt late.
type deaf struct{ notices time.Duration }

func (d deaf) Lines(ctx context.Context, _ *game.Game, _ ai.Limits) ([]ai.Info, error) {
	<-ctx.Done()
	time.Sleep(d.notices)
	return nil, nil
}

// A move does not wait for the search of a game to notice its interrupt, and no slot is used twice.
func TestMoveTakesThePlaceOfAReviewAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(map[id.Match]id.Player{"m": "tom", "n": "lan", "o": "tom"})
		th := &counting{takes: 100 * time.Millisecond}
		e := engine.New(engine.Options{Matches: f, Thinker: th, Reviewer: deaf{time.Second}, Threads: 1})
		review, err := e.Review("mei")
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, err := review.Lines(ctx, game.NewGame(game.Start(), game.Asian), ai.Limits{})
			ended <- err
		}()
		synctest.Wait()
		started := time.Now()
		var both sync.WaitGroup
		for _, m := range []id.Match{"m", "n"} {
			both.Go(func() {
				if err := work(t.Context(), e, f.jobs[m]); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		if took := time.Since(started); took != 200*time.Millisecond || th.most != 1 {
			t.Errorf("two moves took %v, %d were thought about at once", took, th.most)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		both.Go(func() { // the slot is free again
			if err := work(t.Context(), e, f.jobs["o"]); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		if th.most != 1 {
			t.Errorf("%d at once", th.most)
		}
	})
}

// counting is a thinker that counts how many searches run at once.
type counting struct {
	mu        sync.Mutex
	takes     time.Duration
	now, most int
}

func (c *counting) Think(_ context.Context, g *game.Game, _ character.Level, _ uint64) (game.Move, int, bool, error) {
	c.mu.Lock()
	c.now++
	c.most = max(c.most, c.now)
	c.mu.Unlock()
	time.Sleep(c.takes)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now--
	return g.Position().LegalMoves(nil)[0], 0, false, nil
}
