package board

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
)

// Connections that do not say who they are leave room for those of players.
func TestUnnamedLeaveRoom(t *testing.T) {
	h := newHub()
	fill := func() (n int) {
		for h.accept() {
			n++
		}
		return n
	}
	if n := fill(); n != maxAnonymous {
		t.Errorf("%d connections that have not said who they are", n)
	}
	h.readLoop = func(*table) { h.ended.Done() }
	c := &conn{session: session{player: "mei", match: "m"}, plays: true}
	if err := h.join(c); err != nil {
		t.Fatal(err)
	}
	if n := fill(); n != 1 {
		t.Errorf("one has said it, and %d more may come", n)
	}
	h.leave(c, time.Time{})
	h.leave(c, time.Time{})
	h.release()
	if n := fill(); n != 0 {
		t.Errorf("it has left, and %d more may come", n)
	}
}

// Whoever watches leaves room for those who play, at each match and in all.
func TestWatchersLeaveRoom(t *testing.T) {
	h, refused := newHub(), 0
	h.readLoop, h.refused = func(*table) { h.ended.Done() }, func() { refused++ }
	n := 0
	enter := func(m id.Match, plays bool) error {
		if !h.accept() {
			return errTooMany
		}
		n++
		c := &conn{session: session{key: fmt.Sprint(n), player: id.Player(fmt.Sprint(n)), match: m}, plays: plays}
		return h.join(c)
	}
	fill := func(m id.Match, plays bool) (n int) {
		for enter(m, plays) == nil {
			n++
		}
		h.release() // of the one that was refused
		return n
	}
	if n := fill("m", false); n != maxWatched {
		t.Errorf("%d watch one match", n)
	}
	if n := fill("m", true); n != maxMatch {
		t.Errorf("%d play beside them", n)
	}
	if n := fill("other", false); n != maxWatching-maxWatched {
		t.Errorf("%d watch another", n)
	}
	if err := enter("third", true); err != nil {
		t.Errorf("nobody more may play: %v", err)
	}
	if s := (&boards{hub: h}).stats(); s.Watching != maxWatching || s.Playing != maxMatch+1 || s.Boards != 3 || refused != 3 {
		t.Errorf("%+v, %d refused", s, refused)
	}
}

// One session and one player have few connections, however they come, and few acts.
func TestOfOne(t *testing.T) {
	h := newHub()
	h.readLoop = func(*table) { h.ended.Done() }
	var all []*conn
	enter := func(key string) error {
		c := &conn{session: session{key: key, player: "mei", match: id.Match(key)}, plays: true}
		err := h.join(c)
		if err == nil {
			all = append(all, c)
		}
		return err
	}
	for i := range maxPerPlayer {
		if err := enter(fmt.Sprint(i / maxPerSession)); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if enter("9") == nil {
		t.Error("a player has more")
	}
	for _, c := range all {
		h.leave(c, time.Time{})
	}
	if len(h.tables)+len(h.ofPlayer)+len(h.ofSession)+h.identified != 0 {
		t.Errorf("left behind: %v %v %v %d", h.tables, h.ofPlayer, h.ofSession, h.identified)
	}
	for range maxPerSession {
		if err := enter("a"); err != nil {
			t.Fatal(err)
		}
	}
	if enter("a") == nil {
		t.Error("a session has more")
	}
	acts := 0
	for range 100 {
		if h.allow("a") {
			acts++
		}
	}
	if acts < actBurst || acts > 2*actBurst || !h.allow("b") {
		t.Errorf("%d acts at once", acts)
	}
	for i := range 3 * maxLimits {
		h.allow(fmt.Sprint("guest ", i))
	}
	if len(h.limits) > maxLimits {
		t.Errorf("%d sessions are counted", len(h.limits))
	}
}

// What is remembered of who sees what is bounded.
func TestSeenIsBounded(t *testing.T) {
	v, now := newViewCache(), time.Unix(1e9, 0)
	for i := range 3 * maxSeen {
		v.put(viewer{id.Player(fmt.Sprint(i)), "c"}, seen{true, true, now})
		now = now.Add(time.Second)
	}
	if len(v.all) > maxSeen {
		t.Errorf("%d are remembered", len(v.all))
	}
}
