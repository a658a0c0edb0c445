package bot_test

import (
	"net/http"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
)

// The thread of an open challenge is named after whoever accepts it; a thread that somebody else opened keeps its name.
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
