package interaction

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// A follower ends when another of its name begins or it is stopped, and says so by the cause; those of other names go on.
func TestFollowers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tasks Tasks
		var s Followers
		ended := map[string]error{}
		follow := func(name, as string) {
			s.Go(&tasks, name, func(ctx context.Context) {
				<-ctx.Done()
				ended[as] = context.Cause(ctx)
			})
			synctest.Wait()
		}
		follow("a", "first")
		follow("b", "other")
		follow("a", "second")
		if len(ended) != 1 || !errors.Is(ended["first"], ErrFollowed) {
			t.Errorf("after the second: %v", ended)
		}
		why := errors.New("elsewhere")
		s.Stop("a", why)
		s.Stop("c", why)
		synctest.Wait()
		if len(ended) != 2 || !errors.Is(ended["second"], why) {
			t.Errorf("stopped: %v", ended)
		}
		tasks.Cancel()
		tasks.Wait()
		if len(ended) != 3 || errors.Is(ended["other"], ErrFollowed) || len(s.all) != 0 {
			t.Errorf("at the end: %v, %d are left", ended, len(s.all))
		}
	})
}
