package display

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"yeye/bot/discord"
	"yeye/bot/id"
)

// The next step about a card, case by case. Unless a case says otherwise, revision 4 of message 100 in channel 7 is shown, and 5 is
// wanted there by a change that is shown in place.
func TestDecide(t *testing.T) {
	type with = func(*Row, *Card, *facts)
	fresh := func(r *Row, _ *Card, _ *facts) { r.RepostRev = 5 }
	pinged := func(r *Row, _ *Card, _ *facts) { r.PingRev = 5 }
	noMessage := func(r *Row, _ *Card, _ *facts) { r.ShownIn, r.Message = "", "" }
	shown := func(r *Row, _ *Card, _ *facts) { r.Shown = 5 }
	settled := func(_ *Row, c *Card, _ *facts) { c.Settled = true }
	silent := func(_ *Row, c *Card, _ *facts) { c.Silent = true }
	spoken := func(_ *Row, c *Card, _ *facts) { c.ReadAloud = true }
	command := func(_ *Row, _ *Card, f *facts) { f.answer, f.repost = byMessage, true }
	click := func(_ *Row, _ *Card, f *facts) { f.answer = byUpdate }
	repost := func(_ *Row, _ *Card, f *facts) { f.repost = true }
	buried := func(_ *Row, _ *Card, f *facts) { f.buried = true }
	addressed := func(_ *Row, _ *Card, f *facts) { f.addressed = true }
	uncertain := func(_ *Row, _ *Card, f *facts) { f.uncertain = true }
	gone := func(_ *Row, _ *Card, f *facts) { f.gone = true }
	failed := func(_ *Row, _ *Card, f *facts) { f.failed = true }
	late := func(_ *Row, _ *Card, f *facts) { f.failed, f.late, f.uncertain = true, true, true }
	searched := func(_ *Row, _ *Card, f *facts) { f.searched++ }
	found := func(rev int64) with { // and adopted
		return func(r *Row, c *Card, f *facts) {
			r.ShownIn, r.Message, r.Shown = "7", "200", max(r.Shown, rev)
			f.uncertain, f.searched = true, 1
			*f = f.afterAdoption()
		}
	}
	ping := func(s step) action { return action{step: s, ping: true} }
	for _, c := range []struct {
		name string
		with []with
		want action
	}{
		{"a change in place", nil, action{step: edit}},
		{"a change that pings, in place", []with{pinged}, action{step: edit}},
		{"a change that wants its own message", []with{fresh}, ping(post)},
		{"a later revision wants its own message and pings", []with{func(r *Row, _ *Card, _ *facts) { r.Wanted, r.RepostRev, r.PingRev = 6, 6, 6 }}, action{step: edit}},
		{"an earlier one wanted its own message, and nothing was sent yet", []with{func(r *Row, _ *Card, _ *facts) { r.Shown, r.RepostRev = 2, 4 }}, ping(post)},
		{"its own message is shown already", []with{func(r *Row, _ *Card, _ *facts) { r.RepostRev = 4 }}, action{step: edit}},
		{"moves are read out", []with{spoken, pinged}, ping(post)},
		{"moves are read out, and the position is the same", []with{spoken}, action{step: edit}},
		{"no message yet", []with{noMessage}, action{step: post}},
		{"no message yet, of a subject that begins", []with{noMessage, fresh, pinged}, ping(post)},
		{"in another channel", []with{func(r *Row, _ *Card, _ *facts) { r.ShownIn = "8" }}, action{step: post}},
		{"buried", []with{buried}, action{step: post}},
		{"buried, and who is to move is pinged", []with{buried, pinged}, ping(post)},

		{"over, and no longer news", []with{settled}, action{step: edit}},
		{"over, and would be news", []with{settled, fresh, buried}, action{step: edit}},
		{"over, and was never shown", []with{settled, noMessage}, action{step: post}},
		{"over, was never shown, and a later revision pings", []with{settled, noMessage, func(r *Row, _ *Card, _ *facts) { r.Wanted, r.PingRev = 6, 6 }}, ping(post)},
		{"over, is shown, and a later revision pings", []with{settled, repost, func(r *Row, _ *Card, _ *facts) { r.Wanted, r.PingRev = 6, 6 }}, action{step: post}},
		{"over, and asked for", []with{settled, repost}, action{step: post}},
		{"over, and deleted by somebody", []with{settled, gone}, action{step: post}},
		{"nothing is posted for it", []with{silent, fresh}, action{step: edit}},
		{"nothing is posted for it, and nothing stands", []with{silent, noMessage, fresh}, action{}},
		{"nothing is posted for it, and it was deleted", []with{silent, gone}, action{}},
		{"nothing is posted for it, but it is asked for", []with{silent, repost}, action{step: post}},
		{"nothing is posted for it, but it is asked for, and was deleted", []with{silent, repost, gone}, action{step: post}},

		{"a command", []with{command}, action{step: respond}},
		{"a command, with news", []with{command, fresh}, ping(respond)},
		{"a command without news", []with{command, shown}, action{step: record}},
		{"a command without news, recorded", []with{command, shown, func(r *Row, _ *Card, _ *facts) { r.Uncertain = soon }}, action{step: respond}},
		{"a command where people must reply to the card", []with{command, addressed}, action{step: post}},
		{"a command where people must reply to the card, without news", []with{command, addressed, shown}, action{step: record}},
		{"a command where people must reply to the card, and one may exist", []with{command, addressed, uncertain}, action{step: search}},
		{"a command answered otherwise, for what stands", nil, action{step: edit}},
		{"a command answered otherwise, for another", []with{repost}, action{step: post}},
		{"a command whose answer was refused", []with{failed}, action{step: post}},
		{"a command whose answer may exist", []with{failed, uncertain}, action{step: search}},
		{"a command whose answer may still come", []with{late, searched}, action{step: search, after: searchAgainAfter}},
		{"a command whose answer did not come", []with{late, searched, searched}, action{step: post}},
		{"a click on the card", []with{click}, action{step: update}},
		{"a click on the card, without news", []with{click, shown}, action{step: update}},
		{"a click on the card that pings", []with{click, pinged}, action{step: update}},
		{"a click on a card that is to be posted again", []with{click, fresh}, ping(post)},
		{"a click on a card that is buried", []with{click, buried}, action{step: post}},
		{"a click elsewhere that asks for it", []with{repost, shown}, action{step: record}},

		{"deleted by somebody", []with{gone}, action{step: post}},
		{"deleted by somebody, and another may exist", []with{gone, uncertain}, action{step: search}},
		{"another may exist, and this stands", []with{uncertain}, action{step: edit}},
		{"another may exist", []with{uncertain, fresh}, action{step: search}},
		{"another may exist, and was not found", []with{uncertain, fresh, searched}, ping(post)},
		{"another was found, of the same revision", []with{fresh, found(5)}, action{step: edit}},
		{"another was found, of a revision before what wants a message", []with{fresh, found(4)}, action{step: record}},
		{"another was found, of a revision before one that pings in place", []with{noMessage, pinged, found(4)}, action{step: edit}},
		{"another was found, of a revision before a move that is read out", []with{spoken, pinged, found(4)}, action{step: record}},
		{"another was found, and recorded", []with{fresh, found(4), func(_ *Row, _ *Card, f *facts) { f.found = false }}, ping(post)},
		{"another was found, and asked for", []with{repost, found(5)}, action{step: edit}},
		{"another was found, and does not exist any more", []with{fresh, found(5), gone}, action{step: record}},
		{"another was found, after an answer that was late", []with{late, searched, found(5)}, action{step: edit}},
	} {
		row := Row{Channel: "7", Wanted: 5, Shown: 4, ShownIn: "7", Message: "100"}
		card := Card{Channel: "7", Rev: 5}
		var f facts
		for _, with := range c.with {
			with(&row, &card, &f)
		}
		if got := decide(&row, &card, f); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Whatever the steps learn, they come to an end: they search twice at most, edit nothing that is gone, and send no message without a
// record that it may exist.
func TestDecisionsEnd(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		chance := func(what string) bool { return rapid.Bool().Draw(rt, what) }
		rev := func(what string) int64 { return rapid.Int64Range(0, 6).Draw(rt, what) }
		row := Row{Channel: "7", Wanted: 5, Shown: rev("shown"), RepostRev: rev("fresh"), PingRev: rev("pinged"), ShownIn: "7", Message: "100"}
		if chance("none") {
			row.ShownIn, row.Message = "", ""
		}
		card := Card{Channel: "7", Rev: 5 + rapid.Int64Range(0, 1).Draw(rt, "later"), Silent: chance("silent"), Settled: chance("settled"), ReadAloud: chance("spoken")}
		f := facts{answer: answering(rapid.IntRange(0, 2).Draw(rt, "answer")), repost: chance("repost"), buried: chance("buried"),
			addressed: chance("addressed"), uncertain: chance("uncertain")}
		for n := range 20 {
			a := decide(&row, &card, f)
			switch a.step {
			case nothing:
				return
			case update, respond:
				if a.step == respond && row.Shown >= row.Wanted && row.Uncertain.IsZero() {
					rt.Fatal("answered without a record")
				}
				if f.answer = byNothing; chance("answered") {
					return
				}
				if a.step == respond && chance("refused") {
					f.failed, f.late, f.uncertain = true, chance("late"), f.uncertain || chance("may exist")
				}
			case edit:
				if row.Message == "" {
					rt.Fatal("nothing to edit")
				}
				if f.gone {
					rt.Fatal("edited what is gone")
				}
				if !chance("gone") {
					return
				}
				f.gone = true
			case search:
				if f.searched++; f.searched > 2 {
					rt.Fatal("searched again")
				}
				if chance("found") {
					row.ShownIn, row.Message, row.Shown = "7", id.Message(fmt.Sprint(n)), max(row.Shown, rev("found revision"))
					f = f.afterAdoption()
				}
			case record:
				f.found = false
				if row.Shown >= row.Wanted && row.Uncertain.IsZero() {
					row.Uncertain = soon
				}
			case post:
				if f.found || row.Shown >= row.Wanted && row.Uncertain.IsZero() {
					rt.Fatal("posted without a record")
				}
				return
			}
		}
		rt.Fatal("it does not end")
	})
}

// The answer to a command is a card only in the card's own channel: elsewhere it would take it away from there.
func TestAnsweringBy(t *testing.T) {
	row, card := &Row{Message: "100", ShownIn: "7"}, &Card{Channel: "7"}
	on := func(m id.Message) *discord.Received { return &discord.Received{ID: m} }
	for name, c := range map[string]struct {
		i         discord.Interaction
		component bool
		want      answering
	}{
		"a command":           {discord.Interaction{Channel: "7"}, false, byMessage},
		"a command elsewhere": {discord.Interaction{Channel: "8"}, false, byNothing},
		"a click on the card": {discord.Interaction{Channel: "7", Message: on("100")}, true, byUpdate},
		"a click on another":  {discord.Interaction{Channel: "7", Message: on("99")}, true, byNothing},
		"a click on nothing":  {discord.Interaction{Channel: "7"}, true, byNothing},
	} {
		if got := answeringBy(&c.i, c.component, row, card); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
