package ai

import (
	"strings"
	"testing"

	"yeye/game"
)

// The rook chases the horse for the third time if it returns; the table
// remembers good scores for that. From a game of its own, lost this way.
func TestNoChaseTooMany(t *testing.T) {
	p, err := game.ParseFEN("1rbak1b2/5R3/6n2/p3C1C1p/9/9/P3c1P1P/8N/9/1cBAKAB2 w - - 0 30")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, text := range strings.Fields("f8f7 g7i8 f7f8 i8g7 f8f7 g7i8 f7f8 i8g7") {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if g.Outcome().Over() {
			break
		}
		risky := g.Position().Turn() == game.Red && isRisky(g, m)
		info, err := New(Options{HashMB: 1}).Search(t.Context(), g, Limits{Nodes: 300}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if risky && info.Move() == m {
			t.Errorf("after %v it plays %s", g.Moves(), m)
		}
		if risky {
			only, err := New(Options{HashMB: 1}).Search(t.Context(), g, Limits{Nodes: 300, SearchMoves: []game.Move{m}}, nil)
			if err != nil || only.Move() != m {
				t.Errorf("told to play %s it answers %s, %v", m, only.Move(), err)
			}
			return
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("no move of this game was a risk")
}

func isRisky(g *game.Game, m game.Move) bool {
	loser, lost := g.Risk(m).Loser()
	return lost && loser == g.Position().Turn()
}

// No game between fast engines is lost by an avoidable perpetual.
func TestNoPerpetualOfItsOwn(t *testing.T) {
	e := New(Options{HashMB: 1, Noise: 30})
	for seed := range uint64(6) {
		e.Configure(Options{HashMB: 1, Noise: 30, Seed: seed})
		g := game.NewGame(game.Start(), game.Asian)
		for g.Ply() < 160 && !g.Outcome().Over() {
			info, err := e.Search(t.Context(), g, Limits{Nodes: 120}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if isRisky(g, info.Move()) {
				for _, m := range g.Position().LegalMoves(nil) {
					if !isRisky(g, m) {
						t.Fatalf("seed %d, %s: it plays %s and could play %s", seed, g.Position().FEN(), info.Move(), m)
					}
				}
			}
			if err := g.Play(info.Move()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The rook has chased the horse twice; if it goes on, a check drives it back to
// where it chases for the third time. From a game lost this way.
func TestNotDrivenIntoAPerpetual(t *testing.T) {
	p, err := game.ParseFEN("3ak4/4a4/6n2/9/3R2p1p/9/4cr3/4C4/2n1N4/2BAKAB2 w - - 3 37")
	if err != nil {
		t.Fatal(err)
	}
	g := game.NewGame(p, game.Asian)
	for _, text := range strings.Fields("d5d1 c1b3 d1d3 b3c1 d3d1 c1b3") {
		m, err := game.ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	m, _ := game.ParseMove("d1d3")
	if !forcesRepetition(g, m) {
		t.Error("the danger is not seen")
	}
	info, err := New(Options{HashMB: 1}).Search(t.Context(), g, Limits{Nodes: 300}, nil)
	if err != nil || info.Move() == m {
		t.Errorf("it plays %s, %v", info.Move(), err)
	}
}
