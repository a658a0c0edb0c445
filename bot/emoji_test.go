package bot_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"yeye/ai/character"
	"yeye/bot"
	"yeye/bot/internal/bottest"
	"yeye/bot/sandbox"
	"yeye/bot/sandbox/person"
	"yeye/render"
)

func withEmoji(retry time.Duration) bottest.Option {
	return func(_ *bottest.Env, o *bot.Options) { o.EmojiRetry = retry }
}

// asBot sends a request about the application's emoji as the bot.
func asBot(h *bottest.Env, method, path, body string) []byte {
	h.T.Helper()
	req, err := http.NewRequestWithContext(h.Ctx(), method, h.Info.API+"/v9/applications/"+h.Info.ApplicationID+"/emojis"+path, strings.NewReader(body))
	if err != nil {
		h.T.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+h.Info.BotToken)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.T.Fatal(err)
	}
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	if resp.StatusCode >= 300 {
		h.T.Fatalf("%s %s: %d %s", method, path, resp.StatusCode, data)
	}
	return data
}

// emojis returns the application's emoji, by name.
func emojis(h *bottest.Env) map[string]string {
	h.T.Helper()
	var list struct{ Items []struct{ ID, Name string } }
	if err := json.Unmarshal(asBot(h, "GET", "", ""), &list); err != nil {
		h.T.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range list.Items {
		all[e.Name] = e.ID
	}
	return all
}

// pictures returns how many emoji there are: those of all styles of pieces, of which some share a character, and the characters'
// faces.
func pictures(t *testing.T) int {
	hashes := map[string]bool{}
	for _, pieces := range render.PieceSets() {
		list, err := bottest.Painter.Emoji(pieces)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			hashes[e.Piece.String()+e.Hash] = true
		}
	}
	return len(hashes) + character.Count
}

var (
	redCannon  = regexp.MustCompile(`<:red_cannon:\d+> ` + "`h2e2`")
	blackHorse = regexp.MustCompile(`<:black_horse:\d+> ` + "`h9g7`")
)

// shown reports whether every piece of a card's select has its emoji, and whether
// none has.
func shown(m *person.Message) (all, none bool) {
	all, none = true, true
	c, _ := m.Control("Choose a piece to move")
	for _, o := range c.Options {
		all, none = all && o.Emoji != nil && o.Emoji.ID != "", none && o.Emoji == nil
	}
	return all && len(c.Options) > 0, none
}

// The pieces' emoji are uploaded once, over two starts, and appear in selects and move text; those of an earlier version are
// deleted, and nothing else.
func TestPiecesAsEmoji(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	h.Stop()
	im := painterPNG(t)
	for _, name := range []string{"red_king_000000", "party_parrot"} {
		asBot(h, "POST", "", `{"name":"`+name+`","image":"data:image/png;base64,`+base64.StdEncoding.EncodeToString(im)+`"}`)
	}
	h.StartBot(withEmoji(time.Hour))
	mei := h.Connect(1)
	want := pictures(t) + 1
	mei.Eventually("all emoji, and none outdated", func() bool {
		all := emojis(h)
		return len(all) == want && all["red_king_000000"] == "" && all["party_parrot"] != ""
	})
	before := emojis(h)

	card := mei.Command("play")
	if all, _ := shown(card); !all {
		t.Errorf("pieces without emoji: %+v", card.Controls())
	}
	c, pieces := card.Control("Choose a piece to move")
	if !pieces {
		t.Fatalf("no pieces to choose on %q: %+v", card.Content, card.Controls())
	}
	if o := c.Options[0]; strings.ContainsAny(o.Label, "车車") || !strings.HasPrefix(o.Emoji.Name, "red_") {
		t.Errorf("the first piece: %+v %+v", o, o.Emoji)
	}
	mei.Say("h2e2")
	moved := mei.Wait(person.ShowsMove("h9g7"))
	if !redCannon.MatchString(moved.Content) || !blackHorse.MatchString(moved.Content) {
		t.Errorf("the moves: %s", moved.Content)
	}
	// The cannon on e2 attacks a pawn: the select shows that it can capture it, too.
	mei.Choose(moved, "Choose a piece to move", "e2")
	targets := mei.Wait(person.Is(moved.ID), func(m *person.Message) bool { _, ok := m.Control("Where to? (炮 cannon e2)"); return ok })
	c, _ = targets.Control("Where to? (炮 cannon e2)")
	for _, o := range c.Options {
		if takes := o.Description != ""; takes != (o.Emoji != nil) || takes && o.Emoji.Name != "black_pawn" {
			t.Errorf("%s: %s %+v", o.Label, o.Description, o.Emoji)
		}
	}

	h.Stop()
	h.StartBot(withEmoji(time.Hour))
	mei.Eventually("emoji again", func() bool { all, _ := shown(mei.Command("view")); return all })
	after := emojis(h)
	for name, id := range before {
		if after[name] != id {
			t.Errorf("%s was uploaded again", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d emoji after, %d before", len(after), len(before))
	}
}

var (
	kidFace   = regexp.MustCompile(`<:kid:\d+>`)
	kidGreets = regexp.MustCompile(`(?m)^## <:kid:\d+> “.+”$`)
)

// The face of a character is shown beside its name, large beside its words on the first card and the last, and on the button that
// begins a game; not in a direct conversation, whose notifications would show its name twice.
func TestFaces(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}), withEmoji(time.Hour))
	mei := h.Connect(1)
	mei.Eventually("all emoji", func() bool { return len(emojis(h)) == pictures(t) })
	mei.Eventually("faces are known", func() bool { return h.Bot.Emoji.Face(1) != "" })
	mei.Say("<@" + h.Info.ApplicationID + "> hello")
	hello := mei.Wait(person.Contains("Fancy a game"))
	if b, ok := hello.Control("Play the Kid"); !ok || b.Emoji == nil || b.Emoji.Name != "kid" {
		t.Errorf("the button: %+v", b)
	}
	if !strings.Contains(hello.Content, "<:grandpa:") {
		t.Errorf("Grandpa answers: %s", hello.Content)
	}
	card := mei.Command("play")
	if !kidGreets.MatchString(card.Content) || !strings.Contains(card.Content, "> Kid (Black)") || len(kidFace.FindAllString(card.Content, -1)) != 2 {
		t.Errorf("the first card: %s", card.Content)
	}
	mei.Say("h2e2")
	if moved := mei.Wait(person.ShowsMove("h9g7")); strings.Contains(moved.Content, "##") || len(kidFace.FindAllString(moved.Content, -1)) != 1 {
		t.Errorf("the next card: %s", moved.Content)
	}
	dm, err := mei.DM(h.Ctx(), h.Info.ApplicationID)
	if err != nil {
		t.Fatal(err)
	}
	mei.In(dm, func() {
		mei.Command("play")
		if m := mei.Wait(person.HasAttachment()); strings.Contains(m.Content, "<:") || !strings.Contains(m.Content, "Kid: “") {
			t.Errorf("in a direct conversation: %s", m.Content)
		}
	})
}

// While Discord accepts no emoji the game is played with words, and emoji are uploaded when possible.
func TestPiecesWithoutEmoji(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7"}}))
	h.Stop()
	h.Order(sandbox.Fault{Kind: "status", Method: "POST", Path: "/applications/*/emojis", Status: 500, Count: -1})
	h.StartBot(withEmoji(10 * time.Millisecond))
	mei := h.Connect(1)
	card := mei.Command("play")
	if _, none := shown(card); !none {
		t.Errorf("emoji that are not there: %+v", card.Controls())
	}
	mei.Say("h2e2")
	if moved := mei.Wait(person.ShowsMove("h9g7")); strings.Contains(moved.Content, "<:") {
		t.Errorf("emoji that are not there: %s", moved.Content)
	}
	h.Mend()
	mei.Eventually("emoji at last", func() bool { all, _ := shown(mei.Command("view")); return all })
}

// Somebody deletes an emoji while the bot runs: the next board is still posted, and after a while the emoji exists again.
func TestEmojiGone(t *testing.T) {
	h := bottest.Open(t, bottest.WithThinker(&bottest.Scripted{Moves: []string{"h9g7", "b9c7", "i9h9"}}), withEmoji(100*time.Millisecond))
	mei := h.Connect(1)
	mei.Eventually("all emoji", func() bool { return len(emojis(h)) == pictures(t) })
	mei.Command("play")
	mei.Say("h2e2")
	mei.Wait(person.ShowsMove("h9g7"))
	for name, id := range emojis(h) {
		if strings.HasPrefix(name, "red_rook_") {
			asBot(h, "DELETE", "/"+id, "")
		}
	}
	mei.Say("h0g2")
	mei.Wait(person.ShowsMove("b9c7"))
	mei.Eventually("emoji again", func() bool { return len(emojis(h)) == pictures(t) })
	mei.Eventually("on boards, too", func() bool { all, _ := shown(mei.Command("view")); return all })
}

func painterPNG(t *testing.T) []byte {
	list, err := bottest.Painter.Emoji(render.Letter)
	if err != nil {
		t.Fatal(err)
	}
	return list[0].PNG
}
