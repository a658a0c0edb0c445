package person_test

import (
	"testing"

	"yeye/bot/sandbox/person"
	"yeye/bot/sandbox/wire"
)

// A move that a card proposes as input does not count as made.
func TestMoved(t *testing.T) {
	for text, want := range map[string]bool{
		"Red `h2e2`\n**<@1> to move** (Black).":                                                        true,
		"Red <:red_cannon_0a1b2c:17> `h2e2` · Black <:black_horse_0a1b2c:18> `h9g7`\nto move":          true,
		"Black `h7e7` · Red `h2e2`\nto move":                                                           true,
		"**<@1> to move** (Red).\nType your move, like `h2e2`, or choose a piece below.":               false,
		"Red `b2e2`\n**<@1> to move** (Black).\nType your move, like `h2e2`, or choose a piece below.": false,
		"**Hint: `h2e2`.** It takes the middle file.":                                                  false,
		"h2h3 is not possible here. Write `h2e2` if you mean that.":                                    false,
		"`h2e2` would go on with a perpetual check, and you would lose by it.":                         false,
		"": false,
	} {
		m := &person.Message{Message: wire.Message{Content: text, Attachments: []wire.Attachment{{}}}}
		if got := person.ShowsMove("h2e2")(m); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if m.Attachments = nil; person.ShowsMove("h2e2")(m) {
			t.Errorf("no card, it has no picture: %q", text)
		}
	}
}
