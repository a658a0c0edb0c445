package gateway

import (
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
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
		full := min(firstPause<<(min(n, 20)-1), longestPause)
		if d < full/2 || d >= full*3/2 {
			t.Errorf("pause %d is %v, not about %v", n, d, full)
		}
		before = max(before, d)
	}
	if before > longestPause*3/2 {
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
	// A connection that is lost again and again soon after it was made is no success,
	// but people can play in between.
	b = backoff{}
	for n := range 20 {
		d := b.next(time.Second, lost)
		if n > 0 && (d < time.Second || d > 3*time.Second) {
			t.Errorf("pause %d of a flapping connection is %v", n, d)
		}
	}
}

func TestStarts(t *testing.T) {
	now := time.Now()
	for _, c := range []struct {
		last  time.Duration // ago, 0 for never
		limit startLimit
		want  time.Duration
	}{
		{0, startLimit{1000, 999, 1}, 0},
		{time.Second, startLimit{1000, 999, 1}, 4 * time.Second},
		{time.Minute, startLimit{1000, 500, 3_600_000}, 0},
		{time.Minute, startLimit{1000, 60, 3_600_000}, time.Minute},
		{time.Minute, startLimit{1000, 1, 3_600_000}, time.Hour + time.Second},
		{time.Minute, startLimit{1000, 0, 3_600_000}, time.Hour + time.Second},
		{time.Minute, startLimit{}, 0}, // a proxy that does not say
	} {
		s := starts{between: betweenStarts}
		if c.last > 0 {
			s.spend(now.Add(-c.last))
		}
		if got := s.wait(c.limit, now); got != c.want {
			t.Errorf("%v ago, %+v: wait %v, want %v", c.last, c.limit, got, c.want)
		}
	}
}

func TestSeen(t *testing.T) {
	var s seen
	for n := range 3 * mostSeen {
		if s.before(strconv.Itoa(n)) {
			t.Fatalf("%d was never given", n)
		}
		if !s.before(strconv.Itoa(n)) {
			t.Fatalf("%d was given just before", n)
		}
	}
	if len(s.known) != mostSeen || len(s.order) != mostSeen {
		t.Errorf("%d and %d are kept", len(s.known), len(s.order))
	}
	if s.before("0") || !s.before(strconv.Itoa(3*mostSeen-1)) {
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
		var err error
		for n := 0; n <= mostWrites; n++ {
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

// A close frame that nobody asked for ends the socket and is not sent: its code
// would end the session. What is asked for goes through.
func TestFarewell(t *testing.T) {
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
		if n := <-heard; (n > 0) != asked || (err == nil) != asked {
			t.Errorf("asked for: %v; heard %d bytes, %v", asked, n, err)
		}
		select {
		case <-s.gone:
			if asked {
				t.Error("the socket was closed though the farewell was asked for")
			}
		default:
			if !asked {
				t.Error("nobody is told that the socket is gone")
			}
		}
	}
}

// The session is resumed at the address that READY gave, without asking Discord,
// and everything else is asked where it belongs.
func TestElsewhere(t *testing.T) {
	onward := ""
	asked := ""
	e := elsewhere{"http://proxy.example/api", func() string { return onward }, tripper(func(r *http.Request) (*http.Response, error) {
		asked = r.URL.String()
		return nil, errFlood
	})}
	get := func(url string) string {
		r, _ := http.NewRequest("GET", url, nil)
		asked = ""
		resp, err := e.RoundTrip(r)
		if err != nil {
			return asked
		}
		b, _ := io.ReadAll(resp.Body)
		return string(b)
	}
	if got := get(discordAPI + "/v9/gateway"); got != "http://proxy.example/api/v9/gateway" {
		t.Errorf("asked %q", got)
	}
	onward = "wss://east.example/"
	if got := get(discordAPI + "/v9/gateway"); got != `{"url":"wss://east.example/"}` {
		t.Errorf("asked %q", got)
	}
	if got := get(discordAPI + "/v9/users/@me"); got != "http://proxy.example/api/v9/users/@me" {
		t.Errorf("asked %q", got)
	}
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
