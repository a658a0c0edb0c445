package discord

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"yeye/bot/id"
)

// Messages live for years: versions up to 1.0.0 have posted messages with these ids.
func TestReadsEarlierIDs(t *testing.T) {
	for text, want := range map[string]ControlID{
		"y1:man:abcdefghij:0:-:1":                      {Action: "man", ID: "abcdefghij", Arg: "-", Nonce: "1"}, // a card's
		"y1:to:abcdefghij:1c:h2:r7":                    {Action: "to", ID: "abcdefghij", Turn: 48, Arg: "h2", Nonce: "r7"},
		"y1:undo:abcdefghij:z::2s":                     {Action: "undo", ID: "abcdefghij", Turn: 35, Nonce: "2s"},
		"y1:stop:abcdefghij:0::":                       {Action: "stop", ID: "abcdefghij"},
		"y1:accept:abcdefghij:1::":                     {Action: "accept", ID: "abcdefghij", Turn: 1},          // a challenge's
		"y1:yes:abcdefghij:a:12:":                      {Action: "yes", ID: "abcdefghij", Turn: 10, Arg: "12"}, // an offer's
		"y1:giveup:abcdefghij:a:100000000000000001:":   {Action: "giveup", ID: "abcdefghij", Turn: 10, Arg: "100000000000000001"},
		"y1:sure:abcdefghij:a:h2e2100000000000000001:": {Action: "sure", ID: "abcdefghij", Turn: 10, Arg: "h2e2100000000000000001"},
		"y1:strike:abcdefghij:a:100000000000000001:":   {Action: "strike", ID: "abcdefghij", Turn: 10, Arg: "100000000000000001"},
		"y1:rule::0:end:1300000000000000001":           {Action: "rule", Arg: "end", Nonce: "1300000000000000001"},
		"y1:bring::0::1300000000000000001":             {Action: "bring", Nonce: "1300000000000000001"},
		"y1:unblock::0::1300000000000000001":           {Action: "unblock", Nonce: "1300000000000000001"},
		"y1:forget::0:100000000000000001:":             {Action: "forget", Arg: "100000000000000001"},
		"y1:how::0::":                                  {Action: "how"},
		"y1:playkid::0::":                              {Action: "playkid"},
		"y1:games::2::f1":                              {Action: "games", Turn: 2, Nonce: "f1"},
		"y1:step:abcdefghij:1e:100000000000000001:b51": {Action: "step", ID: "abcdefghij", Turn: 50, Arg: "100000000000000001", Nonce: "b51"}, // a replay's
		"y1:jump:abcdefghij:0::j0":                     {Action: "jump", ID: "abcdefghij", Nonce: "j0"},
		"y1:sput:abcdefghij:3:RSMhQwUAAAAAYAAAYHBwcHBwAAAAAAAAAAAADw8PDw8OAAAOAAAAANC8mrrcrR.:": {Action: "sput", ID: "abcdefghij", Turn: 3, Arg: "RSMhQwUAAAAAYAAAYHBwcHBwAAAAAAAAAAAADw8PDw8OAAAOAAAAANC8mrrcrR."}, // the position editor's
	} {
		got, ok := ParseControlID(text)
		if !ok || got != want {
			t.Errorf("%q is read as %+v, %v; want %+v", text, got, ok, want)
		}
		if got.String() != text {
			t.Errorf("%q is written again as %q", text, got)
		}
	}
	for _, text := range []string{"", "y1", "y1::abcdefghij:0::", "y1:man:abcdefghij:0:-", "y1:man:abcdefghij:0:-::", "y2:piece:abcdefghij:0:-:", "y1:man:abcdefghij:x y:-:",
		"y1:man:abcdefghij::-:", "play", "y1:man:abcdefghij:zzzzzzzzzzzzzzzzzzzz:-:"} {
		if c, ok := ParseControlID(text); ok {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}

func TestControlIDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := func(name string, min int) string {
			return rapid.StringMatching(`[a-zA-Z0-9=_.-]*`).Filter(func(s string) bool { return len(s) >= min && len(s) <= 20 }).Draw(t, name)
		}
		c := ControlID{Action: word("action", 1), ID: id.Match(rapid.StringMatching(`[a-z2-7]{10}`).Draw(t, "id")), Turn: rapid.Int64().Draw(t, "turn"), Arg: word("arg", 0), Nonce: word("nonce", 0)}
		text := c.String()
		if got, ok := ParseControlID(text); !ok || got != c {
			t.Fatalf("%+v is written %q and read %+v, %v", c, text, got, ok)
		}
		if len(text) > 100 {
			t.Fatalf("%q has %d characters", text, len(text))
		}
	})
}

func FuzzParseControlID(f *testing.F) {
	for _, seed := range []string{"y1:man:abcdefghij:1c:h2:r7", "y1::::::", "y1:a:b:-0:c:d", "y1:a:b:+7:c:d", "y1:a:b:007:c:d", strings.Repeat(":", 5)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := ParseControlID(text)
		if !ok {
			return
		}
		if again, ok := ParseControlID(c.String()); !ok || again != c {
			t.Fatalf("%q is read %+v, then %+v, %v", text, c, again, ok)
		}
	})
}

// The buttons of pages turn to the neighbors that there are, and no two have the same id.
func TestPages(t *testing.T) {
	c := ControlID{Action: "leaders", Arg: "live"}
	if row := c.Pages(0, 1); row != nil {
		t.Errorf("of one page: %v", row)
	}
	for page := range 3 {
		row, seen := c.Pages(page, 3), map[string]bool{}
		for i, want := range []struct {
			label string
			to    int
			off   bool
		}{{"◀", max(0, page-1), page == 0}, {strconv.Itoa(page+1) + "/3", page, true}, {"▶", page + 1, page == 2}} {
			b := row[i].(Button)
			id, ok := ParseControlID(b.CustomID)
			if !ok || b.Label != want.label || b.Disabled != want.off || int(id.Turn) != want.to || id.Arg != "live" || seen[b.CustomID] {
				t.Errorf("page %d: %+v", page, b)
			}
			seen[b.CustomID] = true
		}
	}
}
