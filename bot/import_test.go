package bot_test

import (
	"strconv"
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
	"yeye/game/record"
)

// file returns the text of a message's only attachment.
func (g *user) file(m *person.Message) string {
	g.h.t.Helper()
	if len(m.Attachments) != 1 {
		g.h.t.Fatalf("%d attachments: %s", len(m.Attachments), m.Content)
	}
	data, err := g.Picture(g.h.ctx(), m.Attachments[0])
	if err != nil {
		g.h.t.Fatal(err)
	}
	return string(data)
}

// Every format exports the game, and can be imported again.
func TestExportAndImport(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: fourAnswers}))
	mei := h.connect(1)
	fourPlies(h, mei)
	for _, c := range []struct{ format, moves, want string }{
		{"", "", "H2-E2"}, {"pgn", "wxf", "C2=5"}, {"pgn", "chinese", "炮二平五"}, {"pgn", "iccs", "[Result \"0-1\"]"},
		{"xqf", "", "XQ"}, {"dhtmlxq", "", "[DhtmlXQ_movelist]7747"}, {"uci", "", "position startpos moves h2e2 h9g7 h0g2 i9h9"},
		{"fen", "", "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w"},
	} {
		var options []person.Value
		if c.format != "" {
			options = append(options, person.Opt("format", c.format))
		}
		if c.moves != "" {
			options = append(options, person.Opt("moves", c.moves))
		}
		m := mei.command("export", options...)
		text := mei.file(m)
		if !m.Private() || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %s", c.format, c.moves, text)
		}
		if c.format != "xqf" && (!strings.HasPrefix(m.Content, "```\n") || !strings.HasSuffix(m.Content, "```")) {
			t.Errorf("%s is not in the message too: %s", c.format, m.Content)
		}
		rec, err := record.Read([]byte(text))
		if err != nil || c.format != "fen" && len(rec.Line) != 4 {
			t.Errorf("%s %s cannot be read again: %v", c.format, c.moves, err)
			continue
		}
		page := mei.command("import", person.File("file", "game.txt", []byte(text)))
		if !page.Private() || c.format != "fen" && !strings.Contains(page.Content, "0/4") || len(page.Attachments) != 1 {
			t.Errorf("%s imported: %s", c.format, page.Content)
		}
	}
}

func TestImportPasted(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	page := mei.command("import", person.Opt("text", `[Event "**Cup** @everyone"] [Red "胡荣华"] [Black "<@1> `+"```"+`"] [Result "1-0"] 1. 炮二平五 马8进7 2. 马二进三 1-0`))
	if !page.Private() || !strings.Contains(page.Content, "胡荣华 (Red)") || strings.Contains(page.Content, "<@1>") || strings.Contains(page.Content, "```") ||
		strings.Contains(page.Content, "**Cup**") {
		t.Fatalf("%s", page.Content)
	}
	page = mei.press(page, "⏭")
	if !strings.Contains(page.Content, "3/3") || !strings.Contains(page.Content, "1-0") || !strings.Contains(page.Content, "`h0g2`") {
		t.Errorf("its end: %s", page.Content)
	}
	h.stop()
	h.startBot()
	if page = mei.press(page, "◀"); !strings.Contains(page.Content, "2/3") {
		t.Errorf("after a restart: %s", page.Content)
	}
	out := mei.press(page, "Export")
	if text := mei.file(out); !strings.Contains(text, "胡荣华") || strings.Count(out.Content, "```") != 2 {
		t.Errorf("exported again: %s", out.Content)
	}
	for text, want := range map[string]string{
		"1. 炮二平五 马8进7 2. 马二进四": "Move 2 (ply 3)",
		"h2e2 h9g7 h0h5": "cannot be played",
		"position fen 4k4/9/9/9/9/9/9/2p6/4R4/3K5 b - - 7 31 moves e1e2":                                  "Move 31 (ply 1) cannot be played. The rook on e1 is Red's, and it is Black's turn.",
		"[Event \"x\"] 1. C2=5 {never closed":                                                             "not closed",
		"[DhtmlXQ][DhtmlXQ_movelist]77475[/DhtmlXQ_movelist][/DhtmlXQ]":                                   "breaks off at ply 2",
		"[DhtmlXQ][DhtmlXQ_movelist]774[/DhtmlXQ_movelist][/DhtmlXQ]":                                     "breaks off at ply 1",
		"[DhtmlXQ][DhtmlXQ_binit]0010[/DhtmlXQ_binit][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]": "damaged",
		"what a nice day":                        "cannot find a xiangqi game",
		"position fen 9/9/9/9/9/9/9/9/9/9 w":     "position I can set up",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R w": "western chess",
	} {
		if m := mei.command("import", person.Opt("text", text)); !m.Private() || !strings.Contains(m.Content, want) {
			t.Errorf("%q: %s", text, m.Content)
		}
	}
	if m := mei.command("import"); !m.Private() || !strings.Contains(m.Content, "Paste a game") {
		t.Errorf("nothing: %s", m.Content)
	}
	if m := mei.command("import", person.File("file", "big.pgn", make([]byte, 9<<20))); !strings.Contains(m.Content, "more than I read") {
		t.Errorf("a large file: %s", m.Content)
	}
}

func TestReadAsXiangqi(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: fourAnswers}))
	mei, tom := h.connect(1), h.connect(0)
	read := func(m *person.Message) *person.Message {
		t.Helper()
		got, err := mei.OnMessage(h.ctx(), m, "Read as xiangqi")
		if err != nil {
			t.Fatal(err)
		}
		if !got.Private() {
			t.Errorf("not private: %s", got.Content)
		}
		return got
	}
	for text, want := range map[string]string{
		"look at this:\n```pgn\n1. C2=5 h8+7 2. H2+3\n```\nnice?":              "0/3",
		"红先胜？ 3aka3/4nR3/b1n6/p1N5p/2b2R3/6P2/Pr2P3P/9/4A4/4KAB2 w - - 0 1 想想": "A position: Red to move.",
		"1. 炮二平五 马8进7":         "0/2",
		"h2e2 h9g7 h0g2":       "0/3",
		"see you tomorrow":     "cannot find a xiangqi game",
		"```\n```":             "cannot find a xiangqi game",
		"1. C2=5 H8+7 2. R9+9": "(ply 3)",
	} {
		if got := read(tom.say(text)); !strings.Contains(got.Content, want) {
			t.Errorf("%q: %s", text, got.Content)
		}
	}
	// On a board of the bot: the replay of that game.
	fourPlies(h, mei)
	list, err := mei.Messages(h.ctx(), h.channel, 20)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if m.Author.Bot && len(m.Attachments) == 1 && !m.Private() {
			if got := read(m); !strings.Contains(got.Content, "4/4") {
				t.Errorf("the bot's own board: %s", got.Content)
			}
			return
		}
	}
	t.Error("no board found")
}

// A link is never opened: the response says what to copy from there.
func TestImportedLink(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	for link, want := range map[string]string{
		"http://www.dpxq.com/hldcg/search/view.asp?id=1": "Copy the game on 东萍象棋网 as DhtmlXQ",
		"https://www.xiangqi.com/game/1":                 "Copy the moves on xiangqi.com",
		"https://lichess.org/abcdefgh":                   "Lichess is for western chess",
		"https://example.org/game":                       "I cannot find a xiangqi game",
	} {
		if m := mei.command("import", person.Opt("text", link)); !m.Private() || !strings.Contains(m.Content, want) {
			t.Errorf("%s: %s", link, m.Content)
		}
	}
}

// A game that can be read is not hidden by one before it that cannot: the list says what is wrong with that one.
func TestImportedBehindAnUnreadableGame(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	const second = "\n\n[Red \"胡荣华\"]\n\n1. c3c4 *\n"
	list := mei.command("import", person.File("file", "two.pgn", []byte("[Red \"许银川\"]\n\n1. h2e2 h2h9 *"+second)))
	control, ok := list.Control("Choose a game")
	if !ok || len(control.Options) != 2 || !list.Private() {
		t.Fatalf("%s, %+v", list.Content, list.Controls())
	}
	if first := control.Options[0]; !strings.Contains(first.Label, "许银川") || !strings.HasPrefix(first.Description, "Move 1 (ply 2) cannot be played.") {
		t.Errorf("the first: %+v", first)
	}
	if other := control.Options[1]; !strings.Contains(other.Label, "胡荣华") || other.Description != "" {
		t.Errorf("the second: %+v", other)
	}
	if page := mei.choose(list, "Choose a game", "1"); !strings.Contains(page.Content, "胡荣华") || !strings.Contains(page.Content, "0/1") {
		t.Errorf("chosen: %s", page.Content)
	}
	if page := mei.command("import", person.Opt("text", "My game of yesterday:"+second)); !strings.Contains(page.Content, "0/1") {
		t.Errorf("behind talk: %s", page.Content)
	}
}

// A library is searched by a form, and the same message lists the results.
func TestSearchOfALibrary(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	var games strings.Builder
	for i := range 60 {
		games.WriteString("[Event \"Cup " + strconv.Itoa(1950+i) + "\"]\n[Red \"胡荣华\"]\n[Black \"杨官璘\"]\n\n1. h2e2 h9g7 *\n\n")
	}
	list := mei.command("import", person.File("file", "games.pgn", []byte(games.String())))
	search := func(text string) *person.Message {
		t.Helper()
		mark := mei.Mark()
		mei.press(list, "Find games")
		form, err := mei.Modal(h.ctx(), mark)
		if err != nil {
			t.Fatal(err)
		}
		if form.Title != "Find games" {
			t.Errorf("the form is %q", form.Title)
		}
		found, err := mei.SubmitModal(h.ctx(), form, map[string]string{form.CustomID: text})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	found := search("杨官璘 1977")
	if found.ID != list.ID || !strings.Contains(found.Content, "“杨官璘 1977”: 1 game") {
		t.Errorf("found: %s", found.Content)
	}
	if m := search("nobody"); m.ID != list.ID || !strings.Contains(m.Content, "No game here has “nobody”") {
		t.Errorf("found: %s", m.Content)
	}
	list = mei.press(mei.wait(person.Is(list.ID), person.Contains("nobody")), "All games")
	if !strings.Contains(list.Content, "Page 1 of 3") {
		t.Errorf("all games: %s", list.Content)
	}
	if got := tom.command("import", person.Opt("find", "x")); !strings.Contains(got.Content, "no file of games of yours") {
		t.Errorf("somebody else's: %s", got.Content)
	}
}
