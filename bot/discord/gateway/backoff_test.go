package gateway

import (
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/id"
)

func TestBackoff(t *testing.T) {
	lost := errors.New("lost")
	var b backoff
	if d := b.next(time.Hour, lost); d >= atOnce {
		t.Errorf("the first pause after a long connection is %v", d)
	}
	before := time.Duration(0)
	for n := 2; n < 40; n++ {
		d := b.next(0, lost)
		full := min(firstPause<<(min(n, 20)-1), maxPause)
		if d < full/2 || d >= full*3/2 {
			t.Errorf("pause %d is %v, not about %v", n, d, full)
		}
		before = max(before, d)
	}
	if before > maxPause*3/2 {
		t.Errorf("the longest pause is %v", before)
	}
	if d := b.next(settled, lost); d >= atOnce {
		t.Errorf("the pause after a settled connection is %v", d)
	}
	for range 100 {
		var b backoff
		if d := b.next(0, errInvalid); d < time.Second || d > 5*time.Second {
			t.Errorf("after Op 9 the pause is %v; Discord wants 1 to 5 s", d)
		}
	}
	// A connection that is soon lost again and again is not a success, but people can play in between.
	b = backoff{}
	for n := range 20 {
		d := b.next(time.Second, lost)
		if n > 0 && (d < time.Second || d > 3*time.Second) {
			t.Errorf("pause %d of a flapping connection is %v", n, d)
		}
	}
}

func TestBudget(t *testing.T) {
	now := time.Now()
	starts := func(total, remaining int, resetAfter time.Duration) discord.Starts {
		return discord.Starts{Total: total, Remaining: remaining, ResetAfter: resetAfter, MaxConcurrency: 1}
	}
	for _, c := range []struct {
		last  time.Duration // ago, 0 for never
		limit discord.Starts
		want  time.Duration
	}{
		{0, starts(1000, 999, time.Millisecond), 0},
		{time.Second, starts(1000, 999, time.Millisecond), 4 * time.Second},
		{time.Minute, starts(1000, 500, time.Hour), 0},
		{time.Minute, starts(1000, 60, time.Hour), time.Minute},
		{time.Minute, starts(1000, 1, time.Hour), time.Hour + time.Second},
		{time.Minute, starts(1000, 0, time.Hour), time.Hour + time.Second},
		{time.Minute, discord.Starts{}, 0}, // a proxy that does not report it
	} {
		b := NewBudget()
		if c.last > 0 {
			b.spend(0, c.limit, now.Add(-c.last))
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
			if got := b.reserve(shard, discord.Starts{Total: 1000, Remaining: 900, MaxConcurrency: c.concurrency}, now); got != want {
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
	var s seen
	for n := range 3 * maxSeen {
		if s.before(id.Event(strconv.Itoa(n))) {
			t.Fatalf("%d was never given", n)
		}
		if !s.before(id.Event(strconv.Itoa(n))) {
			t.Fatalf("%d was given just before", n)
		}
	}
	if len(s.known) != maxSeen || len(s.order) != maxSeen {
		t.Errorf("%d and %d are kept", len(s.known), len(s.order))
	}
	if s.before("0") || !s.before(id.Event(strconv.Itoa(3*maxSeen-1))) {
		t.Error("the oldest are to be forgotten, the newest not")
	}
}

func TestSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		var l line
		if _, err := l.wrap(near, nil); err != nil {
			t.Fatal(err)
		}
		s := l.get()
		if s.heartbeat() != usualHeartbeat || s.abandoned() != 0 {
			t.Error("a new socket knows something")
		}
		go func() {
			for _, part := range []string{"HTTP/1.1 101\r\n\r\n{\"op\":10,\"d\":{\"heartbeat_in", "terval\":", "1500,\"_trace\":[]}}"} {
				far.Write([]byte(part))
			}
			buf := make([]byte, 10)
			for {
				if _, err := far.Read(buf); err != nil {
					return
				}
			}
		}()
		buf := make([]byte, 100)
		for range 3 {
			if _, err := s.Read(buf); err != nil {
				t.Fatal(err)
			}
		}
		if d := s.heartbeat(); d != 1500*time.Millisecond {
			t.Errorf("the heartbeat is %v", d)
		}
		time.Sleep(20 * time.Millisecond)
		if d := s.abandoned(); d < 20*time.Millisecond {
			t.Errorf("nobody reads, for %v", d)
		}
		if at := l.sent(); !at.Equal(time.Now()) {
			t.Errorf("something was sent %v ago", time.Since(at))
		}
		_, err := s.Write([]byte("x"))
		identified := time.Now()
		time.Sleep(300 * time.Millisecond)
		if at := l.sent(); !at.Equal(identified) {
			t.Errorf("the last was sent %v ago", time.Since(at))
		}
		for n := 1; n <= maxWrites; n++ {
			if err != nil {
				t.Fatalf("write %d: %v", n, err)
			}
			_, err = s.Write([]byte("x"))
		}
		if !errors.Is(err, errFlood) {
			t.Errorf("the flood ends with %v", err)
		}
		if _, err := s.Read(buf); err == nil {
			t.Error("the socket of a flood is still open")
		}
	})
}

// A failed write is reported by the reader alone: discordgo's heartbeat, which may belong to the previous connection, must not act
// on it.
func TestFailedWriteEndsTheReader(t *testing.T) {
	near, far := net.Pipe()
	s := newSocket(near)
	far.Close()
	if n, err := s.Write([]byte("heartbeat")); n != len("heartbeat") || err != nil {
		t.Errorf("a write on a lost connection: %d bytes, %v", n, err)
	}
	if n, err := s.Read(make([]byte, 1)); err == nil {
		t.Errorf("%d bytes were read from a lost connection", n)
	}
	select {
	case <-s.gone:
	default:
		t.Error("the socket is not closed")
	}
}

// An unexpected close frame ends the socket and is not sent: its code would end the session. An expected one is sent.
func TestCloseFrame(t *testing.T) {
	for _, asked := range []bool{false, true} {
		near, far := net.Pipe()
		var l line
		if _, err := l.wrap(near, nil); err != nil {
			t.Fatal(err)
		}
		s := l.get()
		if asked {
			s.leave()
		}
		heard := make(chan int, 1)
		go func() {
			n, _ := far.Read(make([]byte, 10))
			far.Close()
			heard <- n
		}()
		_, err := s.Write([]byte{0x88, 0x82, 0, 0, 0, 0, 3, 0xe8})
		if n := <-heard; (n > 0) != asked || err != nil {
			t.Errorf("asked for: %v; heard %d bytes, %v", asked, n, err)
		}
		select {
		case <-s.gone:
			if asked {
				t.Error("the socket was closed though the close frame was asked for")
			}
		default:
			if !asked {
				t.Error("the end of the socket is not reported")
			}
		}
	}
}

// The session is resumed at the address that READY gave, without asking Discord, and no other request of discordgo's leaves this
// machine.
func TestAddress(t *testing.T) {
	resume, asked := "", 0
	c := addressClient(func() string { return resume }, func(context.Context) (string, error) {
		asked++
		return "wss://any.example/", nil
	})
	get := func(url string) string {
		resp, err := c.Get(url)
		if err != nil {
			return err.Error()
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		return string(b)
	}
	if got := get("https://discord.com/api/v9/gateway"); got != `{"url":"wss://any.example/"}` || asked != 1 {
		t.Errorf("asked %d times: %q", asked, got)
	}
	resume = "wss://east.example/"
	if got := get("https://discord.com/api/v9/gateway"); got != `{"url":"wss://east.example/"}` || asked != 1 {
		t.Errorf("asked %d times: %q", asked, got)
	}
	if got := get("https://discord.com/api/v9/users/@me"); !strings.Contains(got, errNotAsked.Error()) {
		t.Errorf("asked %q", got)
	}
}

// discordgo's log is shown without payloads and without the token.
func TestLogText(t *testing.T) {
	for _, c := range []struct {
		format string
		a      []any
		want   string
	}{
		{"error reading from gateway %s websocket, %s", []any{"wss://g", "EOF"}, "error reading from gateway wss://g websocket, EOF"},
		{"unknown event: Op: %d, Seq: %d, Type: %s, Data: %s", []any{0, 7, "NEW_THING", `{"content":"private"}`}, "unknown event: Op: 0, Seq: 7, Type: NEW_THING"},
		{"Expected READY/RESUMED, instead got:\n%#v\n", []any{struct{ Content string }{"private"}}, "Expected READY/RESUMED, instead got:"},
		{"the token is %s", []any{"s3cret"}, "the token is (token)"},
		{"dial: %v", []any{errRefused}, ""},
	} {
		if got := logText(c.format, c.a, "s3cret"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
