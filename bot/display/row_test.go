package display

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"yeye/bot/id"
)

var (
	soon = time.UnixMilli(1_000)
	late = time.UnixMilli(2_000)
)

// What a row becomes when a process that was overtaken stores its own late.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		what       string
		now, late  Row
		want       Row
		superseded messageRef
	}{
		{"the same message",
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7}, Row{ShownIn: "1", Message: "10", Shown: 5, Version: 6},
			Row{ShownIn: "1", Message: "10", Shown: 5, Version: 7, Late: 1, Stale: true}, messageRef{}},
		{"no message, for it failed",
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7}, Row{Shown: 3, Version: 6, Uncertain: late},
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7, Late: 1, Stale: true, Uncertain: late}, messageRef{}},
		{"a newer message",
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7}, Row{ShownIn: "1", Message: "11", Shown: 4, Version: 6},
			Row{ShownIn: "1", Message: "11", Shown: 4, Version: 8, Late: 1, Stale: true}, messageRef{Channel: "1", Message: "10"}},
		{"an earlier message, with fewer digits",
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7, Late: 2}, Row{ShownIn: "1", Message: "9", Shown: 4, Version: 6},
			Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7, Late: 3, Stale: true}, messageRef{Channel: "1", Message: "9"}},
		{"a message in a channel that is no longer the subject's",
			Row{ShownIn: "2", Message: "10", Shown: 4, Version: 7}, Row{ShownIn: "1", Message: "11", Shown: 3, Version: 6},
			Row{ShownIn: "2", Message: "10", Shown: 4, Version: 7, Late: 1, Stale: true}, messageRef{Channel: "1", Message: "11"}},
		{"the first message",
			Row{Version: 1, Uncertain: soon}, Row{ShownIn: "1", Message: "11", Shown: 1, Version: 0},
			Row{ShownIn: "1", Message: "11", Shown: 1, Version: 2, Late: 1, Stale: true, Uncertain: soon}, messageRef{}},
	} {
		if got, old := c.now.merge(c.late); got != c.want || old != c.superseded {
			t.Errorf("%s:\n%+v, superseding %+v, want\n%+v, superseding %+v", c.what, got, old, c.want, c.superseded)
		}
	}
}

// A process stores its row with the marks of those that came late in between.
func TestNext(t *testing.T) {
	own := Row{ShownIn: "1", Message: "11", Shown: 5, Version: 7, Late: 2}
	if got := (Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7, Late: 2}).next(own); got != (Row{ShownIn: "1", Message: "11", Shown: 5, Version: 8, Late: 2}) {
		t.Errorf("nobody came late: %+v", got)
	}
	got := Row{ShownIn: "1", Message: "10", Shown: 4, Version: 7, Late: 3, Stale: true, Uncertain: late}.next(own)
	if got != (Row{ShownIn: "1", Message: "11", Shown: 5, Version: 8, Late: 3, Stale: true, Uncertain: late}) {
		t.Errorf("somebody came late: %+v", got)
	}
}

// However many processes store in whatever order, of the messages in one channel the newest stays live, every other one is
// superseded once, and the shown revision never falls.
func TestNewestMessageLives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := Row{ShownIn: "1"}
		newest, replaced := id.Message(""), map[id.Message]bool{}
		for i := range rapid.IntRange(1, 8).Draw(t, "stores") {
			own := Row{ShownIn: "1", Message: id.Message(string(rune('a' + rapid.IntRange(0, 5).Draw(t, "message")))), Shown: int64(i), Version: row.Version - int64(rapid.IntRange(0, 1).Draw(t, "late by"))}
			shown := row.Shown
			var old messageRef
			if own.Version == row.Version {
				if newest != "" && id.Later(newest, own.Message) {
					continue // a process that is in time has seen the newest
				}
				old = messageRef{Message: row.Message}
				row = row.next(own)
			} else {
				row, old = row.merge(own)
			}
			if newest == "" || id.Later(own.Message, newest) {
				newest = own.Message
			}
			if old.Message != "" && old.Message != row.Message {
				replaced[old.Message] = true
			}
			if row.Message != newest || replaced[row.Message] && row.Message != newest || row.Shown < shown {
				t.Fatalf("%+v lives, the newest is %s, replaced %v", row, newest, replaced)
			}
		}
	})
}
