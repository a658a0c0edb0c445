package ai

import (
	"math/rand/v2"
	"testing"

	"yeye/game"
)

// midgame returns a game of random moves, that many plies long.
func midgame(seed uint64, plies int) *game.Game {
	r := rand.New(rand.NewPCG(seed, 1))
	g := game.NewGame(game.Start(), game.Asian)
	for g.Ply() < plies && !g.Outcome().Over() {
		moves := g.Position().LegalMoves(nil)
		if g.Play(moves[r.IntN(len(moves))]) != nil {
			break
		}
	}
	return g
}

func TestCharactersClimb(t *testing.T) {
	all := Characters()
	if len(all) != int(Immortal)+1 {
		t.Fatalf("%d characters", len(all))
	}
	for i, c := range all {
		if int(c.Level) != i || c.Name == "" || c.Chinese == "" || c.Vietnamese == "" {
			t.Errorf("%d: %+v", i, c)
		}
		if i > 0 && c.Evaluation == all[i-1].Evaluation && c.Nodes <= all[i-1].Nodes {
			t.Errorf("%s looks at no more than %s", c.Name, all[i-1].Name)
		}
		if i > int(Kid) && (c.Dreams > 0 || c.Blind > 0) {
			t.Errorf("%s blunders at random", c.Name)
		}
	}
	if _, ok := CharacterAt(7); ok {
		t.Error("there is a level 7")
	}
	if Grandpa.String() != "Grandpa" || Level(9).String() != "level 9" {
		t.Errorf("%s, %s", Grandpa, Level(9))
	}
}

// A day stays the same throughout a game whatever the seeds of its turns,
// differs in another game, and stays within the form.
func TestDayLastsForTheGame(t *testing.T) {
	c, _ := CharacterAt(int(ParkMaster))
	low, high := c.Nodes, c.Nodes
	days := map[uint64]bool{}
	for seed := range uint64(60) {
		g := midgame(seed, moodPlies)
		us, n := g.Position().Turn(), c.today(g, 1)
		for g.Ply() < 20 && !g.Outcome().Over() {
			if g.Position().Turn() == us && c.today(g, uint64(g.Ply())) != n {
				t.Fatalf("another day at ply %d", g.Ply())
			}
			if g.Play(g.Position().LegalMoves(nil)[0]) != nil {
				break
			}
		}
		days[n] = true
		low, high = min(low, n), max(high, n)
	}
	f := uint64(c.Form)
	if low < c.Nodes/f-1 || high > c.Nodes*f || low > c.Nodes/f*2 || high < c.Nodes*f/2 || len(days) < 40 {
		t.Errorf("60 games: %d days, nodes from %d to %d, in the table %d and form %d", len(days), low, high, c.Nodes, f)
	}
	same := c
	same.Form = 0
	if same.today(midgame(1, 8), 1) != c.Nodes {
		t.Error("without form no day is like the other")
	}
}

// A Kid that dreams plays on where it could end the game; one that does not
// ends it.
func TestDreamsOfTheKid(t *testing.T) {
	p, err := game.ParseFEN("4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	kid, _ := CharacterAt(int(Kid))
	kid.Blind = 0
	for _, tt := range []struct {
		dreams int
		mates  bool
	}{{0, true}, {256, false}} {
		kid.Dreams = tt.dreams
		for seed := range uint64(10) {
			m, err := kid.Choose(t.Context(), New(Options{HashMB: 1}), g, seed)
			if err != nil {
				t.Fatal(err)
			}
			if after := p.After(m); after.HasLegal() == tt.mates {
				t.Errorf("dreams %d, seed %d: %s", tt.dreams, seed, m)
			}
		}
	}
}

// oneMove is a book with one move for every position.
type oneMove struct{ m game.Move }

func (b oneMove) Move(*game.Position, uint64) (game.Move, bool) { return b.m, true }

func TestHeart(t *testing.T) {
	first, _ := game.ParseMove("b0a2")
	g := game.NewGame(game.Start(), game.Asian)
	grandpa, _ := CharacterAt(int(Grandpa))
	uncle, _ := CharacterAt(int(Uncle))
	played := 0
	for seed := range uint64(400) {
		if m, ok := grandpa.Recall(oneMove{first}, g, seed); ok {
			if m != first {
				t.Fatalf("%s", m)
			}
			played++
		}
		if _, ok := uncle.Recall(oneMove{first}, g, seed); ok {
			t.Fatal("the Uncle has learnt something")
		}
	}
	if played < 250 || played > 350 {
		t.Errorf("%d first moves of 400 by heart, want about three of four", played)
	}
	if _, ok := grandpa.Recall(nil, g, 1); ok {
		t.Error("a move without a book")
	}
	illegal, _ := game.ParseMove("a0a9")
	if _, ok := grandpa.Recall(oneMove{illegal}, g, 3); ok {
		t.Error("a move the rules do not know")
	}
	if _, ok := grandpa.Recall(oneMove{first}, midgame(3, 30), 3); ok {
		t.Error("by heart in the middlegame")
	}
}

// The same opening moves do not recur in every game: different seeds begin
// differently, the same seed alike.
func TestBeginningsDiffer(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for _, level := range []Level{Kid, Xiaoqing, Uncle, ParkMaster} {
		c, _ := CharacterAt(int(level))
		seen := map[game.Move]bool{}
		for seed := range uint64(24) {
			e := New(Options{HashMB: 1})
			m, err := c.Choose(t.Context(), e, g, seed)
			if err != nil || !g.Position().IsLegal(m) {
				t.Fatalf("%s: %s, %v", level, m, err)
			}
			seen[m] = true
		}
		if len(seen) < 3 {
			t.Errorf("%s begins with one of %v", level, seen)
		}
	}
}

// A rook that is attacked and left unprotected is at stake; one that is
// protected by a piece worth as much is not.
func TestRookAtStake(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/r3R4/9/9/9/9/4K4 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"e5e6": false, "e0e1": true, "e5a5": false, "e5d5": true} {
		m, err := game.ParseMove(text)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s: %v", text, err)
		}
		if got := rookAtStake(&p, m); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
