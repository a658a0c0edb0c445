package bot_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"yeye/ai/explain"
	"yeye/bot/sandbox/person"
	"yeye/game"
	"yeye/game/record"
)

// moveByHand moves a piece by the two selects of a card, and waits until it has moved.
func (g *user) moveByHand(card *person.Message, prompt, move string) *person.Message {
	g.h.t.Helper()
	g.choose(card, "Choose a piece to move", move[:2])
	chosen := g.wait(person.Is(card.ID), func(m *person.Message) bool { _, ok := m.Control(prompt); return ok })
	g.choose(chosen, prompt, move)
	return g.wait(person.Is(card.ID), func(m *person.Message) bool { return lastMove(m) == move })
}

func TestStudyBoard(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("h0g2"), Reasons: []explain.Reason{{}}}}
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(a))
	mei, tom := h.connect(1), h.connect(2)
	card := mei.command("study", person.Opt("public", true))
	if card.Private() || !strings.Contains(card.Content, "Study of <@"+mei.ID+">") || !strings.Contains(card.Content, "Red to move") || len(card.Attachments) != 1 {
		t.Fatalf("%+v", card)
	}
	// Both sides by selects, on the same card.
	moved := mei.moveByHand(card, "Where to? (炮 cannon h2)", "h2e2")
	if moved.ID != card.ID || !strings.Contains(moved.Content, "Black to move") {
		t.Fatalf("Red's move: %s", moved.Content)
	}
	moved = mei.moveByHand(moved, "Where to? (马 horse h9)", "h9g7")
	if moved.ID != card.ID || lastMove(moved) != "h9g7" {
		t.Fatalf("Black's move: %s", moved.Content)
	}
	mei.press(moved, "Engine moves here")
	moved = mei.wait(person.Moved("h0g2"))
	if moved.ID != card.ID || lastMove(moved) != "h0g2" {
		t.Fatalf("the engine's move: %s", moved.Content)
	}
	if m := tom.press(moved, "Engine moves here"); !m.Private() {
		t.Errorf("somebody else: %s", m.Content)
	}
	mei.press(moved, "Take back")
	mei.wait(person.Is(card.ID), func(m *person.Message) bool { return lastMove(m) == "h9g7" })
	// Typed, a move makes a new card, as in a game.
	mei.say("b0c2")
	typed := mei.wait(person.Moved("b0c2"))
	saved := mei.press(typed, "Save")
	if text := mei.file(saved); !saved.Private() || !strings.Contains(text, "B0-C2") || !strings.Contains(text, "Study") {
		t.Errorf("saved: %s", saved.Content)
	}
	if page := mei.command("replay"); !strings.Contains(page.Content, "Study · <@"+mei.ID+"> · 0/3") {
		t.Errorf("a study's replay: %s", page.Content)
	}
	mei.press(typed, "Reset")
	mei.wait(person.Is(typed.ID), person.Contains("Red to move"), func(m *person.Message) bool { return lastMove(m) == "" })
	// The same board gets another position, and mate does not end it.
	other := mei.command("study", person.Opt("public", true), person.Opt("position", "4k4/R8/9/9/9/9/9/9/2R6/3K5 w - - 0 1"))
	mei.say("c1c9")
	mated := mei.wait(person.Contains("Checkmate"), person.WithPicture())
	if _, ok := mated.Control("Take back"); !ok || other.ID == mated.ID {
		t.Errorf("after mate: %+v", mated.Controls())
	}
	if b, _ := mated.Control("Engine moves here"); !b.Disabled {
		t.Error("the engine is offered where nothing can be moved")
	}
	mei.press(mated, "Take back")
	mated = mei.wait(person.Is(mated.ID), person.Contains("Red to move"))
	mei.press(mated, "Close")
	closed := mei.wait(person.Is(mated.ID), person.Contains("closed"))
	if !strings.Contains(closed.Content, "closed") || len(closed.Controls()) != 1 {
		t.Errorf("closed: %+v", closed)
	}
	mei.command("play") // the channel is free again
	if p := h.pings(); len(p) != 0 {
		t.Errorf("pinged: %v", p)
	}
}

// A study from a replay begins at the ply shown; in a channel with an open game it gets a
// thread, and a game between two people cannot be studied before its end.
func TestStudyFromReplay(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{moves: fourAnswers}))
	mei, tom := h.connect(1), h.connect(0)
	fourPlies(h, mei)
	page := mei.choose(mei.command("replay"), "Jump to a move", "2")
	study := mei.press(page, "Study from here")
	if !study.Private() || !strings.Contains(study.Content, "Study of") || lastMove(study) != "h9g7" {
		t.Errorf("it begins elsewhere: %s", study.Content)
	}
	mei.press(study, "Close")

	sitDown(h, mei, tom)
	live := mei.command("replay")
	if _, ok := live.Control("Study from here"); ok {
		t.Error("a live game between people can be studied")
	}
	mei.say("h2e2")
	mei.wait(person.Moved("h2e2"))
	if m := mei.command("study", person.Opt("position", "position startpos moves b2e2")); !m.Private() || !strings.Contains(m.Content, "is being played in a game between people") {
		t.Errorf("the mirrored live position: %s", m.Content)
	}
	told := mei.command("study", person.Opt("public", true), person.Opt("position", game.StartFEN))
	if !told.Private() || !strings.Contains(told.Content, "<#") {
		t.Errorf("where a game is on: %s", told.Content)
	}
}

// The book of a study is exported as a file and imported again unchanged, whichever place
// is on the board.
func TestStudyOfABook(t *testing.T) {
	h := openEnv(t, withThinker(&scripted{}))
	mei := h.connect(1)
	const book = "[Event \"Cup\"]\n[Red \"a\"]\n\n{all} 1. h2e2 {centre} h9g7 (1... h7e7 {same} 2. h0g2 {solid} (2. e2e6 {greedy} d9e8)) 2. h0g2 1-0"
	study := mei.press(mei.command("import", person.File("file", "book.pgn", []byte(book))), "Study from here")
	mei.press(study, "▶")
	study = mei.wait(person.Moved("h2e2"), person.Contains("centre"))
	mei.choose(study, "The book goes on in 2 ways", "h7e7")
	mei.press(mei.wait(person.Moved("h7e7"), person.Contains("same")), "Show here")
	want, err := record.Read([]byte(book))
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"pgn", "xqf", "dhtmlxq"} {
		text := mei.file(mei.command("export", person.Opt("format", format)))
		got, err := record.Read([]byte(text))
		if err != nil {
			t.Fatal(format, err)
		}
		if d := cmp.Diff(want.Line, got.Line); d != "" || got.Comment != "all" || got.Info.Event != "Cup" || got.Info.Red != "a" || got.Result != game.RedWins {
			t.Errorf("%s: %+v %s", format, got.Info, d)
		}
	}
	if text := mei.file(mei.command("export", person.Opt("format", "uci"))); text != "position startpos moves h2e2 h7e7\n" {
		t.Errorf("what is on the board: %s", text)
	}
}
