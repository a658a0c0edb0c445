package interaction

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
)

// A follower ends when another of its name begins or it is stopped, and says so by the cause; those of other names go on.
func TestFollowers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tasks Tasks
		var s Updaters
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
		if len(ended) != 1 || !errors.Is(ended["first"], ErrReplaced) {
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
		if len(ended) != 3 || errors.Is(ended["other"], ErrReplaced) || len(s.all) != 0 {
			t.Errorf("at the end: %v, %d are left", ended, len(s.all))
		}
	})
}

// A message is changed when there is something else to say, and at the end in any case.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		name   string
		says   string // one word after the other; ! fails, and what ends in ? is refused for a moment
		within time.Duration
		shown  string
		cut    bool
	}{
		{"to its end", "a b b c", time.Hour, "b c", false},
		{"that says nothing else", "a a", time.Hour, "a", false},
		{"in vain", "b ! c", time.Hour, "b", false},
		{"after a failure", "b? b c", time.Hour, "b? b c", false},
		{"for too long", "a b c d e", 3*updateInterval - 1, "b", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				left := strings.Fields(c.says)
				now := func(context.Context) (message discord.Message, over bool, err error) {
					if message.Content, left = left[0], left[1:]; message.Content == "!" {
						err = errors.New("broken")
					}
					return message, len(left) == 0, err
				}
				var shown []string
				edit := func(_ context.Context, m discord.Message) error {
					shown = append(shown, m.Content)
					if strings.HasSuffix(m.Content, "?") {
						return &discord.APIError{Status: http.StatusBadGateway}
					}
					return nil
				}
				cut := KeepUpdated(t.Context(), slog.New(slog.DiscardHandler), "a", time.Now().Add(c.within), edit, now)
				if got := strings.Join(shown, " "); got != c.shown || cut != c.cut {
					t.Errorf("shows %q, cut short %v", got, cut)
				}
			})
		})
	}
}
