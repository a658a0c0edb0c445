package interaction

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"yeye/bot/discord"
)

// ErrReplaced is the cancel cause of an updater that another one replaces.
var ErrReplaced = errors.New("replaced by another updater")

// Updaters keep messages up to date while something is in progress, at most one for each name. The zero Updaters is
// ready for use.
type Updaters struct {
	mu  sync.Mutex
	all map[string]*context.CancelCauseFunc
}

// Go runs f as one of tasks, and stops the previous updater of this name.
func (s *Updaters) Go(tasks *Tasks, name string, f func(context.Context)) {
	tasks.Go(func(ctx context.Context) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		s.mu.Lock()
		s.stop(name, ErrReplaced)
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

// Stop cancels the updater of a name, if there is one, with a cause.
func (s *Updaters) Stop(name string, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop(name, why)
}

func (s *Updaters) stop(name string, why error) {
	if cancel := s.all[name]; cancel != nil {
		(*cancel)(why)
		delete(s.all, name)
	}
}

// updateInterval is how often a message is updated: Discord limits the edits of an interaction's response.
const updateInterval = 2 * time.Second

// KeepUpdated edits a message, whose content is last, to what now returns, every updateInterval, until now reports that
// it is over, or fails. An edit that fails temporarily is retried. cut is true if ctx ended first, or the time until
// was reached, after which the message can no longer be edited.
func KeepUpdated(ctx context.Context, log *slog.Logger, last string, until time.Time, edit Edit,
	now func(context.Context) (message discord.Message, over bool, err error)) (cut bool) {
	ctx, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	tick := time.NewTicker(updateInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return true
		case <-tick.C:
		}
		message, over, err := now(ctx)
		if err == nil && (over || message.Content != last) {
			if err = edit(ctx, message); transient(err) {
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			log.Warn("stopped showing progress", "err", err)
			return false
		}
		if last = message.Content; over && err == nil {
			return false
		}
	}
}

// transient reports whether a failed edit may succeed a moment later.
func transient(err error) bool {
	return discord.AsAPIError(err).Temporary() || errors.Is(err, discord.ErrUncertain)
}
