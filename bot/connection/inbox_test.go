package connection

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// Two processes that receive the same events handle each once, in order, wherever the second takes over and however far behind the
// first it is.
func TestInbox(t *testing.T) {
	const n = 8
	for hold := range n + 1 {
		for release := hold; release <= n+3; release++ {
			for late := range 3 { // by how many events the successor is behind
				var owner, successor inbox
				var got []id.Event
				record := func(ev discord.Event) {
					if ev.ID != "" {
						got = append(got, ev.ID)
					}
				}
				owner.handle, successor.handle = record, record
				owner.resume([]id.Event{})
				told := false
				successor.onReady = func() { told = true }
				successor.receive(discord.Event{Data: discord.Ready{}})
				if !told {
					t.Fatal("nobody is told that it is ready")
				}
				var list []id.Event
				for k := range n + 4 {
					if k == hold {
						list = owner.pause()
					}
					if k == release {
						successor.resume(list)
					}
					if k < n {
						owner.receive(message(k))
					}
					if h := k - late; h >= 0 && h <= n {
						successor.receive(message(h))
					}
				}
				if want := firstEvents(n + 1); !slices.Equal(got, want) {
					t.Errorf("held at %d, released at %d, late by %d: %v", hold, release, late, got)
				}
			}
		}
	}
}

func message(n int) discord.Event {
	return discord.Event{ID: id.Event('a' + rune(n)), Data: &discord.Received{}}
}

func firstEvents(n int) (all []id.Event) {
	for k := range n {
		all = append(all, message(k).ID)
	}
	return all
}

// Events handled long ago are not reported, and interactions of which it is not known whether they were handled are dropped when it
// is too late to answer them.
func TestInboxForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b inbox
		var got []id.Event
		b.handle = func(ev discord.Event) { got = append(got, ev.ID) }
		b.resume([]id.Event{})
		b.receive(message(0))
		time.Sleep(20 * time.Second)
		b.receive(message(1))
		if list := b.pause(); !slices.Equal(list, []id.Event{message(1).ID}) {
			t.Errorf("handled lately: %v", list)
		}
		got = nil
		old := discord.Event{ID: "old", Data: &discord.Interaction{}}
		b.receive(old)
		b.receive(message(2))
		time.Sleep(5 * time.Second)
		b.receive(discord.Event{ID: "new", Data: &discord.Interaction{}})
		b.resume(nil)
		if want := []id.Event{message(2).ID, "new"}; !slices.Equal(got, want) {
			t.Errorf("let through %v, want %v", got, want)
		}
	})
}

func BenchmarkInbox(b *testing.B) {
	in := inbox{handle: func(discord.Event) {}}
	in.resume([]id.Event{})
	ev := message(0)
	b.ReportAllocs()
	for b.Loop() {
		in.receive(ev)
	}
}
