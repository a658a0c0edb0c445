package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"yeye/bot/discord"
	"yeye/bot/discord/internal/wire"
	"yeye/bot/id"
)

// post is a Discord in a bubble that gives a test's responses in turn; the last one is
// repeated.
type post struct {
	*testing.T
	client *Client
	mu     sync.Mutex
	script []func(http.ResponseWriter)
	got    []string // method and path
	bodies []string
	at     []time.Time
}

func openPost(t *testing.T, script ...func(http.ResponseWriter)) *post {
	t.Helper()
	p := &post{T: t, script: script}
	p.client = serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		answer := p.script[min(len(p.got), len(p.script)-1)]
		p.got = append(p.got, r.Method+" "+r.URL.Path)
		p.bodies = append(p.bodies, string(data))
		p.at = append(p.at, time.Now())
		p.mu.Unlock()
		answer(w)
	}))
	return p
}

func (p *post) requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.got)
}

// bubble runs a part of a test in simulated time.
func bubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

func says(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for n := 0; n < len(headers); n += 2 {
			w.Header().Set(headers[n], headers[n+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func cut(w http.ResponseWriter) {
	c, _, _ := http.NewResponseController(w).Hijack()
	c.Close()
}

func limited(seconds float64, scope string) func(http.ResponseWriter) {
	return says(429, fmt.Sprintf(`{"message":"slow down","retry_after":%v}`, seconds), "X-RateLimit-Scope", scope)
}

var made = says(200, `{"id":"7"}`)

func soon(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// A creation is repeated after a fault only with a nonce, by which Discord recognizes it.
func TestCreateAgain(t *testing.T) {
	for _, c := range []struct {
		name  string
		nonce string
		fault func(http.ResponseWriter)
		tries int
		ok    bool
	}{
		{"502 with a nonce", "n", says(502, "<html>"), 2, true},
		{"cut with a nonce", "n", cut, 2, true},
		{"502 without", "", says(502, "<html>"), 1, false},
		{"403", "n", says(403, `{"code":50013,"message":"Missing Permissions"}`), 1, false},
		{"400", "n", says(400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":1}}`), 1, false},
	} {
		bubble(t, c.name, func(t *testing.T) {
			p := openPost(t, c.fault, made)
			id, err := p.client.Create(soon(t, 30*time.Second), "1", discord.Message{Content: "x", Nonce: c.nonce})
			if (err == nil) != c.ok || c.ok && id != "7" || p.requests() != c.tries {
				t.Errorf("id %q, %v, %d requests", id, err, p.requests())
			}
			var body wire.Outgoing
			if json.Unmarshal([]byte(p.bodies[0]), &body) != nil || body.EnforceNonce != (c.nonce != "") {
				t.Errorf("sent %s", p.bodies[0])
			}
		})
	}
	bubble(t, "502 for ever", func(t *testing.T) {
		p := openPost(t, says(502, ""))
		if _, err := p.client.Create(soon(t, 30*time.Second), "1", discord.Message{Nonce: "n"}); err == nil || p.requests() != 2 {
			t.Errorf("%v, %d requests", err, p.requests())
		}
	})
}

func TestRateLimits(t *testing.T) {
	bubble(t, "one channel waits, another does not", func(t *testing.T) {
		p := openPost(t, limited(0.6, "user"), made)
		started := time.Now()
		if _, err := p.client.Create(soon(t, 30*time.Second), "1", discord.Message{}); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(started); d < 600*time.Millisecond || d > time.Second {
			t.Errorf("sent again after %v", d)
		}
	})
	bubble(t, "global: nobody sends", func(t *testing.T) {
		p := openPost(t, says(429, `{"retry_after":0.7,"global":true}`, "X-RateLimit-Global", "true"), made)
		_, err := p.client.Create(soon(t, 300*time.Millisecond), "1", discord.Message{})
		var api *discord.APIError
		if !errors.As(err, &api) || api.RetryAfter <= 0 || !api.Temporary() {
			t.Fatalf("%v", err)
		}
		started := time.Now()
		if _, err := p.client.EditAt(soon(t, 30*time.Second), "2", "3", discord.Message{}); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(started); d < 500*time.Millisecond {
			t.Errorf("another channel sent after %v", d)
		}
	})
	bubble(t, "too long to wait", func(t *testing.T) {
		p := openPost(t, limited(60, "shared"), made)
		started := time.Now()
		_, err := p.client.Create(soon(t, 9*time.Second), "1", discord.Message{})
		var api *discord.APIError
		if !errors.As(err, &api) || api.RetryAfter < 50*time.Second || time.Since(started) > time.Second {
			t.Errorf("after %v: %v", time.Since(started), err)
		}
		if p.requests() != 1 {
			t.Errorf("%d requests", p.requests())
		}
	})
	bubble(t, "headers are obeyed before the wall", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"7"}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "0.5"), made)
		p.client.Create(soon(t, 10*time.Second), "1", discord.Message{})
		if _, err := p.client.Create(soon(t, 9*time.Second), "1", discord.Message{}); err != nil {
			t.Fatal(err)
		}
		if d := p.at[1].Sub(p.at[0]); d < 450*time.Millisecond {
			t.Errorf("the second followed after %v", d)
		}
	})
	bubble(t, "routes share the bucket that Discord names, by channel", func(t *testing.T) {
		same := []string{"X-RateLimit-Bucket", "abcd", "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "5", "X-RateLimit-Reset-After", "0.01"}
		spent := []string{"X-RateLimit-Bucket", "abcd", "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "30"}
		p := openPost(t, says(200, `{"id":"7"}`, same...), says(200, `{"id":"7"}`, same...), says(200, `{"id":"7"}`, spent...), made)
		p.client.Create(soon(t, 10*time.Second), "1", discord.Message{})
		p.client.EditAt(soon(t, 10*time.Second), "1", "7", discord.Message{})
		time.Sleep(20 * time.Millisecond)
		if _, err := p.client.Create(soon(t, 10*time.Second), "1", discord.Message{}); err != nil {
			t.Fatal(err)
		}
		var api *discord.APIError
		if _, err := p.client.EditAt(soon(t, 10*time.Second), "1", "7", discord.Message{}); !errors.As(err, &api) || api.RetryAfter < 20*time.Second {
			t.Errorf("an edit where creating has used the bucket up: %v", err)
		}
		if _, err := p.client.EditAt(soon(t, 30*time.Second), "2", "8", discord.Message{}); err != nil {
			t.Errorf("another channel: %v", err)
		}
		if n := p.requests(); n != 4 {
			t.Errorf("%d requests", n)
		}
	})
	bubble(t, "a proxy in front of Discord refuses the address", func(t *testing.T) {
		p := openPost(t, says(429, `<html>error 1015</html>`, "Retry-After", "40"), made)
		var api *discord.APIError
		if _, err := p.client.Create(soon(t, 10*time.Second), "1", discord.Message{}); !errors.As(err, &api) || api.RetryAfter < 30*time.Second {
			t.Errorf("%v", err)
		}
		if _, err := p.client.EditAt(soon(t, 10*time.Second), "2", "3", discord.Message{}); !errors.As(err, &api) || api.RetryAfter < 30*time.Second {
			t.Errorf("another channel: %v", err)
		}
		if n := p.requests(); n != 1 {
			t.Errorf("%d requests", n)
		}
	})
	t.Run("after too many refusals requests wait, before Discord bans the bot", func(t *testing.T) {
		l, now := newLimits(rate.Inf, nil), time.Now()
		for range maxInvalid {
			l.learn(route{key: "x"}, http.StatusForbidden, http.Header{}, nil, now)
		}
		if _, d, _ := l.take(route{key: "y"}, now.Add(time.Minute)); d < 8*time.Minute {
			t.Errorf("a request goes out after %v", d)
		}
		if _, d, _ := l.take(route{key: "y"}, now.Add(invalidWithin+time.Second)); d != 0 {
			t.Errorf("after ten minutes another %v", d)
		}
	})
}

// The first response to an interaction is sent again after a fault, in time; if Discord
// already has it, that is success.
func TestRespondAgain(t *testing.T) {
	i := &discord.Interaction{ID: "1", App: "2", Token: "tok"}
	const have = `{"code":40060,"message":"Interaction has already been acknowledged."}`
	for _, c := range []struct {
		name   string
		script []func(http.ResponseWriter)
		id     id.Message
		ok     bool
		tries  int
	}{
		{"answered", []func(http.ResponseWriter){says(200, `{"resource":{"message":{"id":"9"}}}`)}, "9", true, 1},
		{"502", []func(http.ResponseWriter){says(502, ""), says(200, `{"resource":{"message":{"id":"9"}}}`)}, "9", true, 2},
		{"the answer was lost", []func(http.ResponseWriter){cut, says(400, have), says(200, `{"id":"9"}`)}, "9", true, 3},
		{"somebody else answered", []func(http.ResponseWriter){says(400, have)}, "", false, 1},
		{"unknown", []func(http.ResponseWriter){says(404, `{"code":10062,"message":"Unknown interaction"}`)}, "", false, 1},
		{"429, soon over", []func(http.ResponseWriter){limited(0.2, "user"), says(200, `{"resource":{"message":{"id":"9"}}}`)}, "9", true, 2},
		{"429, too long", []func(http.ResponseWriter){limited(3, "user"), made}, "", false, 1},
	} {
		bubble(t, c.name, func(t *testing.T) {
			p := openPost(t, c.script...)
			started := time.Now()
			created, err := p.client.Respond(soon(t, 30*time.Second), i, discord.RespondMessage, discord.Message{Content: "x"})
			if created != c.id || (err == nil) != c.ok || p.requests() != c.tries {
				t.Errorf("id %q, %v, %d requests %v", created, err, p.requests(), p.got)
			}
			if d := time.Since(started); d > 3*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// It is reported once if another process answered, but not if this process's own answer
// was carried out though it seemed lost.
func TestAnotherProcessAnswers(t *testing.T) {
	i := &discord.Interaction{ID: "1", App: "2", Token: "tok"}
	const have = `{"code":40060,"message":"Interaction has already been acknowledged."}`
	for _, c := range []struct {
		name   string
		script []func(http.ResponseWriter)
		want   int
	}{
		{"somebody else", []func(http.ResponseWriter){says(400, have), says(400, have)}, 1},
		{"oneself", []func(http.ResponseWriter){cut, says(400, have), cut, says(400, have)}, 0},
	} {
		bubble(t, c.name, func(t *testing.T) {
			p := openPost(t, c.script...)
			var log bytes.Buffer
			p.client.log = slog.New(slog.NewTextHandler(&log, nil))
			for range 2 {
				p.client.Respond(soon(t, 30*time.Second), i, discord.DeferUpdate, discord.Message{})
			}
			if n := strings.Count(log.String(), "another process with this token"); n != c.want {
				t.Errorf("told %d times, want %d: %s", n, c.want, log.String())
			}
		})
	}
}

func TestDeadlines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openPost(t, func(w http.ResponseWriter) { time.Sleep(5 * time.Second); made(w) })
		started := time.Now()
		if _, err := p.client.Create(soon(t, 300*time.Millisecond), "1", discord.Message{Nonce: "n"}); err == nil {
			t.Error("a request outlived its context")
		}
		if d := time.Since(started); d > 300*time.Millisecond {
			t.Errorf("it took %v", d)
		}
	})
}

func TestMultipart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openPost(t, made)
		m := discord.Message{Content: "x", Files: []discord.File{{Name: `a"b\c.png`, ContentType: "image/png", Description: "a board", Data: []byte("PNG")}}}
		if _, err := p.client.Create(soon(t, 10*time.Second), "1", m); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`name="payload_json"`, `"attachments":[{"id":"0","filename":"a\"b\\c.png","description":"a board"}]`,
			`name="files[0]"; filename="a\"b\\c.png"`, "Content-Type: image/png", `"allowed_mentions":{"parse":[],"users":[],"replied_user":false}`} {
			if !strings.Contains(p.bodies[0], want) {
				t.Errorf("not sent: %s\n%s", want, p.bodies[0])
			}
		}
	})
}
