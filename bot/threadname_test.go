package bot_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox/person"
)

// The thread of an open challenge is named after the one who accepts it; a thread that somebody else opened keeps its name.
func TestThreadIsNamedAfterThePlayers(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(0), h.connect(1)
	var theirs struct{ ID string }
	if err := tom.Do(h.ctx(), http.MethodPost, "/channels/"+h.info.Channels[1].ID+"/threads", map[string]any{"name": "tea", "type": 11}, &theirs); err != nil {
		t.Fatal(err)
	}
	tom.in(theirs.ID, func() {
		mei.press(tom.command("challenge", person.Opt("side", "red")), "Accept")
	})
	mei.command("play")
	_, channel, _ := strings.Cut(tom.command("challenge", person.Opt("side", "red")).Content, "<#")
	thread, _, _ := strings.Cut(channel, ">")
	tom.in(thread, func() {
		asked := tom.wait(person.Contains("the first to accept"))
		if got := h.channelName(tom, thread); got != "Tom – open challenge" {
			t.Errorf("before: %q", got)
		}
		mei.press(asked, "Accept")
		tom.eventually("the thread has both names", func() bool { return h.channelName(tom, thread) == "Tom – Mei" })
	})
	if got := h.channelName(tom, theirs.ID); got != "tea" {
		t.Errorf("somebody else's thread: %q", got)
	}
}

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
