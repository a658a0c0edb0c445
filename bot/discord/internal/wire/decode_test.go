package wire

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"yeye/bot/discord"
	"yeye/bot/id"
)

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name, kind, data string
		id               id.Event
		want             any
	}{
		{"a message", "MESSAGE_CREATE", `{"id":"5","channel_id":"1","guild_id":"9","type":0,"content":"h2e2","author":{"id":"7","username":"mei","global_name":"Mei"},
			"attachments":[{"id":"3","filename":"a.pgn","content_type":"text/plain","url":"https://cdn.discordapp.com/a","size":12}],"message_reference":{"type":1,"message_id":"4"}}`, "5",
			&discord.Received{ID: "5", Channel: "1", Guild: "9", Content: "h2e2", Author: discord.User{ID: "7", Name: "Mei"},
				Attachments: []discord.Attachment{{Name: "a.pgn", ContentType: "text/plain", URL: "https://cdn.discordapp.com/a", Size: 12}}}},
		{"a reply, by a webhook that only one user sees", "MESSAGE_CREATE", `{"id":"5","channel_id":"1","type":19,"flags":64,"webhook_id":"8","author":{"id":"8","username":"b","bot":true},
			"message_reference":{"message_id":"4"},"referenced_message":{"id":"4","author":{"id":"2"}},"reactions":[{"count":3},{"count":1}]}`, "5",
			&discord.Received{ID: "5", Channel: "1", Author: discord.User{ID: "8", Name: "b", Bot: true}, Webhook: true,
				Ephemeral: true, RepliesTo: "4", RepliedUser: "2", Reactions: 2}},
		{"a reply to what was deleted", "MESSAGE_CREATE", `{"id":"5","channel_id":"1","type":19,"author":{"id":"7","username":"m"},"message_reference":{"message_id":"4"},"referenced_message":null}`, "5",
			&discord.Received{ID: "5", Channel: "1", Author: discord.User{ID: "7", Name: "m"}, RepliesTo: "4"}},
		{"a thread that was opened", "MESSAGE_CREATE", `{"id":"5","channel_id":"1","type":18,"content":"Mei – Tom","author":{"id":"8","username":"b","bot":true},"message_reference":{"channel_id":"4","guild_id":"9"}}`, "5",
			&discord.Received{ID: "5", Channel: "1", Author: discord.User{ID: "8", Name: "b", Bot: true}, Content: "Mei – Tom", OpenedThread: "4"}},
		{"controls of every kind", "MESSAGE_CREATE", `{"id":"5","channel_id":"1","author":{"id":"7","username":"m"},"components":[
			{"type":17,"components":[{"type":9,"components":[{"type":10,"content":"x"}],"accessory":{"type":2,"custom_id":"a"}},{"type":1,"components":[{"type":3,"custom_id":"b"}]}]},
			{"type":18,"component":{"type":3,"custom_id":"c"}},{"type":250,"components":7},{"type":1,"components":[{"type":2,"url":"https://example.org"},{"type":2,"custom_id":"d"}]}]}`, "5",
			&discord.Received{ID: "5", Channel: "1", Author: discord.User{ID: "7", Name: "m"}, CustomIDs: []string{"a", "b", "c", "d"}}},
		{"a guild", "GUILD_CREATE", `{"id":"9","name":"g","channels":[{"id":"1","type":0,"last_message_id":"5"},{"id":"2","type":2,"last_message_id":null},{"id":"3","type":99,"flags":"x","last_message_id":"6"}],
			"threads":[{"id":"4","type":11,"parent_id":"1","name":"t","owner_id":"8","message_count":2,"last_message_id":"7"}]}`, "",
			discord.GuildAvailable{ID: "9", Last: map[id.Channel]id.Message{"1": "5", "3": "6", "4": "7"}, Threads: []discord.Thread{{ID: "4", Parent: "1", Name: "t", Owner: "8", Messages: 2}},
				Channels: []discord.GuildChannel{{ID: "1", Deny: discord.ViewChannel}, {ID: "2", Deny: discord.ViewChannel}, {ID: "3", Deny: discord.ViewChannel}, {ID: "4", Parent: "1"}}}},
		{"a guild and whom its channels let in", "GUILD_CREATE", `{"id":"9","roles":[{"id":"30","permissions":"8"},{"id":"9","permissions":"3072"}],
			"channels":[{"id":"1","type":0,"permission_overwrites":[]},{"id":"2","type":0,"permission_overwrites":[{"id":"30","type":0,"allow":"0","deny":"1024"},{"id":"9","type":0,"allow":"2048","deny":"1024"}]},
			{"id":"3","type":0,"permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":{}}]}],"threads":[{"id":"4","type":12,"parent_id":"1"}]}`, "",
			discord.GuildAvailable{ID: "9", Last: map[id.Channel]id.Message{}, Threads: []discord.Thread{{ID: "4", Parent: "1"}}, EveryonePermissions: discord.ViewChannel | discord.SendMessages,
				Channels: []discord.GuildChannel{{ID: "1"}, {ID: "2", Allow: discord.SendMessages, Deny: discord.ViewChannel}, {ID: "3", Deny: discord.ViewChannel}, {ID: "4", Parent: "1", Private: true}}}},
		{"a channel that changes", "CHANNEL_UPDATE", `{"id":"1","type":0,"guild_id":"9","permission_overwrites":[{"id":"9","type":0,"allow":"0","deny":"1024"}]}`, "",
			discord.ChannelUpdated{Guild: "9", Channel: discord.GuildChannel{ID: "1", Deny: discord.ViewChannel}}},
		{"a thread that is opened", "THREAD_CREATE", `{"id":"4","type":11,"guild_id":"9","parent_id":"1"}`, "", discord.ChannelUpdated{Guild: "9", Channel: discord.GuildChannel{ID: "4", Parent: "1"}}},
		{"a conversation that begins", "CHANNEL_CREATE", `{"id":"4","type":1}`, "", nil},
		{"what everybody may do", "GUILD_ROLE_UPDATE", `{"guild_id":"9","role":{"id":"9","permissions":"2048"}}`, "", discord.EveryonePermissions{Guild: "9", Permissions: discord.SendMessages}},
		{"another role", "GUILD_ROLE_UPDATE", `{"guild_id":"9","role":{"id":"30","permissions":"2048"}}`, "", nil},
		{"a bot's own role", "GUILD_ROLE_UPDATE", `{"guild_id":"9","role":{"id":"30","permissions":"2048","tags":{"bot_id":"2"}}}`, "", discord.BotRolesUpdated{Guild: "9", Bot: "2"}},
		{"the bot as a member", "GUILD_MEMBER_UPDATE", `{"guild_id":"9","user":{"id":"2","username":"yeye","bot":true},"roles":["30"]}`, "", discord.BotRolesUpdated{Guild: "9", Bot: "2"}},
		{"a guild that is out of order", "GUILD_CREATE", `{"id":"9","unavailable":true}`, "", discord.GuildRemoved{ID: "9", Unavailable: true}},
		{"a guild in an outage", "GUILD_DELETE", `{"id":"9","unavailable":true}`, "", discord.GuildRemoved{ID: "9", Unavailable: true}},
		{"a guild that was left", "GUILD_DELETE", `{"id":"9"}`, "", discord.GuildRemoved{ID: "9"}},
		{"a channel", "CHANNEL_DELETE", `{"id":"1","type":0,"guild_id":"9"}`, "", discord.ChannelDeleted{ID: "1", Guild: "9"}},
		{"a channel that anybody of the server's moderators managed", "CHANNEL_DELETE", `{"id":"1","type":0,"guild_id":"9","permission_overwrites":[{"id":"7","type":1,"allow":"1024","deny":"0"}]}`, "",
			discord.ChannelDeleted{ID: "1", Guild: "9", NoManageOverwrites: true}},
		{"a channel with a manager of its own", "CHANNEL_DELETE", `{"id":"1","type":0,"guild_id":"9","permission_overwrites":[{"id":"7","type":1,"allow":"16","deny":"0"}]}`, "",
			discord.ChannelDeleted{ID: "1", Guild: "9"}},
		{"a thread that is locked", "THREAD_UPDATE", `{"id":"4","type":11,"guild_id":"9","parent_id":"1","thread_metadata":{"archived":true,"locked":true}}`, "",
			discord.ChannelUpdated{Guild: "9", Channel: discord.GuildChannel{ID: "4", Parent: "1", Locked: true}}},
		{"a thread", "THREAD_DELETE", `{"id":"4","type":11,"guild_id":"9","parent_id":"1"}`, "", discord.ChannelDeleted{ID: "4", Guild: "9", Parent: "1"}},
		{"a reaction", "MESSAGE_REACTION_ADD", `{"user_id":"7","channel_id":"1","message_id":"5","guild_id":"9","emoji":{"id":null,"name":"👍"}}`, "", discord.Reaction{Channel: "1", Message: "5", By: "7"}},
		{"a reaction to somebody's message", "MESSAGE_REACTION_ADD", `{"user_id":"7","channel_id":"1","message_id":"5","message_author_id":"8"}`, "", discord.Reaction{Channel: "1", Message: "5", Author: "8", By: "7"}},
		{"a connection that goes on", "RESUMED", `{"_trace":[]}`, "", discord.Resumed{}},
		{"an event of another kind", "TYPING_START", `{"user_id":"7"}`, "", nil},
		{"an interaction of another kind", "INTERACTION_CREATE", `{"id":"6","type":1,"user":{"id":"7"}}`, "", nil},
		{"an interaction of nobody", "INTERACTION_CREATE", `{"id":"6","type":3}`, "", nil},
		{"a command", "INTERACTION_CREATE", `{"id":"6","application_id":"2","type":2,"token":"tok","guild_id":"9","channel_id":"4","channel":{"id":"4","type":11},"app_permissions":"3072","locale":"vi",
			"member":{"user":{"id":"7","username":"linh","global_name":"Linh"},"nick":"L","roles":["30","31"],"permissions":"8192"},
			"data":{"id":"1","name":"challenge","type":1,"options":[{"name":"user","type":6,"value":"8"},{"name":"days","type":4,"value":3},{"name":"casual","type":5,"value":true},{"name":"odd","value":null},
			{"name":"big","type":4,"value":9007199254740993}],"resolved":{"users":{"8":{"id":"8","username":"tom","bot":false}},"members":{"8":{"roles":[]}},
			"attachments":{"11":{"filename":"g.pgn","content_type":"text/plain","url":"u","size":5}}}}}`, "6",
			&discord.Interaction{ID: "6", App: "2", Token: "tok", Kind: discord.CommandInteraction, Guild: "9", Channel: "4", Thread: true, NoThreads: true, User: discord.User{ID: "7", Name: "Linh"},
				Permissions: discord.ManageMessages, Roles: []id.Role{"30", "31"}, Locale: "vi", BotPermissions: discord.ViewChannel | discord.SendMessages, Command: "challenge", CommandKind: discord.SlashCommand,
				Options: map[string]string{"user": "8", "days": "3", "casual": "true", "big": "9007199254740993"}, Users: map[id.Player]discord.User{"8": {ID: "8", Name: "tom"}},
				Attachments: map[string]discord.Attachment{"11": {Name: "g.pgn", ContentType: "text/plain", URL: "u", Size: 5}}}},
		{"an option that is being typed, in a conversation, without permissions", "INTERACTION_CREATE", `{"id":"6","type":4,"channel":{"id":"1","type":1},"user":{"id":"7","username":"mei"},
			"data":{"name":"move","type":1,"options":[{"name":"text","type":3,"value":"h2","focused":true}]}}`, "6",
			&discord.Interaction{ID: "6", Kind: discord.AutocompleteInteraction, Channel: "1", NoThreads: true, User: discord.User{ID: "7", Name: "mei"}, BotPermissions: -1, Command: "move", CommandKind: discord.SlashCommand,
				Options: map[string]string{"text": "h2"}, Focused: "text"}},
		{"a message's context menu", "INTERACTION_CREATE", `{"id":"6","type":2,"channel_id":"1","user":{"id":"7","username":"mei"},"app_permissions":8,
			"data":{"name":"Read as xiangqi","type":3,"target_id":"5","resolved":{"messages":{"5":{"id":"5","channel_id":"1","content":"fen","author":{"id":"8"}}}}}}`, "6",
			&discord.Interaction{ID: "6", Kind: discord.CommandInteraction, Channel: "1", User: discord.User{ID: "7", Name: "mei"}, BotPermissions: 8, Command: "Read as xiangqi", CommandKind: discord.MessageCommand,
				Options: map[string]string{}, Target: "5", Messages: map[id.Message]*discord.Received{"5": {ID: "5", Channel: "1", Content: "fen", Author: discord.User{ID: "8"}}}}},
		{"a select", "INTERACTION_CREATE", `{"id":"6","type":3,"channel_id":"1","user":{"id":"7","username":"mei"},"message":{"id":"5","flags":64,"author":{"id":"2"}},
			"data":{"component_type":3,"custom_id":"y1:man:abcdefghij:0:-:","values":["h2"]}}`, "6",
			&discord.Interaction{ID: "6", Kind: discord.ComponentInteraction, Channel: "1", User: discord.User{ID: "7", Name: "mei"}, BotPermissions: -1, CustomID: "y1:man:abcdefghij:0:-:", Values: []string{"h2"},
				Message: &discord.Received{ID: "5", Ephemeral: true, Author: discord.User{ID: "2"}}}},
		{"a form, its line in a row or in a label", "INTERACTION_CREATE", `{"id":"6","type":5,"channel_id":"1","user":{"id":"7","username":"mei"},
			"data":{"custom_id":"y1:bookseek:abcdefghij:0::","components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"Hu"}]},{"type":18,"component":{"type":4,"custom_id":"more","value":"1960"}}]}}`, "6",
			&discord.Interaction{ID: "6", Kind: discord.ModalInteraction, Channel: "1", User: discord.User{ID: "7", Name: "mei"}, BotPermissions: -1, CustomID: "y1:bookseek:abcdefghij:0::", Values: []string{"Hu", "1960"}}},
	} {
		e, err := Event(c.kind, json.RawMessage(c.data))
		if err != nil || e.ID != c.id || !reflect.DeepEqual(e.Data, c.want) {
			t.Errorf("%s: %q, %v\n got %+v\nwant %+v", c.name, e.ID, err, e.Data, c.want)
		}
	}
	for _, kind := range []string{"MESSAGE_CREATE", "INTERACTION_CREATE", "GUILD_CREATE", "GUILD_DELETE", "CHANNEL_DELETE", "CHANNEL_UPDATE", "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE", "MESSAGE_REACTION_ADD"} {
		if e, err := Event(kind, json.RawMessage(`{"id":`)); err == nil || e.Data != nil {
			t.Errorf("half a %s is %+v", kind, e)
		}
	}
}

func TestReady(t *testing.T) {
	ready, session, err := Ready([]byte(`{"v":9,"user":{"id":"2"},"application":{"id":"3","flags":0},"session_id":"s","resume_gateway_url":"wss://east.example","guilds":[{"id":"9","unavailable":true},null,{"id":"10"},5,{}]}`))
	if err != nil || session != (Session{"s", "wss://east.example"}) || !reflect.DeepEqual(ready.Guilds, []id.Guild{"9", "10"}) {
		t.Errorf("%+v, %+v, %v", ready, session, err)
	}
	for _, data := range []string{`null`, `[]`, `{}`, `{"session_id":5,"resume_gateway_url":{},"guilds":{"id":"9"}}`} {
		if ready, session, err := Ready([]byte(data)); err != nil || session != (Session{}) || ready.Guilds != nil {
			t.Errorf("%s: %+v, %+v, %v", data, ready, session, err)
		}
	}
}

// An event that lacks the id of what it is about concerns nobody: "" is every direct conversation.
func TestWithoutID(t *testing.T) {
	for kind, data := range map[string][]string{
		"MESSAGE_CREATE":       {`{"id":"x","channel_id":"1","author":{"id":"7"}}`, `{"id":"5","author":{"id":"7"}}`, `{"id":"5","channel_id":"1"}`, `{"id":"5","channel_id":"../1","author":{"id":"7"}}`},
		"INTERACTION_CREATE":   {`{"type":3,"user":{"id":"7"}}`, `{"id":"6","type":3,"user":{}}`, `{"id":"6","type":3,"member":{"user":{"id":7}}}`},
		"GUILD_CREATE":         {`{"channels":[{"id":"1"}]}`, `{"unavailable":true}`},
		"GUILD_DELETE":         {`{"unavailable":true}`, `{"id":"-9"}`},
		"CHANNEL_DELETE":       {`{"guild_id":"9"}`},
		"THREAD_DELETE":        {`{"guild_id":"9"}`},
		"CHANNEL_UPDATE":       {`{"guild_id":"9"}`, `{"id":"1"}`},
		"GUILD_ROLE_UPDATE":    {`{"role":{"permissions":"8"}}`, `{"guild_id":"9","role":{"id":"30","tags":{"bot_id":"x"}}}`},
		"GUILD_MEMBER_UPDATE":  {`{"user":{"id":"2"}}`, `{"guild_id":"9"}`},
		"MESSAGE_REACTION_ADD": {`{"user_id":"7","channel_id":"1"}`},
	} {
		for _, data := range append(data, `null`, `{}`, `[]`, `"x"`, `7`) {
			if e, err := Event(kind, json.RawMessage(data)); e.Data != nil || e.ID != "" || err != nil {
				t.Errorf("%s %s: %+v, %v", kind, data, e, err)
			}
		}
	}
	g, err := Guild([]byte(`{"id":"9","channels":[null,{},{"id":"x"},{"id":"1","permission_overwrites":[null]}],"threads":[null,{"name":"t"}],"roles":[null],"members":[null],"voice_states":[null]}`))
	if want := (discord.GuildAvailable{ID: "9", Last: map[id.Channel]id.Message{}, Channels: []discord.GuildChannel{{ID: "1"}}}); err != nil || !reflect.DeepEqual(g, want) {
		t.Errorf("%+v, %v", g, err)
	}
}

func TestEndpoint(t *testing.T) {
	for address, want := range map[string]string{
		"wss://gateway.discord.gg":         "wss://gateway.discord.gg/?encoding=json&v=9",
		"wss://g.example/":                 "wss://g.example/?encoding=json&v=9",
		"ws://g.example/x/?zone=b&v=7":     "ws://g.example/x/?encoding=json&v=9&zone=b",
		"wss://g.example?a=%26":            "wss://g.example/?a=%26&encoding=json&v=9",
		"":                                 "",
		"https://g.example":                "",
		"wss:///path":                      "",
		"://":                              "",
		"wss://g.example:port":             "",
		"wss://user:secret@g.example/#top": "wss://user:secret@g.example/?encoding=json&v=9",
	} {
		if got, err := DialAddress(address); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %s, %v, want %s", address, got, err, want)
		}
	}
}

func TestFrame(t *testing.T) {
	for data, want := range map[string]Frame{
		`{"op":0,"s":5,"t":"READY","d":{"a":1}}`: {0, 5, "READY", json.RawMessage(`{"a":1}`)},
		`{"op":0,"s":-5,"t":null}`:               {0, 0, "", json.RawMessage(`null`)},
		`{"op":0,"s":"5","t":7,"d":[]}`:          {0, 0, "", json.RawMessage(`[]`)},
		`{"op":0,"t":"a\"\u2028\ud800"}`:         {0, 0, "a\"\u2028\ufffd", json.RawMessage(`null`)},
		`{"op":9,"d":true}`:                      {9, 0, "", json.RawMessage(`true`)},
		`{"op":10,"s":1e400}`:                    {10, 0, "", json.RawMessage(`null`)},
	} {
		f, err := ReadFrame([]byte(data))
		if err != nil || !reflect.DeepEqual(f, want) {
			t.Errorf("%s: %+v, %v, want %+v", data, f, err, want)
		}
		if again, err := ReadFrame(f.Append(nil)); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%s is written as %s", data, f.Append(nil))
		}
	}
	for _, data := range []string{``, `null`, `[]`, `{}`, `{"op":null}`, `{"op":"0"}`, `{"op":0.5}`, `{"op":0`, `{"op":0}{"op":0}`, strings.Repeat(`{"op":0,"d":`, 20_000) + strings.Repeat("}", 20_000)} {
		if f, err := ReadFrame([]byte(data)); err == nil {
			t.Errorf("%.50s is read as %+v", data, f)
		}
	}
}

func TestHeartbeatInterval(t *testing.T) {
	for data, want := range map[string]time.Duration{
		`{"heartbeat_interval":41250}`: 41250 * time.Millisecond, `{"heartbeat_interval":1}`: minHeartbeat, `{"heartbeat_interval":1e-300}`: minHeartbeat,
		`{"heartbeat_interval":9e99}`: maxHeartbeat, `{"heartbeat_interval":0}`: 0, `{"heartbeat_interval":-41250}`: 0, `{"heartbeat_interval":null}`: 0,
		`{"heartbeat_interval":"41250"}`: 0, `{"heartbeat_interval":1e999}`: 0, `{}`: 0, `null`: 0, `[]`: 0, `7`: 0, ``: 0,
	} {
		if got := HeartbeatInterval(json.RawMessage(data)); got != want {
			t.Errorf("%s: %v, want %v", data, got, want)
		}
	}
}

func TestChannel(t *testing.T) {
	for data, want := range map[string]discord.Channel{
		`{"id":"1","type":0,"guild_id":"9","parent_id":"77","rate_limit_per_user":30}`:            {ID: "1", Guild: "9", Text: true, Slowmode: 30 * time.Second},
		`{"id":"4","type":11,"guild_id":"9","parent_id":"1","thread_metadata":{"archived":true}}`: {ID: "4", Guild: "9", Parent: "1", Thread: true, Archived: true},
		`{"id":"5","type":12,"guild_id":"9","parent_id":"1"}`:                                     {ID: "5", Guild: "9", Parent: "1", Thread: true},
		`{"id":"6","type":5,"guild_id":"9"}`:                                                      {ID: "6", Guild: "9", Text: true},
		`{"id":"2","type":2,"guild_id":"9"}`:                                                      {ID: "2", Guild: "9"},
		`{"id":"3","type":10,"guild_id":"9","parent_id":"6"}`:                                     {ID: "3", Guild: "9", Parent: "6", Thread: true},
		`{"id":"7","type":1,"recipients":[]}`:                                                     {ID: "7"},
		`{"id":"8"}`:                                                                              {ID: "8"},
	} {
		if got, err := Channel([]byte(data)); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", data, got, err, want)
		}
	}
}

func TestRegistered(t *testing.T) {
	got, err := Registered([]byte(`[{"id":"5","type":1,"name":"play","description":"About","default_member_permissions":"8192","options":[{"type":3,"name":"side","description":"Which","required":true,
		"choices":[{"name":"Red","value":"red"},{"name":"Five","value":5}]}]},{"id":"6","type":2,"name":"Challenge","description":""},{"id":"7","name":"old"}]`))
	want := []discord.Registered{
		{ID: "5", Name: "play", Kind: discord.SlashCommand, Description: "About", Options: []discord.CommandOption{{Type: discord.StringOption, Name: discord.Text{Default: "side"},
			Description: discord.Text{Default: "Which"}, Required: true, Choices: []discord.Choice{{Name: discord.Text{Default: "Red"}, Value: "red"}, {Name: discord.Text{Default: "Five"}}}}}},
		{ID: "6", Name: "Challenge", Kind: discord.UserCommand}, {ID: "7", Name: "old", Kind: discord.SlashCommand},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
}

func TestBits(t *testing.T) {
	for raw, want := range map[string]int64{`"3072"`: 3072, `3072`: 3072, `"0"`: 0, `"18446744073709551615"`: 1<<63 - 1} {
		if got, ok := Bits(json.RawMessage(raw)); !ok || got != want {
			t.Errorf("%s is %d, %v", raw, got, ok)
		}
	}
	for _, raw := range []string{``, `null`, `"-1"`, `"x"`, `{}`} {
		if got, ok := Bits(json.RawMessage(raw)); ok {
			t.Errorf("%s is %d", raw, got)
		}
	}
}

func FuzzEvent(f *testing.F) {
	f.Add("MESSAGE_CREATE", []byte(`{"id":"5","author":{"id":"7"},"components":[{"components":[{"custom_id":"a"}]}]}`))
	f.Add("INTERACTION_CREATE", []byte(`{"id":"6","type":2,"member":{"user":{}},"data":{"options":[{"name":"a","value":1e400}],"resolved":{"users":{"8":null}}}}`))
	f.Add("GUILD_CREATE", []byte(`{"id":"9","channels":[null,{}],"threads":[[]]}`))
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e, err := Event(kind, data)
		if err != nil && e.Data != nil {
			t.Errorf("%v, and %+v", err, e.Data)
		}
	})
}

// spoken is a message of a person as Discord delivers it, and answered one that replies to another.
var (
	spoken = `{"type":0,"tts":false,"timestamp":"2026-11-23T20:14:55.102000+00:00","pinned":false,"nonce":"1175849302093824000","mentions":[],"mention_roles":[],"mention_everyone":false,
"member":{"roles":["812345678901234567","812345678901234568","812345678901234569"],"premium_since":null,"pending":false,"nick":"Mei","mute":false,"joined_at":"2024-03-02T11:21:31.102000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,"banner":null,"avatar":null},
"id":"1175849302794272768","flags":0,"embeds":[],"edited_timestamp":null,"content":"good game everyone, same time tomorrow?","components":[],"channel_type":0,"channel_id":"700000000000000001",
"author":{"username":"mei","public_flags":64,"primary_guild":{"tag":null,"identity_guild_id":null,"identity_enabled":false,"badge":null},"id":"200000000000000001","global_name":"Mei","discriminator":"0","collectibles":null,"clan":null,"avatar_decoration_data":{"sku_id":"1144058844004233369","asset":"a_fed43ab12698df65902ba06727e20c0e","expires_at":null},"avatar":"a_1269e74af4df7417b13759eae50c83dc"},
"attachments":[],"guild_id":"500000000000000001"}`
	answered = spoken[:len(spoken)-1] + `,"message_reference":{"type":0,"message_id":"1175849302093824001","guild_id":"500000000000000001","channel_id":"700000000000000001"},"referenced_message":` + spoken + `}`
)

func BenchmarkMessage(b *testing.B) {
	for name, data := range map[string]string{"spoken": spoken, "answered": answered} {
		b.Run(name, func(b *testing.B) {
			raw := []byte(data)
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if e, err := Event("MESSAGE_CREATE", raw); err != nil || e.Data == nil {
					b.Fatal(err)
				}
			}
		})
	}
}
