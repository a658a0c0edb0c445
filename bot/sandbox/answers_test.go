package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// act makes Mei do something that the toy bot leaves to the test, and returns the interaction that the bot got.
func (te *testEnv) act(kind int, rest string) *discordgo.Interaction {
	te.Helper()
	te.mu.Lock()
	te.answerIt = false
	before := len(te.inter)
	te.mu.Unlock()
	r := te.raw("mei", "POST", "/interactions",
		fmt.Sprintf(`{"type":%d,"application_id":%q,"guild_id":%q,"channel_id":%q,"session_id":"x","nonce":"1",%s}`,
			kind, te.info.ApplicationID, te.info.GuildID, te.info.Channels[0].ID, rest))
	if r.status != 204 {
		te.Fatalf("interaction: %d %s", r.status, r.body)
	}
	te.eventually(func() bool { return len(te.inter) == before+1 })
	return te.lastInteraction()
}

const play = `"data":{"name":"play","type":1}`

func TestAnswers(t *testing.T) {
	te := start(t, sandbox.Options{AnswerWithin: time.Minute}).withBot()
	back := func(i *discordgo.Interaction) string { return "/interactions/" + i.ID + "/" + i.Token + "/callback" }
	hook := func(i *discordgo.Interaction) string { return "/webhooks/" + i.AppID + "/" + i.Token }
	say := `{"type":4,"data":{"content":"board"}}`

	i := te.act(2, play)
	if i.Locale != "zh-CN" || i.GuildLocale == nil || i.Member.User.Username != "mei" || i.Member.Permissions == 0 ||
		i.AppPermissions&discordgo.PermissionSendMessages == 0 {
		t.Fatalf("interaction: %+v", i)
	}
	if r := te.raw("", "GET", hook(i)+"/messages/@original", ""); r.code() != 10015 {
		t.Errorf("an answer before there is one: %s", r.body)
	}
	r := te.raw("", "POST", back(i)+"?with_response=true", say)
	msg, _ := r.json["resource"].(map[string]any)["message"].(map[string]any)
	if r.status != 200 || msg["content"] != "board" || msg["interaction_metadata"].(map[string]any)["id"] != i.ID {
		t.Fatalf("with response: %s", r.body)
	}
	if r := te.raw("", "POST", back(i), say); r.code() != 40060 || r.status != 400 {
		t.Errorf("twice: %s", r.body)
	}
	if r := te.raw("", "PATCH", hook(i)+"/messages/@original", `{"content":"new"}`); r.json["content"] != "new" ||
		r.json["id"] != msg["id"] {
		t.Errorf("edit: %s", r.body)
	}
	follow := te.raw("", "POST", hook(i), `{"content":"more","flags":64}`)
	if follow.json["flags"] != 64.0 {
		t.Errorf("follow-up: %s", follow.body)
	}
	if r := te.raw("", "PATCH", hook(i)+"/messages/"+follow.json["id"].(string),
		`{"content":"still more"}`); r.json["content"] != "still more" {
		t.Errorf("edit of the follow-up: %s", r.body)
	}
	if r := te.raw("", "DELETE", hook(i)+"/messages/@original", ""); r.status != 204 {
		t.Errorf("delete: %s", r.body)
	}
	if r := te.raw("", "GET", hook(i)+"/messages/@original", ""); r.code() != 10008 {
		t.Errorf("after deletion: %s", r.body)
	}

	t.Run("token dies after fifteen minutes", func(t *testing.T) {
		i := te.act(2, play)
		te.raw("", "POST", back(i), say)
		te.s.Advance(14 * time.Minute)
		if r := te.raw("", "PATCH", hook(i)+"/messages/@original", `{"content":"new"}`); r.status != 200 {
			t.Errorf("after 14 minutes: %s", r.body)
		}
		te.s.Advance(2 * time.Minute)
		if r := te.raw("", "PATCH", hook(i)+"/messages/@original", `{"content":"new"}`); r.code() != 50027 {
			t.Errorf("after 16 minutes: %s", r.body)
		}
	})
	t.Run("answers that do not fit", func(t *testing.T) {
		i := te.act(2, play)
		for body, says := range map[string]string{
			`{"type":7,"data":{"content":"x"}}`:                                                             "type",
			`{"type":8,"data":{"choices":[]}}`:                                                              "type",
			`{"type":4,"data":{"content":"` + strings.Repeat("x", 2001) + `"}}`:                             "2000 or fewer",
			`{"type":4,"data":{"colour":1}}`:                                                                "UNKNOWN_FIELD",
			`{"type":9,"data":{"custom_id":"x","title":"","components":[]}}`:                                "title",
			`{"type":9,"data":{"custom_id":"x","title":"` + strings.Repeat("x", 46) + `","components":[]}}`: "45 or fewer",
		} {
			if r := te.raw("", "POST", back(i), body); r.code() != 50035 || !strings.Contains(r.body, says) {
				t.Errorf("%s: %s", body, r.body)
			}
		}
		if r := te.raw("", "POST", back(i), say); r.status != 204 {
			t.Errorf("a refused answer must not use the interaction up: %s", r.body)
		}
	})
	t.Run("autocomplete takes choices only, 25 at most", func(t *testing.T) {
		i := te.act(4,
			`"data":{"name":"move","type":1,"options":[{"type":3,"name":"text","value":"h","focused":true}]}`)
		if r := te.raw("", "POST", back(i), `{"type":5}`); r.code() != 50035 {
			t.Errorf("deferred: %s", r.body)
		}
		many := strings.TrimSuffix(strings.Repeat(`{"name":"a","value":"a"},`, 26), ",")
		if r := te.raw("", "POST", back(i), `{"type":8,"data":{"choices":[`+many+`]}}`); r.code() != 50035 {
			t.Errorf("26 choices: %s", r.body)
		}
		if r := te.raw("", "POST", back(i),
			`{"type":8,"data":{"choices":[{"name":"a","value":7}]}}`); r.code() != 50035 {
			t.Errorf("a number for a text: %s", r.body)
		}
		if r := te.raw("", "POST", back(i),
			`{"type":8,"data":{"choices":[{"name":"a","value":"a"}]}}`); r.status != 204 {
			t.Errorf("%s", r.body)
		}
	})
	t.Run("deferred: the first follow-up takes its place, nobody is pinged", func(t *testing.T) {
		i := te.act(2, play)
		r := te.raw("", "POST", back(i)+"?with_response=true", `{"type":5}`)
		id := r.json["interaction"].(map[string]any)["response_message_id"]
		te.s.ResetPings()
		if f := te.raw("", "POST", hook(i), `{"content":"<@`+te.info.Users[1].ID+`> here"}`); f.json["id"] != id ||
			f.json["flags"] != 0.0 {
			t.Errorf("%v: %s", id, f.body)
		}
		if p := te.s.Pings(); len(p) != 0 {
			t.Errorf("pinged: %+v", p)
		}
		if f := te.raw("", "POST", hook(i), `{"content":"second"}`); f.json["id"] == id {
			t.Error("the second follow-up must be a message of its own")
		}
	})
	t.Run("the first answer pings", func(t *testing.T) {
		i := te.act(2, play)
		te.s.ResetPings()
		te.raw("", "POST", back(i),
			`{"type":4,"data":{"content":"<@`+te.info.Users[1].ID+`> come","allowed_mentions":{"parse":["users"]}}}`)
		if p := te.s.Pings(); len(p) != 1 || p[0].Username != "tom" {
			t.Errorf("pinged: %+v", p)
		}
	})
	t.Run("update from a component, null leaves what is there", func(t *testing.T) {
		m := te.raw("bot", "POST", "/channels/"+te.info.Channels[0].ID+"/messages",
			`{"content":"card","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}`)
		i := te.act(3, `"message_id":"`+m.json["id"].(string)+`","data":{"component_type":2,"custom_id":"go"}`)
		r := te.raw("", "POST", back(i)+"?with_response=true",
			`{"type":7,"data":{"content":"changed","components":null,"embeds":null,"tts":false}}`)
		msg := r.json["resource"].(map[string]any)["message"].(map[string]any)
		if msg["content"] != "changed" || len(msg["components"].([]any)) != 1 {
			t.Errorf("%s", r.body)
		}
	})
	t.Run("an outdated command", func(t *testing.T) {
		r := te.raw("mei", "POST", "/interactions",
			`{"type":2,"channel_id":"`+te.info.Channels[0].ID+`","data":{"name":"play","version":"1"}}`)
		if r.code() != 50035 || !strings.Contains(r.body, "outdated") {
			t.Error(r.body)
		}
	})
}

func TestReactions(t *testing.T) {
	te := start(t, sandbox.Options{})
	mei, tom := te.connect(0), te.connect(1)
	room := te.info.Channels[0].ID
	m := must(mei.Say(te.ctx, room, "good move"))(t)
	for _, p := range []*person.Person{mei, tom} {
		if err := p.React(te.ctx, m, "👍"); err != nil {
			t.Fatal(err)
		}
	}
	list := must(mei.Messages(te.ctx, room, 1))(t)
	if len(list[0].Reactions) != 1 || list[0].Reactions[0].Count != 2 {
		t.Fatalf("%+v", list[0].Reactions)
	}
	must(mei.WaitEvent(te.ctx, "MESSAGE_REACTION_ADD", nil))(t)
}

func TestHistoryIsCapped(t *testing.T) {
	te := start(t, sandbox.Options{History: 10})
	path := "/channels/" + te.info.Channels[0].ID + "/messages"
	first := te.multi("bot", "POST", path, `{}`, map[string][]byte{"files[0]": picture(2, 2)})
	for i := range 12 {
		te.raw("mei", "POST", path, fmt.Sprintf(`{"content":"m%d"}`, i))
	}
	list := must(te.connect(0).Messages(te.ctx, te.info.Channels[0].ID, 100))(t)
	if len(list) != 10 || list[0].Content != "m11" {
		t.Fatalf("%d messages, newest %q", len(list), list[0].Content)
	}
	if r := te.raw("bot", "GET", path+"/"+first.json["id"].(string), ""); r.code() != 10008 {
		t.Fatalf("the oldest is still there: %s", r.body)
	}
	if r := te.raw("mei", "GET", path+"?limit=3&before="+list[0].ID, ""); !strings.Contains(r.body, "m10") ||
		strings.Contains(r.body, "m11") || strings.Contains(r.body, "m7") {
		t.Fatalf("before: %s", r.body)
	}
}
