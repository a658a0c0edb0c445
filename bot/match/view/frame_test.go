package view_test

import (
	"strings"
	"testing"

	"yeye/bot/match/view"
	"yeye/game"
	"yeye/game/record"
	"yeye/render"
)

// The frame has the full name of an opening, and that of its family for where there is no room; both can be drawn in all languages.
func TestFrameNamesOpenings(t *testing.T) {
	var moves []game.Move
	for _, text := range strings.Fields("h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 h7i7") {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	f := view.Frame(game.Start(), game.Start(), moves, render.SimplifiedChinese)
	if f.Title != "中炮过河车互进七兵对屏风马平炮兑车" || f.Short != "中炮对屏风马" {
		t.Errorf("%q, %q", f.Title, f.Short)
	}
	if got := view.Opening(game.Start(), moves[:2], render.English); got != "Central Cannon" {
		t.Errorf("at first %q", got)
	}
	for _, n := range record.FullNames() {
		for _, text := range []string{n.English, n.Simplified, n.Traditional, n.Vietnamese} {
			if !render.CanWrite(text) {
				t.Errorf("no outlines for %s", text)
			}
		}
	}
}
