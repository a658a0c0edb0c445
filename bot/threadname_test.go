package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox/person"
)

// A thread that the bot opened for a game is archived by it once the game is over and nobody has written there for a while, and is
// reopened when the next game begins there.
func TestFinishedThreadIsClosed(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	mei.command("play")
	_, channel, _ := strings.Cut(tom.command("play").Content, "<#")
	thread, _, _ := strings.Cut(channel, ">")
	closed := func() bool {
		var at struct {
			Metadata struct {
				Archived bool `json:"archived"`
			} `json:"thread_metadata"`
		}
		if err := tom.Do(h.ctx(), http.MethodGet, "/channels/"+thread, nil, &at); err != nil {
			t.Fatal(err)
		}
		return at.Metadata.Archived
	}
	tom.in(thread, func() {
		tom.press(tom.command("resign"), "Yes, resign")
		ended := tom.wait(person.Contains("resigned"), person.WithPicture())
		h.pass(50 * time.Minute)
		tom.say("good game")
		h.pass(20 * time.Minute)
		tom.command("help")
		if closed() {
			t.Error("it is closed while people talk")
		}
		h.pass(2 * time.Hour)
		tom.eventually("it is closed", closed)
		tom.press(ended, "Play again")
		tom.wait(person.Contains("to move"), person.WithPicture())
		if closed() {
			t.Error("the next game is in a closed thread")
		}
		h.pass(3 * time.Hour)
		tom.command("board")
		if closed() {
			t.Error("it is closed while a game goes on")
		}
	})
}
