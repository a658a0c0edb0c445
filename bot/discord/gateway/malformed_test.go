package gateway_test

import (
	"strings"
	"testing"

	"yeye/bot/discord/gateway"
	"yeye/bot/sandbox"
)

// After each malformed frame the same connection goes on.
func TestMalformedFrames(t *testing.T) {
	o := open(t, sandbox.Options{}, nil).run()
	o.eventually("connected", o.gateway.Connected)
	for n, frame := range gateway.Malformed {
		for _, binary := range []bool{false, true} {
			if frame != "" {
				o.order(sandbox.Fault{Kind: "frame", Frame: frame, Binary: binary})
			}
		}
		if n%10 == 9 {
			text := "after " + frame[:min(len(frame), 50)]
			o.say(text)
			o.eventually("a message "+text, func() bool { return o.count(text) == 1 })
		}
	}
	o.say("at the end")
	o.eventually("a message after all of them", func() bool { return o.count("at the end") == 1 })
	if o.connected.Load() != 1 || o.identified.Load() != 1 || !o.gateway.Connected() {
		t.Errorf("connected %d times, identified %d times\n%s", o.connected.Load(), o.identified.Load(), o.log)
	}
	if n := strings.Count(o.log.String(), "level=WARN"); n > 2 {
		t.Errorf("%d warnings\n%s", n, o.log)
	}
}
