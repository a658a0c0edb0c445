package rest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
)

// counter is a server that allows a number of requests in a window, counted as Discord does: the window begins with its first
// request. It is reached through pipes, so that its time may be a bubble's.
type counter struct {
	limit  int
	window time.Duration
	mute   bool // sends no rate limit headers
	hangs  bool // accepts requests and never responds

	mu      sync.Mutex
	left    int
	until   time.Time
	refused int
	most    int // requests in flight at once
	flying  int
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	c.mu.Lock()
	c.flying++
	c.most = max(c.most, c.flying)
	c.mu.Unlock()
	if c.hangs {
		<-r.Context().Done()
		return
	}
	time.Sleep(80 * time.Millisecond) // a typical response time
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flying--
	now := time.Now()
	if now.After(c.until) {
		c.left, c.until = c.limit, now.Add(c.window)
	}
	after := c.until.Sub(now).Seconds()
	ok := c.left > 0
	if ok {
		c.left--
	}
	if !c.mute {
		w.Header().Set("X-RateLimit-Limit", fmt.Sprint(c.limit))
		w.Header().Set("X-RateLimit-Remaining", fmt.Sprint(c.left))
		w.Header().Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", after))
	}
	if !ok {
		c.refused++
		w.Header().Set("X-RateLimit-Scope", "user")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"retry_after":%.3f}`, after)
		return
	}
	io.WriteString(w, `{"id":"7"}`)
}

// pipes is a listener whose connections are in memory.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serve starts a Discord in a bubble and returns a client that reaches it. Time there is simulated, not real: no test of waiting
// depends on how fast the machine is.
func serve(t *testing.T, discord http.Handler) *Client {
	t.Helper()
	p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: discord}
	go server.Serve(p)
	c, err := New(Options{Token: "t", API: "http://discord.test/api"})
	if err != nil {
		t.Fatal(err)
	}
	transport := c.http.Transport.(*http.Transport)
	transport.Proxy = nil
	transport.DialContext = p.dial
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		server.Close()
		time.Sleep(time.Minute) // for slow handlers
		synctest.Wait()
	})
	return c
}

// Requests that waited for a window's end are not all sent at its end: Discord counts refused requests, and ten thousand lead to a
// ban.
func TestNoHerd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counter{limit: 5, window: time.Second}
		s := serve(t, c)
		var wg sync.WaitGroup
		started := time.Now()
		for range 30 {
			wg.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
				defer cancel()
				if _, err := s.Create(ctx, "1", discord.Message{Nonce: "n"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		took := time.Since(started)
		t.Logf("30 requests, 5 a second: %d refused, %v", c.refused, took)
		if c.refused > 5 {
			t.Errorf("%d requests were refused", c.refused)
		}
		if took > 10*time.Second {
			t.Errorf("30 requests at 5 a second took %v", took)
		}
	})
}

// Without limits in the headers there is no limit: only the very first request goes alone.
func TestNoLimitNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counter{limit: 1000, window: time.Second, mute: true}
		s := serve(t, c)
		started := time.Now()
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				if _, err := s.Create(t.Context(), "1", discord.Message{Nonce: "n"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if d := time.Since(started); d > 20*time.Second || c.most < 10 {
			t.Errorf("40 requests took %v, at most %d at once", d, c.most)
		}
	})
}

// A server that accepts a request and does not respond blocks nobody for good, not even a caller without a deadline.
func TestSilentServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counter{hangs: true}
		s := serve(t, c)
		started := time.Now()
		if _, err := s.SessionStarts(t.Context()); err == nil {
			t.Error("no answer, and no error")
		}
		if d := time.Since(started); d < tryTimeout || d > 2*tryTimeout+10*time.Second {
			t.Errorf("given up after %v", d)
		}
	})
}

func TestBucketsBounded(t *testing.T) {
	l, now := newLimits(defaultPerSecond, nil), time.Now()
	for n := range 3 * maxBuckets {
		l.take(route{key: fmt.Sprint(n)}, now)
		now = now.Add(time.Millisecond)
	}
	if len(l.buckets) > maxBuckets {
		t.Errorf("%d buckets are kept", len(l.buckets))
	}
	for range 100 {
		l.learn(route{key: "respond", exempt: true}, http.StatusOK, http.Header{}, nil, now)
	}
	if l.buckets["respond"] != nil {
		t.Error("answers to interactions have a bucket")
	}
}

// A place in a channel's bucket is valid for its window only: a request that waits longer for its turn in the overall limit counts
// in the next one. A request that is given up returns its place.
func TestPlaceAndTurn(t *testing.T) {
	headers := http.Header{"X-Ratelimit-Limit": {"1"}, "X-Ratelimit-Remaining": {"1"}, "X-Ratelimit-Reset-After": {"0.5"}}
	r := route{method: "POST", key: "create 1"}
	prepare := func() *limits {
		l := newLimits(1, nil)
		l.learn(r, http.StatusOK, headers, nil, time.Now())
		if err := l.wait(t.Context(), route{method: "POST", key: "create 2"}); err != nil {
			t.Fatal(err)
		}
		return l // the next turn is in a second
	}
	synctest.Test(t, func(t *testing.T) {
		l := prepare()
		started := time.Now()
		if err := l.wait(t.Context(), r); err != nil || time.Since(started) < 900*time.Millisecond {
			t.Fatalf("%v after %v", err, time.Since(started))
		}
		if _, pause, _ := l.take(r, time.Now()); pause <= 0 {
			t.Error("the request that was let through does not count in the window in which it is sent")
		}
	})
	synctest.Test(t, func(t *testing.T) {
		l := prepare()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := l.wait(ctx, r); err == nil {
			t.Fatal("let through before its turn")
		}
		if _, pause, _ := l.take(r, time.Now()); pause > 0 {
			t.Errorf("a request that was never sent uses the channel's bucket: wait %v", pause)
		}
		if d := l.all.TokensAt(time.Now().Add(time.Second)); d < 0.99 {
			t.Errorf("and the turn over all: %.2f tokens a second later", d)
		}
	})
}
