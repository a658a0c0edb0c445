package ratelimit

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const post = "POST /channels/{channel}/messages"

// scope returns why a request is refused, empty if it is not.
func scope(t *testing.T, l *Limiter, q Request, now time.Time) string {
	t.Helper()
	err := l.Take(http.Header{}, q, now)
	if err == nil {
		return ""
	}
	var refused *LimitError
	if !errors.As(err, &refused) || refused.Wait <= 0 {
		t.Fatalf("refused with %#v", err)
	}
	return refused.Scope
}

func TestBuckets(t *testing.T) {
	l := New(Limits{})
	q := Request{Client: "bot", Major: "1", Pattern: post}
	for n := range 6 {
		want := ""
		if n == 5 {
			want = "user"
		}
		if got := scope(t, l, q, noon); got != want {
			t.Fatalf("message %d: %q, want %q", n, got, want)
		}
	}
	for name, other := range map[string]Request{
		"channel": {Client: "bot", Major: "2", Pattern: post},
		"asker":   {Client: "mei", Person: true, Major: "1", Pattern: post},
		"route":   {Client: "bot", Major: "1", Pattern: "GET /channels/{channel}"},
	} {
		if got := scope(t, l, other, noon); got != "" {
			t.Errorf("another %s has no bucket of its own: %q", name, got)
		}
	}
	if got := scope(t, l, q, noon.Add(5*time.Second)); got != "" {
		t.Errorf("after its window: %q", got)
	}
}

func TestPeopleTypeAsTheyLike(t *testing.T) {
	l := New(Limits{Global: 1})
	for n := range 1000 {
		if got := scope(t, l, Request{Client: "mei", Person: true, Major: "1", Pattern: post}, noon); got != "" {
			t.Fatalf("message %d: %q", n, got)
		}
	}
}

func TestGlobalLimit(t *testing.T) {
	l := New(Limits{Global: 3})
	for n := range 5 {
		want := ""
		if n >= 3 {
			want = "global"
		}
		if got := scope(t, l, Request{Client: "bot", Major: fmt.Sprint(n), Pattern: post}, noon); got != want {
			t.Errorf("request %d: %q, want %q", n, got, want)
		}
	}
	for name, q := range map[string]Request{
		"an answer to an interaction": {Client: "bot", Pattern: "POST /interactions/{interaction}/{token}/callback"},
		"a webhook":                   {Client: "bot", Pattern: "POST /webhooks/{app}/{token}"},
		"a request without a token":   {Pattern: "GET /gateway"},
	} {
		if got := scope(t, l, q, noon); got != "" {
			t.Errorf("%s is held to the global limit: %q", name, got)
		}
	}
	if got := scope(t, l, Request{Client: "bot", Pattern: post}, noon.Add(time.Second)); got != "" {
		t.Errorf("a second later: %q", got)
	}
}

func TestScale(t *testing.T) {
	h := http.Header{}
	if err := New(Relaxed()).Take(h, Request{Client: "bot", Pattern: post}, noon); err != nil ||
		h.Get("X-RateLimit-Limit") != "100" {
		t.Errorf("%v %v", err, h)
	}
	if got := Relaxed().IdentifyEvery(); got != 0 {
		t.Errorf("IDENTIFY every %v", got)
	}
	if got := (Limits{}).IdentifyEvery(); got != 5*time.Second {
		t.Errorf("IDENTIFY every %v by default", got)
	}
}

func TestHeaders(t *testing.T) {
	l := New(Limits{})
	h := http.Header{}
	l.Take(h, Request{Client: "bot", Major: "1", Pattern: post}, noon)
	for name, want := range map[string]string{
		"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "5.000",
		"X-RateLimit-Reset": fmt.Sprintf("%d.000", noon.Unix()+5),
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	same, other := http.Header{}, http.Header{}
	l.Take(same, Request{Client: "bot", Major: "2", Pattern: post}, noon)
	l.Take(other, Request{Client: "bot", Major: "1", Pattern: "GET /channels/{channel}"}, noon)
	if id := h.Get("X-RateLimit-Bucket"); id == "" || id != same.Get("X-RateLimit-Bucket") ||
		id == other.Get("X-RateLimit-Bucket") {
		t.Errorf("buckets %q, %q, %q: a route has one name", id, same.Get("X-RateLimit-Bucket"),
			other.Get("X-RateLimit-Bucket"))
	}
}

// Windows that are over do not pile up.
func TestWindowsAreForgotten(t *testing.T) {
	l := New(Limits{})
	for n := range maxWindows + 1 {
		l.Take(http.Header{}, Request{Major: fmt.Sprint(n), Pattern: post}, noon)
	}
	l.Take(http.Header{}, Request{Major: "last", Pattern: post}, noon.Add(time.Minute))
	if got := len(l.windows); got != 1 {
		t.Errorf("%d windows are kept", got)
	}
}

func TestBan(t *testing.T) {
	for _, c := range []struct {
		status int
		scope  string
		counts bool
	}{{401, "", true}, {403, "", true}, {429, "user", true}, {429, "global", true}, {429, "shared", false},
		{404, "", false}, {500, "", false}, {200, "", false}} {
		l := New(Limits{Invalid: 2})
		l.CountInvalid(c.status, c.scope, noon)
		if wait := l.BanRemaining(noon); wait != 0 {
			t.Errorf("%d %s: banned for %v after one", c.status, c.scope, wait)
		}
		l.CountInvalid(c.status, c.scope, noon.Add(time.Minute))
		want := time.Duration(0)
		if c.counts {
			want = 9 * time.Minute
		}
		if wait := l.BanRemaining(noon.Add(time.Minute)); wait != want {
			t.Errorf("%d %s: banned for %v after two, want %v", c.status, c.scope, wait, want)
		}
		if wait := l.BanRemaining(noon.Add(10 * time.Minute)); wait != 0 {
			t.Errorf("%d %s: banned for %v after the window", c.status, c.scope, wait)
		}
	}
}

func TestRefusedAnswer(t *testing.T) {
	for scope, global := range map[string]string{"user": "", "shared": "", "global": "true"} {
		w := httptest.NewRecorder()
		(&LimitError{Scope: scope, Wait: 1500 * time.Millisecond}).Write(w)
		var body map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			t.Fatal(err)
		}
		if w.Code != 429 || body["retry_after"] != 1.5 || body["global"] != (scope == "global") ||
			body["message"] == "" {
			t.Errorf("%s: %d %s", scope, w.Code, w.Body)
		}
		for name, want := range map[string]string{"Retry-After": "2", "X-RateLimit-Scope": scope,
			"X-RateLimit-Global":      global,
			"X-RateLimit-Reset-After": "1.500", "X-RateLimit-Remaining": "0", "Content-Type": "application/json"} {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", scope, name, got, want)
			}
		}
	}
	w := httptest.NewRecorder()
	WriteBanned(w, 10*time.Minute)
	if w.Code != 429 || w.Header().Get("Retry-After") != "600" || json.Valid(w.Body.Bytes()) {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
}
