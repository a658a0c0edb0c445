package ai

import (
	"math/rand/v2"
	"testing"

	"yeye/ai/character"
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
	var all []Character
	for i, l := range character.All() {
		c, ok := CharacterAt(l)
		all = append(all, c)
		if !ok || c.Level != l || c.Level > character.Newborn && c.Nodes == 0 {
			t.Errorf("%d: %+v", i, c)
		}
		if i > 0 && c.Evaluation == all[i-1].Evaluation && c.Nodes <= all[i-1].Nodes {
			t.Errorf("%s searches no more than %s", c.Level, all[i-1].Level)
		}
		if c.Level > character.Kid && (c.NeverMates > 0 || c.Blind > 0 || !c.Verifies) {
			t.Errorf("%s blunders at random", c.Level)
		}
	}
	if _, ok := CharacterAt(7); ok {
		t.Error("there is a level 7")
	}
}

// A character's nodes stay the same throughout a game whatever the seeds of its turns, differ in another game, and stay within the
// variation.
func TestNodesStayTheSameThroughoutAGame(t *testing.T) {
	c, _ := CharacterAt(character.ParkMaster)
	low, high := c.Nodes, c.Nodes
	drawn := map[uint64]bool{}
	for seed := range uint64(60) {
		g := midgame(seed, gamePlies)
		us, n := g.Position().Turn(), c.nodes(g, 1)
		for g.Ply() < 20 && !g.Outcome().Over() {
			if g.Position().Turn() == us && c.nodes(g, uint64(g.Ply())) != n {
				t.Fatalf("other nodes at ply %d", g.Ply())
			}
			if g.Play(g.Position().LegalMoves(nil)[0]) != nil {
				break
			}
		}
		drawn[n] = true
		low, high = min(low, n), max(high, n)
	}
	f := uint64(c.Variation)
	if low < c.Nodes/f-1 || high > c.Nodes*f || low > c.Nodes/f*2 || high < c.Nodes*f/2 || len(drawn) < 40 {
		t.Errorf("60 games: %d numbers of nodes from %d to %d, in the table %d and variation %d", len(drawn), low, high, c.Nodes, f)
	}
	same := c
	same.Variation = 0
	if same.nodes(midgame(1, 8), 1) != c.Nodes {
		t.Error("nodes vary without a variation")
	}
}

// In a game in which the Kid never mates it plays on where it could mate; in another one it mates.
func TestKidThatNeverMates(t *testing.T) {
	p, err := game.ParseFEN("4k4/R8/1R7/9/9/8p/9/9/9/3K5 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	kid, _ := CharacterAt(character.Kid)
	kid.Blind = 0
	for _, tt := range []struct {
		neverMates int
		mates      bool
	}{{0, true}, {256, false}} {
		kid.NeverMates = tt.neverMates
		for seed := range uint64(10) {
			m, err := kid.Choose(t.Context(), New(Options{HashMB: 1}), g, seed)
			if err != nil {
				t.Fatal(err)
			}
			if after := p.After(m); after.HasLegal() == tt.mates {
				t.Errorf("NeverMates %d, seed %d: %s", tt.neverMates, seed, m)
			}
		}
	}
}

// oneMove is a book with one move for every position.
type oneMove struct{ m game.Move }

func (b oneMove) Move(*game.Position, uint64) (game.Move, bool) { return b.m, true }

func TestBookMove(t *testing.T) {
	first, _ := game.ParseMove("b0a2")
	g := game.NewGame(game.Start(), game.Asian)
	immortal, _ := CharacterAt(character.Immortal)
	newborn, _ := CharacterAt(character.Newborn)
	played := 0
	for seed := range uint64(400) {
		if m, ok := immortal.BookMove(oneMove{first}, g, seed); ok {
			if m != first {
				t.Fatalf("%s", m)
			}
			played++
		}
		if _, ok := newborn.BookMove(oneMove{first}, g, seed); ok {
			t.Fatal("the Newborn plays from a book")
		}
	}
	if played < 250 || played > 350 {
		t.Errorf("%d first moves of 400 from the book, want about three of four", played)
	}
	if _, ok := immortal.BookMove(nil, g, 1); ok {
		t.Error("a move without a book")
	}
	illegal, _ := game.ParseMove("a0a9")
	if _, ok := immortal.BookMove(oneMove{illegal}, g, 3); ok {
		t.Error("a move the rules do not know")
	}
	if _, ok := immortal.BookMove(oneMove{first}, midgame(3, 30), 3); ok {
		t.Error("a book move in the middlegame")
	}
}

// The same opening moves do not recur in every game: different seeds begin
// differently, the same seed alike.
func TestBeginningsDiffer(t *testing.T) {
	g := game.NewGame(game.Start(), game.Asian)
	for _, level := range []character.Level{character.Kid, character.Xiaoqing, character.Uncle, character.ParkMaster} {
		c, _ := CharacterAt(level)
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

// A rook that is attacked and unprotected hangs; one that is protected does not.
func TestHangsRook(t *testing.T) {
	p, err := game.ParseFEN("3k5/9/9/9/r3R4/9/9/9/9/4K4 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"e5e6": false, "e0e1": true, "e5a5": false, "e5d5": true} {
		m, err := game.ParseMove(text)
		if err != nil || !p.IsLegal(m) {
			t.Fatalf("%s: %v", text, err)
		}
		if got := hangsRook(&p, m); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
