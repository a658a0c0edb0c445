package endings

import (
	"context"
	"testing"

	"yeye/ai"
	"yeye/game"
	"yeye/internal/slow"
)

// Each ending is a position of its own in which Red moves and nothing is decided by the rules; marks are kept by its name.
func TestTable(t *testing.T) {
	names, positions, classics := map[string]bool{}, map[string]bool{}, 0
	for _, e := range all() {
		if names[e.Name] || positions[e.Start.FEN()] {
			t.Errorf("%s is there twice", e.Name)
		}
		names[e.Name], positions[e.Start.FEN()] = true, true
		if g := game.NewGame(e.Start, game.Asian); g.Outcome().Over() || g.Position().Turn() != game.Red || g.Position().InCheck() {
			t.Errorf("%s: %v to move, %v", e.Name, g.Position().Turn(), g.Outcome())
		}
		if e.Moves > 0 && e.Goal != Win || e.Stars() < 1 || e.Stars() > 3 {
			t.Errorf("%s: %s, shortest %d, %d stars", e.Name, e.Goal, e.Moves, e.Stars())
		}
		if found, ok := Find(e.Name); !ok || found != e {
			t.Errorf("%s is not found", e.Name)
		}
		other, ok := e.AsBlack()
		if classic := e.Chapter == Classics; ok != classic || ok && (other.Side != game.Black || other.Name == e.Name) {
			t.Errorf("%s as Black: %+v", e.Name, other)
		}
		if ok {
			classics++
		}
	}
	if len(all()) != 43 || classics != 4 || len(Chapters()) != 6 || len(In("hold")) != 4 {
		t.Errorf("%d endings, %d classics, %d chapters", len(all()), classics, len(Chapters()))
	}
	if next, ok := Next("P1"); !ok || next.Name != "P2" {
		t.Errorf("after P1 comes %s", next.Name)
	}
	if _, ok := Next("earthworm"); ok {
		t.Error("something follows the last")
	}
}

// What an ending says can be reached is what the engine finds: a mate in at most so many moves, or else about what two engines said.
func TestEngineAgrees(t *testing.T) {
	slow.Test(t)
	const nodes, even = 800_000, 300
	engine := ai.New(ai.Options{})
	for _, e := range all() {
		engine.Clear()
		info, err := engine.Search(context.Background(), game.NewGame(e.Start, game.Asian), ai.Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		mate, mates := info.Score.Mate()
		t.Logf("%-9s %s, shortest %d: %v", e.Name, e.Goal, e.Moves, info.Score)
		switch {
		case e.Chapter == Classics: // these take far more
		case e.Moves > 0 && (!mates || mate <= 0):
			t.Errorf("%s: %v, and a mate in %d is known", e.Name, info.Score, e.Moves)
		case mates && mate > 0 && mate < e.Moves:
			t.Errorf("%s: there is a mate in %d, less than %d", e.Name, mate, e.Moves)
		case e.Goal == Draw && (mates || info.Score > even || info.Score < -even):
			t.Errorf("%s: %v, and it should be a draw", e.Name, info.Score)
		}
	}
}
