package interaction

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/id"
)

// Settle waits until the requests from the guilds that it is asked about are answered, and for no others.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		name  string
		about id.Guild
		took  time.Duration // from half a second after the request began
	}{
		{"the handler takes long", "9", 2500 * time.Millisecond},
		{"another guild's", "8", 0},
		{"beyond the limit", "7", 5 * time.Second},
		{"a handler that panics", "6", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				works := func(d time.Duration) func(context.Context, *Request) (Response, error) {
					return func(context.Context, *Request) (Response, error) {
						time.Sleep(d / 2)
						return Response{Work: func(context.Context) (Response, error) {
							time.Sleep(d / 2)
							return Say("done"), nil
						}}, nil
					}
				}
				r, _ := newRouter(t, func(o *Options) { o.Patience = time.Hour },
					Command{Name: "slow", Handle: works(3 * time.Second)}, Command{Name: "stuck", Handle: works(20 * time.Second)},
					Command{Name: "break", Handle: func(context.Context, *Request) (Response, error) { panic("a fault on purpose") }})
				for guild, command := range map[id.Guild]string{"9": "slow", "7": "stuck", "6": "break"} {
					i := uses(command)
					i.Guild, i.Channel = guild, id.Channel(guild)
					r.Interaction(id.Event(guild), i)
				}
				time.Sleep(500 * time.Millisecond)
				started := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				r.WaitIdle(ctx, func(g id.Guild) bool { return g == c.about })
				if took := time.Since(started); took != c.took {
					t.Errorf("settled after %v", took)
				}
				if over := errors.Is(ctx.Err(), context.DeadlineExceeded); over != (c.about == "7") {
					t.Errorf("given up: %v", over)
				}
				r.Tasks.Wait()
				r.WaitIdle(t.Context(), func(id.Guild) bool { return true })
			})
		})
	}
}

// A request that finds its queue full is settled once the refusal is delivered.
func TestSettleWhenFull(t *testing.T) {
	r, _ := newRouter(t, nil, Command{Name: "go", Handle: func(context.Context, *Request) (Response, error) { return Say("done"), nil }})
	begun, gate := make(chan struct{}), make(chan struct{})
	r.Queue.Do("c", func(context.Context) { close(begun); <-gate })
	<-begun // so that it takes no place any more
	for r.Queue.Do("c", func(context.Context) {}) {
	}
	i := uses("go")
	i.Channel = "c"
	r.Interaction("100", i)
	r.WaitIdle(t.Context(), func(id.Guild) bool { return true })
	close(gate)
	r.Tasks.Wait()
}
