package bot_test

import (
	"errors"
	"net/http"
	"testing"

	"yeye/bot/sandbox/conform"
)

// Where the environment names Discord's own description, every body that the bot
// sends in every test is held against it.

func TestConformanceNeedsTheDescription(t *testing.T) {
	c := conform.Environment()
	if c == nil {
		t.Skip("left out: holding what the bot sends against Discord's description, because DISCORD_OPENAPI names no file")
	}
	if err := c.Request("POST", "/channels/1/messages", []byte(`{"content":5}`)); err == nil || errors.Is(err, conform.ErrUnknown) {
		t.Fatalf("a wrong body passed: %v", err)
	}
}

// watched watches what the bot sends.
func watched(t *testing.T) func(http.Handler) http.Handler {
	answerable, conforming := answerable(t), conforming(t)
	return func(next http.Handler) http.Handler {
		if conforming != nil {
			next = conforming(next)
		}
		return answerable(next)
	}
}

// conforming holds what the bot sends against Discord's description, nil where there is none.
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
