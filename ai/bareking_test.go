package ai

import (
	"testing"

	"yeye/ai/character"
	"yeye/game"
)

// Every character that searches mates a bare king that defends itself, long before the game is drawn for want of a capture.
func TestBareKingIsMated(t *testing.T) {
	const most = 80 // plies; a draw takes 120
	for _, l := range []character.Level{character.Kid, character.Xiaoqing, character.Uncle} {
		c, _ := CharacterAt(l)
		for _, fen := range []string{
			"4k4/9/9/2N6/P1P1P1P2/9/9/2C3N2/9/R3K4 w - - 0 1", // the pieces with which the Kid once did not mate
			"4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1",
			"3k5/9/9/9/9/9/9/2N3N2/9/4K4 w - - 0 1",
			"4k4/9/9/3P1P3/9/9/9/9/9/3K5 w - - 0 1",
			"4k4/9/9/9/9/9/9/2C3C2/4A4/3K1A3 w - - 0 1",
		} {
			for seed := range uint64(2) {
				p, err := game.ParseFEN(fen)
				if err != nil {
					t.Fatal(err)
				}
				g := game.NewGame(p, game.Asian)
				mover, runner := New(Options{HashMB: 1}), New(Options{HashMB: 1})
				for !g.Outcome().Over() && g.Ply() < most {
					var m game.Move
					if g.Position().Turn() == game.Red {
						m, err = c.Choose(t.Context(), mover, g, seed)
					} else {
						var info Info
						info, err = runner.Search(t.Context(), g, Limits{Nodes: 500 + seed}, nil)
						m = info.Move()
					}
					if err != nil {
						t.Fatal(err)
					}
					if err := g.Play(m); err != nil {
						t.Fatal(err)
					}
				}
				if g.Outcome().Result != game.RedWins {
					t.Errorf("%s, %s, seed %d: %v after %d plies", l, fen, seed, g.Outcome(), g.Ply())
				} else if testing.Verbose() {
					t.Logf("%s, %s: %d plies", l, fen, g.Ply())
				}
			}
		}
	}
}
