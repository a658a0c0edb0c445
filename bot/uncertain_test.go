package bot_test

import (
	"net/http"
	"testing"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// A first response whose acknowledgement was lost may have been carried out, even if
// Discord no longer knows the interaction at the next try: its card must not stay beside
// the one that is sent then.
func TestAnswerLostThenUnknown(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7", "b9c7"}}))
	mei := h.connect(1)
	mei.command("play")
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	h.order(sandbox.Fault{Kind: "cut", Path: "/interactions/**", After: true})
	h.order(sandbox.Fault{Kind: "status", Path: "/interactions/**", Code: 10062})
	mei.act("command", "h0g2")
	mei.showsOneBoard("h0g2", "b9c7")
}

// A card that was sent without a record of it, and could not be looked for then, is found
// later even if the game does not go on.
func TestStrayIsFoundLater(t *testing.T) {
	th := &scripted{moves: []string{"h9g7"}, gate: make(chan struct{}, 1)}
	h := openEnv(t, withThinker(th))
	mei := h.connect(1)
	mei.command("play")
	h.order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/channels/*/messages", Status: 500, After: true, Count: 2})
	h.order(sandbox.Fault{Kind: "status", Method: "GET", Path: "/channels/*/messages", Code: 50001, Count: 2})
	mei.say("h2e2")
	mei.wait(person.Contains("thinking"), person.WithPicture())
	th.gate <- struct{}{}
	mei.eventually("two boards stand", func() bool { return mei.boards() == 2 })
	last := time.Now()
	mei.eventually("one board stands, and nothing is owed", func() bool {
		if time.Since(last) > time.Second { // an hour passes in some seconds
			last = time.Now()
			h.sandboxDo(http.MethodPost, "/sandbox/clock", map[string]any{"advance": "15m"}, nil)
		}
		n, err := h.core.Display.Behind(h.ctx(), 10)
		return err == nil && n == 0 && mei.boards() == 1
	})
	mei.showsOneBoard("h2e2", "h9g7")
}

// boards returns how many pictures are in the channel.
func (g *user) boards() (n int) {
	g.h.t.Helper()
	list, err := g.Messages(g.h.ctx(), g.h.channel, 50)
	if err != nil {
		g.h.t.Fatal(err)
	}
	for _, m := range list {
		n += len(m.Attachments)
	}
	return n
}
