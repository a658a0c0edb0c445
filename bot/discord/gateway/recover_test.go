package gateway_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord/gateway"
	"yeye/bot/sandbox"

	"yeye/internal/wait"
)

// A bot that may not read what people type goes on without, reports it once, and still reads messages that are
// addressed to it.
func TestContentRefused(t *testing.T) {
	o := open(t, sandbox.Options{NoContent: true}, nil)
	if !o.gateway.ReadsContent() {
		t.Error("the intent is not asked for")
	}
	o.run()
	o.eventually("connected", o.gateway.Connected)
	if o.gateway.ReadsContent() || o.refused.Load() != 1 || o.connected.Load() != 1 {
		t.Errorf("reads %v, refused %d times, connected %d times", o.gateway.ReadsContent(), o.refused.Load(), o.connected.Load())
	}
	user, _ := o.gateway.Self()
	o.say("h2e2")
	o.say("<@" + string(user) + "> help")
	o.eventually("the mention", func() bool { return o.count("<@"+string(user)+"> help") == 1 })
	if o.count("h2e2") != 0 || o.count("") != 1 {
		t.Errorf("what was typed to nobody is read: %q", o.heard)
	}
	o.order(sandbox.Fault{Kind: "invalid_session"})
	o.eventually("a second session", func() bool { return o.identified.Load() == 2 && o.gateway.Connected() })
	if o.refused.Load() != 1 || !strings.Contains(o.log.String(), "Message Content Intent") {
		t.Errorf("reported %d times\n%s", o.refused.Load(), o.log)
	}
}

// The privilege can be lost while connected.
func TestContentRefusedLater(t *testing.T) {
	o := open(t, sandbox.Options{}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	o.order(sandbox.Fault{Kind: "close", CloseCode: 4014, On: "resume"})
	o.order(sandbox.Fault{Kind: "close", CloseCode: 4014})
	o.eventually("connected without", func() bool { return o.connected.Load() == 2 && o.gateway.Connected() })
	if o.gateway.ReadsContent() || o.refused.Load() != 1 {
		t.Errorf("reads %v, refused %d times", o.gateway.ReadsContent(), o.refused.Load())
	}
}

// A token that was accepted before and is refused while the bot identifies again is retried a limited number of times.
func TestRefusedAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		count int // how often it is refused
		ends  bool
	}{{"once", 1, false}, {"three times", 3, false}, {"for good", -1, true}} {
		t.Run(c.name, func(t *testing.T) {
			o := open(t, sandbox.Options{}, nil)
			o.gateway.SetRefusalPauses(10*time.Millisecond, 20*time.Millisecond, 40*time.Millisecond)
			ended := make(chan error, 1)
			if c.ends {
				go func() { ended <- o.gateway.Run(t.Context()) }()
			} else {
				o.run()
			}
			o.eventually("connected", func() bool { return o.gateway.Connected() && o.identified.Load() == 1 }) // with a session to resume
			o.order(sandbox.Fault{Kind: "status", Path: "/gateway/bot", Status: 401, Count: c.count})
			o.order(sandbox.Fault{Kind: "invalid_session", On: "resume"})
			o.order(sandbox.Fault{Kind: "drop"})
			if !c.ends {
				o.eventually("connected again", func() bool { return o.identified.Load() > 1 && o.gateway.Connected() })
				if n := strings.Count(o.log.String(), "refused a token it accepted before"); n != c.count {
					t.Errorf("%d refusals were met, want %d\n%s", n, c.count, o.log)
				}
				return
			}
			err := wait.ForLog(t, "the end of Run", o.log.String, ended)
			var f *gateway.FatalError
			if !errors.As(err, &f) || f.Code != 401 || !strings.Contains(f.Sentence, "DISCORD_TOKEN") {
				t.Errorf("Run ended with %v", err)
			}
		})
	}
}
