package sandbox_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/wire"
)

// identifyAs identifies one shard of several.
func (w *gatewayClient) identifyAs(token string, intents, shard, of int) *gatewayClient {
	w.Helper()
	w.until("op 10")
	w.send(2, map[string]any{"token": token, "intents": intents, "shard": []int{shard, of},
		"properties": map[string]string{"os": "x"}})
	return w
}

// guildIDs returns the guilds that READY lists.
func guildIDs(t *testing.T, ready packet) (ids []string) {
	t.Helper()
	var r struct {
		Guilds []struct {
			ID          string `json:"id"`
			Unavailable bool   `json:"unavailable"`
		} `json:"guilds"`
	}
	if err := json.Unmarshal(ready.Data, &r); err != nil {
		t.Fatal(err)
	}
	for _, g := range r.Guilds {
		if !g.Unavailable {
			t.Errorf("guild %s comes with READY itself", g.ID)
		}
		ids = append(ids, g.ID)
	}
	return ids
}

func TestShards(t *testing.T) {
	te := start(t, sandbox.Options{Guilds: 12, Shards: 3, MaxConcurrency: 3, Limits: sandbox.Limits{Scale: 1}})
	about := te.raw("bot", "GET", "/gateway/bot", "")
	if limit := about.json["session_start_limit"].(map[string]any); about.json["shards"] != 3.0 ||
		limit["max_concurrency"] != 3.0 {
		t.Errorf("%s", about.body)
	}
	const of = 3
	shards, home := make([]*gatewayClient, of), map[string]int{}
	for n := range of { // at once: each has a key of its own
		shards[n] = te.dial("?v=9").identifyAs(te.info.BotToken, rawIntents, n, of)
		for _, id := range guildIDs(t, shards[n].until("READY")) {
			home[id] = n
			if p := shards[n].next(); p.Type != "GUILD_CREATE" {
				t.Fatalf("shard %d: %s %s", n, p.Type, p.Data)
			}
		}
	}
	if len(home) != 12 {
		t.Fatalf("%d guilds in all shards", len(home))
	}
	for n, g := range te.info.Guilds {
		id, _ := sandbox.ParseSnowflake(g.ID)
		if want := int(uint64(id) >> 22 % of); home[g.ID] != want {
			t.Errorf("guild %s is in shard %d, want %d", g.ID, home[g.ID], want)
		}
		text := fmt.Sprint("move ", n)
		te.raw("mei", "POST", "/channels/"+g.Channels[0].ID+"/messages", `{"content":"`+text+`"}`)
		if p := shards[home[g.ID]].next(); p.Type != "MESSAGE_CREATE" || !strings.Contains(string(p.Data), text) {
			t.Errorf("shard %d heard %s %s instead of %q", home[g.ID], p.Type, p.Data, text)
		}
	}
	dm := te.raw("mei", "POST", "/users/@me/channels", `{"recipient_id":"`+te.info.ApplicationID+`"}`)
	te.raw("mei", "POST", "/channels/"+dm.json["id"].(string)+"/messages", `{"content":"direct"}`)
	if p := shards[0].next(); !strings.Contains(string(p.Data), "direct") {
		t.Errorf("shard 0 heard %s %s", p.Type, p.Data)
	}
	for n, w := range shards { // each got nothing else: a heartbeat's answer comes next
		w.send(1, nil)
		if p := w.next(); p.Op != 11 {
			t.Errorf("shard %d heard %s %s besides", n, p.Type, p.Data)
		}
	}
	if code := te.dial("?v=9").identifyAs(te.info.BotToken, rawIntents, 3, of).closing(); code != 4010 {
		t.Errorf("shard 3 of 3: %d", code)
	}
}

func TestIdentifyIsSpacedByKey(t *testing.T) {
	te := start(t, sandbox.Options{MaxConcurrency: 2, IdentifyEvery: time.Hour, Limits: sandbox.Limits{Scale: 1}})
	for n, want := range []string{"READY", "READY", "op 9", "op 9"} { // keys 0, 1, 0, 1
		w := te.dial("?v=9").identifyAs(te.info.BotToken, 1, n, 4)
		if p := w.until(want); want == "op 9" && string(p.Data) != "false" {
			t.Errorf("shard %d: %s", n, p.Data)
		}
	}
	if limit := te.raw("bot", "GET", "/gateway/bot",
		"").json["session_start_limit"].(map[string]any); limit["remaining"] != 998.0 {
		t.Errorf("the refused ones count too: %v", limit)
	}
}

func TestShardingIsRequired(t *testing.T) {
	te := start(t, sandbox.Options{Guilds: 2501})
	if code := te.dial("?v=9").identify(te.info.BotToken, 1).closing(); code != 4011 {
		t.Errorf("2501 guilds on one connection: %d", code)
	}
	te.dial("?v=9").identifyAs(te.info.BotToken, 1, 0, 2).until("READY")
	seen := map[string]bool{}
	for after := "0"; ; {
		r := te.raw("bot", "GET", "/users/@me/guilds?after="+after, "")
		var page []struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal([]byte(r.body), &page); err != nil {
			t.Fatal(err)
		}
		for _, g := range page {
			seen[g.ID], after = true, g.ID
		}
		if len(page) < 200 {
			break
		}
	}
	if len(seen) != 2501 {
		t.Errorf("%d guilds on all pages", len(seen))
	}
}

func TestGuildIsLost(t *testing.T) {
	for _, c := range []struct {
		kind        string
		unavailable bool
		status      int
		code        int
		listed      bool // by READY
	}{
		{"guild_remove", false, 403, 50001, false},
		{"guild_outage", true, 503, 0, true},
	} {
		t.Run(c.kind, func(t *testing.T) {
			te := start(t, sandbox.Options{Guilds: 2}).withBot()
			w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
			w.until("GUILD_CREATE")
			w.until("GUILD_CREATE")
			te.order(`{"kind":"` + c.kind + `"}`)
			var gone struct {
				ID          string
				Unavailable bool
			}
			json.Unmarshal(w.until("GUILD_DELETE").Data, &gone)
			if gone.ID != te.info.GuildID || gone.Unavailable != c.unavailable {
				t.Errorf("GUILD_DELETE %+v", gone)
			}
			lost, kept := te.info.Channels[0].ID, te.info.Guilds[1].Channels[0].ID
			for _, path := range []string{"/channels/" + lost, "/channels/" + lost + "/messages",
				"/guilds/" + te.info.GuildID} {
				if r := te.raw("bot", "GET", path, ""); r.status != c.status || r.code() != c.code {
					t.Errorf("%s: %d %s", path, r.status, r.body)
				}
			}
			if r := te.raw("bot", "POST", "/channels/"+lost+"/messages", `{"content":"x"}`); r.status != c.status ||
				r.code() != c.code {
				t.Errorf("a message: %d %s", r.status, r.body)
			}
			if r := te.raw("bot", "POST", "/channels/"+kept+"/messages", `{"content":"x"}`); r.status != 200 {
				t.Errorf("the other guild: %s", r.body)
			}
			again := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
			if ids := guildIDs(t, again.until("READY")); len(ids) == 2 != c.listed {
				t.Errorf("READY lists %v", ids)
			}
			te.order(`{"kind":"guild_return","guild_id":"` + te.info.GuildID + `"}`)
			if p := w.until("GUILD_CREATE"); !strings.Contains(string(p.Data), te.info.GuildID) {
				t.Errorf("%s", p.Data)
			}
			if r := te.raw("bot", "POST", "/channels/"+lost+"/messages", `{"content":"x"}`); r.status != 200 {
				t.Errorf("after its return: %s", r.body)
			}
		})
	}
}

func TestMessageContentIsLost(t *testing.T) {
	te := start(t, sandbox.Options{})
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	plain := te.dial("?v=9").identify(te.info.BotToken, rawIntents&^(1<<15))
	plain.until("GUILD_CREATE")
	flags := func() float64 { return te.raw("bot", "GET", "/applications/@me", "").json["flags"].(float64) }
	before := flags()
	te.order(`{"kind":"message_content"}`)
	if code := w.closing(); code != 4014 {
		t.Errorf("the connection with the intent: %d", code)
	}
	if code := te.dial("?v=9").identify(te.info.BotToken, rawIntents).closing(); code != 4014 {
		t.Errorf("who asks again: %d", code)
	}
	u := te.dial("?v=9")
	u.until("op 10")
	u.send(6, map[string]any{"token": te.info.BotToken, "session_id": w.id, "seq": w.seq})
	if p := u.until("op 9"); string(p.Data) != "false" {
		t.Errorf("its session can be resumed: %s", p.Data)
	}
	te.raw("mei", "POST", "/channels/"+te.info.Channels[0].ID+"/messages", `{"content":"h2e2"}`)
	var m struct{ Content string }
	json.Unmarshal(plain.until("MESSAGE_CREATE").Data, &m)
	if m.Content != "" || flags() == before {
		t.Errorf("who goes on without reads %q, flags %v", m.Content, flags())
	}
	te.order(`{"kind":"message_content","allow":true}`)
	te.dial("?v=9").identify(te.info.BotToken, rawIntents).until("READY")
}

// Reactions and replies can be seen without any privilege.
func TestReactionsAndRepliesAreSeen(t *testing.T) {
	te := start(t, sandbox.Options{AnswerWithin: time.Minute}).withBot()
	const unprivileged = 1 | 1<<9 | 1<<10 | 1<<12 | 1<<13
	w := te.dial("?v=9").identify(te.info.BotToken, unprivileged)
	w.until("GUILD_CREATE")
	deaf := te.dial("?v=9").identify(te.info.BotToken, unprivileged&^(1<<10))
	deaf.until("GUILD_CREATE")
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	card := te.raw("bot", "POST", path, `{"content":"card"}`).json["id"].(string)
	te.raw("mei", "PUT", path+"/"+card+"/reactions/👍/@me", "")
	var reacted struct {
		UserID    string `json:"user_id"`
		MessageID string `json:"message_id"`
		AuthorID  string `json:"message_author_id"`
	}
	json.Unmarshal(w.until("MESSAGE_REACTION_ADD").Data, &reacted)
	if reacted.MessageID != card || reacted.UserID != te.info.Users[0].ID || reacted.AuthorID != te.info.ApplicationID {
		t.Errorf("%+v", reacted)
	}
	for deaf.send(1, nil); ; {
		p := deaf.next()
		if p.Type == "MESSAGE_REACTION_ADD" {
			t.Error("without its intent a reaction is heard")
		}
		if p.Op == 11 {
			break
		}
	}
	i := te.act(2, play)
	answer := te.raw("", "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true",
		`{"type":4,"data":{"content":"answer"}}`)
	answered := answer.json["interaction"].(map[string]any)["response_message_id"].(string)
	for _, c := range []struct{ name, to, mentions, content, quoted string }{
		{"with a ping", card, "", "h2e2", "card"},
		{"without", card, `,"allowed_mentions":{"replied_user":false}`, "", "card"},
		{"to an interaction's answer", answered, "", "", "answer"},
	} {
		te.raw("mei", "POST", path, `{"content":"h2e2","message_reference":{"message_id":"`+c.to+`"}`+c.mentions+`}`)
		var m wire.Message
		for m.Type != 19 {
			if err := json.Unmarshal(w.until("MESSAGE_CREATE").Data, &m); err != nil {
				t.Fatal(err)
			}
		}
		var of wire.Message
		json.Unmarshal(m.Referenced, &of)
		if m.Content != c.content || m.Reference.MessageID != c.to || of.Content != c.quoted {
			t.Errorf("%s: content %q, of %s %q", c.name, m.Content, m.Reference.MessageID, of.Content)
		}
	}
}

func TestAltTextChangesWithoutUpload(t *testing.T) {
	te := start(t, sandbox.Options{})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	made := te.multi("bot", "POST", path, `{"attachments":[{"id":"0","description":"the board"}]}`,
		map[string][]byte{"files[0]": picture(2, 2)})
	at := made.json["attachments"].([]any)[0].(map[string]any)
	message := path + "/" + made.json["id"].(string)
	change := func(fields string) reply {
		return te.raw("bot", "PATCH", message, `{"attachments":[{"id":"`+at["id"].(string)+`"`+fields+`}]}`)
	}
	for _, c := range []struct{ fields, want string }{
		{`,"description":"the board after h2e2"`, "the board after h2e2"}, {"", "the board after h2e2"}, {`,"description":""`, ""},
	} {
		r := change(c.fields)
		now, _ := r.json["attachments"].([]any)[0].(map[string]any)
		if text, _ := now["description"].(string); text != c.want || now["id"] != at["id"] || now["url"] != at["url"] {
			t.Errorf("%s: %s", c.fields, r.body)
		}
	}
	if r := change(`,"description":"` + strings.Repeat("x", 1025) + `"`); r.code() != 50035 {
		t.Errorf("1025 characters: %s", r.body)
	}
	if r := te.get(at["url"].(string)); r.status != 200 {
		t.Errorf("the picture is gone: %d", r.status)
	}
}

func TestResolvedChannelTellsPermissions(t *testing.T) {
	te := start(t, sandbox.Options{}).withBot()
	te.raw("bot", "POST", "/applications/"+te.info.ApplicationID+"/commands",
		`{"name":"where","description":"x","options":[{"type":7,"name":"channel","description":"x"}]}`)
	other := te.info.Channels[1].ID
	te.order(`{"kind":"permissions","channel_id":"` + other + `","deny":["SEND_MESSAGES"]}`)
	w := te.dial("?v=9").identify(te.info.BotToken, rawIntents)
	w.until("GUILD_CREATE")
	te.act(2, `"data":{"name":"where","type":1,"options":[{"type":7,"name":"channel","value":"`+other+`"}]}`)
	var e struct {
		Data struct {
			Resolved struct{ Channels map[string]wire.Channel }
		}
	}
	if err := json.Unmarshal(w.until("INTERACTION_CREATE").Data, &e); err != nil {
		t.Fatal(err)
	}
	const send = 1 << 11
	by, _ := strconv.Atoi(e.Data.Resolved.Channels[other].Permissions)
	bot, _ := strconv.Atoi(e.Data.Resolved.Channels[other].AppPermissions)
	if by&send == 0 || bot&send != 0 || bot == 0 {
		t.Errorf("permissions %d, app_permissions %d", by, bot)
	}
}

// A shard may be identified a second time while it is connected, as for a rolling upgrade: both sessions receive its
// events.
func TestShardTwice(t *testing.T) {
	// With this secret there are guilds on either shard.
	te := start(t, sandbox.Options{Secret: "two shards", Guilds: 8, Shards: 2, MaxConcurrency: 2,
		Limits: sandbox.Relaxed()})
	old := te.dial("?v=9").identifyAs(te.info.BotToken, rawIntents, 1, 2)
	guilds := guildIDs(t, old.until("READY"))
	next := te.dial("?v=9").identifyAs(te.info.BotToken, rawIntents, 1, 2)
	if again := guildIDs(t, next.until("READY")); len(guilds) == 0 || len(again) != len(guilds) {
		t.Fatalf("the guilds of shard 1: %v and then %v", guilds, again)
	}
	other := te.dial("?v=9").identifyAs(te.info.BotToken, rawIntents, 0, 2)
	other.until("READY")
	say := func(text string) {
		for _, g := range te.info.Guilds {
			if g.ID == guilds[0] {
				te.raw("mei", "POST", "/channels/"+g.Channels[0].ID+"/messages", `{"content":"`+text+`"}`)
			}
		}
	}
	say("to both")
	for _, w := range []*gatewayClient{old, next} {
		if p := w.until("MESSAGE_CREATE"); !strings.Contains(string(p.Data), "to both") {
			t.Errorf("%s", p.Data)
		}
	}
	old.ws.Close()
	say("to the newer")
	if p := next.until("MESSAGE_CREATE"); !strings.Contains(string(p.Data), "to the newer") {
		t.Errorf("%s", p.Data)
	}
	for other.send(1, nil); ; { // the next payload is the heartbeat's answer
		p := other.next()
		if p.Type == "MESSAGE_CREATE" {
			t.Errorf("shard 0 heard %s", p.Data)
		}
		if p.Op == 11 {
			break
		}
	}
}
