package interaction

import (
	"context"
	"errors"
	"sync"
)

// ErrFollowed is the cause of the end of a follower whose message another one changes from now on.
var ErrFollowed = errors.New("another follows")

// Followers change messages while something goes on, at most one of each name. The zero Followers is ready for use.
type Followers struct {
	mu  sync.Mutex
	all map[string]*context.CancelCauseFunc
}

// Go runs f as one of tasks in place of the follower of this name.
func (s *Followers) Go(tasks *Tasks, name string, f func(context.Context)) {
	tasks.Go(func(ctx context.Context) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		s.mu.Lock()
		s.stop(name, ErrFollowed)
		if s.all == nil {
			s.all = map[string]*context.CancelCauseFunc{}
		}
		s.all[name] = &cancel
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.all[name] == &cancel {
				delete(s.all, name)
			}
		}()
		f(ctx)
	})
}

// Stop ends the follower of a name, if there is one, with a cause.
func (s *Followers) Stop(name string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop(name, why)
}

func (s *Followers) stop(name string, why error) {
	if cancel := s.all[name]; cancel != nil {
		(*cancel)(why)
		delete(s.all, name)
	}
}
