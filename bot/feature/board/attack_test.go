package board_test

import (
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/discord"
	"yeye/bot/feature/board"
	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
	"yeye/internal/wait"
)

// Who does not read is dropped, and nobody waits for them.
func TestSlowReader(t *testing.T) {
	board.WriteWithin(t, 2*time.Second)
	b := open(t)
	var dropped atomic.Int64
	b.Site.Observe(func(time.Duration) {}, func() {}, func() { dropped.Add(1) })
	b.Play(duel)
	token, _ := b.enter(b.linkSaying("linh", "The game"), b.address)
	players := []*tab{b.page("mei"), b.page("tom")}
	b.wire.mu.Lock()
	b.wire.small = true
	b.wire.mu.Unlock()
	dialer := websocket.Dialer{NetDial: func(network, address string) (net.Conn, error) {
		c, err := net.Dial(network, address)
		if err == nil {
			err = c.(*net.TCPConn).SetReadBuffer(1) // as little as there may be
		}
		return c, err
	}}
	lazy, _, err := dialer.DialContext(t.Context(), strings.Replace(b.address, "http", "ws", 1)+"/live", http.Header{"Origin": {b.address}})
	if err != nil {
		t.Fatal(err)
	}
	defer lazy.Close()
	if err := lazy.WriteJSON(map[string]any{"token": token}); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "she is there", func() bool { return b.Site.Stats().Watching == 1 })
	for n := 0; n < 30 && dropped.Load() == 0; n++ {
		mover, other := players[n%2], players[1-n%2]
		from := slices.Sorted(maps.Keys(mover.state.Legal))
		one := from[n*7919%len(from)]
		to := strings.Fields(mover.state.Legal[one])
		mover.do(map[string]any{"do": "move", "text": one + to[n*104729%len(to)], "sure": true})
		mover.untilPly(n + 1)
		other.untilPly(n + 1)
	}
	wait.Until(t, "she is gone", func() bool { return dropped.Load() == 1 && b.Site.Stats().Watching == 0 })
	if s := b.Site.Stats(); s.Playing != 2 {
		t.Errorf("%+v", s)
	}
}

// A state holds these fields and no others: whoever adds one asks who may know it. None is of an engine's.
func TestFieldsOfAState(t *testing.T) {
	everybody := strings.Fields("is rev turn you plays open toMove clock start moves written last first captured check seats status rests")
	player := append(slices.Clone(everybody), strings.Fields("undo undoAsks draw legal then ahead lines premove missed offer")...)
	for name, c := range map[string]struct{ game, who string }{
		"between people":   {"mei: /challenge user=@tom side=red clock=3d => card challenge\ntom: [Accept] => card duel", "tom"},
		"with a character": {"mei: /play side=red opponent=3 => card versus", ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.Play(c.game)
			pages := map[*tab][]string{b.page("mei"): player, b.watch("linh"): everybody}
			if c.who != "" {
				pages[b.page(c.who)] = player
			}
			for p, may := range pages {
				for _, one := range p.heard {
					var m map[string]any
					if err := json.Unmarshal([]byte(one), &m); err != nil {
						t.Fatal(err)
					}
					if m["is"] != "state" {
						continue
					}
					for key := range m {
						if !slices.Contains(may, key) {
							t.Errorf("%q is in %s", key, one)
						}
					}
				}
			}
		})
	}
}

// A name with markup is a name, and another site cannot show the page in a frame.
func TestMarkupAndFrames(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	const name = `<img src=x onerror=document.title="taken">`
	b.Change = func(i *discord.Interaction) {
		if i.User.Name == "mei" {
			i.User.Name = name
		}
	}
	b.Play(duel)
	page := browse.OpenIn(t, "en-US", b.link("tom"), 390, 844)
	page.Wait(`document.querySelector("main").dataset.state === "open"`)
	page.Wait(`document.querySelector("#there .name").textContent.includes("<img")`)
	if n := browse.Eval[int](page, `document.querySelectorAll("#there img, #aside img").length`); n != 0 {
		t.Errorf("a name has become %d elements", n)
	}
	if title := browse.Eval[string](page, "document.title"); !strings.Contains(title, "<img") || title == "taken" {
		t.Errorf("the title is %q", title)
	}

	var shown, run atomic.Int64
	site := b.Site.Handler
	b.through(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			shown.Add(1)
		case "/page.js":
			run.Add(1)
		}
		site.ServeHTTP(w, r)
	}))
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<iframe src="` + b.address + `/" onload="document.title = 'loaded'"></iframe>`))
	}))
	defer evil.Close()
	frame := browse.Open(t, evil.URL, 600, 600)
	frame.Wait(`document.title === "loaded"`)
	if shown.Load() == 0 || run.Load() != 0 {
		t.Errorf("in a frame of another site it was fetched %d times and ran %d times", shown.Load(), run.Load())
	}
	alone := browse.Open(t, b.address+"/", 600, 600)
	alone.Wait(`document.querySelector("main")`)
	wait.Until(t, "it runs elsewhere", func() bool { return run.Load() > 0 })
}
