package sandbox_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"yeye/bot/sandbox"
)

func dataURI(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}

func TestApplicationEmoji(t *testing.T) {
	te := start(t, sandbox.Options{Limits: sandbox.Limits{Scale: 1000}})
	path := "/applications/" + te.info.ApplicationID + "/emojis"
	png := dataURI("image/png", picture(8, 8))
	body := func(name, image string) string { return fmt.Sprintf(`{"name":%q,"image":%q}`, name, image) }

	made := te.raw("bot", "POST", path, body("red_king", png))
	id, _ := made.json["id"].(string)
	if made.status != 201 || made.json["name"] != "red_king" || made.json["animated"] != false ||
		made.json["available"] != true {
		t.Fatalf("%d %s", made.status, made.body)
	}
	if r := te.raw("bot", "GET", path+"/"+id, ""); r.json["name"] != "red_king" {
		t.Errorf("%s", r.body)
	}
	list := te.raw("bot", "GET", path, "")
	if items, _ := list.json["items"].([]any); len(items) != 1 {
		t.Errorf("%s", list.body)
	}
	for _, ext := range []string{".png", ".webp", ""} {
		if r := te.get(te.info.API[:len(te.info.API)-len("/api")] + "/cdn/emojis/" + id + ext); r.status != 200 ||
			r.head.Get("Content-Type") != "image/png" || r.body != string(picture(8, 8)) {
			t.Errorf("picture%s: %d", ext, r.status)
		}
	}

	room := "/channels/" + te.info.Channels[0].ID + "/messages"
	option := func(id string) string {
		return `{"components":[{"type":1,"components":[{"type":3,"custom_id":"2","options":[{"label":"a","value":"a","emoji":{"id":"` + id + `","name":"red_king"}}]}]}]}`
	}
	if r := te.raw("bot", "POST", room, option(id)); r.status != 200 || !strings.Contains(r.body,
		`"emoji":{"id":"`+id+`"`) {
		t.Errorf("on a choice: %d %s", r.status, r.body)
	}
	for _, c := range []struct {
		name, method, path, body string
		status, code             int
		says                     string
	}{
		{"a name twice", "POST", path, body("red_king", png), 400, 50035, "ALREADY_TAKEN"},
		{"a name of one", "POST", path, body("k", png), 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"a name of 33", "POST", path, body(strings.Repeat("k", 33), png), 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"a dash", "POST", path, body("red-king", png), 400, 50035, "STRING_TYPE_REGEX"},
		{"no name", "POST", path, body("", png), 400, 50035, "BASE_TYPE_REQUIRED"},
		{"no picture", "POST", path, body("kk", ""), 400, 50035, "BASE_TYPE_REQUIRED"},
		{"no data URI", "POST", path, body("kk", "iVBORw0KGgo="), 400, 50035, "IMAGE_INVALID"},
		{"text for a picture", "POST", path, body("kk", dataURI("image/png", []byte("hello"))), 400, 50035, "IMAGE_INVALID"},
		{"too large", "POST", path, body("kk", dataURI("image/png", make([]byte, 256<<10+1))), 400, 50035, "BINARY_TYPE_MAX_SIZE"},
		{"another application", "POST", "/applications/1/emojis", body("kk", png), 404, 10002, ""},
		{"one that is not there", "DELETE", path + "/1", "", 404, 10014, ""},
		{"a choice with one that is not there", "POST", room, option("1"), 400, 50035, "COMPONENT_INVALID_EMOJI"},
	} {
		if r := te.raw("bot", c.method, c.path, c.body); r.status != c.status || r.code() != c.code ||
			!strings.Contains(r.body, c.says) {
			t.Errorf("%s: %d %.300s", c.name, r.status, r.body)
		}
	}
	if r := te.raw("mei", "GET", path, ""); r.status != 403 {
		t.Errorf("a person asks: %d", r.status)
	}
	if r := te.raw("bot", "DELETE", path+"/"+id, ""); r.status != 204 {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := te.raw("bot", "POST", room, option(id)); r.status != 400 {
		t.Errorf("a deleted one on a choice: %d %s", r.status, r.body)
	}
	for i := range 2000 {
		if r := te.raw("bot", "POST", path, body(fmt.Sprintf("m_%d", i), png)); r.status != 201 {
			t.Fatalf("%d: %d %s", i, r.status, r.body)
		}
	}
	if r := te.raw("bot", "POST", path, body("one_more", png)); r.status != 400 || r.code() != 30008 {
		t.Errorf("the 2001st: %d %s", r.status, r.body)
	}
}
