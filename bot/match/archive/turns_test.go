package archive

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/id"
	"yeye/bot/interaction"
)

// One file is read at a time, and those of a person with many do not delay others by more than one.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all readQueue
		var read []id.Player
		var people sync.WaitGroup
		bring := func(p id.Player) {
			people.Go(func() {
				if err := all.run(t.Context(), p, func() error {
					read = append(read, p)
					time.Sleep(time.Second)
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		for _, p := range []id.Player{"mei", "mei", "mei", "tom", "tom", "linh"} {
			bring(p)
		}
		people.Wait()
		if want := []id.Player{"mei", "tom", "linh", "mei", "tom", "mei"}; !slices.Equal(read, want) {
			t.Errorf("read in the order %v, want %v", read, want)
		}
		if all.busy || all.used != nil {
			t.Errorf("left behind: %+v", &all)
		}
	})
}

// Who gives up while waiting takes no turn, and keeps nobody from theirs.
func TestTurnGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all readQueue
		var people sync.WaitGroup
		wait := func() error { time.Sleep(time.Minute); return nil }
		people.Go(func() { _ = all.run(t.Context(), "mei", wait) })
		synctest.Wait()
		for _, after := range []time.Duration{time.Second, time.Minute} { // the second while it is given
			ctx, cancel := context.WithTimeout(t.Context(), after)
			defer cancel()
			people.Go(func() {
				if err := all.run(ctx, "tom", wait); err != nil && !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
			})
		}
		read := false
		people.Go(func() { _ = all.run(t.Context(), "linh", func() error { read = true; return nil }) })
		people.Wait()
		if !read || all.busy || len(all.waiting) > 0 {
			t.Errorf("read %v, left behind: %+v", read, &all)
		}
	})
}

// Only long files wait, and then take none of the router's places; whatever takes too long in all loses its turn.
func TestTurnEnds(t *testing.T) {
	for size, waits := range map[int64]bool{maxUnqueued: false, maxUnqueued + 1: true} {
		synctest.Test(t, func(t *testing.T) {
			s := &Service{readTimeout: readTimeout}
			a := s.ReadingResponse("mei", size, func(ctx context.Context) (interaction.Response, error) {
				<-ctx.Done()
				return interaction.Response{}, ctx.Err()
			})
			if _, err := a.Work(t.Context()); !errors.Is(err, ErrTooLong) || a.OwnLimit != waits || s.queue.busy {
				t.Errorf("%d bytes: %v, waits %v", size, err, a.OwnLimit)
			}
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := a.Work(gone); !errors.Is(err, context.Canceled) {
				t.Errorf("the bot ends: %v", err)
			}
		})
	}
}
