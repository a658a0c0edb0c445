package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox/person"
)

// A thread that the bot opened for a game is archived by it once the game is over and nobody has written there for a while, and is
// reopened when the next game begins there.
func TestFinishedThreadIsClosed(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{}))
	mei, tom := h.Connect(0), h.Connect(1)
	mei.Command("play")
	_, channel, _ := strings.Cut(tom.Command("play").Content, "<#")
	thread, _, _ := strings.Cut(channel, ">")
	closed := func() bool {
		var at struct {
			Metadata struct {
				Archived bool `json:"archived"`
			} `json:"thread_metadata"`
		}
		if err := tom.Do(h.Ctx(), http.MethodGet, "/channels/"+thread, nil, &at); err != nil {
			t.Fatal(err)
		}
		return at.Metadata.Archived
	}
	tom.In(thread, func() {
		tom.Press(tom.Command("resign"), "Yes, resign")
		ended := tom.Wait(person.Contains("resigned"), person.HasAttachment())
		h.Pass(50 * time.Minute)
		tom.Say("good game")
		h.Pass(20 * time.Minute)
		tom.Command("help")
		if closed() {
			t.Error("it is closed while people talk")
		}
		h.Pass(2 * time.Hour)
		tom.Eventually("it is closed", closed)
		tom.Press(ended, "Play again")
		tom.Wait(person.Contains("to move"), person.HasAttachment())
		if closed() {
			t.Error("the next game is in a closed thread")
		}
		h.Pass(3 * time.Hour)
		tom.Command("board")
		if closed() {
			t.Error("it is closed while a game goes on")
		}
	})
}
