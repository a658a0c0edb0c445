package gateway_test

import (
	"errors"
	"net/http"
	"testing"

	"yeye/bot/sandbox/conform"
)

// Where the environment names Discord's own description, every body that is sent in every test is checked against it.

func TestConformanceNeedsTheDescription(t *testing.T) {
	c := conform.Environment()
	if c == nil {
		t.Skip("skipped: checking what is sent against Discord's description, because DISCORD_OPENAPI names no file")
	}
	if err := c.Request("POST", "/channels/1/messages", []byte(`{"content":5}`)); err == nil || errors.Is(err, conform.ErrUnknown) {
		t.Fatalf("a wrong body passed: %v", err)
	}
}

// conforming checks what is sent.
func conforming(t *testing.T) func(http.Handler) http.Handler {
	c := conform.Environment()
	if c == nil {
		return nil
	}
	return conform.Watch(func(e conform.Exchange) {
		if !e.ByBot || len(e.Body) == 0 {
			return
		}
		if err := c.Request(e.Method, e.Path, e.Body); err != nil && !errors.Is(err, conform.ErrUnknown) {
			t.Errorf("%s %s: Discord's description refuses it: %v\n%.600s", e.Method, e.Path, err, e.Body)
		}
	})
}
