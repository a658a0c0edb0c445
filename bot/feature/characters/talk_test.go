package characters

import (
	"fmt"
	"testing"
	"time"

	"yeye/bot/id"
	"yeye/bot/interaction"
)

func TestLimits(t *testing.T) {
	var l answerLimits
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	answered := 0
	for range 100 {
		if l.allow("mei", "c", now) {
			answered++
		}
	}
	if answered != playerBurst {
		t.Errorf("one player is answered %d times at once", answered)
	}
	if !l.allow("tom", "c", now) {
		t.Error("somebody else is not answered")
	}
	if l.allow("mei", "d", now) {
		t.Error("another channel helps a player who floods")
	}
	if now = now.Add(playerInterval); !l.allow("mei", "c", now) {
		t.Error("nobody waits forever")
	}
	answered = 0
	for n := range 100 {
		if l.allow(id.Player(fmt.Sprint(n)), "e", now) {
			answered++
		}
	}
	if answered != channelBurst {
		t.Errorf("a channel is answered %d times at once", answered)
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		typed interaction.Typed
		want  bool
	}{
		{interaction.Typed{Text: "what a day", Mentioned: true, Addressed: true}, true},
		{interaction.Typed{Text: "", Mentioned: true, Addressed: true}, true},
		{interaction.Typed{Text: "谢谢爷爷", Addressed: true}, true},
		{interaction.Typed{Text: "what a move", Addressed: true}, false},
		{interaction.Typed{Text: "hello"}, false},
	} {
		if got := wantsText(&c.typed); got != c.want {
			t.Errorf("%+v: %v", c.typed, got)
		}
	}
}
