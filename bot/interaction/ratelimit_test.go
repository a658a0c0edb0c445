package interaction

import (
	"context"
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/internal/wait"
)

func TestRateLimits(t *testing.T) {
	var l rateLimiter
	r := Rates{Player: 2, Guild: 4}
	now := time.Now()
	allowed := func(p id.Player, g id.Guild, tries int) (n int) {
		for range tries {
			if l.allow(r, p, g, now) {
				n++
			}
		}
		return
	}
	if n := allowed("mei", "park", 20); n != 6 {
		t.Errorf("at once: %d", n)
	}
	if n := allowed("tom", "park", 20); n != 6 {
		t.Errorf("another player: %d", n)
	}
	if n := allowed("linh", "park", 20); n != 0 {
		t.Errorf("the guild's limit: %d", n)
	}
	if n := allowed("lan", "", 20); n == 0 {
		t.Error("in direct messages the guild does not count")
	}
	now = now.Add(time.Second)
	if n := allowed("mei", "park", 20); n != 2 {
		t.Errorf("a second later: %d", n)
	}
	for n := range 3 * maxRateKeys {
		l.allow(r, id.Player(fmt.Sprint(n)), "", now)
	}
	if len(l.players) > maxRateKeys {
		t.Errorf("%d are remembered", len(l.players))
	}
	if !l.allow(Rates{}, "mei", "park", now) {
		t.Error("without limits somebody is refused")
	}
}

// A player can have only so much work at the same time, and does not hold up others by it.
func TestWorkOfOnePlayer(t *testing.T) {
	var w workLimiter
	for range maxWorkEach {
		if !w.begin("mei") {
			t.Fatal("refused too soon")
		}
	}
	if w.begin("mei") || !w.begin("tom") {
		t.Error("one player's limit is not one player's")
	}
	w.end("mei")
	if !w.begin("mei") {
		t.Error("refused though something has ended")
	}
	for range maxWorkEach {
		w.end("mei")
	}
	if w.end("tom"); len(w.running) != 0 {
		t.Errorf("remembered: %v", w.running)
	}
}

// Work that only waits holds nobody else's work up.
func TestWorkThatWaits(t *testing.T) {
	over, waiting := make(chan struct{}), make(chan struct{}, maxWorkAll+1)
	waits := Command{Name: "wait", Handle: func(context.Context, *Request) (Response, error) {
		return Response{OwnLimit: true, Work: func(context.Context) (Response, error) {
			waiting <- struct{}{}
			<-over
			return Say("waited"), nil
		}}, nil
	}}
	drawn := make(chan struct{})
	draw := Command{Name: "draw", Handle: func(context.Context, *Request) (Response, error) {
		return Response{Work: func(context.Context) (Response, error) {
			close(drawn)
			return Say("drawn"), nil
		}}, nil
	}}
	r, _ := newRouter(t, nil, waits, draw)
	for n := range maxWorkAll + 1 {
		i := uses("wait")
		i.User.ID = id.Player(fmt.Sprint(10 + n))
		r.Interaction(id.Event(fmt.Sprint(n)), i)
	}
	for range maxWorkAll {
		<-waiting
	}
	r.Interaction("99", uses("draw"))
	wait.For(t, "it does not wait behind what only waits", drawn)
	close(over)
	r.Tasks.Wait()
}
