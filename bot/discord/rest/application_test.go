package rest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"yeye/bot/discord"
)

// Discord makes a command of its own for an application with an Activity, and refuses an overwrite that leaves it out: it is handed back
// with all that can be registered, and is not among the bot's commands.
func TestEntryPointIsKept(t *testing.T) {
	const launch = `{"id":"9","application_id":"1","version":"12","type":4,"name":"launch","name_localizations":{"vi":"mở"},"description":"",
		"description_localizations":null,"default_member_permissions":"2147483648","dm_permission":true,"contexts":[0,1,2],
		"integration_types":[0,1],"nsfw":false,"handler":2}`
	const play = `{"id":"3","application_id":"1","version":"11","type":1,"name":"play","description":"Play"}`
	var wrote []map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.WriteString(w, "["+play+","+launch+"]")
			return
		}
		if err := json.NewDecoder(r.Body).Decode(&wrote); err != nil {
			t.Error(err)
		}
		io.WriteString(w, "["+launch+","+play+"]")
	}))
	defer s.Close()
	client, err := New(Options{Token: "secret", API: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	there, err := client.OverwriteCommands(t.Context(), "1", []discord.Command{{Name: discord.Text{Default: "play"}, Description: discord.Text{Default: "Play"}}})
	if err != nil || len(there) != 1 || there[0].Name != "play" {
		t.Errorf("registered: %+v, %v", there, err)
	}
	if there, err := client.Commands(t.Context(), "1"); err != nil || len(there) != 1 || there[0].Name != "play" {
		t.Errorf("listed: %+v, %v", there, err)
	}
	kept := map[string]any{
		"id": "9", "type": 4.0, "name": "launch", "name_localizations": map[string]any{"vi": "mở"}, "description": "", "description_localizations": nil,
		"default_member_permissions": 2147483648.0, "dm_permission": true, "contexts": []any{0.0, 1.0, 2.0}, "integration_types": []any{0.0, 1.0},
		"nsfw": false, "handler": 2.0,
	}
	if len(wrote) != 2 || !reflect.DeepEqual(wrote[0], kept) || wrote[1]["name"] != "play" {
		t.Errorf("written:\n%v, want first\n%v", wrote, kept)
	}
}
