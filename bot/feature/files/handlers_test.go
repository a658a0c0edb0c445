package files_test

import (
	"strings"
	"testing"

	"yeye/bot/discord"
	"yeye/bot/id"
	"yeye/bot/internal/desk"
)

// A file that is too large is what the answer is about, whatever is written beside it.
func TestReadingALargeFile(t *testing.T) {
	for _, beside := range []string{"", "look at this!", "https://example.org/game"} {
		d := desk.Open(t, "files")
		d.Change = func(i *discord.Interaction) {
			i.CommandKind, i.Command, i.Target = discord.MessageCommand, "Read as xiangqi", "900"
			i.Messages = map[id.Message]*discord.Received{"900": {ID: "900", Content: beside,
				Attachments: []discord.Attachment{{Name: "all.pgn", Size: 99 << 20}}}}
		}
		if got := d.Do("mei", "/read-message"); !strings.Contains(got, "more than I read") {
			t.Errorf("%q beside a large file: %s", beside, got)
		}
	}
	d := desk.Open(t, "files")
	d.Change = func(i *discord.Interaction) {
		i.CommandKind, i.Command, i.Target = discord.MessageCommand, "Read as xiangqi", "900"
		i.Messages = map[id.Message]*discord.Received{"900": {ID: "900", Content: "h2e2 h9g7",
			Attachments: []discord.Attachment{{Name: "all.pgn", Size: 99 << 20}}}}
	}
	if got := d.Do("mei", "/read-message"); !strings.Contains(got, "0/2") {
		t.Errorf("a game beside a large file: %s", got)
	}
}
