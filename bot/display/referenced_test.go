package display

import (
	"testing"
	"time"

	"yeye/bot/id"
)

// Of more messages than are remembered, some are forgotten. Of those, and of all before the bot was connected, it is not sure that
// nobody has replied or reacted to them, whatever the age of the message referenced last.
func TestRegardedForgets(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(n int) id.Message { return id.MessageIDAt(start.Add(time.Duration(n) * time.Second)) }
	r := referenced{since: start}
	for n := 1; n <= maxKnown; n++ {
		r.add(at(n))
	}
	r.add(at(-1000)) // an old message
	for _, c := range []struct {
		name             string
		m                id.Message
		referenced, sure bool
	}{
		{"forgotten", at(1), false, false},
		{"the last forgotten", at(maxKnown / 2), false, false},
		{"the first remembered", at(maxKnown/2 + 1), true, true},
		{"the old one", at(-1000), true, true},
		{"before the connection", at(-5), false, false},
		{"later", at(maxKnown + 1), false, true},
	} {
		if referenced, sure := r.has(c.m); referenced != c.referenced || sure != c.sure {
			t.Errorf("%s: referenced %v, sure %v", c.name, referenced, sure)
		}
	}
}

// Replies and reactions to other users' messages, which a busy server has by the thousand, do not push out the bot's own.
func TestRegardedRemembersOwnMessages(t *testing.T) {
	bubble(t, func(t *testing.T, e *env) {
		e.Connected()
		of := func(n int) id.Message { return id.MessageIDAt(e.started.Add(time.Duration(n) * time.Second)) }
		e.Referenced(of(1), "1")
		e.Referenced(of(2), "") // not known whose
		for n := range 2 * maxKnown {
			e.Referenced(of(3+n), "2")
		}
		for n, want := range map[int]bool{1: true, 2: true, 3: false, 2 * maxKnown: false} {
			if referenced, sure := e.referenced.has(of(n)); referenced != want || !sure {
				t.Errorf("%d: referenced %v, sure %v", n, referenced, sure)
			}
		}
	})
}
