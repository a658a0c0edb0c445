package sandbox_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"yeye/bot/sandbox"

	"yeye/internal/wait"
)

// order orders a fault through its endpoint, as a script does.
func (te *testEnv) order(fault string) {
	te.Helper()
	req, _ := http.NewRequest("POST", te.info.URL+"/sandbox/faults", strings.NewReader(fault))
	if r := te.send("", req); r.status != 200 || r.json["id"] == 0.0 {
		te.Fatalf("%s: %d %s", fault, r.status, r.body)
	}
}

// ordered returns the number of pending faults.
func (te *testEnv) ordered() int {
	te.Helper()
	req, _ := http.NewRequest("GET", te.info.URL+"/sandbox/faults", nil)
	var list []any
	if err := json.Unmarshal([]byte(te.send("", req).body), &list); err != nil {
		te.Fatal(err)
	}
	return len(list)
}

func TestRequestFaults(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	count := func() int {
		req, _ := http.NewRequest("GET", te.info.API+"/v9"+path+"?limit=100", nil)
		var list []any
		json.Unmarshal([]byte(te.send("mei", req).body), &list)
		return len(list)
	}
	post := func() reply { return te.raw("bot", "POST", path, `{"content":"x"}`) }

	for _, c := range []struct {
		fault        string
		status, code int
		done         bool // the message exists nevertheless
	}{
		{`{"kind":"status","method":"POST","path":"/channels/*/messages","status":500}`, 500, 0, false},
		{`{"kind":"status","path":"/channels/**","status":502,"after":true}`, 502, 0, true},
		{`{"kind":"status","code":50001}`, 403, 50001, false},
		{`{"kind":"status","code":50013}`, 403, 50013, false},
		{`{"kind":"status","code":50083}`, 400, 50083, false},
		{`{"kind":"status","code":10003}`, 404, 10003, false},
		{`{"kind":"status","code":10062}`, 404, 10062, false},
		{`{"kind":"status","code":40060}`, 400, 40060, false},
	} {
		t.Run(c.fault, func(t *testing.T) {
			before := count()
			te.order(c.fault)
			if r := te.raw("mei", "GET", path, ""); r.status != 200 {
				t.Errorf("a person was struck: %s", r.body)
			}
			if r := post(); r.status != c.status || r.code() != c.code {
				t.Errorf("got %d %s", r.status, r.body)
			}
			if got := count() - before; got == 1 != c.done {
				t.Errorf("%d messages made", got)
			}
			if r := post(); r.status != 200 {
				t.Errorf("it happens once only: %d %s", r.status, r.body)
			}
		})
	}
	t.Run("other paths and methods are spared", func(t *testing.T) {
		te.order(`{"kind":"status","method":"PATCH","path":"/channels/*/messages/*","status":500}`)
		if r := post(); r.status != 200 {
			t.Error(r.body)
		}
		req, _ := http.NewRequest("DELETE", te.info.URL+"/sandbox/faults", nil)
		te.send("", req)
	})
	t.Run("skip and count", func(t *testing.T) {
		te.order(`{"kind":"status","status":500,"skip":1,"count":2}`)
		var got []int
		for range 4 {
			got = append(got, post().status)
		}
		if got[0] != 200 || got[1] != 500 || got[2] != 500 || got[3] != 200 {
			t.Error(got)
		}
	})
	for scope, header := range map[string]string{"user": "", "shared": "", "global": "true"} {
		t.Run("429 "+scope, func(t *testing.T) {
			te.order(`{"kind":"rate_limit","scope":"` + scope + `","retry_after_ms":1500}`)
			r := post()
			if r.status != 429 || r.json["retry_after"] != 1.5 || r.json["global"] != (scope == "global") ||
				r.head.Get("Retry-After") != "2" ||
				r.head.Get("X-RateLimit-Scope") != scope || r.head.Get("X-RateLimit-Global") != header ||
				r.head.Get("X-RateLimit-Reset-After") != "1.500" {
				t.Errorf("%d %s %v", r.status, r.body, r.head)
			}
		})
	}
	t.Run("slow", func(t *testing.T) {
		te.order(`{"kind":"slow","delay_ms":300}`)
		started := time.Now()
		if r := post(); r.status != 200 || time.Since(started) < 300*time.Millisecond {
			t.Errorf("%d after %v", r.status, time.Since(started))
		}
	})
	t.Run("late", func(t *testing.T) {
		before := count()
		te.order(`{"kind":"late","method":"POST","delay_ms":3000}`)
		ctx, leave := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, "POST", te.info.API+"/v9"+path, strings.NewReader(`{"content":"x"}`))
		req.Header.Set("Authorization", "Bot "+te.info.BotToken)
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			if resp, err := http.DefaultTransport.RoundTrip(req); err == nil {
				resp.Body.Close()
				t.Errorf("answered %d", resp.StatusCode)
			}
		}()
		wait.Until(t, "it is sent", func() bool { return te.ordered() == 0 })
		leave()
		<-gone
		wait.Until(t, "the message comes", func() bool { return count() == before+1 })
	})
	t.Run("cut", func(t *testing.T) {
		before := count()
		te.order(`{"kind":"cut","method":"POST","after":true}`)
		req, _ := http.NewRequest("POST", te.info.API+"/v9"+path, strings.NewReader(`{"content":"x"}`))
		req.Header.Set("Authorization", "Bot "+te.info.BotToken)
		if resp, err := http.DefaultTransport.RoundTrip(req); err == nil {
			t.Errorf("answered %d", resp.StatusCode)
		}
		if count() != before+1 {
			t.Error("the message is not there")
		}
	})
	t.Run("nonsense is refused", func(t *testing.T) {
		for _, f := range []string{`{"kind":"earthquake"}`, `{}`, `{"kind":"status"}`, `{"kind":"close"}`,
			`{"kind":"reconnect","on":"tuesday"}`, `{"kind":"frame"}`,
			`{"kind":"status","status":500,"colour":1}`,
			`{"kind":"permissions","channel_id":"` + te.info.Channels[0].ID + `","deny":["FLY"]}`, `{`} {
			req, _ := http.NewRequest("POST", te.info.URL+"/sandbox/faults", strings.NewReader(f))
			if r := te.send("", req); r.status != 400 {
				t.Errorf("%s: %d %s", f, r.status, r.body)
			}
		}
	})
}

func TestGatewayFaults(t *testing.T) {
	te := start(t, sandbox.Options{})
	in := func() *gatewayClient {
		w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
		w.until("GUILD_CREATE")
		return w
	}
	resume := func(old *gatewayClient) *gatewayClient {
		w := te.dial("?v=9")
		w.until("op 10")
		w.send(6, map[string]any{"token": te.info.BotToken, "session_id": old.id, "seq": old.seq})
		return w
	}
	t.Run("op 7 now", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"reconnect"}`)
		w.until("op 7")
		w.ws.Close()
		resume(w).until("RESUMED")
	})
	t.Run("op 7 in answer to resume", func(t *testing.T) {
		w := in()
		w.ws.Close()
		te.order(`{"kind":"reconnect","on":"resume"}`)
		resume(w).until("op 7")
		resume(w).until("RESUMED")
	})
	t.Run("op 9, resumable or not, in answer to resume", func(t *testing.T) {
		for _, resumable := range []string{"true", "false"} {
			w := in()
			w.ws.Close()
			te.order(`{"kind":"invalid_session","on":"resume","resumable":` + resumable + `}`)
			if p := resume(w).until("op 9"); string(p.Data) != resumable {
				t.Errorf("op 9 %s", p.Data)
			}
		}
	})
	t.Run("op 9 false now: the session is gone", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"invalid_session"}`)
		w.until("op 9")
		if p := resume(w).until("op 9"); string(p.Data) != "false" {
			t.Errorf("op 9 %s", p.Data)
		}
	})
	t.Run("closing code in answer to identify", func(t *testing.T) {
		te.order(`{"kind":"close","close_code":4004,"on":"identify"}`)
		if code := te.dial("?v=9").identify(te.info.BotToken, 1).closing(); code != 4004 {
			t.Error(code)
		}
	})
	t.Run("closing code now", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"close","close_code":4000}`)
		if code := w.closing(); code != 4000 {
			t.Error(code)
		}
		resume(w).until("RESUMED")
	})
	t.Run("dropped without a frame", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"drop"}`)
		if code := w.closing(); code != 0 {
			t.Error(code)
		}
		resume(w).until("RESUMED")
	})
	t.Run("no acknowledgement", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"no_ack"}`)
		w.send(1, w.seq)
		te.raw("mei", "POST", "/channels/"+te.info.Channels[0].ID+"/messages", `{"content":"still here"}`)
		if p := w.next(); p.Type != "MESSAGE_CREATE" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("a frame as it is, in place of an answer or now", func(t *testing.T) {
		te.order(`{"kind":"frame","frame":"{\"op\":10}","on":"hello"}`)
		if _, b, err := te.dial("?v=9").ws.ReadMessage(); err != nil || string(b) != `{"op":10}` {
			t.Errorf("%s, %v", b, err)
		}
		te.order(`{"kind":"frame","frame":"nonsense","on":"identify"}`)
		if _, b, err := te.dial("?v=9").identify(te.info.BotToken, rawIntents).ws.ReadMessage(); err != nil ||
			string(b) != "nonsense" {
			t.Errorf("%s, %v", b, err)
		}
		w := in()
		te.order(`{"kind":"frame","frame":"not compressed","binary":true}`)
		if kind, b, err := w.ws.ReadMessage(); err != nil || kind != websocket.BinaryMessage ||
			string(b) != "not compressed" {
			t.Errorf("%d %s, %v", kind, b, err)
		}
	})
	t.Run("an address for RESUME with a query of its own", func(t *testing.T) {
		te.order(`{"kind":"resume_address","address":"?zone=b"}`)
		defer te.order(`{"kind":"resume_address"}`)
		var ready struct {
			Address string `json:"resume_gateway_url"`
		}
		json.Unmarshal(te.dial("?v=9").identify(te.info.BotToken, rawIntents).until("READY").Data, &ready)
		if !strings.HasSuffix(ready.Address, "/gateway/resume/?zone=b") {
			t.Errorf("READY gives %q", ready.Address)
		}
		for added, joined := range map[string]bool{"&v=9&encoding=json": true, "?v=9&encoding=json": false, "": false} {
			ws, _, err := websocket.DefaultDialer.DialContext(t.Context(), ready.Address+added, nil)
			if (err == nil) != joined {
				t.Errorf("with %q: %v", added, err)
			}
			if err == nil {
				ws.Close()
			}
		}
	})
	t.Run("half open", func(t *testing.T) {
		w := in()
		te.order(`{"kind":"half_open"}`)
		te.raw("mei", "POST", "/channels/"+te.info.Channels[0].ID+"/messages", `{"content":"unheard"}`)
		w.send(1, w.seq)
		w.ws.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		if _, b, err := w.ws.ReadMessage(); err == nil {
			t.Errorf("something came through: %s", b)
		}
		v := resume(w)
		if p := v.next(); !strings.Contains(string(p.Data), "unheard") {
			t.Errorf("what was missed: %s", p.Data)
		}
	})
}

func TestEventFaults(t *testing.T) {
	te := start(t, sandbox.Options{})
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	say := func(texts ...string) {
		for _, text := range texts {
			te.raw("mei", "POST", "/channels/"+te.info.Channels[0].ID+"/messages", `{"content":"`+text+`"}`)
		}
	}
	hear := func() string {
		var m struct{ Content string }
		json.Unmarshal(w.until("MESSAGE_CREATE").Data, &m)
		return m.Content
	}
	te.order(`{"kind":"duplicate","event":"MESSAGE_CREATE"}`)
	say("a", "b")
	if got := hear() + hear() + hear(); got != "aab" {
		t.Errorf("duplicate: %q", got)
	}
	te.order(`{"kind":"reorder","event":"MESSAGE_CREATE","delay_ms":60000}`)
	say("c", "d", "e")
	if got := hear() + hear() + hear(); got != "dce" {
		t.Errorf("reorder: %q", got)
	}
	te.order(`{"kind":"reorder"}`)
	say("f")
	if got := hear(); got != "f" {
		t.Errorf("what is held back comes in the end: %q", got)
	}
	te.order(`{"kind":"lose"}`)
	say("g", "h")
	if got := hear(); got != "h" {
		t.Errorf("lose: %q", got)
	}
}

func TestWorldFaults(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	room := te.info.Channels[0].ID
	path := "/channels/" + room + "/messages"
	deny := func(names string) {
		te.order(`{"kind":"permissions","channel_id":"` + room + `","deny":[` + names + `]}`)
	}
	deny(`"SEND_MESSAGES"`)
	if r := te.raw("bot", "POST", path, `{"content":"x"}`); r.code() != 50013 {
		t.Error(r.body)
	}
	if i := te.act(2, play); i.AppPermissions&(1<<11) != 0 {
		t.Errorf("app_permissions still allow sending: %d", i.AppPermissions)
	}
	deny(`"VIEW_CHANNEL"`)
	if r := te.raw("bot", "GET", path, ""); r.code() != 50001 {
		t.Error(r.body)
	}
	deny(`"ATTACH_FILES"`)
	if r := te.multi("bot", "POST", path, `{}`, map[string][]byte{"files[0]": picture(1, 1)}); r.code() != 50013 {
		t.Error(r.body)
	}
	deny("")
	card := te.raw("bot", "POST", path, `{"content":"card"}`)
	te.order(`{"kind":"delete_message","message_id":"` + card.json["id"].(string) + `"}`)
	if r := te.raw("bot", "PATCH", path+"/"+card.json["id"].(string), `{"content":"x"}`); r.code() != 10008 {
		t.Error(r.body)
	}
	th := te.raw("bot", "POST", "/channels/"+room+"/threads", `{"name":"t","type":11}`).json["id"].(string)
	in := te.raw("bot", "POST", "/channels/"+th+"/messages", `{"content":"card"}`).json["id"].(string)
	te.order(`{"kind":"archive","channel_id":"` + th + `"}`)
	if r := te.raw("bot", "PATCH", "/channels/"+th+"/messages/"+in, `{"content":"x"}`); r.code() != 50083 {
		t.Error(r.body)
	}
	i := te.act(2, play)
	te.order(`{"kind":"expire_tokens"}`)
	if r := te.raw("", "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":5}`); r.code() != 10062 {
		t.Error(r.body)
	}
	te.order(`{"kind":"delete_channel","channel_id":"` + room + `"}`)
	for _, p := range []string{path, "/channels/" + th + "/messages"} {
		if r := te.raw("bot", "POST", p, `{"content":"x"}`); r.code() != 10003 {
			t.Error(r.body)
		}
	}
}

func TestClock(t *testing.T) {
	moved := make(chan time.Duration, 2)
	te := start(t, sandbox.Options{OnClock: func(d time.Duration) { moved <- d }})
	control := func(method, query, body string) reply {
		req, _ := http.NewRequest(method, te.info.URL+"/sandbox/clock"+query, strings.NewReader(body))
		return te.send("", req)
	}
	waited := make(chan reply, 1)
	go func() {
		resp, err := http.Get(te.info.URL + "/sandbox/clock?after_ms=0")
		var r reply
		if err == nil {
			defer resp.Body.Close()
			json.NewDecoder(resp.Body).Decode(&r.json)
		}
		waited <- r
	}()
	time.Sleep(50 * time.Millisecond)
	if r := control("POST", "", `{"advance":"1h"}`); r.json["offset_ms"] != 3600000.0 || <-moved != time.Hour {
		t.Errorf("%s", r.body)
	}
	if r := <-waited; r.json["offset_ms"] != 3600000.0 {
		t.Errorf("who waited for the clock got %v", r.json)
	}
	if r := control("POST", "", `{"advance_ms":500}`); r.json["offset_ms"] != 3600500.0 {
		t.Errorf("%s", r.body)
	}
	for _, bad := range []string{`{"advance":"tomorrow"}`, `{"advance_ms":-1}`, `{"back":"1h"}`} {
		if r := control("POST", "", bad); r.status != 400 {
			t.Errorf("%s: %s", bad, r.body)
		}
	}
	if got := time.Until(te.s.Now()); got < time.Hour || got > time.Hour+time.Minute {
		t.Errorf("the sandbox is %v ahead", got)
	}
}
