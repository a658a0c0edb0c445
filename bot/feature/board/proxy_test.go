package board_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gorilla/websocket"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// refuses is a proxy that lets no WebSocket through.
func refuses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/live") {
			http.Error(w, "no such thing", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// swallows is a proxy that answers the handshake, and passes no frame on.
func swallows(next http.Handler) http.Handler {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/live") {
			next.ServeHTTP(w, r)
			return
		}
		if c, err := up.Upgrade(w, r, nil); err == nil {
			defer c.Close()
			for err == nil {
				_, _, err = c.ReadMessage()
			}
		}
	})
}

// A page behind a proxy that lets no WebSocket through goes over to requests by itself, and plays there as well.
func TestPageBehindProxies(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	for name, proxy := range map[string]func(http.Handler) http.Handler{"refuses": refuses, "swallows": swallows} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			var polls, acts atomic.Int64
			counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/poll":
					polls.Add(1)
				case "/act":
					acts.Add(1)
				}
				b.Site.Handler.ServeHTTP(w, r)
			})
			b.through(proxy(counted))
			b.Play("mei: /challenge user=@tom side=red clock=5+3 => card challenge\ntom: [Accept] => card duel")
			mei := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
			tom := b.polling(b.link("tom"))
			mei.Wait(`document.querySelector("main").dataset.state === "open"`)
			mei.TouchDrag(square("h2"), square("e2"), nil)
			tom.untilPly(1)
			tom.do(move("h9g7"))
			mei.Wait(`document.querySelector('#moves [data-ply="2"]')`)
			b.Play("mei: /resign => private\nmei: [Yes, resign] => edit")
			mei.WaitText("#status", "resign")
			if !browse.Eval[bool](mei, `document.querySelector("#notice").hidden`) {
				t.Errorf("it says %q", mei.Text("#notice"))
			}
			if polls.Load() > 60 || acts.Load() != 2 {
				t.Errorf("%d requests for news and %d acts", polls.Load(), acts.Load())
			}
		})
	}
}

// through has requests go through a handler.
func (b *table) through(h http.Handler) {
	b.t.Helper()
	b.handler.Store(&h)
}
