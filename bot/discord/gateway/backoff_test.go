package gateway

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/id"
)

func TestBackoff(t *testing.T) {
	b := newBackoff(firstPause)
	if d := b.next(time.Hour, false); d >= maxFirstPause {
		t.Errorf("the first pause after a long connection is %v", d)
	}
	before := time.Duration(0)
	for n := 2; n < 40; n++ {
		d := b.next(0, false)
		full := min(firstPause<<(min(n, 20)-1), maxPause)
		if d < full/2 || d >= full*3/2 {
			t.Errorf("pause %d is %v, not about %v", n, d, full)
		}
		before = max(before, d)
	}
	if before > maxPause*3/2 {
		t.Errorf("the longest pause is %v", before)
	}
	if d := b.next(stableAfter, false); d >= maxFirstPause {
		t.Errorf("the pause after a settled connection is %v", d)
	}
	// A connection that is soon lost again and again is not a success, but people can play in between.
	b = newBackoff(firstPause)
	for n := range 20 {
		d := b.next(time.Second, false)
		if n > 0 && (d < time.Second || d > 3*time.Second) {
			t.Errorf("pause %d of a flapping connection is %v", n, d)
		}
	}
	// One that costs an IDENTIFY each time is made ever more seldom in the end.
	b = newBackoff(firstPause)
	for n := range identifyBurst + 10 {
		d := b.next(10*time.Second, true)
		late := time.Duration(n-identifyBurst) * identifyInterval
		if n < identifyBurst && d >= maxFirstPause || n > identifyBurst && d < late {
			t.Errorf("the pause after IDENTIFY %d is %v", n, d)
		}
	}
}

// Discord asks for a random pause of one to five seconds between Op 9 and the next IDENTIFY.
func TestPauseAfterInvalidSession(t *testing.T) {
	g := New(Options{})
	for range 1000 {
		if d := g.invalidPause(); d < time.Second || d > 5*time.Second {
			t.Fatalf("it is %v", d)
		}
	}
}

func TestBudget(t *testing.T) {
	now := time.Now()
	starts := func(total, remaining int, resetAfter time.Duration) discord.SessionStarts {
		return discord.SessionStarts{Total: total, Remaining: remaining, ResetAfter: resetAfter, MaxConcurrency: 1}
	}
	for _, c := range []struct {
		last  time.Duration // ago, 0 for never
		limit discord.SessionStarts
		want  time.Duration
	}{
		{0, starts(1000, 999, time.Millisecond), 0},
		{time.Second, starts(1000, 999, time.Millisecond), 4 * time.Second},
		{time.Minute, starts(1000, 500, time.Hour), 0},
		{time.Minute, starts(1000, 60, time.Hour), time.Minute},
		{time.Minute, starts(1000, 1, time.Hour), time.Hour + time.Second},
		{time.Minute, starts(1000, 0, time.Hour), time.Hour + time.Second},
		{time.Minute, discord.SessionStarts{}, 0}, // a proxy that does not report it
	} {
		b := NewBudget()
		if c.last > 0 {
			b.record(0, c.limit, now.Add(-c.last))
		}
		if got := b.reserve(0, c.limit, now); got != c.want {
			t.Errorf("%v ago, %+v: wait %v, want %v", c.last, c.limit, got, c.want)
		}
	}
}

// Shards with one remainder by max_concurrency begin five seconds apart, others at the same time.
func TestBudgetOfShards(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		concurrency int
		want        []time.Duration // of shards 0, 1, 2 …
	}{
		{0, []time.Duration{0, 5 * time.Second, 10 * time.Second}},
		{1, []time.Duration{0, 5 * time.Second, 10 * time.Second}},
		{2, []time.Duration{0, 0, 5 * time.Second, 5 * time.Second, 10 * time.Second}},
		{16, []time.Duration{0, 0, 0, 0}},
	} {
		b := NewBudget()
		for shard, want := range c.want {
			if got := b.reserve(shard, discord.SessionStarts{Total: 1000, Remaining: 900, MaxConcurrency: c.concurrency}, now); got != want {
				t.Errorf("%d at a time: shard %d waits %v, want %v", c.concurrency, shard, got, want)
			}
		}
	}
}

// A token that was accepted before is refused a few times before it counts as wrong; any other counts as wrong at once.
func TestRefusals(t *testing.T) {
	refused := error(&discord.APIError{Status: 401})
	r := refusals{pauses: refusalPauses}
	if _, again := r.next(refused); again {
		t.Error("a token that was never good is tried again")
	}
	r.accept()
	total := time.Duration(0)
	for n := range refusalPauses {
		if n == 2 {
			refused = &discord.APIError{Status: 403, Code: 40001}
		}
		wait, again := r.next(refused)
		if !again || wait < 5*time.Second {
			t.Errorf("refusal %d: %v, %v", n+1, wait, again)
		}
		total += wait
	}
	if _, again := r.next(refused); again || total < 2*time.Minute || total > 10*time.Minute {
		t.Errorf("a token refused for %v is tried again: %v", total, again)
	}
	r.accept()
	if _, again := r.next(refused); !again {
		t.Error("refusals are not counted from the beginning again")
	}
	for _, err := range []error{errors.New("lost"), &discord.APIError{Status: 403, Code: 50001}, &websocket.CloseError{Code: 4004}} {
		if _, again := r.next(err); again {
			t.Errorf("%v counts as a refused token", err)
		}
	}
}

func TestSeen(t *testing.T) {
	var s recentIDs
	for n := range 3 * maxSeen {
		if s.addIfNew(id.Event(strconv.Itoa(n))) {
			t.Fatalf("%d was never given", n)
		}
		if !s.addIfNew(id.Event(strconv.Itoa(n))) {
			t.Fatalf("%d was given just before", n)
		}
	}
	if len(s.known) != maxSeen || len(s.order) != maxSeen {
		t.Errorf("%d and %d are kept", len(s.known), len(s.order))
	}
	if s.addIfNew("0") || !s.addIfNew(id.Event(strconv.Itoa(3*maxSeen-1))) {
		t.Error("the oldest are to be forgotten, the newest not")
	}
}
