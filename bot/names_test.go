package bot_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"yeye/bot/internal/bottest"
	"yeye/bot/match/view/words"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
)

// hostileNames are names that try to break things.
var hostileNames = []struct{ what, name string }{
	{"markdown", "**b** _i_ ~~s~~ ||x|| `c` # h"},
	{"a code block", "```\u2028\n# big\n```"},
	{"mentions", "@everyone <@1> <@&1> <#1> @here"},
	{"a link", "[free](https://evil.example/x)"},
	{"direction", "\u202egnirts\u202c \u2067evil\u2069\u200f"},
	{"nothing to see", "\u200b\u2060\ufeff\u3164"},
	{"32 wide", strings.Repeat("龘", 32)},
	{"32 with marks", strings.Repeat("Z\u0335", 16)},
	{"placeholders", "{{.Who}} %s %[1]d {{template}}"},
	{"a game file", `"] [Result "1-0"] {x} 1. C2=5`},
}

// With any names, in every flow, the bot's messages say the same, keep Discord's limits
// (the sandbox refuses what Discord refuses), ping only their addressees, and show
// nobody's formatting.
func TestHostileNames(t *testing.T) {
	languages := []struct{ tag, accept, decline, never, resign, yes, again string }{
		{"en-US", "Accept", "Decline", "Don't ask again", "Resign", "Yes, resign", "Play again"},
		{"vi", "Đồng ý", "Từ chối", "Đừng hỏi nữa", "Xin thua", "Vâng, xin thua", "Chơi ván nữa"},
		{"zh-CN", "接受", "谢绝", "不要再问我", "认输", "是的，认输", "再来一局"},
		{"zh-TW", "接受", "謝絕", "不要再問我", "認輸", "是的，認輸", "再來一局"},
	}
	for i, c := range hostileNames {
		say := languages[i%len(languages)]
		t.Run(c.what+" in "+say.tag, func(t *testing.T) {
			name := c.name
			h := bottest.OpenWith(t, sandbox.Options{AnswerWithin: bottest.Patience, Names: []string{name, name, name}}, say.tag, bottest.Unhurried, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
			mod, tom, linh := h.Connect(0), h.Connect(1), h.Connect(2)
			// everything returns what the bot said to anybody, in all versions.
			everything := func() (all []*person.Message) {
				for _, g := range []*bottest.User{mod, tom, linh} {
					for _, e := range g.Events() {
						var m person.Message
						if strings.HasPrefix(e.Type, "MESSAGE_") && json.Unmarshal(e.Data, &m) == nil && m.Author.Bot && m.Type != threadMade {
							all = append(all, &m)
						}
					}
				}
				return all
			}
			// A challenge, its bottest.Offers, the settings of a player who wants no pings and
			// has moves read out.
			linh.Command("settings", person.Opt("pings", "off"), person.Opt("speak", "on"))
			asked := tom.Command("challenge", person.Opt("user", linh.ID), person.Opt("side", "red"))
			card := linh.Press(asked, say.accept)
			h.Pass(3 * 60e9)
			tom.Say("h2e2")
			tom.Wait(person.HasAttachment(), person.Contains("h2"), func(m *person.Message) bool { return m.ID != card.ID })
			linh.Press(linh.Command("draw"), say.decline)
			linh.Command("undo")
			tom.Command("hint")
			linh.Command("view")
			// Occupied: threads named after the players.
			thread := bottest.ThreadOf(t, tom.Command("play"))
			if got := channelName(h, tom, thread); utf8.RuneCountInString(got) > 100 || !tame(got) {
				t.Errorf("the thread's name %q", got)
			}
			bottest.ThreadOf(t, tom.Command("study", person.Opt("public", true)))
			tom.Command("games")
			linh.Command("games")
			tom.Command("history", person.Opt("player", linh.ID))
			tom.Command("export")
			tom.Command("replay")
			// Moderators and privacy.
			mod.Command("moderate", person.Opt("act", "pause"))
			mod.Command("moderate", person.Opt("act", "delete"))
			mod.Command("moderate", person.Opt("act", "resume"))
			mod.Command("moderate", person.Opt("act", "bar"), person.Opt("user", linh.ID))
			mod.Command("moderate", person.Opt("act", "lift"), person.Opt("user", linh.ID))
			mod.Command("moderate", person.Opt("act", "record"))
			tom.Command("privacy", person.Opt("act", "export"))
			tom.In(h.Info.Channels[1].ID, func() {
				tom.Command("board") // bottest.Offers to transfer a game
				again := tom.Command("challenge", person.Opt("user", mod.ID))
				mod.Press(again, say.never)
				mod.Command("settings")
			})
			tom.Press(tom.Command("resign"), say.yes)
			over := tom.Wait(person.HasAttachment(), func(m *person.Message) bool { _, ok := m.Control(say.again); return ok })
			tom.Press(over, say.again)

			for _, m := range everything() {
				if strings.Contains(m.Content, "```") { // an export: a code block, and nothing breaks out of it
					if strings.Count(m.Content, "```") != 2 || strings.ContainsFunc(m.Content, hidden) {
						t.Errorf("an export leaves its block: %q", m.Content)
					}
					continue
				}
				if !unformatted(m.Content, name) {
					t.Errorf("shown: %q", m.Content)
				}
				for _, a := range m.Attachments {
					if utf8.RuneCountInString(a.Description) > words.MaxAlt || strings.ContainsFunc(a.Description, hidden) {
						t.Errorf("alt text: %q", a.Description)
					}
				}
				for _, control := range m.Controls() {
					for _, o := range control.Options {
						if !tame(o.Label) {
							t.Errorf("a choice %q", o.Label)
						}
					}
				}
			}
			for _, p := range h.Pings() {
				if p.Username == linh.Username {
					t.Errorf("pinged, though she wants no pings: %s", p.Preview)
				}
			}
		})
	}
}

// threadMade is the type of the line that Discord itself writes when a thread is opened;
// it shows the thread's name unchanged.
const threadMade = 18

// hidden is a rune that turns or hides text.
func hidden(r rune) bool {
	return unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r)
}

// tame reports whether a text suits a place without formatting: visible, on one line,
// left to right.
func tame(text string) bool {
	return strings.TrimSpace(text) != "" && !strings.ContainsFunc(text, hidden) && !strings.ContainsAny(text, "\n\r")
}

// unformatted reports whether a name has been made harmless wherever it occurs in a text.
func unformatted(text, name string) bool {
	if strings.ContainsFunc(text, hidden) || strings.Contains(text, "{{") && !strings.Contains(name, "{{") {
		return false
	}
	return !regexp.MustCompile(`(^|[^\\])[*_~|\x60\[<@#]`).MatchString(name) || !strings.Contains(text, name)
}

// channelName returns the name of a channel or thread.
func channelName(h *bottest.Env, g *bottest.User, id string) string {
	h.T.Helper()
	var c struct{ Name string }
	if err := g.Do(h.Ctx(), http.MethodGet, "/channels/"+id, nil, &c); err != nil {
		h.T.Fatal(err)
	}
	return c.Name
}
