package main

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox/person"
)

// withSecret matches an address that contains an interaction's token.
var withSecret = regexp.MustCompile(`/(interactions|webhooks)/\d+/[^…\s"]`)

// Neither the bot's token nor an interaction's is in the program's log, at its
// most verbose and while everything fails, nor in its metrics.
func TestSecretsStayIn(t *testing.T) {
	w := deploy(t)
	w.bot.kill()
	w.serve("--log-level", "debug", "--watch", "127.0.0.1:0")
	watch := w.bot.watch()
	w.play()
	w.say("h2e2")
	w.wait(answered)
	for _, f := range []map[string]any{
		{"kind": "cut", "path": "/interactions/**", "count": 2},
		{"kind": "status", "path": "/webhooks/**", "status": 401, "code": 50027, "count": 2},
		{"kind": "cut", "path": "/channels/**", "count": 2},
		{"kind": "status", "path": "/channels/**", "status": 500, "count": 2},
		{"kind": "close", "close_code": 4000},
	} {
		w.fault(f)
	}
	during, cancel := context.WithTimeout(t.Context(), 10*time.Second) // it is not to be expected that the answer arrives
	defer cancel()
	if _, err := w.mei.Command(during, w.channel(), "move", person.Opt("text", "h0g2")); err != nil {
		t.Log(err)
	}
	wrong := func() bool {
		text := w.bot.log()
		return strings.Contains(text, "cut") || strings.Contains(text, "EOF") || strings.Contains(text, "cannot deliver") || strings.Contains(text, "cannot show")
	}
	w.eventually("something goes wrong", wrong)
	time.Sleep(2 * time.Second) // for more failures
	w.mend()
	if _, err := w.mei.Command(bounded(t), w.channel(), "board"); err != nil {
		t.Log(err)
	}
	var figures []byte
	w.eventually("the figures", func() bool { // a busy process drops a scrape after ten seconds
		resp, err := http.Get("http://" + watch + "/metrics")
		if err != nil {
			return false
		}
		figures, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		return err == nil && strings.Contains(string(figures), "yeye_discord_request_duration_seconds_count")
	})
	w.bot.terminate()
	text := w.bot.log() + string(figures)
	if token := w.info.BotToken; token == "" || strings.Contains(text, token) {
		t.Errorf("the bot's token got out, or is empty")
	}
	if where := withSecret.FindStringIndex(text); where != nil {
		t.Errorf("an interaction's token got out: %s", text[max(0, where[0]-100):min(len(text), where[1]+100)])
	}
	for _, id := range []string{w.mei.ID, w.channel()} {
		if strings.Contains(string(figures), id) {
			t.Errorf("an id of a person or channel is in the figures")
		}
	}
}
