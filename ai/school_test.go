package ai

import (
	"math/rand/v2"
	"testing"

	"yeye/ai/character"
	"yeye/ai/masters"
	"yeye/game"
)

// drawn counts what a character plays from its school in a position, without what its book knows.
func drawn(t *testing.T, l character.Level, g *game.Game) map[string]int {
	t.Helper()
	c, _ := CharacterAt(l)
	c.BookPlies = 0
	count := map[string]int{}
	for seed := range uint64(1000) {
		if m, ok := c.BookMove(oneMove{}, g, seed); ok {
			if !g.Position().IsLegal(m) {
				t.Fatalf("%s plays %s", l, m)
			}
			count[m.String()]++
		}
	}
	return count
}

// Each character with a school begins in its own taste, on both wings, about three times of four from practice.
func TestSchools(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for l, likes := range map[character.Level]game.Role{character.Kid: game.Cannon, character.Xiaoqing: game.Elephant,
		character.Uncle: game.Cannon, character.ParkMaster: game.Pawn, character.Grandpa: game.Horse} {
		all := drawn(t, l, g)
		roles, sum := map[game.Role]int{}, 0
		for text, n := range all {
			m, err := game.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			roles[g.Position().At(m.From()).Role()] += n
			sum += n
		}
		for role, n := range roles {
			if role != likes && n >= roles[likes] {
				t.Errorf("%s plays a %s first as often as a %s: %v", l, role, likes, all)
			}
		}
		if sum < 500 || sum > 850 || len(all) < 8 || all["h2e2"] == 0 || all["b2e2"] == 0 {
			t.Errorf("%s: %d of 1000 from practice: %v", l, sum, all)
		}
	}
	if all := drawn(t, character.Immortal, g); len(all) > 0 {
		t.Errorf("the Immortal, who has a book of its own, plays %v", all)
	}
}

// No school knows what few masters tried, or goes on behind its last ply; and Grandpa plays what was played when he learned.
func TestSchoolKnows(t *testing.T) {
	grandpa, _ := CharacterAt(character.Grandpa)
	g, later := game.NewGame(game.Start(), game.Asian), 0
	for g.Ply() < grandpa.School.Plies {
		known := masters.At(g.Position())
		for text, n := range drawn(t, character.Grandpa, g) {
			m, _ := game.ParseMove(text)
			one, ok := masters.Find(g.Position(), known, m)
			if !ok || one.Games < soundGames || one.First > grandpa.School.Until {
				t.Errorf("after %v Grandpa plays %s %d times: %+v", g.Moves(), text, n, one)
			}
		}
		for _, m := range known {
			if m.Games >= soundGames && m.First > grandpa.School.Until {
				later++
			}
		}
		if err := g.Play(known[0].Move); err != nil {
			t.Fatal(err)
		}
	}
	if later == 0 {
		t.Error("every move was played in his time")
	}
	if all := drawn(t, character.Grandpa, g); len(all) > 0 {
		t.Errorf("behind the last ply Grandpa plays %v", all)
	}
	nobody, _ := game.ParseFEN("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
	if m, ok := grandpa.School.move(&nobody, rand.New(rand.NewPCG(1, 2))); ok {
		t.Errorf("%s in an ending", m)
	}
}

// Where masters all play the same, a character often plays something else: games would be alike otherwise.
func TestSchoolLeavesRoom(t *testing.T) {
	uncle, _ := CharacterAt(character.Uncle)
	g := game.NewGame(game.Start(), game.Asian)
	for range uncle.School.Plies {
		p := g.Position()
		known := masters.At(p)
		options := 0
		for _, m := range known {
			if m.Games >= soundGames && 100*m.Games >= soundShare*masters.TotalGames(known) {
				options++
			}
		}
		own, random := 0, rand.New(rand.NewPCG(1, uint64(g.Ply())))
		for range 1000 {
			if _, ok := uncle.School.move(p, random); !ok {
				own++
			}
		}
		if want := 1000 / (options + 1); abs(own-want) > 60 {
			t.Errorf("after %v, with %d moves to choose from, Uncle thinks for himself %d times of 1000, not some %d",
				g.Moves(), options, own, want)
		}
		if err := g.Play(known[0].Move); err != nil {
			t.Fatal(err)
		}
	}
}
