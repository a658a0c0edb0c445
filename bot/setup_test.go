package bot_test

import (
	"strings"
	"testing"

	"yeye/bot/sandbox/person"
	"yeye/game"
)

// A rook ending is set up piece by piece, with selects and buttons only, and played on.
func TestSetUpAStudy(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	card := mei.command("study", person.Opt("public", true))
	if m := tom.press(card, "Set up"); !m.Private() || !strings.Contains(m.Content, "not playing") {
		t.Errorf("somebody else: %s", m.Content)
	}
	board := mei.setUp(card)
	if !board.Private() || !strings.Contains(board.Content, "This is a legal position") || len(board.Attachments) != 1 {
		t.Fatalf("%+v", board)
	}
	board = mei.pressNext(board, "Clear")
	if done, _ := board.Control("Done"); !strings.Contains(board.Content, "Red has no king") || !done.Disabled {
		t.Errorf("the empty board: %s", board.Content)
	}
	hand := ""
	put := func(piece, file, point string) {
		t.Helper()
		if piece != hand { // the piece in the hand stays selected
			board = mei.chooseNext(board, "Choose a piece to place", piece)
			hand = piece
		}
		if file != "" {
			board = mei.chooseNext(board, promptOf(t, board, "On which file?"), file)
		}
		board = mei.chooseNext(board, promptOf(t, board, "On which point?"), point)
	}
	put("K", "", "e0")
	put("k", "", "e9")
	if !strings.Contains(board.Content, "face each other") {
		t.Errorf("kings face to face: %s", board.Content)
	}
	put("k", "", "d9") // it moves
	put("R", "a", "a7")
	put("r", "i", "i3")
	put("P", "i", "i3") // in its place
	put("x", "", "i3")
	put("p", "c", "c3")
	if !strings.Contains(board.Content, "This is a legal position") {
		t.Fatalf("%s", board.Content)
	}
	board = mei.pressNext(board, "Red to move")
	// Everything is in the message: the bot may restart meanwhile.
	h.stop()
	h.startBot()
	if _, ok := board.Control("Black to move"); !ok {
		t.Errorf("whose move: %+v", board.Controls())
	}
	mei.press(board, "Done")
	if m := mei.wait(person.Is(board.ID), person.Contains("now shows this position")); len(m.Controls()) != 0 || len(m.Attachments) != 0 {
		t.Errorf("done: %+v", m)
	}
	study := mei.wait(person.Contains("Black to move"), person.WithPicture())
	if want := "Red: king e0, rook a7. Black: king d9, pawn c3."; !strings.Contains(study.Attachments[0].Description, want) {
		t.Errorf("set up: %s", study.Attachments[0].Description)
	}
	mei.say("c3d3")
	played := mei.wait(person.Moved("c3d3"))
	saved := mei.press(played, "Save")
	if text := mei.file(saved); !strings.Contains(text, "3k5/9/R8/9/9/9/2p6/9/9/4K4 b") {
		t.Errorf("saved: %s", text)
	}
	mei.pressNext(mei.setUp(played), "Starting position")
}

// A position of a live game cannot be set up piece by piece either.
func TestSetUpIsFair(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei, tom := h.connect(1), h.connect(0)
	sitDown(h, mei, tom)
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	h.channel = h.info.Channels[1].ID
	board := mei.setUp(mei.command("study", person.Opt("public", true)))
	board = mei.chooseNext(board, "Choose a piece to place", "x")
	board = mei.chooseNext(board, "On which file? (Remove a piece)", "h")
	board = mei.chooseNext(board, "On which point? (Remove a piece)", "h2")
	board = mei.chooseNext(board, "Choose a piece to place", "C")
	board = mei.chooseNext(board, "On which file? (cannon)", "e")
	board = mei.chooseNext(board, "On which point? (cannon)", "e2")
	board = mei.pressNext(board, "Red to move")
	mei.press(board, "Done")
	mei.wait(person.IsPrivate(), person.Contains("is being played in a game between people"))
}

// The reason why a text is not a position is given in the person's language.
func TestFaultsInWords(t *testing.T) {
	h := openEnvIn(t, "vi", withThinker(&scripted{}))
	linh := h.connect(2)
	for fen, want := range map[string]string{
		"3k5/9/9/9/9/9/9/9/9/9 w":         "Đỏ không có tướng",
		"3k5/9/9/9/9/9/9/RRR6/9/4K4 w":    "3 quân xe",
		"3k5/9/9/9/9/9/9/3Q5/9/4K4 w":     "`Q` không phải quân cờ",
		"4k4/9/9/9/9/9/9/9/9/4K4 w - - 0": "hai tướng đối mặt",
	} {
		if _, err := game.ParseFEN(fen); err == nil {
			t.Fatal(fen)
		}
		if m := linh.command("play", person.Opt("position", fen)); !m.Private() || !strings.Contains(m.Content, want) {
			t.Errorf("%s: %s", fen, m.Content)
		}
	}
}

// next acts on the private board and returns it afterwards; its controls carry the board,
// so every change changes them.
func (g *user) next(board *person.Message, do func()) *person.Message {
	g.h.t.Helper()
	was := board.Controls()[0].CustomID
	do()
	return g.wait(person.Is(board.ID), func(m *person.Message) bool { return len(m.Controls()) > 0 && m.Controls()[0].CustomID != was })
}

func (g *user) pressNext(board *person.Message, button string) *person.Message {
	g.h.t.Helper()
	return g.next(board, func() { g.press(board, button) })
}

func (g *user) chooseNext(board *person.Message, prompt, value string) *person.Message {
	g.h.t.Helper()
	return g.next(board, func() { g.choose(board, prompt, value) })
}

// setUp opens the private board of a study's card.
func (g *user) setUp(study *person.Message) *person.Message {
	g.h.t.Helper()
	g.press(study, "Set up")
	return g.wait(person.IsPrivate(), person.WithPicture())
}

// promptOf returns the prompt of a select by its beginning.
func promptOf(t *testing.T, m *person.Message, start string) string {
	t.Helper()
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.Placeholder, start) {
			return c.Placeholder
		}
	}
	t.Fatalf("no select asks %q: %+v", start, m.Controls())
	return ""
}
