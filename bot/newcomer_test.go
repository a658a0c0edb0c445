package bot_test

import (
	"bytes"
	"strings"
	"testing"

	"yeye/ai/explain"
	"yeye/bot/sandbox/person"
	"yeye/game"
	"yeye/render"
)

// A player who has never played says so on the card: the pieces become pictures with
// names and movement hints, a few sentences say what matters, the rules are one tap away,
// and a hint shows what could be lost.
func TestNewcomerAgainstACharacter(t *testing.T) {
	a := &advised{hint: explain.Hint{Move: mv("e4d6"), Reasons: []explain.Reason{{Kind: explain.Develops, Piece: game.NewPiece(game.Red, game.Horse)}}}}
	h := openEnv(t, withThinker(&scripted{}), withAnalyst(a))
	mei, tom := h.connect(1), h.connect(0)
	card := mei.command("play", person.Opt("side", "red"))
	if m := tom.press(card, "I've never played"); !m.Private() || !strings.Contains(m.Content, "not playing") {
		t.Errorf("somebody else says so: %s", m.Content)
	}
	told := mei.press(card, "I've never played")
	if !told.Private() || strings.Count(told.Content, "\n") != 3 || !strings.Contains(told.Content, "A good first move is `h2e2`: choose **cannon h2**") {
		t.Errorf("told: %s", told.Content)
	}
	signs := mei.wait(person.Is(card.ID), func(m *person.Message) bool { _, asks := m.Control("I've never played"); return !asks })
	look := func(m *person.Message, v render.View) {
		t.Helper()
		v.Style = render.Style{Pieces: render.Pictogram, Coords: render.Algebraic, Newcomer: true}
		want, err := painter.Board(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := mei.Picture(h.ctx(), m.Attachments[0])
		if err != nil || !bytes.Equal(got, want.PNG) {
			t.Errorf("another picture: %v", err)
		}
	}
	look(signs, render.View{Position: game.Start()})
	if m := mei.press(told, "Rules"); !m.Private() || !strings.Contains(m.Content, "Xiangqi on one page") {
		t.Errorf("the rules: %s", m.Content)
	}
	if _, rules := signs.Control("Rules"); !rules {
		t.Error("the rules are not under the card")
	}
	// The question is not repeated, and the answer holds for the next games.
	mei.command("resign")
	mei.press(mei.wait(person.Contains("Resign this game?")), "Yes, resign")
	mei.press(mei.wait(person.Contains("resigned"), person.WithPicture()), "Play again")
	again := mei.wait(person.WithPicture(), func(m *person.Message) bool { return m.ID != card.ID && !strings.Contains(m.Content, "resigned") })
	if _, asks := again.Control("I've never played"); asks {
		t.Error("asked again")
	}
	h.channel = h.info.Channels[1].ID
	const hanging = "4k4/9/4r4/9/9/4N4/9/9/9/3K5 w - - 0 1"
	elsewhere := mei.command("play", person.Opt("side", "red"), person.Opt("position", hanging))
	if _, asks := elsewhere.Control("I've never played"); asks {
		t.Error("asked in another game")
	}
	hint := mei.command("hint")
	p, err := game.ParseFEN(hanging)
	if err != nil || !strings.Contains(hint.Content, "Careful, you could lose a piece (marked): horse e4.") {
		t.Fatalf("the horse in danger: %v %s", err, hint.Content)
	}
	v := render.View{Position: p}
	v.Marks.Hint, v.Marks.Threatened = mv("e4d6"), game.BB(p.Pieces(game.Red, game.Horse).First())
	look(hint, v)
	h.channel = h.info.Channels[2].ID
	strong := mei.command("play", person.Opt("opponent", "5"))
	if _, asks := strong.Control("I've never played"); asks {
		t.Error("Grandpa's card asks whether one has ever played")
	}
}
