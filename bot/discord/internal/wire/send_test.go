package wire

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"yeye/bot/discord"
	"yeye/bot/id"
)

func TestAltTextFits(t *testing.T) {
	for _, c := range []struct {
		n, want int
	}{{0, 0}, {1024, 1024}, {1025, 1024}, {5000, 1024}} {
		m := discord.Message{Files: []discord.File{{Name: "b.png", Description: strings.Repeat("馬", c.n)}}}
		if got := utf8.RuneCountInString(Post(&m).Attachments[0].Description); got != c.want {
			t.Errorf("an alt text of %d characters is sent as %d", c.n, got)
		}
	}
}

// A text that is too long for a message is cut, by whole lines where most of it is left.
func TestContentFits(t *testing.T) {
	lines := func(n int) string { return strings.TrimSuffix(strings.Repeat(strings.Repeat("馬", 99)+"\n", n), "\n") }
	for name, c := range map[string]struct{ text, want string }{
		"short":         {"a\nb", "a\nb"},
		"just so":       {strings.Repeat("馬", 2000), strings.Repeat("馬", 2000)},
		"one long line": {strings.Repeat("馬", 2001), strings.Repeat("馬", 1999) + "…"},
		"lines":         {lines(21), lines(19) + "\n…"},
		"a short first": {"a\n" + strings.Repeat("馬", 2000), "a\n" + strings.Repeat("馬", 1997) + "…"},
	} {
		m := discord.Message{Content: c.text}
		if got := Post(&m).Content; got != c.want {
			t.Errorf("%s: %d characters: %q", name, utf8.RuneCountInString(got), got)
		}
		if got := Edit(&m).Content; got != c.want {
			t.Errorf("%s, as an edit: %d characters", name, utf8.RuneCountInString(got))
		}
	}
}

// written returns a value's JSON with the keys of objects in order.
func written(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestMessageJSON(t *testing.T) {
	for _, c := range []struct {
		name string
		m    discord.Message
		want string
	}{
		{"nothing but text", discord.Message{Content: "a"},
			`{"content":"a","embeds":[],"components":[],"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}`},
		{"with a picture of somebody", discord.Message{Embeds: []discord.Embed{{Text: "b", Thumbnail: "https://example.org/p.png"}}},
			`{"content":"","embeds":[{"description":"b","thumbnail":{"url":"https://example.org/p.png"}}],"components":[],` +
				`"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}`},
		{"with a nonce, a reply and a ping", discord.Message{Content: "a", Nonce: "n", ReplyTo: "5", Mention: []id.Player{"7"}, Private: true},
			`{"content":"a","embeds":[],"components":[],"allowed_mentions":{"parse":[],"users":["7"],"replied_user":false},"attachments":[],"flags":64,"nonce":"n","enforce_nonce":true,` +
				`"message_reference":{"message_id":"5","fail_if_not_exists":false}}`},
		{"buttons", discord.Message{Rows: []discord.Row{{
			discord.Button{CustomID: "y1:a", Label: "A", Style: discord.Danger}, discord.Button{CustomID: "y1:b", Emoji: discord.Emoji{Name: "♟"}, Disabled: true},
			discord.Button{Label: "www", Style: discord.Link, URL: "https://example.org"}}}},
			`{"content":"","embeds":[],"components":[{"type":1,"components":[{"type":2,"custom_id":"y1:a","label":"A","style":4},` +
				`{"type":2,"custom_id":"y1:b","style":1,"emoji":{"name":"♟"},"disabled":true},{"type":2,"label":"www","style":5,"url":"https://example.org"}]}],` +
				`"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}`},
		{"a select", discord.Message{Rows: []discord.Row{{discord.Select{CustomID: "y1:s", Placeholder: "p",
			Options: []discord.Option{{Label: "L", Value: "v", Emoji: discord.Emoji{ID: "9", Name: "k"}, Default: true}}}}}},
			`{"content":"","embeds":[],"components":[{"type":1,"components":[{"type":3,"custom_id":"y1:s","placeholder":"p","options":[{"label":"L","value":"v","emoji":{"id":"9","name":"k"},"default":true}]}]}],` +
				`"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}`},
		{"a select that can be cleared", discord.Message{Rows: []discord.Row{{discord.Select{CustomID: "y1:s", MinValues: -1, MaxValues: 3}}}},
			`{"content":"","embeds":[],"components":[{"type":1,"components":[{"type":3,"custom_id":"y1:s","min_values":0,"max_values":3}]}],` +
				`"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}`},
	} {
		if got := written(t, Post(&c.m)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	m := discord.Message{Content: "a", Nonce: "n", ReplyTo: "5", Private: true}
	if got := written(t, Edit(&m)); got != `{"content":"a","embeds":[],"components":[],"allowed_mentions":{"parse":[],"users":[],"replied_user":false},"attachments":[]}` {
		t.Errorf("an edit: %s", got)
	}
}

func TestFormJSON(t *testing.T) {
	f := discord.Modal{CustomID: "y1:f", Title: "T", Label: "L", MaxLength: 20}
	if got, want := written(t, Modal(&f)), `{"custom_id":"y1:f","title":"T","components":[{"type":1,"components":[{"type":4,"custom_id":"y1:f","label":"L","style":1,"max_length":20}]}]}`; got != want {
		t.Errorf("a line:\n got %s\nwant %s", got, want)
	}
	f.Value, f.Lines, f.Optional = "v", true, true
	if got, want := written(t, Modal(&f)), `{"custom_id":"y1:f","title":"T","components":[{"type":1,"components":[{"type":4,"custom_id":"y1:f","label":"L","style":2,"value":"v","max_length":20,"required":false}]}]}`; got != want {
		t.Errorf("several lines, which may be empty:\n got %s\nwant %s", got, want)
	}
}

func TestCommandJSON(t *testing.T) {
	text := func(s string) discord.Text { return discord.Text{Default: s, By: map[string]string{"vi": s + "-vi"}} }
	for _, c := range []struct {
		name string
		cmd  discord.Command
		want string
	}{
		{"slash", discord.Command{Name: text("play"), Description: text("About"), Options: []discord.CommandOption{{Type: discord.StringOption, Name: text("side"),
			Description: text("Which"), Required: true, Choices: []discord.Choice{{Name: text("Red"), Value: "red"}}}}},
			`[{"type":1,"name":"play","name_localizations":{"vi":"play-vi"},"description":"About","description_localizations":{"vi":"About-vi"},"options":[{"type":3,"name":"side",` +
				`"name_localizations":{"vi":"side-vi"},"description":"Which","description_localizations":{"vi":"Which-vi"},"required":true,` +
				`"choices":[{"name":"Red","name_localizations":{"vi":"Red-vi"},"value":"red"}]}],"contexts":[0,1],"integration_types":[0]}]`},
		{"of moderators", discord.Command{Name: text("moderate"), Description: text("About"), DefaultPermissions: discord.ManageMessages},
			`[{"type":1,"name":"moderate","name_localizations":{"vi":"moderate-vi"},"description":"About","description_localizations":{"vi":"About-vi"},"default_member_permissions":8192,"contexts":[0],"integration_types":[0]}]`},
		{"in a context menu", discord.Command{Kind: discord.UserCommand, Name: text("Challenge")},
			`[{"type":2,"name":"Challenge","name_localizations":{"vi":"Challenge-vi"},"contexts":[0,1],"integration_types":[0]}]`},
		{"numbers and channels", discord.Command{Name: text("n"), Description: text("d"), Options: []discord.CommandOption{
			{Type: discord.IntegerOption, Name: text("i"), Description: text("d"), Choices: []discord.Choice{{Name: text("Five"), Value: "5"}}},
			{Type: discord.ChannelOption, Name: text("c"), Description: text("d"), TextChannels: true}}},
			`[{"type":1,"name":"n","name_localizations":{"vi":"n-vi"},"description":"d","description_localizations":{"vi":"d-vi"},"options":[` +
				`{"type":4,"name":"i","name_localizations":{"vi":"i-vi"},"description":"d","description_localizations":{"vi":"d-vi"},"choices":[{"name":"Five","name_localizations":{"vi":"Five-vi"},"value":5}]},` +
				`{"type":7,"name":"c","name_localizations":{"vi":"c-vi"},"description":"d","description_localizations":{"vi":"d-vi"},"channel_types":[0,5]}],"contexts":[0,1],"integration_types":[0]}]`},
	} {
		if got := written(t, Commands([]discord.Command{c.cmd})); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	if got := written(t, Choices(nil)); got != "[]" {
		t.Errorf("no choices are %s", got)
	}
}
