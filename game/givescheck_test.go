package game

import (
	"math/rand/v2"
	"testing"
)

// GivesCheck agrees with making the move and testing for check, along random
// games.
func TestGivesCheckIsWhatMakingTheMoveShows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	checks := 0
	for range 200 {
		p := Start()
		for range 120 {
			var buf [MaxMoves]Move
			moves := p.LegalMoves(buf[:0])
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				after := p.After(m)
				if got, want := p.GivesCheck(m), after.InCheck(); got != want {
					t.Fatalf("%s %s: gives check %v, want %v", p.FEN(), m, got, want)
				} else if got {
					checks++
				}
			}
			p.Do(moves[r.IntN(len(moves))])
		}
	}
	if checks < 1000 {
		t.Fatalf("only %d checks met: the games show too little", checks)
	}
}
