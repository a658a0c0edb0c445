package view

import (
	"strings"
	"testing"

	"yeye/bot/locale"
	"yeye/bot/match"
	"yeye/bot/match/view/words"
	"yeye/game"
	"yeye/render"
)

// The last board of a game says what was captured and what the mate is called.
func TestLastBoard(t *testing.T) {
	texts, err := locale.New(words.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	w := words.In(texts.For("en"))
	for _, c := range []struct{ fen, move, told string }{
		{"2ba1abr1/1R7/5k2n/2n1C4/2p2N3/9/P7P/4C1N2/9/2BAKAB2 w - - 7 23", "e2f2", "Last move: cannon e2 to f2."},
		{"r1b1kab2/4a4/n3c1n1r/p3p1C1p/9/6B2/P1P1N1P1P/N6C1/9/1R1AKAB1R w - - 1 10", "g6g9", "Last move: cannon g6 takes elephant g9."},
	} {
		start, err := game.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		move, err := game.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		m := match.Match{Status: match.Ended, Game: game.NewGame(start, game.Asian)}
		if err := m.Game.Play(move); err != nil {
			t.Fatal(err)
		}
		m.Outcome = m.Game.Outcome()
		v := Board(w, &m, render.Style{}, game.Red, game.NoSquare)
		pic, err := render.New().Board(v)
		if err != nil {
			t.Fatal(err)
		}
		blow := w.FinishOf(m.Game, m.Outcome)
		if text := Described(w, pic.Facts); blow == "" || v.Marks.Finish != blow || !strings.Contains(text, blow) || !strings.Contains(text, c.told) {
			t.Errorf("%s: %q on the plaque, and %s", blow, v.Marks.Finish, text)
		}
	}
}
