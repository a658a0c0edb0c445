package studybot

import (
	"testing"

	"pgregory.net/rapid"

	"yeye/bot/discord"
	"yeye/game"
)

// Every draft survives its encoding in a custom id unchanged, and the longest fits.
func TestDraftInAControl(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draft{file: rapid.IntRange(-1, game.Files-1).Draw(t, "file")}
		d.Turn = game.Color(rapid.IntRange(0, 1).Draw(t, "turn"))
		piece := rapid.Custom(func(t *rapid.T) game.Piece {
			return game.NewPiece(game.Color(rapid.IntRange(0, 1).Draw(t, "side")), game.Role(rapid.IntRange(1, 7).Draw(t, "role")))
		})
		for range rapid.IntRange(0, game.Squares).Draw(t, "pieces") {
			d.Board[rapid.IntRange(0, game.Squares-1).Draw(t, "at")] = piece.Draw(t, "piece")
		}
		switch rapid.IntRange(0, 2).Draw(t, "hand") {
		case 1:
			d.remove = true
		case 2:
			d.piece = piece.Draw(t, "in the hand")
		}
		c := discord.ControlID{Action: actionSetClear, ID: "abcdefghij", Turn: 1 << 40, Arg: d.String()}
		if n := len(c.String()); n > 100 {
			t.Fatalf("%d characters", n)
		}
		read, ok := discord.ParseControlID(c.String())
		again, ok2 := parseDraft(read.Arg)
		if !ok || !ok2 || again != d {
			t.Fatalf("%+v became %+v", d, again)
		}
	})
	for _, text := range []string{"", "abc", "....", "r.." + (draft{}).String()} {
		if _, ok := parseDraft(text); ok {
			t.Errorf("%q is read as a draft", text)
		}
	}
}

// There is always something to choose from, and never more than a select can hold.
func TestDraftPoints(t *testing.T) {
	start := game.Start()
	for _, setup := range []game.Setup{{}, start.Setup()} {
		for _, hand := range palette + remove {
			d := draft{Setup: setup}
			d.selectTool(string(hand))
			all, offered := d.points()
			if all.Count() <= discord.MaxOptions && offered != all {
				t.Errorf("%c: %d points, %d offered", hand, all.Count(), offered.Count())
			}
			for f := range game.Files {
				d.file = f
				if _, offered := d.points(); offered.Count() > discord.MaxOptions {
					t.Errorf("%c on file %d: %d points offered", hand, f, offered.Count())
				}
			}
		}
	}
	// A second king is the first one, moved.
	d := draft{Setup: start.Setup()}
	d.selectTool("k")
	d.apply(game.SquareAt(3, 9))
	if n := d.count(game.NewPiece(game.Black, game.King)); n != 1 || d.Board[game.SquareAt(4, 9)] != game.NoPiece {
		t.Errorf("%d kings", n)
	}
}
