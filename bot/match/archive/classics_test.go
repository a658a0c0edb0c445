package archive_test

import (
	"testing"

	"yeye/bot/match/archive"
	"yeye/game"
)

// TestClassics replays every game. Most of the first manual end in mate; the others stop where the manual calls them won.
func TestClassics(t *testing.T) {
	seen, mates := map[string]bool{}, 0
	for _, c := range archive.Classics() {
		g := game.NewGame(c.Game.Start(), game.Asian)
		for i, m := range c.Game.Moves() {
			if err := g.Play(m); err != nil {
				t.Fatalf("%s: move %d, %v: %v", c.ID, i+1, m, err)
			}
		}
		winner, won := c.Result.Winner()
		if !won || g.Ply() < 25 || c.Title == "" || seen[string(c.ID)] || seen[c.Title] {
			t.Errorf("%s, %q: %d plies, %v", c.ID, c.Title, g.Ply(), c.Result)
		}
		seen[string(c.ID)], seen[c.Title] = true, true
		if o := g.Outcome(); o.Over() {
			mates++
			if w, _ := o.Result.Winner(); w != winner || o.Method != game.Checkmate && o.Method != game.Stalemate {
				t.Errorf("%s ends with %v", c.ID, o)
			}
		}
	}
	if len(archive.Classics()) != 13 || mates < 8 {
		t.Errorf("%d games, %d end in mate", len(archive.Classics()), mates)
	}
}

// Whoever finds one may annotate its record: nobody else sees that.
func TestClassicsAreFoundUnannotated(t *testing.T) {
	of := archive.Classics()[0].ID
	for range 2 {
		one, ok := archive.FindClassic(of)
		if !ok || one.Record.Comment+one.Record.Line[3].Comment+one.Record.Info.Annotator != "" || len(one.Record.Line[3].Variations) > 0 {
			t.Fatalf("%+v", one.Record)
		}
		one.Record.Comment, one.Record.Line[3].Comment, one.Record.Info.Annotator = "annotated", "annotated", "Yeye"
		one.Record.Line[3].Variations = append(one.Record.Line[3].Variations, one.Record.Line[3:])
	}
}
