package interaction

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// What is not answered in time is acknowledged first, whatever the handler does, and the answer is then sent in the way that is
// left.
func TestDeferral(t *testing.T) {
	subject := id.Subject{Kind: "game", ID: "abc"}
	for _, c := range []struct {
		what  string
		takes time.Duration
		a     Response
		err   error
		i     func(string) *discord.Interaction
		want  string
	}{
		{"private, in time", time.Second, Say("hi"), nil, uses, `respond 4 "hi" private=true`},
		{"private", 3 * time.Second, Say("hi"), nil, uses, `respond 5 "" private=true|edit "hi"`},
		{"private, to a control", 3 * time.Second, Say("hi"), nil, clicks, `respond 6 "" private=true|follow up "hi" private=true`},
		{"public", 3 * time.Second, Say("hi").Publicly(), nil, uses, `respond 5 "" private=true|post "hi"|delete the acknowledgement`},
		{"public, to a control", 3 * time.Second, Say("hi").Publicly(), nil, clicks, `respond 6 "" private=true|post "hi"`},
		{"changed", 3 * time.Second, Say("hi").Editing(), nil, clicks, `respond 6 "" private=true|edit "hi"`},
		{"form, to a control", 3 * time.Second, Response{Modal: &discord.Modal{Title: "what"}}, nil, clicks, `respond 6 "" private=true|follow up "busy" private=true`},
		{"card", 3 * time.Second, ShowCard(subject), nil, uses, `respond 5 "" private=true|show game/abc|delete the acknowledgement`},
		{"card, to a control", 3 * time.Second, ShowCard(subject), nil, clicks, `respond 6 "" private=true|show game/abc`},
		{"nothing", 3 * time.Second, Response{}, nil, uses, `respond 5 "" private=true|delete the acknowledgement`},
		{"refused", 3 * time.Second, Response{}, errors.New("no"), uses, `respond 5 "" private=true|edit "refused: no"`},
		{"work in time", 0, working(time.Second), nil, uses, `respond 4 "done" private=true`},
		{"work", 0, working(time.Minute), nil, uses, `respond 5 "" private=true|edit "done"`},
		{"no answer in eight seconds", time.Hour, Say("hi"), nil, uses, `respond 5 "" private=true|edit "refused: context deadline exceeded"`},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, m := newRouter(t, nil, Command{Name: "go", Handle: func(ctx context.Context, _ *Request) (Response, error) {
					select {
					case <-time.After(c.takes):
						return c.a, c.err
					case <-ctx.Done():
						return Response{}, ctx.Err()
					}
				}})
				started := time.Now()
				r.Interaction("100", c.i("go"))
				r.Tasks.Wait()
				if got := strings.Join(m.took(), "|"); got != c.want {
					t.Errorf("%s, want %s", got, c.want)
				}
				if took := time.Since(started); c.takes == time.Hour && took != DefaultTimeout {
					t.Errorf("given up after %v", took)
				}
			})
		})
	}
}

// working returns a response that takes so long.
func working(takes time.Duration) Response {
	return Response{Work: func(context.Context) (Response, error) {
		time.Sleep(takes)
		return Say("done"), nil
	}}
}

// Autocompletion is answered in time, if need be with nothing, whatever its channel's queue is doing.
func TestChoicesInTime(t *testing.T) {
	for _, c := range []struct {
		takes time.Duration
		want  string
	}{{time.Second, "offer 2"}, {3 * time.Second, "offer 0"}} {
		synctest.Test(t, func(t *testing.T) {
			r, m := newRouter(t, func(o *Options) { o.Rates.Player = 1 }, Command{Name: "go", Complete: func(context.Context, *Request) ([]discord.Choice, error) {
				time.Sleep(c.takes)
				return make([]discord.Choice, 2), nil
			}})
			i := uses("go")
			i.Kind = discord.AutocompleteInteraction
			gate := make(chan struct{})
			queue := new(Tasks)
			r.Queue = NewQueue(queue, time.Hour)
			r.Queue.Do(i.Channel, func(context.Context) { <-gate })
			for range 5 {
				r.Interaction("100", i)
				r.Tasks.Wait()
			}
			close(gate)
			queue.Wait()
			if got, want := strings.Join(m.took(), "|"), strings.Repeat(c.want+"|", 5); got+"|" != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

// Who floods a channel with autocompletion is offered nothing beyond their limit, and can still use commands.
func TestChoicesAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		completed := 0
		r, m := newRouter(t, func(o *Options) { o.Rates.Player = 1 }, Command{Name: "go",
			Handle: func(context.Context, *Request) (Response, error) { return Say("done"), nil },
			Complete: func(context.Context, *Request) ([]discord.Choice, error) {
				completed++
				return make([]discord.Choice, 2), nil
			}})
		i := uses("go")
		i.Kind = discord.AutocompleteInteraction
		for range 5 {
			r.Interaction("100", i)
			r.Tasks.Wait()
		}
		r.Interaction("101", uses("go"))
		r.Tasks.Wait()
		got := strings.Join(m.took(), "|")
		want := strings.Repeat("offer 2|", 3) + "offer 0|offer 0|"
		if completed != 3 || !strings.HasPrefix(got, want) || !strings.Contains(got, "done") {
			t.Errorf("%d were completed: %s", completed, got)
		}
	})
}

// One user's work does not pile up, and a handler that panics stops neither the channel's queue nor the user's further requests.
func TestOneUsersWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var panicked int
		r, m := newRouter(t, func(o *Options) { o.Panicked = func() { panicked++ } },
			Command{Name: "work", Handle: func(context.Context, *Request) (Response, error) { return working(time.Second), nil }},
			Command{Name: "break", Handle: func(context.Context, *Request) (Response, error) { panic("on purpose") }})
		for range maxWorkEach + 2 {
			r.Interaction("100", uses("work"))
		}
		r.Tasks.Wait()
		got := strings.Join(m.took(), "|")
		if done, busy := strings.Count(got, `"done"`), strings.Count(got, `"busy"`); done != maxWorkEach || busy != 2 {
			t.Errorf("%d done, %d refused: %s", done, busy, got)
		}
		r.Interaction("100", uses("break"))
		r.Interaction("100", uses("work"))
		r.Tasks.Wait()
		if got := strings.Join(m.took(), "|"); panicked != 1 || !strings.Contains(got, `"broke"`) || !strings.Contains(got, `"done"`) {
			t.Errorf("%d panics: %s", panicked, got)
		}
	})
}
