package sandbox_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"yeye/bot/sandbox/conform"
)

func conforms(t *testing.T, c *conform.Checker, e conform.Exchange) {
	if len(e.ResponseBody) == 0 || e.Status == http.StatusTooManyRequests {
		return
	}
	if e.Status >= 400 {
		// The description has the codes inside "errors" as numbers; Discord's documentation and responses have strings.
		var refusal map[string]any
		json.Unmarshal(e.ResponseBody, &refusal)
		delete(refusal, "errors")
		e.ResponseBody, _ = json.Marshal(refusal)
	}
	if err := c.Response(e.Method, e.Path, e.Status, e.ResponseBody); err != nil &&
		!errors.Is(err, conform.ErrUnknown) {
		text := string(e.ResponseBody)
		t.Errorf("%s %s answered %d, which Discord's description does not allow: %v\n%s", e.Method, e.Path, e.Status,
			err, text[:min(len(text), 1500)])
	}
	// Extra fields that discordgo sends are not ours to fix: fields that the description does not have pass.
	if e.ByBot && e.Status < 300 && len(e.Body) > 0 {
		if err := c.Request(e.Method, e.Path, e.Body); err != nil && !errors.Is(err, conform.ErrUnknown) {
			t.Errorf("%s %s was accepted, but Discord's description refuses it: %v\n%s", e.Method, e.Path, err, e.Body)
		}
	}
}

func TestConformanceNeedsDescription(t *testing.T) {
	if conform.FromEnv() == nil {
		t.Skip("DISCORD_OPENAPI is not set: the sandbox's answers were not held against Discord's own description.")
	}
	c := conform.FromEnv()
	if err := c.Response("GET", "/gateway", 200, []byte(`{"url":5}`)); err == nil ||
		errors.Is(err, conform.ErrUnknown) {
		t.Fatalf("a wrong answer passed: %v", err)
	}
	if err := c.Request("POST", "/channels/1/messages", []byte(`{"content":5}`)); err == nil ||
		errors.Is(err, conform.ErrUnknown) {
		t.Fatalf("a wrong request passed: %v", err)
	}
}
