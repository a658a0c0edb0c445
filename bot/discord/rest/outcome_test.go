package rest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yeye/bot/discord"
)

// An error says whether the request may have been carried out, was certainly not sent, or was refused for good.
func TestOutcome(t *testing.T) {
	const certain, unsent, uncertain = "certain", "not sent", "uncertain"
	for _, c := range []struct {
		name   string
		within time.Duration
		script []func(http.ResponseWriter)
		want   string
		tries  int
	}{
		{"refused", time.Minute, []func(http.ResponseWriter){says(403, `{"code":50013}`)}, certain, 1},
		{"held back by Discord", 5 * time.Second, []func(http.ResponseWriter){limited(60, "user")}, unsent, 1},
		{"held back again and again", time.Minute, []func(http.ResponseWriter){limited(0.1, "user")}, unsent, maxTries},
		{"no answer", time.Minute, []func(http.ResponseWriter){cut}, uncertain, 2},
		{"502", time.Minute, []func(http.ResponseWriter){says(502, "")}, uncertain, 2},
		{"502, then refused", time.Minute, []func(http.ResponseWriter){says(502, ""), says(403, `{"code":50013}`)}, uncertain, 2},
		{"502, then held back", 5 * time.Second, []func(http.ResponseWriter){says(502, ""), limited(60, "user")}, uncertain, 2},
		{"no time for the answer", 50 * time.Millisecond, []func(http.ResponseWriter){func(w http.ResponseWriter) { time.Sleep(time.Second); made(w) }}, uncertain, 1},
	} {
		bubble(t, c.name, func(t *testing.T) {
			p := openPost(t, c.script...)
			_, err := p.client.Create(soon(t, c.within), "1", discord.Message{Nonce: "n"})
			got := certain
			switch {
			case errors.Is(err, discord.ErrNotSent) && errors.Is(err, discord.ErrUncertain):
				got = "both"
			case errors.Is(err, discord.ErrNotSent):
				got = unsent
			case errors.Is(err, discord.ErrUncertain):
				got = uncertain
			}
			if err == nil || got != c.want || p.requests() != c.tries {
				t.Errorf("%v is %s after %d requests; want %s after %d", err, got, p.requests(), c.want, c.tries)
			}
		})
	}
	bubble(t, "held back here", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"7"}`, "X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "30"))
		p.client.Create(t.Context(), "1", discord.Message{})
		_, err := p.client.Create(soon(t, time.Second), "1", discord.Message{})
		if api := discord.AsAPIError(err); api == nil || api.RetryAfter < 20*time.Second || !errors.Is(err, discord.ErrNotSent) {
			t.Error(err)
		}
		if _, err := p.client.Create(soon(t, time.Second), "2", discord.Message{}); err != nil {
			t.Errorf("another channel: %v", err)
		}
		if n := p.requests(); n != 2 {
			t.Errorf("%d requests", n)
		}
	})
	bubble(t, "given up while waiting", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"7"}`, "X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "30"))
		p.client.Create(t.Context(), "1", discord.Message{})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		_, err := p.client.Create(ctx, "1", discord.Message{})
		if !errors.Is(err, context.Canceled) || !errors.Is(err, discord.ErrNotSent) || errors.Is(err, discord.ErrUncertain) {
			t.Errorf("%v", err)
		}
	})
	bubble(t, "nobody is there to be connected to", func(t *testing.T) {
		p := openPost(t, made)
		dials := 0
		p.client.http.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
			dials++
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
		}
		_, err := p.client.Create(t.Context(), "1", discord.Message{}) // without a nonce: only a request that was not sent is retried
		if !errors.Is(err, discord.ErrNotSent) || dials != 2 {
			t.Errorf("%v after %d tries", err, dials)
		}
	})
}

// Only the needed fields of a response are read; a request that was carried out is not repeated because of an odd
// response.
func TestLenientAnswers(t *testing.T) {
	bubble(t, "a message of which only the id is understood", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"7","author":5,"components":[{"type":99,"components":"x"}],"timestamp":[],"attachments":{"a":1},"flags":"64"}`))
		if created, err := p.client.Create(t.Context(), "1", discord.Message{Nonce: "n"}); created != "7" || err != nil || p.requests() != 1 {
			t.Errorf("%q, %v, %d requests", created, err, p.requests())
		}
	})
	bubble(t, "a page that is no JSON", func(t *testing.T) {
		p := openPost(t, says(200, `<html>welcome</html>`))
		_, err := p.client.Create(t.Context(), "1", discord.Message{Nonce: "n"})
		if !errors.Is(err, discord.ErrUncertain) || p.requests() != 1 {
			t.Errorf("posting: %v, %d requests", err, p.requests())
		}
		if at, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{}); err != nil || !at.IsZero() || p.requests() != 2 {
			t.Errorf("editing: %v, %v, %d requests", at, err, p.requests())
		}
	})
	bubble(t, "nothing", func(t *testing.T) {
		p := openPost(t, says(200, ""))
		_, err := p.client.Create(t.Context(), "1", discord.Message{Nonce: "n"})
		if !errors.Is(err, discord.ErrUncertain) || p.requests() != 1 {
			t.Errorf("posting: %v, %d requests", err, p.requests())
		}
		if at, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{}); err != nil || !at.IsZero() {
			t.Errorf("editing: %v, %v", at, err)
		}
		if err := p.client.Delete(t.Context(), "1", "7"); err != nil {
			t.Errorf("deleting: %v", err)
		}
	})
	bubble(t, "nothing about the message that a response made", func(t *testing.T) {
		i := &discord.Interaction{ID: "1", App: "2", Token: "t"}
		p := openPost(t, says(204, ""), says(200, `{"id":"7"}`))
		if created, err := p.client.Respond(t.Context(), i, discord.RespondMessage, discord.Message{}); created != "7" || err != nil {
			t.Errorf("%q, %v after %q", created, err, p.got)
		}
		for _, kind := range []discord.ResponseKind{discord.RespondUpdate, discord.DeferMessage} { // the message is known, or nobody asks
			before := p.requests()
			if _, err := p.client.Respond(t.Context(), i, kind, discord.Message{}); err != nil || p.requests() != before+1 {
				t.Errorf("%v: %v after %q", kind, err, p.got)
			}
		}
	})
	bubble(t, "an edit tells when it happened", func(t *testing.T) {
		p := openPost(t, says(200, `{"id":"7","edited_timestamp":"2026-01-02T03:04:05.678000+00:00"}`), says(200, `{"id":"7","edited_timestamp":5}`))
		at, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{})
		if err != nil || !at.Equal(time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)) {
			t.Errorf("%v, %v", at, err)
		}
		if at, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{}); err != nil || !at.IsZero() {
			t.Errorf("%v, %v", at, err)
		}
	})
	bubble(t, "one odd message among others", func(t *testing.T) {
		p := openPost(t, says(200, `[{"id":"3","author":{"id":"9","username":"a","global_name":"A"},"content":"h2e2","components":[]},
			{"id":"2","author":{"id":"8","bot":true},"components":[{"type":1,"components":[{"type":2,"custom_id":"y1:m:abc:1::"},{"type":77,"custom_id":{"new":true}},{"type":3,"custom_id":"y1:s:abc:1::"}]},{"type":12,"items":[]}]},
			{"id":"1","author":null,"content":{"rich":[]},"reactions":[{"emoji":{}},{}],"type":19,"message_reference":{"message_id":"0"},"referenced_message":{"author":{"id":"8"}}}]`))
		list, err := p.client.Recent(t.Context(), "1", 3, "")
		if err != nil || len(list) != 3 {
			t.Fatalf("%+v, %v", list, err)
		}
		if m := list[0]; m.Author.Name != "A" || m.Content != "h2e2" {
			t.Errorf("%+v", m)
		}
		if m := list[1]; !slices.Equal(m.CustomIDs, []string{"y1:m:abc:1::", "y1:s:abc:1::"}) || !m.Author.Bot {
			t.Errorf("%+v", m)
		}
		if m := list[2]; m.ID != "1" || m.Content != "" || m.Reactions != 2 || m.RepliesTo != "0" || m.RepliedUser != "8" {
			t.Errorf("%+v", m)
		}
	})
	bubble(t, "refused as unauthorized with another status", func(t *testing.T) {
		p := openPost(t, says(403, `{"code":40001,"message":"Unauthorized"}`))
		_, err := p.client.Me(t.Context())
		if api := discord.AsAPIError(err); api == nil || !api.Unauthorized() {
			t.Errorf("%v", err)
		}
	})
}

// A message that is older than an hour and was edited too often is refused with a 429 that is about this message alone: no request
// waits for it, and it is not sent again.
func TestEditedTooOften(t *testing.T) {
	bubble(t, "edit", func(t *testing.T) {
		p := openPost(t, says(429, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached. Try again later.","retry_after":600}`), made)
		started := time.Now()
		_, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{})
		if api := discord.AsAPIError(err); api == nil || !api.EditLimitReached() || errors.Is(err, discord.ErrNotSent) || errors.Is(err, discord.ErrUncertain) {
			t.Errorf("%v", err)
		}
		if _, err := p.client.EditAt(t.Context(), "1", "8", discord.Message{}); err != nil || p.requests() != 2 || time.Since(started) > 0 {
			t.Errorf("another message: %v, %d requests in %v", err, p.requests(), time.Since(started))
		}
		if n := p.client.invalid(); n != 1 {
			t.Errorf("%d invalid requests", n)
		}
	})
}

// Requests of a channel that waits for its own limit use nothing of the overall limit: another channel is served at
// once.
func TestOneFloodedChannel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		sent := map[string][]time.Time{} // by channel
		s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			channel := strings.Split(r.URL.Path, "/")[4]
			sent[channel] = append(sent[channel], time.Now())
			mu.Unlock()
			for k, v := range map[string]string{"Limit": "5", "Remaining": "4", "Reset-After": "5"} {
				w.Header().Set("X-RateLimit-"+k, v)
			}
			made(w)
		}))
		s.limits = newLimits(defaultPerSecond, nil)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 600 {
			wg.Go(func() { s.Create(ctx, "1", discord.Message{}) })
		}
		time.Sleep(time.Second)
		started := time.Now()
		if _, err := s.EditAt(t.Context(), "2", "7", discord.Message{}); err != nil {
			t.Error(err)
		}
		if d := time.Since(started); d > 50*time.Millisecond {
			t.Errorf("another channel's edit took %v", d)
		}
		cancel()
		wg.Wait()
	})
}

// No second has more requests than Discord allows, including the first.
func TestGlobalLimit(t *testing.T) {
	for _, c := range []struct {
		name     string
		api      string
		option   int
		requests int
		within   int // of them, at most, in any second
	}{
		{"Discord's", "", 0, 200, 50},
		{"asked for, at a sandbox", "http://127.0.0.1:1/api", 10, 40, 11},
		{"a share of Discord's", "", 20, 60, 22},
		{"none at a sandbox", "http://127.0.0.1:1/api", 0, 200, 200},
		{"none where it is counted elsewhere", "", -1, 200, 200},
	} {
		bubble(t, c.name, func(t *testing.T) {
			client, err := New(Options{Token: "t", API: c.api, PerSecond: c.option})
			if err != nil {
				t.Fatal(err)
			}
			l := client.limits
			var mu sync.Mutex
			var at []time.Time
			var wg sync.WaitGroup
			for n := range c.requests {
				wg.Go(func() {
					if err := l.wait(t.Context(), route{key: "x " + string(rune('a'+n))}); err != nil {
						t.Error(err)
					}
					mu.Lock()
					at = append(at, time.Now())
					mu.Unlock()
				})
			}
			wg.Wait()
			slices.SortFunc(at, time.Time.Compare)
			limit := 0
			for i := range at {
				n := 0
				for n < len(at)-i && at[i+n].Sub(at[i]) < time.Second {
					n++
				}
				limit = max(limit, n)
			}
			if limit > c.within || c.within > 100 && limit < c.requests {
				t.Errorf("%d requests in one second", limit)
			}
			if took := at[len(at)-1].Sub(at[0]); c.within < 100 && took > time.Duration(c.requests)*time.Second/time.Duration(c.within-5) {
				t.Errorf("%d requests took %v", c.requests, took)
			}
			started := time.Now()
			for range 200 {
				l.wait(t.Context(), route{key: "respond", exempt: true})
			}
			if d := time.Since(started); d > 0 {
				t.Errorf("answers to interactions had to wait: %v", d)
			}
		})
	}
}

func TestObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openPost(t, says(403, `{"code":50001}`), limited(0.5, "shared"), limited(0.5, "user"), says(429, `<html>`, "Retry-After", "1"), made)
		var waited time.Duration
		var heard []string
		p.client.observer = Observer{
			RateLimited: func(kind, scope string) { heard = append(heard, kind+" 429 "+scope) },
			Invalid:     func(kind string, status int) { heard = append(heard, kind+" invalid "+http.StatusText(status)) },
		}
		p.client.limits.observe = func(kind, limit string, d time.Duration) {
			waited += d
			heard = append(heard, kind+" waits "+limit)
		}
		p.client.EditAt(t.Context(), "1", "7", discord.Message{})
		if _, err := p.client.EditAt(t.Context(), "1", "7", discord.Message{}); err != nil {
			t.Error(err)
		}
		want := []string{"edit invalid Forbidden", "edit 429 shared", "edit waits channel", "edit 429 user", "edit invalid Too Many Requests", "edit waits channel",
			"edit 429 edge", "edit invalid Too Many Requests", "edit waits refused"}
		if !slices.Equal(heard, want) {
			t.Errorf("heard %q\nwant %q", heard, want)
		}
		if waited < 1900*time.Millisecond || waited > 2100*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
		if n := p.client.invalid(); n != 3 {
			t.Errorf("%d invalid requests", n)
		}
		time.Sleep(invalidWithin)
		if n := p.client.invalid(); n != 0 {
			t.Errorf("%d invalid requests ten minutes later", n)
		}
	})
}

// No error contains an interaction's token or a proxy's password.
func TestRedacted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openPost(t, cut)
		p.client.base = "http://user:hunter2@discord.test/api/v9"
		i := &discord.Interaction{ID: "1", App: "2", Token: "aW50secret"}
		_, err := p.client.Respond(t.Context(), i, discord.RespondMessage, discord.Message{})
		_, err2 := p.client.Followup(t.Context(), i, discord.Message{})
		_, err3 := p.client.EditAt(t.Context(), "1", "2", discord.Message{})
		for _, err := range []error{err, err2, err3} {
			if err == nil || strings.Contains(err.Error(), i.Token) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%v", err)
			}
		}
	})
	if _, err := New(Options{API: "http://user:hunter2@host:port/"}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

// invalid returns how many responses of late count towards a ban.
func (c *Client) invalid() int {
	c.limits.mu.Lock()
	defer c.limits.mu.Unlock()
	c.limits.dropOldInvalid(time.Now())
	return len(c.limits.invalid)
}
