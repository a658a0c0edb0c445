package fault

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

func TestOutcomes(t *testing.T) {
	for kind, want := range map[string]Outcome{"status": Refused, "rate_limit": RateLimited, "slow": Continue,
		"late": Continue} {
		w := httptest.NewRecorder()
		got := (&Fault{Kind: kind}).Apply(w, httptest.NewRequest("POST", "/", strings.NewReader("{}")), nil)
		if got != want || w.Body.Len() > 0 {
			t.Errorf("%s: %d, want %d, and wrote %q", kind, got, want, w.Body)
		}
	}
}

func TestDelay(t *testing.T) {
	leave := func(r *http.Request, after time.Duration) *http.Request {
		ctx, cancel := context.WithCancel(r.Context())
		time.AfterFunc(after, cancel)
		return r.WithContext(ctx)
	}
	for _, c := range []struct {
		name, kind   string
		leaves, ends time.Duration
		want         Outcome
		took         time.Duration
	}{
		{"waited out", "slow", time.Hour, time.Hour, Continue, 4 * time.Second},
		{"the sender leaves", "slow", time.Second, time.Hour, NoResponse, time.Second},
		{"the sender of a late one leaves", "late", time.Second, time.Hour, Continue, 4 * time.Second},
		{"the sandbox ends", "slow", time.Hour, 2 * time.Second, Continue, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				done, started := make(chan struct{}), time.Now()
				time.AfterFunc(c.ends, func() { close(done) })
				r := leave(httptest.NewRequest("POST", "/", strings.NewReader("body")), c.leaves)
				if got := (&Fault{Kind: c.kind, DelayMS: 4000}).Apply(httptest.NewRecorder(), r, done); got != c.want {
					t.Errorf("%d, want %d", got, c.want)
				}
				if took := time.Since(started); took != c.took {
					t.Errorf("after %v, want %v", took, c.took)
				}
				if b, err := io.ReadAll(r.Body); string(b) != "body" || err != nil {
					t.Errorf("its body is %q, %v", b, err)
				}
			})
		})
	}
}

func TestLateNeedsTheWholeBody(t *testing.T) {
	r := httptest.NewRequest("POST", "/", iotest.ErrReader(errors.New("the sender left")))
	if got := (&Fault{Kind: "late"}).Apply(httptest.NewRecorder(), r, nil); got != NoResponse {
		t.Errorf("%d", got)
	}
}

func TestCut(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := (&Fault{Kind: "cut"}).Apply(w, r, nil); got != NoResponse {
			t.Errorf("%d", got)
		}
	}))
	defer s.Close()
	if resp, err := http.Post(s.URL, "", nil); err == nil {
		resp.Body.Close()
		t.Errorf("answered %d", resp.StatusCode)
	}
}
