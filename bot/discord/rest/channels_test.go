package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"yeye/bot/discord"
)

// A thread is opened as an ordinary one, and where Discord refuses that as one of an announcement channel.
func TestStartThread(t *testing.T) {
	for name, c := range map[string]struct {
		takes int    // the kind of threads that the channel has
		code  int    // of the refusal of others
		tried string // kinds
		made  string
	}{
		"a text channel":          {11, 50024, "11", "77"},
		"an announcement channel": {10, 50024, "11 10", "77"},
		"a voice channel":         {0, 50024, "11 10", ""},
		"a server full of them":   {0, 160006, "11 10", ""},
	} {
		t.Run(name, func(t *testing.T) {
			tried := ""
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var body struct{ Type int }
				if json.NewDecoder(r.Body).Decode(&body) != nil || r.URL.Path != "/v9/channels/5/threads" {
					t.Errorf("%s %s", r.Method, r.URL.Path)
				}
				if tried += fmt.Sprint(" ", body.Type); body.Type != c.takes {
					w.WriteHeader(http.StatusBadRequest)
					fmt.Fprintf(w, `{"code":%d}`, c.code)
					return
				}
				w.Write([]byte(`{"id":"77"}`))
			}))
			defer s.Close()
			client, err := New(Options{Token: "secret", API: s.URL})
			if err != nil {
				t.Fatal(err)
			}
			created, err := client.StartThread(t.Context(), "5", "a game")
			api := discord.AsAPIError(err)
			if string(created) != c.made || tried != " "+c.tried || (api == nil) != (created != "") || api != nil && api.Code != c.code {
				t.Errorf("%q after%s: %v", created, tried, err)
			}
		})
	}
}
