package rest

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"yeye/internal/wait"
)

// A connection of which the network has forgotten, without a word to either end, is given up for another.
func TestSilentConnection(t *testing.T) {
	pingAfter = time.Second
	t.Cleanup(func() { pingAfter = 10 * time.Second })
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(`[]`)) }))
	s.EnableHTTP2 = true
	s.StartTLS()
	defer s.Close()
	way, dead := network(t, s.Listener.Addr().String())
	client, err := New(Options{Token: "secret", API: "https://" + way})
	if err != nil {
		t.Fatal(err)
	}
	client.http.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}
	ask := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		_, err := client.Commands(ctx, "1")
		return err
	}
	if err := ask(time.Minute); err != nil {
		t.Fatal(err)
	}
	dead.Store(1)
	var left error
	wait.UntilLog(t, "another connection", func() string { return left.Error() }, func() bool {
		left = ask(10 * time.Second)
		return left == nil
	})
}

// network returns an address that leads to another one, and the number of connections, from the first on, whose bytes it loses without
// ending them.
func network(t *testing.T, to string) (address string, dead *atomic.Int64) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	dead = new(atomic.Int64)
	go func() {
		for n := int64(0); ; n++ {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			t.Cleanup(func() { near.Close(); far.Close() })
			for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					buf := make([]byte, 4096)
					for {
						read, err := way[0].Read(buf)
						if dead.Load() > n {
							if err != nil {
								return
							}
							continue // the other end never learns of it
						}
						if read > 0 {
							if _, err := way[1].Write(buf[:read]); err != nil {
								return
							}
						}
						if err != nil {
							if err == io.EOF {
								way[1].(*net.TCPConn).CloseWrite()
							}
							return
						}
					}
				}()
			}
		}
	}()
	return l.Addr().String(), dead
}
