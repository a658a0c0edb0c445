package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"go.uber.org/goleak"

	"yeye/bot/sandbox"

	"yeye/internal/wait"
)

// After Close nothing of a sandbox is left running, even with people and pending actions in it.
func TestNothingIsLeftRunning(t *testing.T) {
	before := goleak.IgnoreCurrent()
	te := start(t, sandbox.Options{})
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	mei := te.connect(0)
	if _, err := mei.Say(te.ctx, te.info.Channels[0].ID, "hello"); err != nil {
		t.Fatal(err)
	}
	te.raw("bot", "POST", "/applications/"+te.info.ApplicationID+"/commands", `{"name":"x","description":"x"}`)
	go mei.Command(te.ctx, te.info.Channels[0].ID, "x") // will never be answered
	te.order(`{"kind":"slow","delay_ms":600000}`)
	go http.Get(te.info.URL + "/sandbox/clock?after_ms=0")
	time.Sleep(50 * time.Millisecond)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		te.s.Close()
	}()
	wait.For(t, "Close, which does not wait for the slow request", closed)
	mei.Close()
	w.ws.Close()
	http.DefaultClient.CloseIdleConnections()
	var left error
	wait.UntilLog(t, "nothing is left", func() string { return fmt.Sprint(left) }, func() bool {
		left = goleak.Find(before, goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"),
			goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"))
		return left == nil
	})
}
