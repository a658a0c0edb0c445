package sandbox_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/sandbox"
)

// reply is a raw response.
type reply struct {
	status int
	head   http.Header
	body   string
	json   map[string]any
}

func (r reply) code() int { n, _ := r.json["code"].(float64); return int(n) }

// raw sends a request as a script would; tokens for "bot", "mei", "tom" and "linh" are filled in.
func (te *testEnv) raw(who, method, path, body string) reply {
	te.Helper()
	req, _ := http.NewRequestWithContext(te.ctx, method, te.info.API+"/v9"+path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	return te.send(who, req)
}

func (te *testEnv) send(who string, req *http.Request) reply {
	te.Helper()
	switch who {
	case "bot":
		req.Header.Set("Authorization", "Bot "+te.info.BotToken)
	case "":
	default:
		for _, u := range te.info.Users {
			if u.Username == who {
				req.Header.Set("Authorization", u.Token)
			}
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		te.Fatal(err)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	r := reply{status: resp.StatusCode, head: resp.Header, body: string(b)}
	json.Unmarshal(b, &r.json)
	return r
}

// get fetches an address without a token.
func (te *testEnv) get(url string) reply {
	te.Helper()
	req, _ := http.NewRequestWithContext(te.ctx, "GET", url, nil)
	return te.send("", req)
}

func TestRefusals(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	room := "/channels/" + te.info.Channels[0].ID
	own := te.raw("bot", "POST", room+"/messages", `{"content":"mine"}`)
	mine := room + "/messages/" + own.json["id"].(string)
	long := strings.Repeat("长", 2001)
	row := func(inner string) string { return `{"components":[{"type":1,"components":[` + inner + `]}]}` }
	button := func(id, label string) string {
		return fmt.Sprintf(`{"type":2,"style":1,"label":%q,"custom_id":%q}`, label, id)
	}
	app := "/applications/" + te.info.ApplicationID + "/commands"
	te.raw("bot", "POST", app, `{"name":"count","description":"x","options":[{"type":4,"name":"n","description":"n"}]}`)
	cases := []struct {
		name, who, method, path, body string
		status, code                  int
		says                          string // somewhere in the response
	}{
		{"no token", "", "GET", room, "", 401, 0, ""},
		{"person where a bot is wanted", "mei", "GET", app, "", 403, 20002, ""},
		{"bot at the users' endpoint", "bot", "POST", "/interactions", "{}", 403, 20001, ""},
		{"unknown route", "bot", "GET", "/nothing", "", 404, 0, "404: Not Found"},
		{"unknown channel", "bot", "GET", "/channels/123", "", 404, 10003, ""},
		{"not a snowflake", "bot", "GET", "/channels/abc", "", 400, 50035, "NUMBER_TYPE_COERCE"},
		{"unknown message", "bot", "GET", room + "/messages/123", "", 404, 10008, ""},
		{"empty message", "bot", "POST", room + "/messages", `{}`, 400, 50006, ""},
		{"2001 characters", "bot", "POST", room + "/messages", `{"content":"` + long + `"}`, 400, 50035, "BASE_TYPE_MAX_LENGTH"},
		{"person's 10 000 characters", "mei", "POST", room + "/messages", `{"content":"` + strings.Repeat("a", 10000) + `"}`, 400, 50035, "2000 or fewer"},
		{"unknown field", "bot", "POST", room + "/messages", `{"content":"x","contents":"y"}`, 400, 50035, "UNKNOWN_FIELD"},
		{"broken JSON", "bot", "POST", room + "/messages", `{"content":`, 400, 50109, ""},
		{"content of the wrong type", "bot", "POST", room + "/messages", `{"content":["x"]}`, 400, 50035, "errors"},
		{"reply to nothing", "bot", "POST", room + "/messages", `{"content":"x","message_reference":{"message_id":"123"}}`, 400, 50035, "REPLIES_UNKNOWN_MESSAGE"},
		{"parse and users", "bot", "POST", room + "/messages", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, 400, 50035, "EXCLUSIVE"},
		{"six rows", "bot", "POST", room + "/messages", `{"components":[` + strings.Repeat(`{"type":1,"components":[{"type":2,"style":5,"label":"a","url":"https://example.com"}]},`, 5) + `{"type":1,"components":[{"type":2,"style":5,"label":"a","url":"https://example.com"}]}]}`, 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"six buttons", "bot", "POST", room + "/messages", row(button("1", "a") + "," + button("2", "a") + "," + button("3", "a") + "," + button("4", "a") + "," + button("5", "a") + "," + button("6", "a")), 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"empty row", "bot", "POST", room + "/messages", row(""), 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"no custom id", "bot", "POST", room + "/messages", row(`{"type":2,"style":1,"label":"a"}`), 400, 50035, "BASE_TYPE_REQUIRED"},
		{"custom id of 101", "bot", "POST", room + "/messages", row(button(strings.Repeat("x", 101), "a")), 400, 50035, "100 or fewer"},
		{"custom id twice", "bot", "POST", room + "/messages", row(button("1", "a") + "," + button("1", "b")), 400, 50035, "COMPONENT_CUSTOM_ID_DUPLICATED"},
		{"label of 81", "bot", "POST", room + "/messages", row(button("1", strings.Repeat("x", 81))), 400, 50035, "80 or fewer"},
		{"button without label", "bot", "POST", room + "/messages", row(button("1", "")), 400, 50035, "BUTTON_COMPONENT_INVALID_LABEL"},
		{"unknown field of a button", "bot", "POST", room + "/messages", row(`{"type":2,"style":1,"label":"a","custom_id":"1","colour":1}`), 400, 50035, "colour"},
		{"button outside a row", "bot", "POST", room + "/messages", `{"components":[` + button("1", "a") + `]}`, 400, 50035, "UNION_TYPE_CHOICES"},
		{"select beside a button", "bot", "POST", room + "/messages", row(button("1", "a") + `,{"type":3,"custom_id":"2","options":[{"label":"a","value":"a"}]}`), 400, 50035, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		{"select without options", "bot", "POST", room + "/messages", row(`{"type":3,"custom_id":"2","options":[]}`), 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"select with a value twice", "bot", "POST", room + "/messages", row(`{"type":3,"custom_id":"2","options":[{"label":"a","value":"a"},{"label":"b","value":"a"}]}`), 400, 50035, "OPTION_VALUE_DUPLICATED"},
		{"new layout with content", "bot", "POST", room + "/messages", `{"flags":32768,"content":"x","components":[{"type":10,"content":"y"}]}`, 400, 50035, "COMPONENTS_V2"},
		{"text display without the flag", "bot", "POST", room + "/messages", `{"components":[{"type":10,"content":"y"}]}`, 400, 50035, "UNION_TYPE_CHOICES"},
		{"alt text without a file", "bot", "POST", room + "/messages", `{"content":"x","attachments":[{"id":0,"description":"y"}]}`, 400, 50035, "ATTACHMENT_NOT_FOUND"},
		{"picture that is no address", "bot", "POST", room + "/messages", `{"embeds":[{"description":"x","thumbnail":{"url":"face"}}]}`, 400, 50035, "URL_TYPE_INVALID_URL"},
		{"picture from elsewhere", "bot", "POST", room + "/messages", `{"embeds":[{"description":"x","thumbnail":{"url":"file://a/b.png"}}]}`, 400, 50035, "URL_TYPE_INVALID_SCHEME"},
		{"picture without an address", "bot", "POST", room + "/messages", `{"embeds":[{"description":"x","thumbnail":{}}]}`, 400, 50035, "BASE_TYPE_REQUIRED"},
		{"editing another's message", "mei", "PATCH", mine, `{"content":"x"}`, 403, 50005, ""},
		{"emptying a message", "bot", "PATCH", mine, `{"content":""}`, 400, 50006, ""},
		{"deleting another's message", "tom", "DELETE", mine, "", 403, 50013, ""},
		{"an emoji that is none", "bot", "PUT", mine + "/reactions/a/@me", "", 400, 10014, ""},
		{"unknown callback", "", "POST", "/interactions/1/x/callback", `{"type":4,"data":{"content":"x"}}`, 404, 10062, ""},
		{"unknown webhook", "", "POST", "/webhooks/" + te.info.ApplicationID + "/x", `{"content":"x"}`, 401, 50027, ""},
		{"command in capitals", "bot", "POST", app, `{"name":"Play","description":"x"}`, 400, 50035, "APPLICATION_COMMAND_INVALID_NAME"},
		{"command with a space", "bot", "POST", app, `{"name":"play on","description":"x"}`, 400, 50035, "APPLICATION_COMMAND_INVALID_NAME"},
		{"command without description", "bot", "POST", app, `{"name":"play"}`, 400, 50035, "description"},
		{"description of 101", "bot", "POST", app, `{"name":"play","description":"` + strings.Repeat("x", 101) + `"}`, 400, 50035, "100 or fewer"},
		{"context menu with description", "bot", "POST", app, `{"name":"Play","type":2,"description":"x"}`, 400, 50035, "CONTEXT_MENU"},
		{"required after optional", "bot", "POST", app, `{"name":"play","description":"x","options":[{"type":3,"name":"a","description":"a"},{"type":3,"name":"b","description":"b","required":true}]}`, 400, 50035, "OPTIONS_REQUIRED_INVALID"},
		{"unknown locale", "bot", "POST", app, `{"name":"play","description":"x","name_localizations":{"xx":"a"}}`, 400, 50035, "BASE_TYPE_CHOICES"},
		{"26 choices", "bot", "POST", app, `{"name":"play","description":"x","options":[{"type":3,"name":"a","description":"a","choices":[` + strings.TrimSuffix(strings.Repeat(`{"name":"a","value":"a"},`, 26), ",") + `]}]}`, 400, 50035, "BASE_TYPE_BAD_LENGTH"},
		{"a command of 8001", "bot", "POST", app, bigCommand(), 400, 50035, "APPLICATION_COMMAND_TOO_LARGE"},
		{"two of one name", "bot", "PUT", app, `[{"name":"a","description":"x"},{"name":"a","description":"y"}]`, 400, 50035, "DUPLICATE_NAME"},
		{"unknown command", "bot", "GET", app + "/1", "", 404, 10063, ""},
		{"another application", "bot", "GET", "/applications/1/commands", "", 404, 10002, ""},
		{"interaction without data", "mei", "POST", "/interactions", `{"type":2,"channel_id":"` + te.info.Channels[0].ID + `"}`, 400, 50035, "BASE_TYPE_REQUIRED"},
		{"command nobody registered", "mei", "POST", "/interactions", `{"type":2,"channel_id":"` + te.info.Channels[0].ID + `","data":{"name":"dance"}}`, 404, 10063, ""},
		{"required option missing", "mei", "POST", "/interactions", `{"type":2,"channel_id":"` + te.info.Channels[0].ID + `","data":{"name":"move"}}`, 400, 50035, "BASE_TYPE_REQUIRED"},
		{"value that is no choice", "mei", "POST", "/interactions", `{"type":2,"channel_id":"` + te.info.Channels[0].ID + `","data":{"name":"play","options":[{"type":3,"name":"opponent","value":"me"}]}}`, 400, 50035, "BASE_TYPE_CHOICES"},
		{"a number that is none", "mei", "POST", "/interactions", `{"type":2,"channel_id":"` + te.info.Channels[0].ID + `","data":{"name":"count","options":[{"type":4,"name":"n","value":null}]}}`, 400, 50035, "NUMBER_TYPE_COERCE"},
		{"too many members", "bot", "GET", "/guilds/" + te.info.GuildID + "/members", "", 403, 50001, ""},
		{"a direct conversation with oneself", "mei", "POST", "/users/@me/channels", `{"recipient_id":"` + te.info.Users[0].ID + `"}`, 403, 50007, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := te.raw(c.who, c.method, c.path, c.body)
			if r.status != c.status || r.code() != c.code || !strings.Contains(r.body, c.says) {
				t.Errorf("%s %s: got %d %s; want %d, code %d, %q in it", c.method, c.path, r.status, r.body, c.status,
					c.code, c.says)
			}
		})
	}
	if r := te.raw("bot", "GET", mine, ""); r.json["content"] != "mine" || r.json["edited_timestamp"] != nil {
		t.Errorf("the refused edits changed the message: %s", r.body)
	}
}

func bigCommand() string {
	var options []string
	for i := range 25 {
		var choices []string
		for j := range 4 {
			choices = append(choices, fmt.Sprintf(`{"name":%q,"value":"v%d"}`, strings.Repeat("n", 80), j))
		}
		options = append(options, fmt.Sprintf(`{"type":3,"name":"o%d","description":"d","choices":[%s]}`, i,
			strings.Join(choices, ",")))
	}
	return `{"name":"big","description":"d","options":[` + strings.Join(options, ",") + `]}`
}

func TestNonce(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	a := te.raw("bot", "POST", path, `{"content":"board","nonce":"s1-7","enforce_nonce":true}`)
	b := te.raw("bot", "POST", path, `{"content":"board again","nonce":"s1-7","enforce_nonce":true}`)
	if a.json["id"] != b.json["id"] || b.json["content"] != "board" || a.json["nonce"] != "s1-7" {
		t.Fatalf("enforced nonce made two messages: %s %s", a.body, b.body)
	}
	if c := te.raw("bot", "POST", path, `{"content":"x","nonce":"s1-7"}`); c.json["id"] == a.json["id"] {
		t.Fatal("a nonce that is not enforced must not count")
	}
	if c := te.raw("mei", "POST", path,
		`{"content":"x","nonce":"s1-7","enforce_nonce":true}`); c.json["id"] == a.json["id"] {
		t.Fatal("another author's nonce must not count")
	}
	if c := te.raw("mei", "POST", path, `{"content":"x","nonce":7}`); c.json["nonce"] != 7.0 {
		t.Fatalf("a number came back as %v", c.json["nonce"])
	}
	te.s.Advance(6 * time.Minute)
	if c := te.raw("bot", "POST", path,
		`{"content":"x","nonce":"s1-7","enforce_nonce":true}`); c.json["id"] == a.json["id"] {
		t.Fatal("a nonce counts for a few minutes only")
	}
}

// multi makes a multipart request.
func (te *testEnv) multi(who, method, path, payload string, pictures map[string][]byte) reply {
	te.Helper()
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	form.WriteField("payload_json", payload)
	for name, data := range pictures {
		part, _ := form.CreateFormFile(name, "board.png")
		part.Write(data)
	}
	form.Close()
	req, _ := http.NewRequestWithContext(te.ctx, method, te.info.API+"/v9"+path, &buf)
	req.Header.Set("Content-Type", form.FormDataContentType())
	return te.send(who, req)
}

func TestFiles(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	first := func(r reply) map[string]any {
		t.Helper()
		list, _ := r.json["attachments"].([]any)
		if len(list) == 0 {
			t.Fatalf("no attachment: %s", r.body)
		}
		return list[0].(map[string]any)
	}
	get := func(url any) int {
		resp, err := http.Get(url.(string))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	m := te.multi("bot", "POST", path, `{"content":"x","attachments":[{"id":"0","description":"Red cannon on e2"}]}`,
		map[string][]byte{"files[0]": picture(12, 7)})
	old := first(m)
	if old["description"] != "Red cannon on e2" || old["width"] != 12.0 || old["height"] != 7.0 ||
		old["content_type"] != "image/png" || get(old["url"]) != 200 {
		t.Fatalf("attachment: %v", old)
	}
	id := path + "/" + m.json["id"].(string)
	if r := te.raw("bot", "PATCH", id, `{"content":"y"}`); first(r)["id"] != old["id"] {
		t.Fatal("an edit that does not speak of files must leave them")
	}
	r := te.multi("bot", "PATCH", id, `{"attachments":[{"id":"0","description":"new"}]}`,
		map[string][]byte{"files[0]": picture(3, 3)})
	if first(r)["description"] != "new" || len(r.json["attachments"].([]any)) != 1 || get(old["url"]) != 404 ||
		get(first(r)["url"]) != 200 {
		t.Fatalf("replaced: %s", r.body)
	}
	kept := first(r)["id"].(string)
	r = te.multi("bot", "PATCH", id, `{}`, map[string][]byte{"files[0]": picture(3, 3)})
	if len(r.json["attachments"].([]any)) != 2 {
		t.Fatalf("API v9 adds files where attachments are not spoken of: %s", r.body)
	}
	r = te.raw("bot", "PATCH", id, `{"attachments":[{"id":"`+kept+`"}]}`)
	if len(r.json["attachments"].([]any)) != 1 || first(r)["id"] != kept {
		t.Fatalf("kept one: %s", r.body)
	}
	if r = te.raw("bot", "PATCH", id, `{"attachments":[]}`); len(r.json["attachments"].([]any)) != 0 {
		t.Fatalf("removed all: %s", r.body)
	}
	if r := te.multi("bot", "POST", path, `{}`,
		map[string][]byte{"files[0]": make([]byte, 10<<20+1)}); r.status != 413 || r.code() != 40005 {
		t.Fatalf("too large: %d %s", r.status, r.body)
	}
	many := map[string][]byte{}
	for i := range 11 {
		many[fmt.Sprintf("files[%d]", i)] = picture(1, 1)
	}
	if r := te.multi("bot", "POST", path, `{}`, many); r.code() != 50035 {
		t.Fatalf("eleven files: %d %s", r.status, r.body)
	}
}

func TestPiecestionsAndPings(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	mei, tom := te.info.Users[0].ID, te.info.Users[1].ID
	said := te.raw("tom", "POST", path, `{"content":"hello"}`)
	pinged := func(r reply) string {
		t.Helper()
		if r.status >= 300 {
			t.Fatal(r.body)
		}
		var out []string
		for _, p := range te.s.Pings() {
			out = append(out, p.Username+" "+p.Kind)
		}
		te.s.ResetPings()
		return strings.Join(out, ", ")
	}
	both := `"content":"<@` + mei + `> and <@!` + tom + `>"`
	ref := `"message_reference":{"message_id":"` + said.json["id"].(string) + `"}`
	for _, c := range []struct{ name, who, body, want string }{
		{"all by default", "bot", `{` + both + `}`, "mei mention, tom mention"},
		{"none", "bot", `{` + both + `,"allowed_mentions":{"parse":[]}}`, ""},
		{"one listed", "bot", `{` + both + `,"allowed_mentions":{"parse":[],"users":["` + mei + `"]}}`, "mei mention"},
		{"listed but not written", "bot", `{"content":"x","allowed_mentions":{"parse":[],"users":["` + mei + `"]}}`, ""},
		{"reply", "mei", `{"content":"x",` + ref + `}`, "tom reply"},
		{"reply without ping", "bot", `{"content":"x",` + ref + `,"allowed_mentions":{"parse":[],"replied_user":false}}`, ""},
		{"reply with ping", "bot", `{"content":"x",` + ref + `,"allowed_mentions":{"parse":[],"replied_user":true}}`, "tom reply"},
		{"silent", "bot", `{` + both + `,"flags":4096}`, ""},
		{"everyone without the right", "bot", `{"content":"@everyone"}`, ""},
		{"everyone by the owner", "mei", `{"content":"@everyone come"}`, "tom everyone, linh everyone, ting everyone"},
		{"oneself", "mei", `{"content":"<@` + mei + `>"}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := pinged(te.raw(c.who, "POST", path, c.body)); got != c.want {
				t.Errorf("pinged %q, want %q", got, c.want)
			}
		})
	}
	m := te.raw("bot", "POST", path, `{"content":"x"}`)
	if got := pinged(te.raw("bot", "PATCH", path+"/"+m.json["id"].(string), `{`+both+`}`)); got != "" {
		t.Errorf("an edit pinged %q", got)
	}
	dm := te.raw("bot", "POST", "/users/@me/channels", `{"recipient_id":"`+mei+`"}`)
	if got := pinged(te.raw("bot", "POST", "/channels/"+dm.json["id"].(string)+"/messages",
		`{"content":"psst"}`)); got != "mei dm" {
		t.Errorf("a direct message pinged %q", got)
	}
	te.raw("bot", "POST", path, `{"content":"<@`+mei+`> your turn: **h2e2**"}`)
	if p := te.s.Pings(); len(p) != 1 || p[0].Preview != "@Mei your turn: **h2e2**" {
		t.Errorf("preview: %+v", p)
	}
}

func TestThreads(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	room := "/channels/" + te.info.Channels[0].ID
	m, err := te.bot.ChannelMessageSend(te.info.Channels[0].ID, "Kid against Mei")
	if err != nil {
		t.Fatal(err)
	}
	th, err := te.bot.MessageThreadStartComplex(m.ChannelID, m.ID, &discordgo.ThreadStart{Name: "Mei's game",
		AutoArchiveDuration: 1440})
	if err != nil || th.ID != m.ID || th.ParentID != m.ChannelID || th.ThreadMetadata.AutoArchiveDuration != 1440 {
		t.Fatalf("%+v %v", th, err)
	}
	if _, err := te.bot.MessageThreadStartComplex(m.ChannelID, m.ID,
		&discordgo.ThreadStart{Name: "again"}); err == nil {
		t.Fatal("two threads from one message")
	}
	if again := te.raw("bot", "GET", room+"/messages/"+m.ID, ""); again.json["thread"] == nil ||
		again.json["flags"] != 32.0 {
		t.Fatalf("the message does not show its thread: %s", again.body)
	}
	card, err := te.bot.ChannelMessageSend(th.ID, "board")
	if err != nil {
		t.Fatal(err)
	}
	te.s.Advance(25 * time.Hour)
	if ch, err := te.bot.Channel(th.ID); err != nil || !ch.ThreadMetadata.Archived {
		t.Fatalf("not archived after a day: %+v %v", ch, err)
	}
	_, err = te.bot.ChannelMessageEdit(th.ID, card.ID, "new board")
	wantCode(t, err, 50083)
	off := false
	if _, err := te.bot.ChannelEditComplex(th.ID, &discordgo.ChannelEdit{Archived: &off}); err != nil {
		t.Fatal(err)
	}
	if _, err := te.bot.ChannelMessageEdit(th.ID, card.ID, "new board"); err != nil {
		t.Fatal(err)
	}
	te.raw("bot", "PATCH", "/channels/"+th.ID, `{"archived":true}`)
	if r := te.raw("mei", "POST", "/channels/"+th.ID+"/messages", `{"content":"wake up"}`); r.status != 200 {
		t.Fatalf("a message must wake the thread: %s", r.body)
	}
	active := te.raw("bot", "GET", "/guilds/"+te.info.GuildID+"/threads/active", "")
	if len(active.json["threads"].([]any)) != 1 {
		t.Fatalf("active: %s", active.body)
	}
	other := te.raw("bot", "POST", room+"/threads", `{"name":"without a message","type":11}`)
	if other.status != 201 || other.json["parent_id"] != te.info.Channels[0].ID {
		t.Fatalf("%d %s", other.status, other.body)
	}
}

// Threads of announcement channels are of a type of their own, and of that only.
func TestThreadsOfAnnouncements(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	news := te.raw("mei", "POST", "/guilds/"+te.info.GuildID+"/channels", `{"name":"news","type":5}`)
	for path, types := range map[string][2]int{"/channels/" + fmt.Sprint(news.json["id"]): {10, 11},
		"/channels/" + te.info.Channels[0].ID: {11, 10}} {
		made := te.raw("bot", "POST", path+"/threads", fmt.Sprintf(`{"name":"t","type":%d}`, types[0]))
		if made.status != 201 || made.json["type"] != float64(types[0]) {
			t.Errorf("%s: %d %s", path, made.status, made.body)
		}
		if other := te.raw("bot", "POST", path+"/threads", fmt.Sprintf(`{"name":"t","type":%d}`,
			types[1])); other.json["code"] != 50024.0 {
			t.Errorf("%s: %d %s", path, other.status, other.body)
		}
		said := te.raw("bot", "POST", path+"/messages", `{"content":"x"}`)
		from := te.raw("bot", "POST", path+"/messages/"+fmt.Sprint(said.json["id"])+"/threads", `{"name":"t"}`)
		if from.status != 201 || from.json["type"] != float64(types[0]) {
			t.Errorf("%s: %d %s", path, from.status, from.body)
		}
	}
}

func TestCommandsKeepTheirNames(t *testing.T) {
	te := start(t, sandbox.Options{Limits: sandbox.Limits{Scale: 100}}).withBot()
	before, err := te.bot.ApplicationCommands(te.info.ApplicationID, "")
	if err != nil {
		t.Fatal(err)
	}
	after, err := te.bot.ApplicationCommandBulkOverwrite(te.info.ApplicationID, "", toyCommands()[1:])
	if err != nil || len(after) != len(before)-1 || after[0].ID != before[1].ID {
		t.Fatalf("%v: %d before, %d after", err, len(before), len(after))
	}
	r := te.raw("mei", "GET", "/channels/"+te.info.Channels[0].ID+"/application-command-index", "")
	if n := len(r.json["application_commands"].([]any)); n != len(after) {
		t.Fatalf("%d commands in the index", n)
	}
	te.bot.ApplicationCommandBulkOverwrite(te.info.ApplicationID, "", toyCommands())
	if r := te.raw("mei", "GET", "/channels/"+te.info.Channels[0].ID+"/application-command-index",
		""); !strings.Contains(r.body, `"name":"play","name_localized":"下棋"`) {
		t.Fatalf("not in Mei's language: %s", r.body[:300])
	}
	app := "/applications/" + te.info.ApplicationID + "/guilds/" + te.info.GuildID + "/commands"
	te.s.Advance(25 * time.Hour) // a new day's budget
	for i := range 201 {
		r := te.raw("bot", "PUT", app, fmt.Sprintf(`[{"name":"c%d","description":"x"}]`, i))
		if want := map[bool]int{true: 200, false: 429}[i < 200]; r.status != want {
			t.Fatalf("creation %d: %d %s", i, r.status, r.body)
		}
	}
}

func TestOnlyFromHere(t *testing.T) {
	te := start(t, sandbox.Options{})
	try := func(change func(*http.Request)) int {
		req, _ := http.NewRequest("GET", te.info.API+"/v9/gateway", nil)
		change(req)
		return te.send("", req).status
	}
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"plain":          {func(*http.Request) {}, 200},
		"localhost":      {func(r *http.Request) { r.Host = "localhost" }, 200},
		"foreign host":   {func(r *http.Request) { r.Host = "discord.com" }, 403},
		"rebound name":   {func(r *http.Request) { r.Host = "127.0.0.1.example.com" }, 403},
		"foreign origin": {func(r *http.Request) { r.Header.Set("Origin", "https://example.com") }, 403},
		"null origin":    {func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		"other port":     {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403},
		"other site":     {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		"own page":       {func(r *http.Request) { r.Header.Set("Origin", "http://"+r.URL.Host) }, 200},
	} {
		if got := try(c.change); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	root := strings.TrimSuffix(te.info.API, "/api")
	if r := te.get(root + "/sandbox/info"); r.status != 401 || strings.Contains(r.body, te.info.Users[0].Token) {
		t.Errorf("tokens without the secret: %d %s", r.status, r.body)
	}
	if r := te.get(te.info.URL + "/sandbox/info"); r.status != 200 || r.json["api"] != te.info.API {
		t.Errorf("info: %d %s", r.status, r.body)
	}
	if r := te.get(root + "/"); r.status != 403 {
		t.Errorf("the page without the secret: %d", r.status)
	}
	if r := te.get(te.info.URL + "/sandbox/pings"); r.status != 200 || strings.TrimSpace(r.body) != "[]" {
		t.Errorf("pings: %d %s", r.status, r.body)
	}
	if err := sandbox.New(sandbox.Options{Addr: "0.0.0.0:0"}).Start(t.Context()); err == nil {
		t.Error("it listens to the world")
	}
}

func TestChannels(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/guilds/" + te.info.GuildID + "/channels"
	if r := te.raw("tom", "POST", path, `{"name":"mine"}`); r.code() != 50013 {
		t.Errorf("a guest made a channel: %s", r.body)
	}
	r := te.raw("mei", "POST", path, `{"name":"fourth","type":0}`)
	if r.status != 201 || len(te.s.Info().Channels) != 4 {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if m := te.raw("bot", "POST", "/channels/"+r.json["id"].(string)+"/messages", `{"content":"x"}`); m.status != 200 {
		t.Error(m.body)
	}
	if r := te.raw("mei", "DELETE", "/channels/"+r.json["id"].(string), ""); r.status != 200 ||
		len(te.s.Info().Channels) != 3 {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func TestSameSecretSameNames(t *testing.T) {
	a, b, c := start(t, sandbox.Options{Secret: "x"}), start(t, sandbox.Options{Secret: "x"}),
		start(t, sandbox.Options{})
	if a.info.BotToken != b.info.BotToken || a.info.Channels[2] != b.info.Channels[2] ||
		a.info.Users[1] != b.info.Users[1] {
		t.Error("the same secret gives other tokens")
	}
	if a.info.BotToken == c.info.BotToken || a.info.Users[0].ID == c.info.Users[0].ID {
		t.Error("another secret gives the same")
	}
}

func TestRateLimits(t *testing.T) {
	te := start(t, sandbox.Options{Limits: sandbox.Limits{Scale: 1}})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	for i := range 6 {
		r := te.raw("bot", "POST", path, `{"content":"x"}`)
		if i < 5 {
			if r.status != 200 || r.head.Get("X-RateLimit-Remaining") != fmt.Sprint(4-i) ||
				r.head.Get("X-RateLimit-Bucket") == "" {
				t.Fatalf("%d: %d %v", i, r.status, r.head)
			}
			continue
		}
		if wait := r.json["retry_after"].(float64); r.status != 429 || wait <= 0 || wait > 5 ||
			r.head.Get("Retry-After") == "" || r.head.Get("X-RateLimit-Scope") != "user" {
			t.Fatalf("the sixth: %d %s %v", r.status, r.body, r.head)
		}
	}
	if r := te.raw("bot", "POST", "/channels/"+te.info.Channels[1].ID+"/messages", `{"content":"x"}`); r.status != 200 {
		t.Fatal("another channel has its own bucket")
	}
	if r := te.raw("mei", "POST", path, `{"content":"x"}`); r.status != 200 {
		t.Fatal("people type as they like")
	}
}

// An application with an Activity has a command of Discord's, which a bulk overwrite must contain; a person cannot use
// it here.
func TestEntryPoint(t *testing.T) {
	te := start(t, sandbox.Options{EntryPoint: true})
	app := "/applications/" + te.info.ApplicationID + "/commands"
	list := te.raw("bot", "GET", app+"?with_localizations=true", "").body
	if !strings.Contains(list, `"type":4`) || !strings.Contains(list, `"handler":2`) {
		t.Fatalf("commands: %s", list)
	}
	const play = `{"name":"play","description":"x"}`
	if r := te.raw("bot", "PUT", app, "["+play+"]"); r.status != 400 || !strings.Contains(r.body, `"code":50240`) {
		t.Errorf("without it: %d %s", r.status, r.body)
	}
	again := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(list), "["), "]")
	r := te.raw("bot", "PUT", app, "["+play+","+again+"]")
	if r.status != 200 || !strings.Contains(r.body, `"type":4`) {
		t.Errorf("with it: %d %s", r.status, r.body)
	}
	if r := te.raw("bot", "PUT", app, "["+again+","+strings.Replace(again, "launch", "start", 1)+"]"); r.status != 400 {
		t.Errorf("two of them: %d %s", r.status, r.body)
	}
	index := te.raw("mei", "GET", "/channels/"+te.info.Channels[0].ID+"/application-command-index", "")
	if n := len(index.json["application_commands"].([]any)); n != 1 {
		t.Errorf("%d commands in the index: %s", n, index.body)
	}
	te = start(t, sandbox.Options{})
	if r := te.raw("bot", "POST", "/applications/"+te.info.ApplicationID+"/commands",
		`{"type":4,"name":"launch","handler":2}`); r.status != 400 {
		t.Errorf("without an Activity: %d %s", r.status, r.body)
	}
}
