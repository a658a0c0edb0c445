package bot_test

import (
	"bytes"
	"strings"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/sandbox/person"
	"yeye/bot/view"
	"yeye/game"
	"yeye/render"
)

func TestSettings(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}))
	mei, tom := h.connect(1), h.connect(0)
	first := mei.command("settings")
	if !first.Private() || !strings.Contains(first.Content, "Your settings") || strings.Contains(first.Content, "\n- ") {
		t.Errorf("at first: %s", first.Content)
	}
	for name, want := range map[string]string{"Board": "Board: default (wood)", "Coordinates": "Coordinates: default (a–i, 0–9)", "Pieces": "Pieces: default (characters)"} {
		if got := chosen(t, first, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	mei.command("play")
	before := mei.wait(person.WithPicture())
	wood, err := mei.Picture(h.ctx(), before.Attachments[0])
	if err != nil {
		t.Fatal(err)
	}
	m := mei.command("settings", person.Opt("theme", "night"), person.Opt("notation", "zh"), person.Opt("pieces", "letter"))
	if !strings.Contains(m.Content, "**night**") || !strings.Contains(m.Content, "**letters**") {
		t.Errorf("set: %s", m.Content)
	}
	mei.command("view")
	mine := mei.wait(person.IsPrivate(), person.WithPicture())
	night, err := mei.Picture(h.ctx(), mine.Attachments[0])
	if err != nil || bytes.Equal(wood, night) {
		t.Errorf("the private board looks as before: %v", err)
	}
	mei.say("h2e2")
	mei.wait(person.Contains("`h2e2` 炮二平五"), person.Contains("`h9g7` 马8进7"))
	// The language follows too, and a reset setting has its old effect.
	if m := mei.command("settings", person.Opt("language", "vi")); !strings.Contains(m.Content, "Cài đặt của bạn") {
		t.Errorf("in Vietnamese: %s", m.Content)
	}
	if m := mei.command("move", person.Opt("text", "b0d1")); !strings.Contains(m.Content, "cản chân") {
		t.Errorf("a refusal in Vietnamese: %s", m.Content)
	}
	if m := mei.command("settings", person.Opt("language", "default"), person.Opt("theme", "default")); !strings.Contains(m.Content, "Your settings") {
		t.Errorf("back: %s", m.Content)
	}
	// Nobody else's are touched.
	if m := tom.command("settings"); strings.Contains(m.Content, "\n- ") {
		t.Errorf("Tom's: %s", m.Content)
	}
}

// chosen returns the label of a select's current choice.
func chosen(t *testing.T, m *person.Message, prompt string) string {
	t.Helper()
	for _, c := range m.Controls() {
		if c.Placeholder != prompt {
			continue
		}
		for _, o := range c.Options {
			if o.Default {
				return o.Label
			}
		}
	}
	t.Fatalf("no select %q", prompt)
	return ""
}

// Settings are chosen in selects below a picture of a board with that look, on several pages.
func TestSettingsBySelects(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	preview := func(m *person.Message, st render.Style) {
		t.Helper()
		want, err := painter.Preview(st, game.Red)
		if err != nil {
			t.Fatal(err)
		}
		got, err := mei.Picture(h.ctx(), m.Attachments[0])
		if err != nil || !bytes.Equal(got, want.PNG) {
			t.Errorf("the picture is another one: %v", err)
		}
	}
	m := mei.command("settings")
	preview(m, render.Style{Coords: render.Algebraic})
	m = mei.choose(m, "Pieces", "pictogram")
	preview(m, render.Style{Pieces: render.Pictogram, Coords: render.Algebraic})
	m = mei.choose(m, "Board", "night")
	liked := render.Style{Theme: render.Night, Pieces: render.Pictogram, Coords: render.Algebraic}
	preview(m, liked)
	if got := chosen(t, m, "Board"); got != "Board: night" {
		t.Errorf("what is chosen: %q", got)
	}
	m = mei.press(m, "Language and moves")
	m = mei.choose(m, "Notation", "wxf")
	if liked.Coords = render.Digits; !strings.Contains(m.Content, "- Notation: **C2=5**") {
		t.Errorf("the notation: %s", m.Content)
	}
	preview(m, liked) // whose files have the numbers
	m = mei.choose(m, "Language", "vi")
	if !strings.Contains(m.Content, "Cài đặt của bạn") {
		t.Errorf("the language: %s", m.Content)
	}
	m = mei.press(m, "Nhắc tên và lời thách")
	m = mei.choose(m, "Nhắc tên", "off")
	for _, want := range []string{"**Tiếng Việt**", "**C2=5**", "**đêm**", "**hình vẽ**", "**không bao giờ**"} {
		if !strings.Contains(m.Content, want) {
			t.Errorf("%s is not in: %s", want, m.Content)
		}
	}
	texts := mei.press(m, "Ngôn ngữ và nước đi")
	language, _ := texts.Control("Ngôn ngữ")
	if len(language.Options) == 0 || language.Options[0].Label != "mặc định (English)" {
		t.Errorf("what the default would be: %+v", language.Options)
	}
	m = mei.press(texts, "Nhắc tên và lời thách")
	if m = mei.choose(m, "Nhắc tên", "default"); chosen(t, m, "Nhắc tên") != "Nhắc tên: mặc định (khi đến lượt hoặc có người hỏi tôi)" {
		t.Errorf("as by default: %s", chosen(t, m, "Nhắc tên"))
	}
}

// A reader of 炮二平五 gets the files' numbers on the board beside their letters; a reader of P2-5 gets only those, from each side's
// right. Nobody gets the carved pieces, which texts do not write, unless they choose them.
func TestBoardsNumberTheFilesAsTheirReaderDoes(t *testing.T) {
	for language, style := range map[string]render.Style{
		"zh-CN": {Coords: render.BothCoords, Language: render.SimplifiedChinese},
		"vi":    {Coords: render.Digits, Language: render.Vietnamese},
		"en-US": {Coords: render.Algebraic},
	} {
		t.Run(language, func(t *testing.T) {
			h := openEnv(t, withThinker(&scripted{}))
			mei := h.connect(1)
			mei.command("settings", person.Opt("language", language))
			mei.command("play", person.Opt("side", "red"))
			card := mei.wait(person.WithPicture())
			got, err := mei.Picture(h.ctx(), card.Attachments[0])
			if err != nil {
				t.Fatal(err)
			}
			want, err := painter.Board(render.View{Position: game.Start(), Style: style})
			if err != nil || !bytes.Equal(got, want.PNG) {
				t.Errorf("the board is drawn otherwise: %v", err)
			}
		})
	}
}

// Every picture for one person follows that person's settings.
func TestPicturesFollowTheSettings(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h2e2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{moves: []string{"h9g7"}}), withAnalyst(a))
	mei := h.connect(1)
	mei.command("settings", person.Opt("theme", "contrast"), person.Opt("pieces", "letter"), person.Opt("coordinates", "none"))
	liked := render.Style{Theme: render.Contrast, Pieces: render.Letter, Coords: render.NoCoords}
	start := render.View{Position: game.Start(), Style: liked}
	same := func(what string, m *person.Message, want []byte) {
		t.Helper()
		if len(m.Attachments) != 1 {
			t.Fatalf("%s: %+v", what, m)
		}
		got, err := mei.Picture(h.ctx(), m.Attachments[0])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not drawn as liked", what)
		}
	}
	board := func(v render.View) []byte {
		t.Helper()
		pic, err := painter.Board(v)
		if err != nil {
			t.Fatal(err)
		}
		return pic.PNG
	}
	same("the card", mei.command("play", person.Opt("side", "red")), board(start))
	same("the private board", mei.command("view"), board(start))
	hinted := start
	hinted.Marks.Hint = mv("h2e2")
	mei.press(mei.command("hint"), "Show the hint")
	same("the hint", mei.wait(person.IsPrivate(), person.Contains("Hint")), board(hinted))
	page := mei.command("replay")
	same("the replay", page, board(start))
	mei.say("h2e2")
	mei.wait(person.Moved("h9g7"))
	moves := []game.Move{mv("h2e2"), mv("h9g7")}
	film, err := painter.Replay(t.Context(), render.Replay{Start: game.Start(), Moves: moves, Title: view.Opening(game.Start(), moves, render.English),
		Style: render.Style{Theme: liked.Theme, Pieces: liked.Pieces, Coords: liked.Coords, Scale: 1}})
	if err != nil {
		t.Fatal(err)
	}
	same("the film", mei.press(mei.command("replay"), "GIF"), film.GIF)
	h.channel = h.info.Channels[1].ID
	same("the study", mei.command("study", person.Opt("public", true)), board(start))
	mei.command("import", person.Opt("text", "position startpos moves h2e2 h9g7"))
	same("a game read in", mei.wait(person.IsPrivate(), person.WithPicture()), board(start))
}
