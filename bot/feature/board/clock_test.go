package board_test

import (
	"testing"

	"yeye/bot/sandbox/browse"
	"yeye/internal/slow"
)

// Little time is an eighth of what a side began with, within ten seconds and a minute: then the clock is red and an alarm sounds, once, and
// again only after there was half as much more. Under ten seconds there are tenths.
func TestLowTime(t *testing.T) {
	slow.Test(t)
	browse.Require(t)
	b := open(t)
	b.Play(liveDuel + "mei: h2e2 => card duel\ntom: h9g7 => card duel\nclock 262s")
	p := browse.OpenIn(t, "en-US", b.link("mei"), 390, 844)
	p.Wait(ready)
	p.Press("x")
	p.Wait(`/^0:([0-2]\d|3[0-7])/.test(document.querySelector("#here .clock.low")?.textContent)`) // it goes on meanwhile
	p.Wait(`document.querySelector("#live").textContent.includes("Little time")`)
	b.Play("clock 28s")
	reload(p)
	p.Wait(ready + ` && /^0:0\d\.\d$/.test(document.querySelector("#here .clock").textContent)`)
	p.Screenshot("tenths")

	// The module alone, with clocks of every kind.
	browse.Eval[bool](p, `import("/clock.js").then(m => {
		let alarms = 0;
		const c = new m.Clocks(() => alarms++);
		window.alarmsOf = (base, ...all) => {
			alarms = 0;
			c.armed = true;
			for (const [left, flag] of all) c.set({ left: [left * 1000, 300000], flag: (flag ?? left) * 1000, runs: 0, base: base * 1000 }, true, 0);
			return alarms;
		};
		window.writtenOf = m.written;
	}); true`)
	p.Wait("window.alarmsOf")
	for _, c := range []struct {
		all  string
		want int
	}{
		{"300, [38], [37]", 1},             // an eighth of five minutes is 37.5 s
		{"300, [37], [30], [50], [30]", 1}, // not armed again before 56.25 s
		{"300, [37], [60], [30]", 2},
		{"1800, [61], [59]", 1}, // at most a minute
		{"1800, [61], [60.5]", 0},
		{"40, [11], [9]", 1}, // at least ten seconds
		{"40, [11], [10.5]", 0},
		{"600, [0, 30], [0, 11]", 0}, // seconds for each move: ten are few
		{"600, [0, 30], [0, 9]", 1},
		{"600, [500, 60], [500, 9]", 1}, // a limit of every move
	} {
		if got := browse.Eval[int](p, "alarmsOf("+c.all+")"); got != c.want {
			t.Errorf("%s: %d alarms", c.all, got)
		}
	}
	for expression, want := range map[string]string{"9990, true": "0:09.9", "9990, false": "0:09", "61000, true": "1:01",
		"3723000, true": "1:02:03", "262800000, true": "3d 1h"} {
		if got := browse.Eval[string](p, "writtenOf("+expression+")"); got != want {
			t.Errorf("%s: %q", expression, got)
		}
	}
}

// While somebody rests, no clock runs on the page either, and it says why.
func TestRestOnThePage(t *testing.T) {
	b := open(t)
	b.Play(duel)
	tom := b.page("tom")
	shows := func(resting bool, says string) {
		t.Helper()
		for c := tom.state.Clock; c.Runs != 0 || (c.Rest > 0) != resting || tom.state.rests() != says; c = tom.state.Clock {
			if m := tom.until(""); m.Is == "times" { // only the clocks have changed
				tom.state.Clock = m.Clock
			}
		}
		if s := tom.state; s.Clock.Left[0] != s.Clock.Left[1] {
			t.Errorf("left %v", s.Clock.Left)
		}
	}
	shows(false, "")
	b.Play("mei: /vacation days=3 => private\ndue")
	shows(true, "mei is on vacation until {until}")
	b.Play("clock 30h\nmei: [End vacation] => private\ndue\ntom: /board => card duel")
	shows(false, "")
	b.Play(`
		mei: [My board]             => private
		mei: [Take a break]         => private
		mei: {How many days} 7      => public
		tom: [Accept]               => edit`)
	shows(true, "break until {until}")
}
