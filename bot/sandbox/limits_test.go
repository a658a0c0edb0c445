package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox"
)

// frozen is a clock that does not run, so that windows of limits end when a test says so.
func frozen() (now func() time.Time, pass func(time.Duration)) {
	at := time.Now()
	return func() time.Time { return at }, func(d time.Duration) { at = at.Add(d) }
}

func TestDiscordsLimitsAreTheDefault(t *testing.T) {
	now, pass := frozen()
	te := start(t, sandbox.Options{Limits: sandbox.Limits{Scale: 1}, Now: now})
	room := "/channels/" + te.info.Channels[0].ID
	for n := range 6 {
		r := te.raw("bot", "POST", room+"/messages", `{"content":"x"}`)
		want, left := 200, fmt.Sprint(4-n)
		if n == 5 {
			want, left = 429, "0"
		}
		if r.status != want || r.head.Get("X-RateLimit-Remaining") != left || r.head.Get("X-RateLimit-Limit") != "5" {
			t.Fatalf("message %d: %d %v", n, r.status, r.head)
		}
	}
	for _, r := range te.s.Requests() {
		if r.Kind == "create" && (r.Count != 6 || r.Limited != 1) {
			t.Errorf("counted: %+v", r)
		}
	}
	if r := te.raw("bot", "POST", "/channels/"+te.info.Channels[1].ID+"/messages", `{"content":"x"}`); r.status != 200 {
		t.Errorf("another channel has a bucket of its own: %s", r.body)
	}
	if r := te.raw("mei", "POST", room+"/messages", `{"content":"x"}`); r.status != 200 {
		t.Errorf("people type as they like: %s", r.body)
	}
	pass(5 * time.Second)
	if r := te.raw("bot", "POST", room+"/messages", `{"content":"x"}`); r.status != 200 {
		t.Errorf("the window is over: %s", r.body)
	}
	pass(time.Minute)
	for n := range 51 {
		r := te.raw("bot", "GET", "/users/@me", "")
		if n < 50 && r.status != 200 || n == 50 && (r.status != 429 || r.json["global"] != true ||
			r.head.Get("X-RateLimit-Scope") != "global") {
			t.Fatalf("request %d in a second: %d %s", n, r.status, r.body)
		}
	}
	if r := te.raw("", "POST", "/interactions/1/x/callback", `{"type":5}`); r.code() != 10062 {
		t.Errorf("answers to interactions are outside the global limit: %d %s", r.status, r.body)
	}
}

func TestTooManyInvalidRequests(t *testing.T) {
	now, pass := frozen()
	te := start(t, sandbox.Options{Limits: sandbox.Limits{Scale: 1, Invalid: 3}, Now: now})
	wrong := func() reply {
		req, _ := http.NewRequest("GET", te.info.API+"/v9/users/@me", nil)
		req.Header.Set("Authorization", "Bot nobody")
		return te.send("", req)
	}
	te.order(`{"kind":"rate_limit","scope":"shared","retry_after_ms":1}`)
	if r := te.raw("bot", "GET", "/users/@me", ""); r.status != 429 {
		t.Fatal(r.body)
	}
	for range 3 {
		if r := wrong(); r.status != 401 {
			t.Fatalf("%d %s", r.status, r.body)
		}
	}
	r := te.raw("bot", "GET", "/users/@me", "")
	if r.status != 429 || r.json != nil || r.head.Get("Retry-After") != "600" || r.head.Get("X-RateLimit-Scope") != "" {
		t.Errorf("after three invalid requests: %d %q %v", r.status, r.body, r.head)
	}
	if r := te.raw("mei", "GET", "/users/@me", ""); r.status != 200 {
		t.Errorf("a person is banned too: %s", r.body)
	}
	pass(10 * time.Minute)
	if r := te.raw("bot", "GET", "/users/@me", ""); r.status != 200 {
		t.Errorf("after ten minutes: %d %s", r.status, r.body)
	}
}

func TestSlowmode(t *testing.T) {
	te := start(t, sandbox.Options{})
	room := "/channels/" + te.info.Channels[0].ID
	if r := te.raw("tom", "PATCH", room, `{"rate_limit_per_user":5}`); r.code() != 50013 {
		t.Errorf("anybody can set it: %s", r.body)
	}
	if r := te.raw("mei", "PATCH", room, `{"rate_limit_per_user":21601}`); r.code() != 50035 {
		t.Errorf("more than six hours: %s", r.body)
	}
	if r := te.raw("mei", "PATCH", room, `{"rate_limit_per_user":30}`); r.json["rate_limit_per_user"] != 30.0 {
		t.Fatalf("%s", r.body)
	}
	if r := te.raw("bot", "GET", room, ""); r.json["rate_limit_per_user"] != 30.0 {
		t.Errorf("the bot does not see it: %s", r.body)
	}
	say := func(who string) reply { return te.raw(who, "POST", room+"/messages", `{"content":"x"}`) }
	for who, second := range map[string]int{"tom": 429, "bot": 200, "mei": 200} { // Mei manages channels
		if r := say(who); r.status != 200 {
			t.Errorf("%s: %s", who, r.body)
		}
		if r := say(who); r.status != second || second == 429 && (r.code() != 20016 || r.json["retry_after"] == nil) {
			t.Errorf("%s again: %d %s", who, r.status, r.body)
		}
	}
	te.s.Advance(31 * time.Second)
	if r := say("tom"); r.status != 200 {
		t.Errorf("after the wait: %s", r.body)
	}
}

func TestControlNeedsTheSecret(t *testing.T) {
	te := start(t, sandbox.Options{})
	root := strings.TrimSuffix(te.info.API, "/api")
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/sandbox/info", ""}, {"GET", "/sandbox/pings", ""}, {"DELETE", "/sandbox/pings", ""}, {"GET", "/sandbox/clock", ""},
		{"POST", "/sandbox/clock", `{"advance":"1h"}`}, {"GET", "/sandbox/faults", ""}, {"POST", "/sandbox/faults", `{"kind":"drop"}`},
		{"DELETE", "/sandbox/faults", ""}, {"GET", "/sandbox/requests", ""}, {"DELETE", "/sandbox/requests", ""},
	} {
		for secret, ok := range map[string]bool{"": false, te.info.Secret + "x": false, te.info.BotToken: false,
			te.info.Secret: true} {
			req, _ := http.NewRequest(c.method, root+c.path, strings.NewReader(c.body))
			req.Header.Set(sandbox.SecretHeader, secret)
			if r := te.send("", req); (r.status < 300) != ok || !ok && r.status != 401 {
				t.Errorf("%s %s with %q: %d %s", c.method, c.path, secret, r.status, r.body)
			}
		}
	}
	if te.s.Offset() != time.Hour {
		t.Errorf("the clock was moved by %v", te.s.Offset())
	}
}

func TestRequestsAreCounted(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	room := te.info.Channels[0].ID
	te.s.ResetRequests()
	messages := "/channels/" + room + "/messages"
	id := te.raw("bot", "POST", messages, `{"content":"x"}`).json["id"].(string)
	te.raw("bot", "PATCH", messages+"/"+id, `{"content":"y"}`)
	te.raw("bot", "PATCH", messages+"/"+id, `{"content":""}`) // refused, but still a request
	te.raw("bot", "DELETE", messages+"/"+id, "")
	te.raw("bot", "POST", "/channels/"+room+"/typing", "")
	te.raw("mei", "POST", messages, `{"content":"not the bot's"}`)
	i := te.act(2, play)
	te.raw("", "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":5}`)
	hook := "/webhooks/" + i.AppID + "/" + i.Token
	te.raw("", "PATCH", hook+"/messages/@original", `{"content":"z"}`)
	te.raw("", "POST", hook, `{"content":"more"}`)
	te.raw("", "DELETE", hook+"/messages/@original", "")
	want := map[string]int{"create": 1, "edit": 2, "delete": 1, "typing": 1, "callback": 1, "answer_edit": 1,
		"followup": 1, "answer_delete": 1}
	tokened := map[string]bool{"create": true, "edit": true, "delete": true, "typing": true}
	req, _ := http.NewRequest("GET", te.info.URL+"/sandbox/requests?channel_id="+room, nil)
	var list []sandbox.Requests
	if err := json.Unmarshal([]byte(te.send("", req).body), &list); err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		if r.Count != want[r.Kind] || r.Token != tokened[r.Kind] {
			t.Errorf("%+v, want %d", r, want[r.Kind])
		}
		delete(want, r.Kind)
	}
	if len(want) > 0 {
		t.Errorf("not counted: %v", want)
	}
}
