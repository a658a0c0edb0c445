package rest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"yeye/bot/discord"
)

// An event is sent as one that takes place outside Discord's channels, with times as Discord reads them, and can be taken back.
func TestEvents(t *testing.T) {
	var got map[string]any
	var deleted []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			deleted = append(deleted, r.URL.Path)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if r.Method != http.MethodPost || r.URL.Path != "/v9/guilds/5/scheduled-events" || json.NewDecoder(r.Body).Decode(&got) != nil {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		w.Write([]byte(`{"id":"77"}`))
	}))
	defer s.Close()
	client, err := New(Options{Token: "secret", API: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.FixedZone("", 3600))
	event, err := client.CreateEvent(t.Context(), "5", discord.ScheduledEvent{Name: "Friday", About: "Swiss", Location: "here", Start: at, End: at.Add(time.Hour)})
	if err != nil || event != "77" {
		t.Fatal(event, err)
	}
	place, _ := got["entity_metadata"].(map[string]any)
	if got["scheduled_start_time"] != "2026-11-20T19:00:00Z" || got["scheduled_end_time"] != "2026-11-20T20:00:00Z" || got["entity_type"] != 3.0 ||
		got["privacy_level"] != 2.0 || got["name"] != "Friday" || place["location"] != "here" {
		t.Errorf("%v", got)
	}
	if err := client.DeleteEvent(t.Context(), "5", event); err != nil || !slices.Equal(deleted, []string{"/v9/guilds/5/scheduled-events/77"}) {
		t.Error(deleted, err)
	}
}
